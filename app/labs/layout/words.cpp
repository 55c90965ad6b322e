// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/layout/words.h"

#include "kit/counted.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

namespace lanescope::lab_layout {

using kit::unitOf;
using kit::unitsOf;

std::string conclusionText(const model::Architecture& architecture, const model::Counts& stores,
                           const model::Counts& arrays, bool torn) {
    const std::string all = tr("The warp's {} take {}", counted(stores.accesses, "store"),
                               counted(unitsOf(stores), unitOf(architecture)));
    if (unitsOf(stores) > unitsOf(arrays))
        return tr("{} where a structure of arrays takes {}.", all, unitsOf(arrays));
    return all + (torn ? tr(": the fields' arrays do not end where sectors do, so neighbours share some.")
                       : tr(": neighbours' fields lie side by side."));
}

std::string movedText(const StructLayout& layout, const model::Counts& stores) {
    return tr("{}: the warp's {} move {} bytes for {}", layout.name(), counted(stores.accesses, "store"),
              grouped(stores.bytesTransferred), grouped(stores.bytesRequested));
}

} // namespace lanescope::lab_layout
