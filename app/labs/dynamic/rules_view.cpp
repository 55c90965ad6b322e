// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/dynamic/rules_view.h"

#include "kit/pictures/pictures.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lanescope::lab_dynamic {

using namespace kit;

namespace {

constexpr float kAbove = 8;
constexpr float kTitle = 22 + kAbove;
constexpr float kLeastWidth = 120;
constexpr float kGap = 5;
constexpr float kShort = 23;
constexpr float kPadding = 10;
constexpr float kName = 12.5F; // text
constexpr float kRule = 11.5F;
constexpr float kLeastVerdict = 40;
constexpr float kLeastColumn = 105;

} // namespace

Rect drawRules(Canvas& canvas, const Frame& frame, const Rect& rect, std::string_view title,
               std::span<const RuleRow> rules) {
    const render::Theme& theme = canvas.theme();
    const auto count = static_cast<float>(rules.size());
    const auto least = std::ceil(count / 2) * (kShort + kGap) - kGap;
    const bool titled = !title.empty() && rect.height >= least + kTitle;
    const float untitled = title.empty() ? 0 : kAbove;
    const float head = titled ? kTitle : untitled;
    const float room = rect.height - head + kGap;
    // One under the other, or else in two columns.
    const bool two = room < count * (kShort + kGap) && rect.width > 2 * kLeastColumn;
    const float lines = two ? std::ceil(count / 2) : count;
    if (room < lines * (kShort + kGap) || rect.width < kLeastWidth) return rect;
    const float width = two ? (rect.width - kGap) / 2 : rect.width;
    const render::TextStyle small{kRule, theme.dim};
    std::vector<std::string> texts;
    std::vector<float> heights;
    float all = 0;
    for (const RuleRow& row : rules) {
        texts.push_back(wrapped(canvas, row.rule, small, rect.width - 2 * kPadding));
        heights.push_back(kShort + canvas.measure(texts.back(), small).y + 8);
        all += heights.back() + kGap;
    }
    const bool sentences = !two && all <= room;
    const auto needed = [&](const RuleRow& row) {
        return canvas.measure(row.name, {kName, theme.text, Font::Bold}).x +
               canvas.measure(row.verdict, {kRule, theme.text}).x + 8 + 2 * kPadding;
    };
    const bool verdicts =
        !two || std::ranges::all_of(rules, [&](const RuleRow& row) { return needed(row) <= width; });
    if (titled)
        canvas.text({rect.x, rect.y + kAbove}, title,
                    {12.5F, theme.text, Font::Bold, Align::Start, Align::Start, rect.width});
    float y = rect.y + head;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const RuleRow& rule = rules[i];
        const bool second = two && i % 2 == 1;
        const Rect row{rect.x + (second ? width + kGap : 0), y, width, sentences ? heights[i] : kShort};
        const Color color = toneColor(theme, rule.tone, theme.accent);
        const bool clickable = rule.pick.kind != render::PickKind::None;
        const bool hovered = clickable && frame.brush.pointIn(rule.pick.group) == rule.pick.id;
        canvas.rectangle(row, {render::mix(theme.background, color, rule.chosen ? 0.2F : 0.07F), 5,
                               hovered ? theme.accent : color.faded(rule.chosen ? 1.F : 0.35F),
                               rule.chosen || hovered ? 2.F : 1.F});
        const Rect inner = row.inset(kPadding, 0);
        const float middle = row.y + kShort / 2;
        const render::TextStyle name{kName, theme.text, Font::Bold, Align::Start, Align::Center, inner.width};
        canvas.text({inner.x, middle}, rule.name, name);
        const float beside = inner.width - canvas.measure(rule.name, name).x - 8;
        if (verdicts && beside >= kLeastVerdict)
            canvas.text({inner.right(), middle}, rule.verdict,
                        {kRule, color, Font::Sans, Align::End, Align::Center, beside});
        if (sentences) canvas.text({inner.x, row.y + kShort}, texts[i], small);
        if (clickable) canvas.pick(row, rule.pick);
        if (!two || second || i + 1 == rules.size()) y += row.height + kGap;
    }
    return rect.belowTop(std::min(y - rect.y, rect.height));
}

} // namespace lanescope::lab_dynamic
