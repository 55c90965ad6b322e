// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/constant/words.h"

#include "kit/words/readings.h"
#include "model/format.h"

#include <fmt/format.h>

namespace lanescope::lab_constant {

using namespace kit;

std::string costsText(const Costs& costs, const model::Architecture& architecture) {
    const auto moved = [&](const model::Counts& counts) {
        const std::string units = plural(unitsOf(counts), unitOf(architecture));
        return counts.requests > 1 ? fmt::format("{}, {}", plural(counts.requests, "request"), units) : units;
    };
    return fmt::format("constant: {}\nglobal: {}\nshared: {}\ntexture: {}",
                       plural(costs.constant.requests, "request"), moved(costs.global),
                       plural(costs.shared.wavefronts, "wavefront"), moved(costs.texture));
}

std::string costRule(const Frame& frame, const ShownAccess& shown) {
    const model::Counts& counts = shown.counts;
    if (shown.access->space == model::Space::Constant)
        return fmt::format("{}: the cost grows with the number of addresses, wherever they lie.",
                           plural(counts.requests, "request"));
    if (shown.access->space == model::Space::Shared) {
        const bool broadcastWord = frame.architecture.sharedRule == model::SharedRule::BroadcastWord;
        return fmt::format("{}: {}", plural(counts.wavefronts, "wavefront"),
                           broadcastWord
                               ? "in each, one word goes to all lanes of a half-warp that want it, and each "
                                 "other bank serves one lane."
                               : "different words cost nothing, unless they lie in one bank.");
    }
    const std::string units = plural(unitsOf(counts), unitOf(frame.architecture));
    if (shown.access->space == model::Space::Global &&
        frame.architecture.globalRule == model::GlobalRule::HalfWarpInOrder)
        return fmt::format("{}: {}", units,
                           unitsOf(counts) <= 4
                               ? "each lane of a half-warp reads the word of its own number; in any "
                                 "other order each would have a transaction of its own."
                               : "a lane that does not read the word of its own number leaves each "
                                 "lane of its half-warp a transaction of its own.");
    return fmt::format("{}: the cost grows with how far apart the elements lie; neighbours are free.", units);
}

std::string_view aboutTextures(const model::Architecture& architecture) {
    return architecture.cc.major < 5
               ? "Texture objects came with CC 3.0; before, there were texture references."
               : "Four lanes ask L1 together, so it is asked for more sectors than are moved.";
}

std::string_view aboutConstantMemory() {
    return "Constant memory: 64 KiB, which cudaMemcpyToSymbol sets before a launch.";
}

} // namespace lanescope::lab_constant
