// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/elsewhere.h"

#include "kit/format.h"
#include "kit/readings.h"

#include <fmt/format.h>

namespace lanescope::kit {

std::string elsewhere(const Frame& frame, const ShownAccess& shown, int side,
                      const std::function<int(int lane)>& element) {
    model::WarpAccess access = *shown.access;
    access.operation = model::Operation::Load;
    access.width = 4;
    model::TexelFootprint texels;
    texels.width = texels.height = static_cast<std::uint32_t>(side);
    for (int lane = 0; lane < model::kWarpSize; ++lane) {
        const auto i = static_cast<std::size_t>(lane);
        texels.x0[i] = texels.x1[i] = element(lane) % side;
        texels.y0[i] = texels.y1[i] = element(lane) / side;
        access.address[i] = static_cast<std::uint64_t>(element(lane)) * 4;
    }
    const auto in = [&](model::Space space) {
        access.space = space;
        access.footprint = space == model::Space::Texture ? &texels : nullptr;
        return model::count(access, frame.architecture, frame.rules);
    };
    const auto moved = [&](const model::Counts& counts) {
        const std::string units = plural(unitsOf(counts), unitOf(frame.architecture));
        return counts.requests > 1 ? fmt::format("{}, {}", plural(counts.requests, "request"), units) : units;
    };
    return fmt::format(
        "constant: {}\nglobal: {}\nshared: {}\ntexture: {}",
        plural(in(model::Space::Constant).requests, "request"), moved(in(model::Space::Global)),
        plural(in(model::Space::Shared).wavefronts, "wavefront"), moved(in(model::Space::Texture)));
}

} // namespace lanescope::kit
