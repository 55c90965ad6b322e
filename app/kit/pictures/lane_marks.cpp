// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/lane_marks.h"

#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::kit {

Color laneFill(const render::Theme& theme, int lane, bool lit) {
    const Color color = render::laneColor(lane);
    return lit ? color : render::mix(theme.background, color, 0.22F);
}

float numberSize(const Canvas& canvas, float width, float height, float usual) {
    constexpr float kMost = 24;
    return canvas.isForAudience() ? std::max(usual, std::min({width * 0.74F, height * 0.9F, kMost})) : usual;
}

float leastNumberedRadius(const Canvas& canvas) {
    return canvas.isForAudience() ? 4.5F : 6.5F;
}

void drawLaneDisc(Canvas& canvas, glm::vec2 center, float radius, int lane, bool active, bool lit) {
    const render::Theme& theme = canvas.theme();
    const Color fill = active ? laneFill(theme, lane, lit) : theme.background;
    canvas.circle(center, radius, {fill, 0, active ? Color{0, 0, 0, 0} : theme.line, active ? 0.F : 1.F});
    if (radius >= leastNumberedRadius(canvas))
        canvas.text(center, fmt::format("{}", lane),
                    {numberSize(canvas, radius * 1.85F, radius * 1.85F, std::min(radius * 1.08F, 16.F)),
                     active ? render::inkOn(fill) : theme.faint, Font::Sans, Align::Center, Align::Center});
}

void drawStopMark(Canvas& canvas, glm::vec2 center, float radius) {
    canvas.circle(center, radius + 2, {{0, 0, 0, 0}, 0, canvas.theme().bad, 2});
}

void drawLaneCell(Canvas& canvas, const Rect& cell, const std::vector<LanePart>& parts, std::uint32_t lit) {
    if (parts.empty()) return;
    const render::Theme& theme = canvas.theme();
    const auto isLit = [&](int lane) { return (lit >> lane & 1) != 0; };
    if (parts.size() == 1 && parts[0].from <= 0 && parts[0].to >= 1) {
        const Color fill = laneFill(theme, parts[0].lane, isLit(parts[0].lane));
        canvas.rectangle(cell, {fill, std::min(3.F, cell.height / 4)});
        const float size = numberSize(canvas, cell.width, cell.height,
                                      std::min({cell.height * 0.8F, cell.width * 0.52F, 18.F}));
        if (size >= 6)
            canvas.text(cell.center(), fmt::format("{}", parts[0].lane),
                        {size, render::inkOn(fill), Font::Sans, Align::Center, Align::Center});
        return;
    }
    // Lanes at the same bytes share them side by side; lanes at other bytes of the word have places of their
    // own.
    std::vector<LanePart> sorted = parts;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const LanePart& a, const LanePart& b) { return a.from < b.from; });
    const Color ground = theme.raised;
    canvas.rectangle(cell, {ground, std::min(3.F, cell.height / 4)});
    bool shared = false, anyLit = false;
    for (std::size_t i = 0; i < sorted.size();) {
        std::size_t end = i;
        while (end < sorted.size() && sorted[end].from == sorted[i].from) ++end;
        const float x = cell.x + cell.width * sorted[i].from,
                    width = cell.width * (sorted[i].to - sorted[i].from);
        const float each = width / static_cast<float>(end - i);
        shared = shared || end - i > 1;
        for (std::size_t k = i; k < end; ++k) {
            const int lane = sorted[k].lane;
            const Color fill = laneFill(theme, lane, isLit(lane));
            anyLit = anyLit || isLit(lane);
            const Rect stripe{x + each * static_cast<float>(k - i), cell.y, each, cell.height};
            canvas.rectangle(stripe, {fill, 0});
            if (end - i == 1 && each >= 11 && cell.height >= 10)
                canvas.text(stripe.center(), fmt::format("{}", lane),
                            {numberSize(canvas, each, cell.height,
                                        std::min({each * 0.55F, cell.height * 0.6F, 11.F})),
                             render::inkOn(fill), Font::Sans, Align::Center, Align::Center});
        }
        i = end;
    }
    if (!shared) return;
    const std::string count = fmt::format("{}", sorted.size());
    const Color ink = anyLit ? render::inkOn(render::laneColor(sorted[sorted.size() / 2].lane)) : theme.dim;
    const render::TextStyle whole{9, ink, Font::Bold, Align::Center, Align::Center};
    if (canvas.measure(tr("{} lanes", count), whole).x + 4 <= cell.width && cell.height >= 12)
        canvas.text(cell.center(), tr("{} lanes", count), whole);
    else if (cell.height >= 26 && canvas.measure(tr("lanes"), {7.5F, ink}).x + 2 <= cell.width) {
        canvas.text(cell.center() - glm::vec2(0, 4), count,
                    {11, ink, Font::Bold, Align::Center, Align::Center});
        canvas.text(cell.center() + glm::vec2(0, 6), tr("lanes"),
                    {7.5F, ink, Font::Sans, Align::Center, Align::Center});
    } else if (const float size = std::min(cell.height * 0.62F, cell.width * 0.42F); size >= 7)
        canvas.text(cell.center(), fmt::format("x{}", count),
                    {size, ink, Font::Bold, Align::Center, Align::Center});
}

void drawButton(Canvas& canvas, const Rect& rect, ButtonSign sign, std::string_view text, Control control,
                bool chosen) {
    const render::Theme& theme = canvas.theme();
    canvas.rectangle(rect, {chosen ? render::mix(theme.raised, theme.accent, 0.25F) : theme.raised, 4,
                            chosen ? theme.accent : theme.line, 1});
    const glm::vec2 c = rect.center();
    const float s = std::min(rect.height, rect.width) * 0.22F;
    switch (sign) {
    case ButtonSign::None:
        break;
    case ButtonSign::Pause:
        canvas.rectangle({c.x - s, c.y - s, s * 0.7F, 2 * s}, {theme.text});
        canvas.rectangle({c.x + s * 0.3F, c.y - s, s * 0.7F, 2 * s}, {theme.text});
        break;
    case ButtonSign::Play:
        canvas.triangle({c.x - s * 0.8F, c.y - s * 1.2F}, {c.x + s * 1.2F, c.y},
                        {c.x - s * 0.8F, c.y + s * 1.2F}, theme.text);
        break;
    case ButtonSign::Back:
    case ButtonSign::On: {
        const float d = sign == ButtonSign::On ? 1.F : -1.F;
        canvas.line({c.x - d * s * 0.5F, c.y - s}, {c.x + d * s * 0.5F, c.y}, 1.5F, theme.text);
        canvas.line({c.x + d * s * 0.5F, c.y}, {c.x - d * s * 0.5F, c.y + s}, 1.5F, theme.text);
        break;
    }
    }
    if (!text.empty())
        canvas.text(c, text,
                    {11.5F, chosen ? theme.text : theme.dim, Font::Sans, Align::Center, Align::Center});
    canvas.pick(rect, {render::PickKind::Control, static_cast<std::int64_t>(control)});
}

} // namespace lanescope::kit
