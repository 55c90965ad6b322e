// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/suggestion.h"

#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

namespace lanescope::kit {

namespace {

/// A smaller difference is none: the model's own error is larger.
constexpr double kNoDifference = 1.02;

} // namespace

bool takesLonger(double before, double after) {
    return after > kNoDifference * before && duration(after) != duration(before);
}

std::string timeText(double before, double after) {
    const std::string now = duration(before), then = duration(after);
    if (now == then) return tr("kernel time {}, as now", then);
    if (!takesLonger(before, after) && !takesLonger(after, before))
        return tr("kernel time {}, much as now ({})", then, now);
    return after > before ? tr("longer: kernel time {} instead of {}", then, now)
                          : tr("kernel time {} instead of {}", then, now);
}

std::string settingsText(const Suggestion& suggestion) {
    std::string text;
    for (const auto& [name, value] : suggestion.sets)
        text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, value);
    return text;
}

std::string textOf(std::span<const Suggestion> suggestions) {
    std::string text;
    for (const Suggestion& each : suggestions)
        text += fmt::format("{}{}{}{}{}", text.empty() ? "" : "\n", settingsText(each),
                            each.now ? tr(" (now)") : "", each.sets.empty() ? "" : tr(": "), each.outcome);
    return text;
}

} // namespace lanescope::kit
