// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/wave/words.h"

#include "kit/counted.h"
#include "kit/pictures/launch_shape.h"
#include "kit/words/patterns.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

namespace lanescope::lab_wave {

using kit::unitOf;
using kit::unitsOf;

CountsByLayout countsOf(const kit::Frame& frame, const kit::ShownAccess& shown, const Mesh& mesh) {
    LaneVertices lanes;
    for (int lane = 0; lane < model::kWarpSize; ++lane)
        lanes[static_cast<std::size_t>(lane)] = kit::elementOf(*shown.launch, *shown.access, lane);
    CountsByLayout counts;
    for (std::size_t i = 0; i < counts.size(); ++i)
        counts[i] =
            warpStores(mesh, static_cast<Layout>(i), lanes, *shown.access, frame.architecture, frame.rules);
    return counts;
}

std::string patternText(const model::WarpAccess& store) {
    const auto affine = kit::affineOf(store);
    if (!affine || affine->step <= 0) return kit::accessSentence(store);
    return tr("{} bytes per lane, {} bytes apart", store.width, affine->step);
}

std::string conclusionText(const model::Architecture& architecture, const CountsByLayout& counts,
                           Layout chosen) {
    const auto units = [&](Layout which) { return unitsOf(counts[static_cast<std::size_t>(which)]); };
    const std::string here = counted(units(chosen), unitOf(architecture));
    switch (chosen) {
    case Layout::Float4:
        return tr("The warp's vertices take {} in one store; a quarter of each is w, which is always 1.",
                  here);
    case Layout::Arrays:
        return tr("The warp's vertices take {} in three stores, x, y and z each in a row.", here);
    case Layout::Float3:
        break;
    }
    if (units(Layout::Float3) > units(Layout::Arrays))
        return tr("Three such stores fill each other's gaps: {} move what soa does in {}.", here,
                  units(Layout::Arrays));
    return tr("The warp's vertices take {} in three stores.", here);
}

} // namespace lanescope::lab_wave
