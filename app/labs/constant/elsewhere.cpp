// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/constant/elsewhere.h"

#include "kit/words/readings.h"
#include "model/format.h"

#include <fmt/format.h>

namespace lanescope::lab_constant {

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

std::string costRule(const Frame& frame, const ShownAccess& shown) {
    const model::Counts& c = shown.counts;
    if (shown.access->space == model::Space::Constant)
        return fmt::format("{}: the cost grows with the number of addresses, wherever they lie.",
                           plural(c.requests, "request"));
    if (shown.access->space == model::Space::Shared)
        return fmt::format("{}: {}", plural(c.wavefronts, "wavefront"),
                           frame.architecture.sharedRule == model::SharedRule::BroadcastWord
                               ? "in each, one word goes to all lanes of a half-warp that want it, and each "
                                 "other bank serves one lane."
                               : "different words cost nothing, unless they lie in one bank.");
    const std::string units = plural(unitsOf(c), unitOf(frame.architecture));
    if (shown.access->space == model::Space::Global &&
        frame.architecture.globalRule == model::GlobalRule::HalfWarpInOrder)
        return fmt::format("{}: {}", units,
                           unitsOf(c) <= 4
                               ? "each lane of a half-warp reads the word of its own number; in any "
                                 "other order each would have a transaction of its own."
                               : "a lane that does not read the word of its own number leaves each "
                                 "lane of its half-warp a transaction of its own.");
    return fmt::format("{}: the cost grows with how far apart the elements lie; neighbours are free.", units);
}

} // namespace lanescope::lab_constant
