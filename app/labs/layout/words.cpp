// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/layout/words.h"

#include "kit/words/readings.h"
#include "model/format.h"

#include <fmt/format.h>

namespace lanescope::lab_layout {

using kit::unitOf;
using kit::unitsOf;

std::string conclusionText(const model::Architecture& architecture, const model::Counts& stores,
                           const model::Counts& arrays, bool torn) {
    const std::string all = fmt::format("The warp's {} take {}", plural(stores.accesses, "store"),
                                        plural(unitsOf(stores), unitOf(architecture)));
    if (unitsOf(stores) > unitsOf(arrays))
        return fmt::format("{} where a structure of arrays takes {}.", all, unitsOf(arrays));
    return all + (torn ? ": the fields' arrays do not end where sectors do, so neighbours share some."
                       : ": neighbours' fields lie side by side.");
}

} // namespace lanescope::lab_layout
