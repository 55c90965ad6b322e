// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/canvas_state.h"

#include <glm/geometric.hpp>

#include <cassert>
#include <cmath>
#include <utility>

namespace lanescope::render {
namespace {

Color unpacked(std::uint32_t color) {
    const auto part = [color](int shift) { return static_cast<float>(color >> shift & 255) / 255.F; };
    return {part(0), part(8), part(16), part(24)};
}

Rect toRect(const PixelRect& pixels) {
    return {static_cast<float>(pixels.left), static_cast<float>(pixels.top),
            static_cast<float>(pixels.right - pixels.left), static_cast<float>(pixels.bottom - pixels.top)};
}

/// The shapes as shaders/shape.vert has them, put together again to what they were.
class Reader {
public:
    Reader(const DrawList& drawn, Drawing& into) : m_drawn(drawn), m_into(into) {}

    void read(const DrawShapes& shapes) {
        m_clip = toRect(shapes.clip);
        m_stroke = nullptr;
        const std::size_t end = shapes.first + shapes.count;
        for (std::size_t i = shapes.first; i < end; ++i) {
            const Instance& each = m_drawn.instances[i];
            if (each.kind != Instance::Ribbon) m_stroke = nullptr;
            if (each.kind == Instance::Box)
                box(each);
            else if (each.kind == Instance::Ribbon)
                ribbon(each);
            else if (each.kind == Instance::Triangle)
                triangle(each);
            else
                glyph(i);
        }
    }

private:
    void add(decltype(DrawnItem::what) what) { m_into.items.push_back({std::move(what), m_clip}); }

    void box(const Instance& each) {
        const glm::vec2 center(each.a), axis(each.b);
        glm::vec2 half(each.a.z, each.a.w);
        if (axis.x != 0 && axis.y != 0) { // a line
            add(DrawnStroke{{center - axis * half.x, center + axis * half.x},
                            half.y * 2,
                            unpacked(each.color0),
                            unpacked(each.color0)});
            return;
        }
        if (axis.x == 0) std::swap(half.x, half.y);
        add(DrawnBox{{center.x - half.x, center.y - half.y, half.x * 2, half.y * 2},
                     {unpacked(each.color0), each.b.z, unpacked(each.color1), each.b.w}});
    }

    void ribbon(const Instance& each) {
        const glm::vec2 from(each.a), to(each.a.z, each.a.w);
        const Color first = unpacked(each.color0), last = unpacked(each.color1);
        if (m_stroke && m_stroke->points.back() == from && m_stroke->width == each.halfWidth * 2 &&
            m_stroke->last == first) {
            m_stroke->points.push_back(to);
            m_stroke->last = last;
            return;
        }
        add(DrawnStroke{{from, to}, each.halfWidth * 2, first, last});
        m_stroke = std::get_if<DrawnStroke>(&m_into.items.back().what);
    }

    void triangle(const Instance& each) {
        add(DrawnShape{{{glm::vec2(each.a), {each.a.z, each.a.w}, glm::vec2(each.b)}},
                       unpacked(each.color0)});
    }

    void glyph(std::size_t index) {
        while (m_line < m_drawn.texts.size() && m_drawn.texts[m_line].first < index) ++m_line;
        if (m_line == m_drawn.texts.size() || m_drawn.texts[m_line].first != index) return;
        const TextLine& line = m_drawn.texts[m_line];
        add(DrawnText{line.at, line.width, line.size, line.font, line.color, line.text});
    }

    const DrawList& m_drawn;
    Drawing& m_into;
    Rect m_clip;
    DrawnStroke* m_stroke = nullptr; ///< that the next ribbon may go on
    std::size_t m_line = 0;          ///< of the texts, the next one
};

} // namespace

Drawing Canvas::drawing() {
    auto& s = *m_state;
    assert(s.keepsDrawings);
    Drawing drawing{s.width, s.height, s.theme.background, {}};
    Reader reader(s.drawn, drawing);
    for (const Command& command : s.drawn.commands) {
        if (const auto* shapes = std::get_if<DrawShapes>(&command)) {
            reader.read(*shapes);
            continue;
        }
        PixelRect part;
        if (const auto* scene = std::get_if<DrawScene>(&command)) part = scene->clip;
        if (const auto* image = std::get_if<DrawImage>(&command)) {
            const glm::vec4& r = image->rect;
            part = PixelRect{static_cast<int>(std::floor(r.x)), static_cast<int>(std::floor(r.y)),
                             static_cast<int>(std::ceil(r.x + r.z)), static_cast<int>(std::ceil(r.y + r.w))}
                       .common(image->clip);
        }
        if (part.empty()) continue;
        drawing.items.push_back(
            {DrawnImage{toRect(part), s.painter.imageOf(command, part, s.theme)}, toRect(part)});
    }
    tidy(drawing);
    return drawing;
}

} // namespace lanescope::render
