// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/banks/words.h"

#include "kit/counted.h"
#include "kit/pictures/launch_shape.h"
#include "kit/words/advice.h"
#include "kit/words/patterns.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace lanescope::lab_banks {

using namespace kit;

std::string_view verbOf(model::Direction operation) {
    switch (operation) {
    case model::Direction::Load:
        return tr("reads");
    case model::Direction::Store:
        return tr("writes");
    case model::Direction::Atomic:
        break;
    }
    return tr("updates");
}

std::string ruleText(const Access& access, const model::WarpAccess& made) {
    const Pattern& pattern = access.pattern;
    const bool word = access.bytes == 4;
    const std::string_view verb = verbOf(access.operation);
    const std::string noun = word ? tr("word") : tr("{}-byte element", access.bytes);
    const std::string index = affineText(made, access.bytes, "i");
    if (pattern.swizzle) return tr("each row of 32 elements is permuted: column XOR row");
    if (pattern.pad > 0 && index.empty())
        return tr("each row of 32 elements is followed by {} unused",
                  counted(static_cast<unsigned>(pattern.pad), "element"));
    if (pattern.group > 1 && pattern.stride != 0)
        return word ? tr("{} neighbouring lanes share a word", pattern.group)
                    : tr("{} neighbouring lanes share a {}-byte element", pattern.group, access.bytes);
    if (index.empty() || index.find('i') == std::string::npos) {
        const bool alone = std::popcount(made.activeMask) == 1;
        return tr("{} {} {} {}", alone ? tr("one lane") : tr("every lane"), verb, noun,
                  pattern.element(std::countr_zero(made.activeMask)));
    }
    if (index == "i") return tr("each lane {} the {} of its own number", verb, noun);
    return tr("lane i {} {} {}", verb, noun, index);
}

std::string expressionText(const Pattern& pattern) {
    const std::string lane =
        pattern.group == 1 ? "threadIdx.x" : fmt::format("(threadIdx.x / {})", pattern.group);
    const int step = pattern.group == model::kWarpSize ? 0 : pattern.stride;
    const std::string i =
        indexText(lane, static_cast<std::uint64_t>(step), static_cast<std::uint64_t>(pattern.offset));
    if (pattern.pad == 0 && !pattern.swizzle) return fmt::format("s[{}]", i);
    const std::string column = pattern.swizzle ? "(i ^ i / 32 % 32)" : "i";
    const std::string row =
        pattern.pad == 0 ? "" : " + " + indexText("(i / 32)", static_cast<std::uint64_t>(pattern.pad), 0);
    return fmt::format("i = {};  s[{}{}]", i, column, row);
}

std::vector<Suggestion> suggestionsFor(const Frame& frame, const ShownAccess& shown, const Access& access) {
    constexpr int kMostStride = 64;
    if (std::popcount(shown.access->activeMask) == 1)
        return {{.sets = {{tr("lanes"), "32"}}, .outcome = tr("a single lane meets no other")}};
    const Pattern& now = access.pattern;
    const auto onOff = [](bool on) { return std::string(on ? "on" : "off"); };
    Advice advice(frame, shown);
    const auto tryOut = [&](int stride, int pad, bool swizzle) {
        const Pattern other = now.with(stride, pad, swizzle);
        const Advice::Setting settings[] = {
            {.name = "stride", .now = std::to_string(now.stride), .then = std::to_string(stride)},
            {.name = "pad", .now = std::to_string(now.pad), .then = std::to_string(pad)},
            {.name = "swizzle", .now = onOff(now.swizzle), .then = onOff(swizzle)},
        };
        advice.line(settings, [&](std::uint64_t lane) {
            return static_cast<std::uint64_t>(other.element(static_cast<int>(lane))) * access.bytes;
        });
    };
    if (shown.counts.bankConflicts == 0) {
        tryOut(2, 0, false);
        tryOut(32, 0, false);
        tryOut(32, 1, false);
        return advice.take();
    }
    tryOut(now.stride, 1, now.swizzle);
    tryOut(now.stride, now.pad, true);
    tryOut(std::min(now.stride + 1, kMostStride), now.pad, now.swizzle);
    tryOut(1, 0, false);
    const bool takesTurns =
        now.group > 1 && model::directionOf(shown.access->operation) == model::Direction::Atomic;
    if (advice.empty())
        advice.sentence(takesTurns ? tr("Lanes that update the same word take turns. No stride makes fewer "
                                        "turns; some make more.")
                                   : tr("No other stride, padding or swizzle takes fewer wavefronts."));
    const bool plain = access.bytes == 4 && now.group == 1 && now.pad == 0 && !now.swizzle;
    if (plain && now.stride % 2 == 0 && frame.rules.bankModeBytes == 4)
        advice.sentence(tr("An odd stride meets every bank once: it and {}, the number of banks, have no "
                           "common divisor but 1.",
                           frame.architecture.banks));
    return advice.take();
}

} // namespace lanescope::lab_banks
