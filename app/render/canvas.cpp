// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/canvas.h"

#include "render/canvas_state.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstring>

namespace lanescope::render {
namespace {

Rect common(const Rect& a, const Rect& b) {
    const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
    return {x, y, std::max(std::min(a.right(), b.right()) - x, 0.f),
            std::max(std::min(a.bottom(), b.bottom()) - y, 0.f)};
}

/// A border of less than a pixel would be drawn faint; it becomes one pixel.
float wholePixels(float width, float scale) {
    return width > 0 ? std::max(std::round(width * scale), 1.f) : 0.f;
}

glm::vec2 perpendicular(glm::vec2 direction) {
    return {-direction.y, direction.x};
}

} // namespace

std::uint32_t packed(const Color& color) {
    const auto byte = [](float v) {
        return static_cast<std::uint32_t>(std::lround(std::clamp(v, 0.f, 1.f) * 255));
    };
    return byte(color.r) | byte(color.g) << 8 | byte(color.b) << 16 | byte(color.a) << 24;
}

PixelRect PixelRect::common(const PixelRect& o) const {
    return {std::max(left, o.left), std::max(top, o.top), std::min(right, o.right),
            std::min(bottom, o.bottom)};
}

PixelRect CanvasState::pixels(const Rect& rect) const {
    const auto whole = [this](float points) { return static_cast<int>(std::lround(points * scale)); };
    return PixelRect{whole(rect.x), whole(rect.y), whole(rect.right()), whole(rect.bottom())}.common(
        {0, 0, width, height});
}

void CanvasState::add(const Instance& instance) {
    const PixelRect clip = clipPixels();
    if (clip.empty()) return;
    auto& instances = drawn.instances;
    auto& commands = drawn.commands;
    auto* shapes = joins && !commands.empty() ? std::get_if<DrawShapes>(&commands.back()) : nullptr;
    if (!shapes || shapes->clip != clip) {
        commands.emplace_back(DrawShapes{instances.size(), 0, clip});
        shapes = &std::get<DrawShapes>(commands.back());
        joins = true;
    }
    instances.push_back(instance);
    ++shapes->count;
}

void CanvasState::addLine(glm::vec2 from, glm::vec2 to, float widthPoints, Color color) {
    glm::vec2 a = from * scale, b = to * scale;
    float thick = widthPoints * scale;
    const bool vertical = from.x == to.x, horizontal = from.y == to.y;
    if (vertical || horizontal) {
        thick = std::max(std::round(thick), 1.f);
        const auto aligned = [thick](float v) { return std::round(v - thick / 2) + thick / 2; };
        if (vertical) a.x = b.x = aligned(a.x);
        if (horizontal) a.y = b.y = aligned(a.y);
    }
    const glm::vec2 center = (a + b) * 0.5f, along = b - a;
    const float length = glm::length(along);
    const glm::vec2 axis = length > 0 ? along / length : glm::vec2(1, 0);
    // Below a pixel a line gets fainter instead of thinner.
    const float shown = std::min(thick, 1.f);
    add({.a = {center, length / 2, std::max(thick, 1.f) / 2},
         .b = {axis, 0, 0},
         .color0 = packed(color.faded(shown)),
         .kind = Instance::Box});
}

void CanvasState::addRibbon(std::span<const glm::vec2> points, float widthPoints, Color first, Color last) {
    if (points.size() < 2) return;
    const float thick = widthPoints * scale;
    first = first.faded(std::min(thick, 1.f));
    last = last.faded(std::min(thick, 1.f));
    const auto direction = [&points](std::size_t i) {
        const glm::vec2 along = points[i + 1] - points[i];
        const float length = glm::length(along);
        return length > 0 ? along / length : glm::vec2(1, 0);
    };
    const auto pieces = static_cast<float>(points.size() - 1);
    glm::vec2 here = direction(0), startNormal = perpendicular(here);
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        // Neighbouring pieces share their corners, so translucent ones neither overlap nor gape.
        glm::vec2 endNormal = perpendicular(here), nextNormal = endNormal, next = here;
        if (i + 2 < points.size()) {
            next = direction(i + 1);
            nextNormal = perpendicular(next);
            const float turn = glm::dot(here, next);
            constexpr float kSharp = -0.2f; // beyond it a mitre would stick out far
            if (turn > kSharp) endNormal = nextNormal = (endNormal + nextNormal) / (1 + turn);
        }
        add({.a = {points[i], points[i + 1]},
             .b = {startNormal, endNormal},
             .color0 = packed(mix(first, last, static_cast<float>(i) / pieces)),
             .color1 = packed(mix(first, last, static_cast<float>(i + 1) / pieces)),
             .kind = Instance::Ribbon,
             .halfWidth = std::max(thick, 1.f) / 2});
        startNormal = nextNormal;
        here = next;
    }
}

/// Pixels.
float CanvasState::sizeOf(const TextStyle& style) const {
    constexpr float kLabel = 10; // points
    return (style.size >= kLabel ? std::max(style.size, leastLabel) : style.size) * scale;
}

void CanvasState::text(glm::vec2 at, std::string_view whole, const TextStyle& style, Rect& covered) {
    const float size = sizeOf(style);
    const auto metrics = fonts.metrics(style.font, size);
    const auto lines = static_cast<float>(std::count(whole.begin(), whole.end(), '\n') + 1);
    const float tall = metrics.lineHeight * lines;
    const float leading = (metrics.lineHeight - metrics.ascent - metrics.descent) / 2;
    const float above = leading + metrics.ascent; // from the top of a line to its baseline
    float top = at.y * scale;
    if (style.v == Align::End) top -= tall;
    if (style.v == Align::Center) top += metrics.capHeight / 2 - above - metrics.lineHeight * (lines - 1) / 2;

    covered = {at.x, top / scale, 0, tall / scale};
    std::string shortened;
    float left = at.x * scale;
    for (float baseline = std::round(top + above);; baseline += metrics.lineHeight) {
        const auto end = std::min(whole.find('\n'), whole.size());
        std::string_view line = whole.substr(0, end);
        float wide = fonts.width(line, style.font, size);
        const float room = style.maxWidth * scale;
        if (style.maxWidth > 0 && wide > room) {
            static constexpr std::string_view kEllipsis = "\u2026";
            const float ellipsis = fonts.width(kEllipsis, style.font, size);
            shortened = line.substr(0, fonts.fitting(line, style.font, size, std::max(room - ellipsis, 0.f)));
            shortened += kEllipsis;
            line = shortened;
            wide = fonts.width(line, style.font, size);
        }
        float x = at.x * scale;
        if (style.h == Align::Center) x -= wide / 2;
        if (style.h == Align::End) x -= wide;
        left = std::min(left, x);
        covered.width = std::max(covered.width, wide / scale);
        const std::size_t firstGlyph = drawn.instances.size();
        placed.clear();
        const float start = std::floor(x);
        fonts.layout(line, style.font, size, x - start, placed);
        const std::uint32_t color = packed(style.color);
        for (const auto& [offset, glyph] : placed)
            add({.a = {start + offset, baseline - static_cast<float>(glyph->top), glyph->width,
                       glyph->height},
                 .b = {glyph->x, glyph->y, 0, 0},
                 .color0 = color,
                 .kind = Instance::Glyph});
        if (keepsDrawings && drawn.instances.size() > firstGlyph)
            drawn.texts.push_back({firstGlyph,
                                   drawn.instances.size() - firstGlyph,
                                   {x, baseline},
                                   wide,
                                   size,
                                   style.font,
                                   style.color,
                                   std::string(line)});
        if (end >= whole.size()) break;
        whole.remove_prefix(end + 1);
    }
    covered.x = left / scale;
}

ClipScope::~ClipScope() {
    m_state.clips.pop_back();
}

Canvas::Canvas() : m_state(std::make_unique<CanvasState>()) {
    setFine(!glInfo().software);
}
Canvas::~Canvas() = default;

bool Canvas::isForAudience() const {
    return m_state->leastLabel > 0;
}

void Canvas::setLeastLabel(float points) {
    m_state->leastLabel = points;
}
void Canvas::setFine(bool fine) {
    m_state->painter.setFine(fine);
}

void Canvas::setInteractive(bool interactive) {
    m_state->interactive = interactive;
}
bool Canvas::interactive() const {
    return m_state->interactive;
}

void Canvas::setConcludes(bool concludes) {
    m_state->concludes = concludes;
}
bool Canvas::concludes() const {
    return m_state->concludes;
}

void Canvas::keepDrawings(bool keep) {
    m_state->keepsDrawings = keep;
}

void Canvas::begin(int widthPixels, int heightPixels, float scale, const Theme& theme, bool repeats) {
    auto& s = *m_state;
    s.width = std::clamp(widthPixels, 1, kMaxImageSize);
    s.height = std::clamp(heightPixels, 1, kMaxImageSize);
    s.scale = std::clamp(scale, 0.1f, 16.f);
    s.theme = theme;
    const bool sameGlyphs = !s.fonts.trim();
    std::swap(s.drawn, s.before);
    std::swap(s.stills, s.stillsBefore);
    s.recycle(s.drawn);
    s.stills.clear();
    if (!repeats || !sameGlyphs || s.keepsDrawings) s.stillsBefore.clear();
    s.clips.assign(1, bounds());
    s.painter.endTransients();
}

std::optional<Rect> Canvas::copyStill() {
    auto& s = *m_state;
    const std::size_t number = s.stills.size();
    const StillPart::Place to = s.place();
    // The transient textures of a part stay as they are when it has the same ones.
    if (number >= s.stillsBefore.size() || s.stillsBefore[number].first.transients != to.transients) {
        s.stillsBefore.clear();
        return std::nullopt;
    }
    const auto [first, end, left] = s.stillsBefore[number];
    const auto copy = [](auto& into, const auto& from, std::size_t begin, std::size_t stop) {
        into.insert(into.end(), from.begin() + static_cast<std::ptrdiff_t>(begin),
                    from.begin() + static_cast<std::ptrdiff_t>(stop));
    };
    copy(s.drawn.instances, s.before.instances, first.instances, end.instances);
    copy(s.drawn.commands, s.before.commands, first.commands, end.commands);
    copy(s.drawn.picks, s.before.picks, first.picks, end.picks);
    for (std::size_t i = to.commands; i < s.drawn.commands.size(); ++i)
        if (auto* shapes = std::get_if<DrawShapes>(&s.drawn.commands[i]))
            shapes->first = shapes->first - first.instances + to.instances;
    s.painter.keepTransients(end.transients);
    s.joins = false;
    s.stills.push_back({to, s.place(), left});
    return left;
}

void Canvas::beginStill() {
    auto& s = *m_state;
    assert(s.clips.size() == 1 && !s.inScene);
    s.joins = false;
    const StillPart::Place here = s.place();
    s.stills.push_back({here, here, {}});
}

Rect Canvas::endStill(const Rect& left) {
    auto& s = *m_state;
    s.stills.back().end = s.place();
    s.stills.back().left = left;
    s.joins = false;
    return left;
}

void Canvas::end() {
    auto& s = *m_state;
    assert(s.clips.size() == 1 && !s.inScene);
    s.painter.resize(s.width, s.height);
    s.painter.paint(s.drawn.instances, s.drawn.commands, s.fonts, s.theme);
}

const Texture& Canvas::texture() const {
    return m_state->painter.texture();
}

Image Canvas::read() const {
    const Texture& from = texture();
    Image image(from.width(), from.height());
    from.read(image.pixels.data(), image.pixels.size());
    const auto row = static_cast<std::size_t>(image.width) * 4;
    for (int y = 0; y < image.height / 2; ++y)
        std::swap_ranges(image.at(0, y), image.at(0, y) + row, image.at(0, image.height - 1 - y));
    return image;
}

Rect Canvas::bounds() const {
    return {0, 0, static_cast<float>(m_state->width) / m_state->scale,
            static_cast<float>(m_state->height) / m_state->scale};
}
float Canvas::scale() const {
    return m_state->scale;
}
const Theme& Canvas::theme() const {
    return m_state->theme;
}
int Canvas::drawCalls() const {
    return m_state->painter.drawCalls();
}

void Canvas::rectangle(const Rect& rect, const Fill& fill) {
    const float scale = m_state->scale;
    // Edges on whole pixels: a cell's one-pixel outline must not be a two-pixel blur.
    const glm::vec2 low{std::round(rect.x * scale), std::round(rect.y * scale)};
    const glm::vec2 high{std::round(rect.right() * scale), std::round(rect.bottom() * scale)};
    const glm::vec2 half =
        glm::max(high - low, glm::vec2(rect.width > 0 ? 1.f : 0.f, rect.height > 0 ? 1.f : 0.f)) / 2.f;
    if (half.x <= 0 || half.y <= 0) return;
    m_state->add({.a = {low + half, half},
                  .b = {1, 0, std::min(fill.radius * scale, std::min(half.x, half.y)),
                        wholePixels(fill.borderWidth, scale)},
                  .color0 = packed(fill.color),
                  .color1 = packed(fill.border),
                  .kind = Instance::Box});
}

void Canvas::circle(glm::vec2 center, float radius, const Fill& fill) {
    const float scale = m_state->scale, r = radius * scale;
    m_state->add({.a = {center * scale, r, r},
                  .b = {1, 0, r, fill.borderWidth * scale},
                  .color0 = packed(fill.color),
                  .color1 = packed(fill.border),
                  .kind = Instance::Box});
}

void Canvas::line(glm::vec2 from, glm::vec2 to, float width, Color color) {
    m_state->addLine(from, to, width, color);
}

void Canvas::dashedLine(glm::vec2 from, glm::vec2 to, float width, Color color, float dash) {
    const float length = glm::distance(from, to);
    // A dash below half a pixel would only cost time, without end at zero.
    dash = std::max(dash, 0.5f / m_state->scale);
    const int dashes = static_cast<int>(std::min(std::ceil(length / (2 * dash)), 1e5f));
    for (int i = 0; i < dashes; ++i) {
        const float at = 2 * dash * static_cast<float>(i);
        line(glm::mix(from, to, at / length), glm::mix(from, to, std::min(at + dash, length) / length), width,
             color);
    }
}

void Canvas::curve(glm::vec2 from, glm::vec2 control1, glm::vec2 control2, glm::vec2 to, float width,
                   Color first, Color last) {
    const float scale = m_state->scale;
    const float length =
        (glm::distance(from, control1) + glm::distance(control1, control2) + glm::distance(control2, to)) *
        scale;
    constexpr int kMostPieces = 64;
    const int pieces = std::clamp(static_cast<int>(length / 8), 4, kMostPieces);
    std::array<glm::vec2, kMostPieces + 1> points;
    for (int i = 0; i <= pieces; ++i) {
        const float t = static_cast<float>(i) / static_cast<float>(pieces), u = 1 - t;
        points[static_cast<std::size_t>(i)] =
            (u * u * u * from + 3 * u * u * t * control1 + 3 * u * t * t * control2 + t * t * t * to) * scale;
    }
    m_state->addRibbon({points.data(), static_cast<std::size_t>(pieces) + 1}, width, first, last);
}

void Canvas::polyline(std::span<const glm::vec2> points, float width, Color color) {
    std::vector<glm::vec2> scaled;
    scaled.reserve(points.size());
    for (const auto& point : points) {
        const glm::vec2 at = point * m_state->scale;
        if (scaled.empty() || scaled.back() != at) scaled.push_back(at);
    }
    m_state->addRibbon(scaled, width, color, color);
}

void Canvas::triangle(glm::vec2 a, glm::vec2 b, glm::vec2 c, Color color) {
    const float scale = m_state->scale;
    m_state->add({.a = {a * scale, b * scale},
                  .b = {c * scale, 0, 0},
                  .color0 = packed(color),
                  .kind = Instance::Triangle});
}

void Canvas::arrow(glm::vec2 from, glm::vec2 to, float width, Color color, float headLength) {
    const float length = glm::distance(from, to);
    if (length <= 0) return;
    const glm::vec2 along = (to - from) / length;
    const float head = std::min(headLength, length);
    const glm::vec2 neck = to - along * head, side = perpendicular(along) * head * 0.45f;
    line(from, neck, width, color);
    triangle(to, neck + side, neck - side, color);
}

Rect Canvas::text(glm::vec2 at, std::string_view text, const TextStyle& style) {
    Rect covered;
    m_state->text(at, text, style, covered);
    return covered;
}

std::string Canvas::fitting(std::initializer_list<std::string_view> texts, TextStyle style,
                            float width) const {
    style.maxWidth = 0;
    std::string_view last;
    for (const std::string_view text : texts) {
        if (text.empty()) continue;
        last = text;
        if (measure(text, style).x <= width) break;
    }
    return std::string(last);
}

glm::vec2 Canvas::measure(std::string_view text, const TextStyle& style) const {
    auto& s = *m_state;
    const float size = s.sizeOf(style);
    float width = 0, lines = 0;
    for (;; text.remove_prefix(text.find('\n') + 1)) {
        const auto end = text.find('\n');
        width = std::max(width, s.fonts.width(text.substr(0, end), style.font, size) / s.scale);
        ++lines;
        if (end == std::string_view::npos) break;
    }
    if (style.maxWidth > 0) width = std::min(width, style.maxWidth);
    return {width, lines * s.fonts.metrics(style.font, size).lineHeight / s.scale};
}

void Canvas::image(const Rect& rect, const Texture& texture, const ImageLook& look) {
    drawTexture(rect, texture.id(), look);
}

void Canvas::drawTexture(const Rect& rect, unsigned glTexture, const ImageLook& look) {
    auto& s = *m_state;
    const PixelRect clip = s.clipPixels();
    if (clip.empty() || glTexture == 0) return;
    glm::vec4 part{look.uv.x, look.uv.y, look.uv.width, look.uv.height};
    if (look.flipY) part = {part.x, 1 - part.y, part.z, -part.w};
    s.drawn.commands.emplace_back(DrawImage{
        .texture = glTexture,
        .rect = glm::vec4(rect.x, rect.y, rect.width, rect.height) * s.scale,
        .part = part,
        .nearest = look.nearest,
        .premultiplied = false,
        .opacity = look.opacity,
        .clip = clip,
    });
}

void Canvas::image(const Rect& rect, const Image& picture, const ImageLook& look) {
    if (picture.empty()) return;
    std::vector<std::uint32_t> pixels(picture.pixels.size() / 4);
    std::memcpy(pixels.data(), picture.pixels.data(), picture.pixels.size());
    drawTexture(rect, m_state->painter.transientTexture(picture.width, picture.height, pixels.data()), look);
}

ClipScope Canvas::clip(const Rect& rect) {
    m_state->clips.push_back(common(m_state->clips.back(), rect));
    return ClipScope(*m_state);
}

void Canvas::pick(const Rect& rect, const Pick& what) {
    m_state->drawn.picks.push_back({rect, -1, m_state->clips.back(), what});
}

void Canvas::pick(glm::vec2 center, float radius, const Pick& what) {
    m_state->drawn.picks.push_back({{center.x - radius, center.y - radius, 2 * radius, 2 * radius},
                                    radius,
                                    m_state->clips.back(),
                                    what});
}

namespace {

bool isAt(const PickRegion& region, glm::vec2 at) {
    return region.rect.contains(at) && region.clip.contains(at) &&
           (region.radius < 0 || glm::distance(region.rect.center(), at) <= region.radius);
}

} // namespace

std::optional<Pick> Canvas::pickAt(glm::vec2 at) const {
    const auto& picks = m_state->drawn.picks;
    const auto found = std::find_if(picks.rbegin(), picks.rend(),
                                    [&](const PickRegion& region) { return isAt(region, at); });
    return found == picks.rend() ? std::nullopt : std::optional(found->what);
}

std::optional<Rect> Canvas::regionAt(glm::vec2 at, const Pick& what) const {
    const auto& picks = m_state->drawn.picks;
    const auto found = std::find_if(picks.rbegin(), picks.rend(), [&](const PickRegion& region) {
        return region.what == what && isAt(region, at);
    });
    return found == picks.rend() ? std::nullopt : std::optional(found->rect);
}

} // namespace lanescope::render
