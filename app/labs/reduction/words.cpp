// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/reduction/words.h"

#include "kit/counted.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_reduction {

using kit::Reading;
using kit::Tone;

std::string numbersText(std::uint32_t block, std::uint32_t threads, std::uint32_t all) {
    const std::uint32_t numbers = numbersIn(block, threads, all);
    const std::string text = counted(numbers, "number");
    return numbers == threads ? text : tr("{} and {}", text, counted(threads - numbers, "zero"));
}

Reading readStep(const TreeStep& step, std::uint32_t threads) {
    const std::uint64_t warps = step.warpLanes / model::kWarpSize, all = threads / model::kWarpSize;
    Reading reading{
        .tone = Tone::Good,
        .headline = warps == all ? std::string(tr("All lanes add"))
                                 : tr("All lanes of {} add", counted(warps, "warp")),
        .sentence =
            warps == all
                ? tr("Warps that take part: {} of {}. No lane waits for others of its warp.", warps, all)
                : tr("Warps that take part: {} of {}; the others only wait at the barrier. No lane waits for "
                     "others of its warp.",
                     warps, all),
        .needed = static_cast<double>(step.lanes),
        .taken = static_cast<double>(step.warpLanes),
        .neededText = tr("{} add", counted(step.lanes, "lane")),
        .takenText = tr("{} lanes in {}", step.warpLanes, counted(warps, "warp")),
    };
    if (step.lanes == step.warpLanes) return reading;
    reading.tone = Tone::Warn;
    reading.headline = tr("{} of {} lanes add", step.lanes, step.warpLanes);
    reading.sentence = tr("Warps that take part: {} of {}. Their other lanes {}.", warps, all,
                          tr(std::string_view(step.others)));
    reading.takenText = tr("{} of {} do not", step.warpLanes - step.lanes, step.warpLanes);
    return reading;
}

Reading readShuffles(std::uint32_t warps, bool throughMemory) {
    if (throughMemory)
        return {.tone = Tone::Good,
                .headline = tr("Sums meet in shared memory"),
                .sentence = tr("Each warp writes its sum, and the first warp reads them all. No other step "
                               "touches memory.")};
    Reading reading{.tone = Tone::Good,
                    .headline = tr("Sums stay in registers"),
                    .sentence = tr("Five shuffles add up a warp without touching memory; one sum per warp "
                                   "goes through shared memory.")};
    if (warps == model::kWarpSize / 2)
        reading.sentence += tr(" The second loop begins at k = 16, too, but there are only {} sums: its "
                               "first step adds zeros, and the tree leaves it out.",
                               warps);
    else if (warps < model::kWarpSize)
        reading.sentence += tr(" The second loop begins at k = 16, too, but there are only {} sums: its "
                               "steps down to k = {} add zeros, and the tree leaves them out.",
                               warps, warps);
    return reading;
}

std::string describeStep(const TreeStep& step, bool reads) {
    std::string text = tr("{}: {} of {} lanes add", step.label, step.lanes, step.warpLanes);
    if (step.readers)
        text = reads ? tr("{}: {} read a sum", step.label, counted(step.atWork(true).lanes, "lane"))
                     : tr("{}: {} write a sum", step.label, counted(step.lanes, "lane"));
    if (step.wavefronts > 0)
        text += tr(", {} wavefronts, {} without conflict", step.wavefronts, step.idealWavefronts);
    return text;
}

std::string describeShuffle(const TreeStep& step, std::uint32_t warp, int lane, bool reads) {
    if (reads && step.readers)
        return warp == 0 && (step.readers >> lane & 1) != 0 ? tr("lane {0} reads the sum of warp {0}", lane)
                                                            : tr("lane {} reads no sum", lane);
    const auto add = std::ranges::find_if(
        step.additions, [&](const Addition& a) { return a.warp == warp && a.lane == lane; });
    if (add == step.additions.end()) return tr("lane {}: nobody uses its sum", lane);
    if (step.throughMemory) return tr("lane {} writes its warp's sum to shared memory", lane);
    return tr("lane {} adds the sum of lane {} to its own", lane, add->from % model::kWarpSize);
}

std::string_view lessonOf(Variant variant, bool supported) {
    switch (variant) {
    case Variant::Interleaved:
        return tr("Lanes of one warp, 2 x k apart: each step leaves more of them waiting.");
    case Variant::Strided:
        return tr("Neighbouring lanes, words 2 x k apart: fewer banks each step, down to one.");
    case Variant::Sequential:
        return tr("Neighbouring lanes, neighbouring words: no conflict, and whole warps rest.");
    case Variant::Shuffle:
        break;
    }
    return supported ? tr("Within a warp, sums go from register to register: no banks, no barrier.")
                     : tr("Shuffles came with CC 3.0: before that this had to go through shared memory.");
}

std::vector<kit::Suggestion> suggestionsAfter(Variant variant) {
    switch (variant) {
    case Variant::Interleaved:
        return {{.sets = {{"variant", "strided"}},
                 .outcome = tr("neighbouring lanes add, but their words meet in banks"),
                 .timed = true},
                {.sets = {{"step", "5"}}, .outcome = tr("one lane of every second warp adds")}};
    case Variant::Strided:
        return {
            {.sets = {{"variant", "sequential"}}, .outcome = tr("as many lanes, no conflict"), .timed = true},
            {.sets = {{"block", "1024"}, {"step", "4"}},
             .outcome = tr("fewer, larger blocks; in step 4 a bank serves 32 words"),
             .timed = true}};
    case Variant::Sequential:
        return {{.sets = {{"variant", "shuffle"}},
                 .outcome = tr("no shared memory within a warp"),
                 .timed = true},
                {.outcome = tr("From k = 16 on, each step leaves half as many lanes of the last warp.")}};
    case Variant::Shuffle:
        break;
    }
    return {{.sets = {{"step", "5"}}, .outcome = tr("one sum per warp goes through shared memory")},
            {.sets = {{"variant", "sequential"}}, .outcome = tr("every sum goes through it"), .timed = true}};
}

} // namespace lanescope::lab_reduction
