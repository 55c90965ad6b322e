// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/formulas.h"

#include <algorithm>

namespace lanescope::kit {

namespace {

constexpr float kRow = 18, kText = 11.5F, kBetween = 10;
constexpr float kMostShare = 0.45F; ///< of a height, that formulas with their rules take
constexpr float kFew = 60;          ///< points: so few lines have their rules whatever is left beneath

Color colorOf(const render::Theme& theme, Tone tone) {
    return tone == Tone::Good   ? theme.good
           : tone == Tone::Warn ? theme.warn
           : tone == Tone::Bad  ? theme.bad
                                : theme.accent;
}

} // namespace

Rect drawFormulas(Canvas& canvas, const Rect& rect, std::span<const Formula> steps) {
    const render::Theme& theme = canvas.theme();
    const render::TextStyle bold{kText, theme.text, Font::Bold, Align::Start, Align::Center},
        code{kText, theme.dim, Font::Mono, Align::Start, Align::Center};
    const auto equals = [](const std::string& text) { return text.empty() ? text : "= " + text + " "; };
    const auto wide = [&](const std::string& text) { return canvas.measure(equals(text), code).x; };
    float names = 0;
    for (const Formula& step : steps) names = std::max(names, canvas.measure(step.name, bold).x + kBetween);
    const float room = rect.width - names;
    const auto oneLine = [&](const Formula& step) {
        return wide(step.rule) + wide(step.numbers) + wide(step.result) <= room;
    };
    const auto lines = [&](const Formula& step) { return oneLine(step) || step.rule.empty() ? 1 : 2; };
    int all = 0;
    bool rulesFit = true;
    for (const Formula& step : steps) {
        all += lines(step);
        rulesFit = rulesFit && wide(step.rule) <= room;
    }
    const float height = kRow * static_cast<float>(all);
    const bool rules = rulesFit && height <= std::max(rect.height * kMostShare, std::min(rect.height, kFew));
    float y = rect.y + kRow / 2;
    for (const Formula& step : steps) {
        float x = rect.x + names;
        const auto put = [&](const std::string& text, const Color& color) {
            if (text.empty() || rect.right() - x < 8) return;
            render::TextStyle style = code;
            style.color = color;
            style.maxWidth = rect.right() - x;
            canvas.text({x, y}, equals(text), style);
            x += wide(text);
        };
        canvas.text({rect.x, y}, step.name, bold);
        if (rules) put(step.rule, theme.dim);
        if (rules && lines(step) == 2) {
            y += kRow;
            x = rect.x + names;
        }
        if (wide(step.numbers) + wide(step.result) <= room) put(step.numbers, theme.text);
        put(step.result, colorOf(theme, step.tone));
        y += kRow;
    }
    return rect.belowTop(y - kRow / 2 + 8 - rect.y);
}

} // namespace lanescope::kit
