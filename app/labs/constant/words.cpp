// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/constant/words.h"

#include "kit/counted.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

namespace lanescope::lab_constant {

using namespace kit;

std::vector<Suggestion> memoriesToTry(const Costs& costs, const model::Architecture& architecture,
                                      std::string_view now) {
    const auto moved = [&](const model::Counts& counts) {
        const std::string units = counted(unitsOf(counts), unitOf(architecture));
        return counts.requests > 1 ? tr("{}, {}", counted(counts.requests, "request"), units) : units;
    };
    std::vector<Suggestion> all;
    const auto add = [&](std::string memory, std::string outcome) {
        const bool isNow = memory == now;
        all.push_back({.sets = {{"memory", std::move(memory)}}, .outcome = std::move(outcome), .now = isNow});
    };
    add("constant", counted(costs.constant.requests, "request"));
    add("global", moved(costs.global));
    add("shared", counted(costs.shared.sharedWavefronts, "wavefront"));
    add("texture", moved(costs.texture));
    return all;
}

std::string costsText(const Costs& costs, const model::Architecture& architecture) {
    std::string text;
    for (const Suggestion& each : memoriesToTry(costs, architecture, {}))
        text += (text.empty() ? "" : "\n") + tr("{}: {}", each.sets.front().second, each.outcome);
    return text;
}

std::string costRule(const Frame& frame, const ShownAccess& shown) {
    const model::Counts& counts = shown.counts;
    if (shown.access->space == model::Space::Constant && counts.requests == 1)
        return tr("1 request: there is one address, and what lies there goes to all lanes at once.");
    if (shown.access->space == model::Space::Constant)
        return tr("{}: the cost grows with the number of addresses, wherever they lie.",
                  counted(counts.requests, "request"));
    if (shown.access->space == model::Space::Shared) {
        const bool broadcastWord = frame.architecture.sharedRule == model::SharedRule::BroadcastWord;
        return tr("{}: {}", counted(counts.sharedWavefronts, "wavefront"),
                  broadcastWord
                      ? tr("in each, one word goes to all lanes of a half-warp that want it, and each "
                           "other bank serves one lane.")
                      : tr("different words cost nothing extra, unless they lie in one bank."));
    }
    const std::string units = counted(unitsOf(counts), unitOf(frame.architecture));
    if (shown.access->space == model::Space::Global &&
        frame.architecture.globalRule == model::GlobalRule::HalfWarpInOrder)
        return tr("{}: {}", units,
                  unitsOf(counts) <= 4
                      ? tr("each lane of a half-warp reads the word of its own number; in any "
                           "other order each would have a transaction of its own.")
                      : tr("a lane that does not read the word of its own number leaves each "
                           "lane of its half-warp a transaction of its own."));
    return tr("{}: each is moved whole, whatever part of it the lanes want.", units);
}

std::string_view aboutTextures(const model::Architecture& architecture) {
    return architecture.cc.major < 5
               ? tr("Texture objects came with CC 3.0; before that, there were texture references.")
               : tr("Four lanes ask L1 together, so more sectors are requested than moved.");
}

std::string_view aboutConstantMemory() {
    return tr("Constant memory: 64 KiB, which cudaMemcpyToSymbol sets before a launch.");
}

} // namespace lanescope::lab_constant
