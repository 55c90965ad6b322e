// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/reduction/words.h"

#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_reduction {

using kit::Reading;
using kit::Tone;

std::string numbersText(std::uint32_t block, std::uint32_t threads, std::uint32_t all) {
    const std::uint32_t numbers = numbersIn(block, threads, all);
    const std::string text = plural(numbers, "number");
    return numbers == threads ? text : fmt::format("{} and {}", text, plural(threads - numbers, "zero"));
}

Reading readStep(const TreeStep& step) {
    Reading reading{
        .tone = Tone::Good,
        .headline = "Every lane adds",
        .sentence = "Warps without an addition are done: no lane waits.",
        .needed = static_cast<double>(step.lanes),
        .taken = static_cast<double>(step.warpLanes),
        .neededText = plural(step.lanes, "lane") + " add",
        .takenText = fmt::format("{} taken", step.warpLanes),
    };
    if (step.lanes == step.warpLanes) return reading;
    reading.tone = Tone::Warn;
    reading.headline = fmt::format("{} of {} lanes add", step.lanes, step.warpLanes);
    reading.sentence = fmt::format("The others {}.", step.others);
    return reading;
}

std::string describeStep(const TreeStep& step) {
    std::string text = fmt::format("{}: {} of {} lanes add", step.label, step.lanes, step.warpLanes);
    if (step.wavefronts > 0)
        text += fmt::format(", {} wavefronts, {} without conflict", step.wavefronts, step.idealWavefronts);
    return text;
}

std::string describeShuffle(const TreeStep& step, std::uint32_t warp, int lane) {
    const auto add = std::ranges::find_if(
        step.additions, [&](const Addition& a) { return a.warp == warp && a.lane == lane; });
    if (add == step.additions.end()) return fmt::format("lane {}: nobody uses its sum", lane);
    if (step.throughMemory) return fmt::format("lane {} writes its warp's sum to shared memory", lane);
    return fmt::format("lane {} adds the sum of lane {} to its own", lane, add->from % model::kWarpSize);
}

std::string_view lessonOf(Variant variant, bool supported) {
    switch (variant) {
    case Variant::Interleaved:
        return "Lanes of one warp, 2k apart: each step leaves more of them waiting.";
    case Variant::Strided:
        return "Neighbouring lanes, words 2k apart: each step meets fewer banks.";
    case Variant::Sequential:
        return "Neighbouring lanes, neighbouring words: no conflict, and whole warps drop out.";
    case Variant::Shuffle:
        break;
    }
    return supported ? "All other sums go from register to register: no banks, no barrier."
                     : "Shuffles came with CC 3.0: before that this had to go through shared memory.";
}

std::vector<kit::Suggestion> suggestionsAfter(Variant variant) {
    switch (variant) {
    case Variant::Interleaved:
        return {{.sets = {{"variant", "strided"}}, .outcome = "no idle lanes, but words that meet in banks"},
                {.sets = {{"step", "5"}}, .outcome = "one lane of every second warp adds"}};
    case Variant::Strided:
        return {{.sets = {{"variant", "sequential"}}, .outcome = "as many lanes, no conflict"},
                {.sets = {{"block", "1024"}, {"step", "4"}}, .outcome = "a bank has to serve 32 words"}};
    case Variant::Sequential:
        return {{.sets = {{"variant", "shuffle"}}, .outcome = "no shared memory within a warp"},
                {.outcome = "From k = 16 on, half the lanes of the last warp wait."}};
    case Variant::Shuffle:
        break;
    }
    return {{.sets = {{"step", "5"}}, .outcome = "one sum per warp goes through shared memory"},
            {.sets = {{"variant", "sequential"}}, .outcome = "every sum goes through it"}};
}

} // namespace lanescope::lab_reduction
