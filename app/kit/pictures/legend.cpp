// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/legend.h"

#include <utility>

namespace lanescope::kit {

namespace {

constexpr float kBox = 10, kIndent = 15, kBetween = 16;

render::TextStyle styleOf(const Canvas& canvas) {
    return {11.5F, canvas.theme().dim, Font::Sans, Align::Start, Align::Center};
}

} // namespace

Legend::Legend(const Canvas& canvas, std::vector<LegendEntry> entries, float width, int mostRows)
    : m_width(width) {
    const render::TextStyle style = styleOf(canvas);
    float x = 0;
    int row = 0;
    for (LegendEntry& entry : entries) {
        const float wide = kIndent + canvas.measure(entry.text, style).x;
        if (x > 0 && x + wide > width) {
            x = 0;
            ++row;
        }
        if (row >= mostRows || (mostRows == 1 && wide > width)) return;
        m_places.push_back({std::move(entry), x, row});
        m_rows = row + 1;
        x += wide + kBetween;
    }
}

void Legend::draw(Canvas& canvas, glm::vec2 at) const {
    render::TextStyle style = styleOf(canvas);
    for (const Place& place : m_places) {
        const LegendEntry& entry = place.entry;
        const float x = at.x + place.x, middle = at.y + kRow * (static_cast<float>(place.row) + 0.5F);
        const render::Rect box{x, middle - kBox / 2, kBox, kBox};
        if (entry.paint)
            entry.paint(canvas, box);
        else
            canvas.rectangle(box, {entry.color, 2, entry.border, entry.border.a > 0 ? 1.F : 0.F});
        style.maxWidth = m_width - place.x - kIndent;
        canvas.text({x + kIndent, middle}, entry.text, style);
    }
}

} // namespace lanescope::kit
