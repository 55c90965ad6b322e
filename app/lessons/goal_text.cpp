// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/goal_text.h"

#include "lessons/expression.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lessons {

namespace {

std::string spaced(std::string_view words) {
    std::string text(words);
    std::ranges::replace(text, '_', ' ');
    std::ranges::replace(text, '.', ' ');
    return text;
}

/// Which accesses a name is about; empty: it is about none.
std::string placeOf(std::string_view name, std::string_view before) {
    if (before == "access") return "in the access that is shown";
    if (before == "run" || before == "total") return "in the whole run";
    constexpr std::string_view kTotal = "total.";
    if (name.starts_with(kTotal)) return fmt::format("in all {}s", spaced(before.substr(kTotal.size())));
    return {};
}

} // namespace

std::string goalText(std::string_view name, double value) {
    const std::size_t dot = std::min(name.rfind('.'), name.size());
    const std::string_view before = name.substr(0, dot), what = name.substr(std::min(dot + 1, name.size()));
    const std::string words = what == "excess" ? "wavefronts or sectors more than needed" : spaced(what);
    const std::string place = placeOf(name, before);
    if (place.empty()) return fmt::format("{}: {}", spaced(name), numberText(value));
    return fmt::format("{}, {}: {}", words, place, numberText(value));
}

} // namespace lanescope::lessons
