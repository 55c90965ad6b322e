// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/vector/drawing.h"

#include <glm/common.hpp>

#include <algorithm>

namespace lanescope::render {
namespace {

Rect around(glm::vec2 low, glm::vec2 high) {
    return {low.x, low.y, high.x - low.x, high.y - low.y};
}

Rect boundsOfPoints(const std::vector<glm::vec2>& points, float margin) {
    if (points.empty()) return {};
    glm::vec2 low = points.front(), high = low;
    for (const glm::vec2& point : points) {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    return around(low - margin, high + margin);
}

Rect boundsOf(const DrawnBox& box) {
    return box.rect;
}
Rect boundsOf(const DrawnStroke& stroke) {
    return boundsOfPoints(stroke.points, stroke.width / 2);
}
Rect boundsOf(const DrawnShape& shape) {
    std::vector<glm::vec2> all;
    for (const auto& outline : shape.outlines) all.insert(all.end(), outline.begin(), outline.end());
    return boundsOfPoints(all, 0);
}
Rect boundsOf(const DrawnText& text) {
    if (text.upwards)
        return {text.at.x - text.size * 0.8F, text.at.y - text.width, text.size * 1.05F, text.width};
    return {text.at.x, text.at.y - text.size * 0.8F, text.width, text.size * 1.05F};
}
Rect boundsOf(const DrawnImage& image) {
    return image.rect;
}

Rect common(const Rect& a, const Rect& b) {
    const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
    return {x, y, std::max(std::min(a.right(), b.right()) - x, 0.F),
            std::max(std::min(a.bottom(), b.bottom()) - y, 0.F)};
}

bool meets(const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// Up to half a pixel, which is what the edges of shapes and clips differ by when both are rounded.
bool isWithin(const Rect& inner, const Rect& outer) {
    constexpr float kSlack = 0.5F;
    return inner.x >= outer.x - kSlack && inner.y >= outer.y - kSlack &&
           inner.right() <= outer.right() + kSlack && inner.bottom() <= outer.bottom() + kSlack;
}

void move(DrawnBox& box, glm::vec2 by) {
    box.rect.x += by.x;
    box.rect.y += by.y;
}
void move(DrawnStroke& stroke, glm::vec2 by) {
    for (glm::vec2& point : stroke.points) point += by;
}
void move(DrawnShape& shape, glm::vec2 by) {
    for (auto& outline : shape.outlines)
        for (glm::vec2& point : outline) point += by;
}
void move(DrawnText& text, glm::vec2 by) {
    text.at += by;
}
void move(DrawnImage& image, glm::vec2 by) {
    image.rect.x += by.x;
    image.rect.y += by.y;
}

} // namespace

Rect boundsOf(const DrawnItem& item) {
    return std::visit([](const auto& what) { return boundsOf(what); }, item.what);
}

void tidy(Drawing& drawing) {
    const Rect whole{0, 0, static_cast<float>(drawing.width), static_cast<float>(drawing.height)};
    std::erase_if(drawing.items,
                  [&](const DrawnItem& item) { return !meets(boundsOf(item), common(item.clip, whole)); });
    for (DrawnItem& item : drawing.items)
        item.clip = isWithin(boundsOf(item), item.clip) ? whole : common(item.clip, whole);
}

void layInto(Drawing& into, const Drawing& part, glm::vec2 at, const Rect& clip) {
    const Rect ground{at.x, at.y, static_cast<float>(part.width), static_cast<float>(part.height)};
    into.items.push_back({DrawnBox{ground, {part.background}}, clip});
    for (DrawnItem item : part.items) {
        std::visit([at](auto& what) { move(what, at); }, item.what);
        item.clip.x += at.x;
        item.clip.y += at.y;
        item.clip = common(common(item.clip, ground), clip);
        into.items.push_back(std::move(item));
    }
}

std::vector<std::string> textsOf(const Drawing& drawing) {
    std::vector<std::string> texts;
    for (const DrawnItem& item : drawing.items)
        if (const auto* text = std::get_if<DrawnText>(&item.what)) texts.push_back(text->text);
    return texts;
}

} // namespace lanescope::render
