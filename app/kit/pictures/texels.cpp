// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/texels.h"

#include "kit/pictures/lane_marks.h"
#include "kit/pictures/pictures.h"
#include "kit/words/lanes_met.h"
#include "model/format.h"
#include "model/memory/texture.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace lanescope::kit {

namespace {

/// Texels from first up to, not including, last.
struct Window {
    int left = 0, top = 0, right = 0, bottom = 0;
    float width() const { return static_cast<float>(right - left); }
    float height() const { return static_cast<float>(bottom - top); }
};

/// The middle of what a lane reads, in texels; nothing when it reads only the border.
std::optional<glm::vec2> middle(const model::TexelFootprint& f, int lane) {
    const auto i = static_cast<std::size_t>(lane);
    if (f.x0[i] < 0 || f.y0[i] < 0) return std::nullopt;
    // Wrapped neighbours lie at opposite edges: their mean is nowhere near either.
    const float x1 = f.x1[i] < 0 || std::abs(f.x1[i] - f.x0[i]) > 1 ? static_cast<float>(f.x0[i])
                                                                    : static_cast<float>(f.x1[i]);
    const float y1 = f.y1[i] < 0 || std::abs(f.y1[i] - f.y0[i]) > 1 ? static_cast<float>(f.y0[i])
                                                                    : static_cast<float>(f.y1[i]);
    return glm::vec2((static_cast<float>(f.x0[i]) + x1) / 2 + 0.5F,
                     (static_cast<float>(f.y0[i]) + y1) / 2 + 0.5F);
}

class TexelPicture {
public:
    TexelPicture(Canvas& canvas, const Frame& frame, const ShownAccess& shown, const Picture* source)
        : m_canvas(canvas), m_theme(canvas.theme()), m_frame(frame), m_shown(shown), m_source(source),
          m_footprint(*shown.access->footprint),
          m_sectors(model::textureSectors(*shown.access, frame.architecture)),
          m_layout(model::textureLayout(m_footprint, frame.architecture)), m_lit(litLanes(frame, shown)),
          m_moved(movedTexels()), m_site(static_cast<int>(shown.access->site)) {}

    void draw(const Rect& rect) {
        const render::TextStyle style{11.5F, m_theme.dim};
        const auto captionOf = [&](bool all) {
            const std::string inset =
                tr("; inset: all {} x {} texels", m_footprint.width, m_footprint.height);
            return wrapped(m_canvas,
                           (m_frame.view.isQuiet()
                                ? std::string(tr("cells: texels"))
                                : std::string(tr("cells: texels; outlined: the 32 bytes moved for them"))) +
                               (all ? "" : inset),
                           style, rect.width);
        };
        std::string caption = captionOf(false);
        const Rect room{rect.x, rect.y, rect.width, rect.height - m_canvas.measure(caption, style).y - 8};
        const Window window = detailWindow(room.width / room.height);
        const Rect area = fitted(room, window.width(), window.height());
        const Rect image{rect.x, area.y, area.width, area.height};
        drawDetail(window, image);
        // There is nothing to find one's place in where all of the texture is enlarged.
        const bool all = window.width() >= static_cast<float>(m_footprint.width) &&
                         window.height() >= static_cast<float>(m_footprint.height);
        if (all) caption = captionOf(true);
        if (!all) drawWhole(window, image);
        m_canvas.text({image.x, image.bottom() + 5}, caption, style);
    }

private:
    bool lit(int lane) const { return (m_lit >> lane & 1) != 0; }

    /// The 32 bytes with a texel, where the access moves them.
    const model::TextureSector* sectorAt(int x, int y) const {
        if (x < 0 || y < 0 || x >= static_cast<int>(m_footprint.width) ||
            y >= static_cast<int>(m_footprint.height))
            return nullptr;
        const std::uint64_t offset =
            m_layout.offset(static_cast<std::uint64_t>(x) * m_footprint.bytesPerTexel,
                            static_cast<std::uint32_t>(y)) /
            32 * 32;
        const auto at = std::ranges::lower_bound(m_sectors, offset, {}, &model::TextureSector::offset);
        return at != m_sectors.end() && at->offset == offset ? &*at : nullptr;
    }

    struct Texel {
        int y = 0, x = 0;
        friend bool operator<(const Texel& a, const Texel& b) {
            return std::tie(a.y, a.x) < std::tie(b.y, b.x);
        }
        friend bool operator==(const Texel& a, const Texel& b) { return a.y == b.y && a.x == b.x; }
    };
    /// Those in the sectors that the access moves, by rows: the texture may have millions of others.
    std::vector<Texel> movedTexels() const {
        constexpr int kSectorWide = 16, kSectorHigh = 2; // bytes, rows: TextureLayout::offset
        const int across = std::max(1, kSectorWide / static_cast<int>(m_footprint.bytesPerTexel));
        std::vector<Texel> corners, all;
        const auto asked = [](int index) { return index < 0 ? ~index : index; };
        forEachLane(m_shown.access->activeMask, [&](int lane) {
            const auto i = static_cast<std::size_t>(lane);
            for (const int x : {asked(m_footprint.x0[i]), asked(m_footprint.x1[i])})
                for (const int y : {asked(m_footprint.y0[i]), asked(m_footprint.y1[i])})
                    corners.push_back({y / kSectorHigh * kSectorHigh, x / across * across});
        });
        std::sort(corners.begin(), corners.end());
        corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
        for (const Texel& corner : corners)
            for (int y = corner.y; y < corner.y + kSectorHigh; ++y)
                for (int x = corner.x; x < corner.x + across; ++x)
                    if (sectorAt(x, y)) all.push_back({y, x});
        std::sort(all.begin(), all.end());
        return all;
    }

    /// How much of what is read a rectangle over the enlargement would cover: texels of lanes and sectors.
    int covered(const Rect& here, const Window& window, const Rect& detail) const {
        const float cell = detail.width / window.width();
        const auto texels = [cell](float pixels) { return static_cast<int>(std::floor(pixels / cell)); };
        const int right = std::min(window.left + texels(here.right() - detail.x), window.right - 1);
        const int bottom = std::min(window.top + texels(here.bottom() - detail.y), window.bottom - 1);
        const int left = window.left + std::max(texels(here.x - detail.x), 0);
        const int top = window.top + std::max(texels(here.y - detail.y), 0);
        return static_cast<int>(std::ranges::count_if(m_moved, [&](const Texel& at) {
            return at.x >= left && at.x <= right && at.y >= top && at.y <= bottom;
        }));
    }

    /// The whole texture, in the corner of the enlargement where it covers the least of what is read, and
    /// smaller where it would cover some in each.
    void drawWhole(const Window& window, const Rect& detail) {
        std::optional<Rect> image;
        int fewest = 0;
        for (const float share : {0.4F, 0.3F, 0.2F}) {
            const float side = std::clamp(std::min(detail.width, detail.height) * share, 48.F, 260.F);
            const Rect shape = fitted({0, 0, side, side}, static_cast<float>(m_footprint.width),
                                      static_cast<float>(m_footprint.height));
            for (const glm::vec2 corner :
                 {glm::vec2(1, 0), glm::vec2(0, 1), glm::vec2(0, 0), glm::vec2(1, 1)}) {
                const Rect here{detail.x + 8 + corner.x * (detail.width - shape.width - 16),
                                detail.y + 8 + corner.y * (detail.height - shape.height - 16), shape.width,
                                shape.height};
                const int covers = covered(here.inset(-3), window, detail);
                if (!image || covers < fewest) {
                    image = here;
                    fewest = covers;
                }
            }
            if (fewest == 0) break;
        }
        m_canvas.rectangle(image->inset(-3), {m_theme.background, 3, m_theme.line, 1});
        if (m_source) {
            const render::Image& preview = m_source->preview;
            m_canvas.image(*image, preview,
                           {.nearest = image->width * m_canvas.scale() >= static_cast<float>(preview.width)});
        }
        const float sx = image->width / static_cast<float>(m_footprint.width),
                    sy = image->height / static_cast<float>(m_footprint.height);
        forEachLane(m_shown.access->activeMask, [&](int lane) {
            if (const auto at = middle(m_footprint, lane))
                dot({image->x + at->x * sx, image->y + at->y * sy}, 1.5F, lane);
        });
        const Rect seen{image->x + static_cast<float>(window.left) * sx,
                        image->y + static_cast<float>(window.top) * sy, window.width() * sx,
                        window.height() * sy};
        m_canvas.rectangle(seen.inset(-1), {{0, 0, 0, 0}, 2, m_theme.accent, 1.5F});
    }

    void dot(glm::vec2 at, float radius, int lane) {
        m_canvas.circle(at, radius + 0.8F, {Color::hex(0x101318, lit(lane) ? 0.9F : 0.3F)});
        m_canvas.circle(at, radius, {render::laneColor(lane).faded(lit(lane) ? 1.F : 0.3F)});
        m_canvas.pick(at, radius + 2, {PickKind::Texel, texelId(lane), lane, m_site});
    }

    std::int64_t texelId(int lane) const {
        const auto i = static_cast<std::size_t>(lane);
        return static_cast<std::int64_t>(m_footprint.y0[i]) * m_footprint.width + m_footprint.x0[i];
    }

    /// The texels around the footprint, at least a few, with the shape width / height.
    Window detailWindow(float shape) const {
        Window w{1 << 30, 1 << 30, 0, 0};
        forEachLane(m_shown.access->activeMask, [&](int lane) {
            const auto i = static_cast<std::size_t>(lane);
            for (const int x : {m_footprint.x0[i], m_footprint.x1[i]})
                for (const int y : {m_footprint.y0[i], m_footprint.y1[i]}) {
                    if (x < 0 || y < 0) continue;
                    w = {std::min(w.left, x), std::min(w.top, y), std::max(w.right, x + 1),
                         std::max(w.bottom, y + 1)};
                }
        });
        if (w.right == 0) w = {0, 0, 16, 16};
        const auto grow = [](int& low, int& high, int most, int size) {
            const int middle = low + high;
            size = std::min(std::max(size, high - low + 2), most);
            low = std::clamp((middle - size) / 2, 0, most - size);
            high = low + size;
        };
        const int least = 20,
                  across = std::max(
                      {w.right - w.left + 2, static_cast<int>(std::ceil((w.height() + 2) * shape)), least});
        grow(w.left, w.right, static_cast<int>(m_footprint.width), across);
        grow(w.top, w.bottom, static_cast<int>(m_footprint.height),
             static_cast<int>(std::ceil(static_cast<float>(across) / shape)));
        return w;
    }

    void drawDetail(const Window& window, const Rect& image) {
        const float cell = image.width / window.width();
        if (m_source)
            m_canvas.image(image, part(window, m_source->image), {.opacity = 0.45F});
        else
            m_canvas.rectangle(image, {m_theme.raised});
        const auto clip = m_canvas.clip(image);
        if (cell >= 5) drawGrid(window, image, cell);
        if (!m_frame.view.isQuiet()) drawSectorsOf(window, image, cell); // they are what is asked
        drawLanes(window, image, cell);
    }

    static render::Image part(const Window& window, const render::Image& of) {
        render::Image cut(window.right - window.left, window.bottom - window.top);
        for (int y = window.top; y < std::min(window.bottom, of.height); ++y)
            for (int x = window.left; x < std::min(window.right, of.width); ++x)
                std::copy_n(of.at(x, y), 4, cut.at(x - window.left, y - window.top));
        return cut;
    }

    void drawGrid(const Window& window, const Rect& image, float cell) {
        const Color grid = m_theme.background.faded(0.5F);
        for (float x = image.x + cell; x < image.right() - 1; x += cell)
            m_canvas.line({x, image.y}, {x, image.bottom()}, 1, grid);
        for (float y = image.y + cell; y < image.y + cell * window.height() - 1; y += cell)
            m_canvas.line({image.x, y}, {image.right(), y}, 1, grid);
    }

    /// Outlines the texels that lie in one 32-byte sector with one that is read.
    void drawSectorsOf(const Window& window, const Rect& image, float cell) {
        for (const auto& [y, x] : m_moved) {
            if (x < window.left || x >= window.right || y < window.top || y >= window.bottom) continue;
            const model::TextureSector* sector = sectorAt(x, y);
            const bool bright = (sector->lanes & m_lit) != 0;
            const Color edge = m_theme.warn.faded(bright ? 0.95F : 0.25F);
            const Rect texel{image.x + cell * static_cast<float>(x - window.left),
                             image.y + cell * static_cast<float>(y - window.top), cell, cell};
            m_canvas.rectangle(texel, {m_theme.warn.faded(bright ? 0.20F : 0.05F)});
            if (sectorAt(x - 1, y) != sector)
                m_canvas.line({texel.x, texel.y}, {texel.x, texel.bottom()}, 1.5F, edge);
            if (sectorAt(x + 1, y) != sector)
                m_canvas.line({texel.right(), texel.y}, {texel.right(), texel.bottom()}, 1.5F, edge);
            if (sectorAt(x, y - 1) != sector)
                m_canvas.line({texel.x, texel.y}, {texel.right(), texel.y}, 1.5F, edge);
            if (sectorAt(x, y + 1) != sector)
                m_canvas.line({texel.x, texel.bottom()}, {texel.right(), texel.bottom()}, 1.5F, edge);
        }
    }

    void drawLanes(const Window& window, const Rect& image, float cell) {
        forEachLane(m_shown.access->activeMask, [&](int lane) {
            const auto i = static_cast<std::size_t>(lane);
            for (const int x : {m_footprint.x0[i], m_footprint.x1[i]})
                for (const int y : {m_footprint.y0[i], m_footprint.y1[i]}) {
                    if (x < 0 || y < 0) continue;
                    const Rect texel{image.x + cell * static_cast<float>(x - window.left),
                                     image.y + cell * static_cast<float>(y - window.top), cell, cell};
                    m_canvas.rectangle(texel.inset(cell * 0.12F),
                                       {render::laneColor(lane).faded(lit(lane) ? 0.35F : 0.08F), 1});
                }
        });
        std::vector<std::pair<glm::vec2, std::vector<LanePart>>> together;
        forEachLane(m_shown.access->activeMask, [&](int lane) {
            const auto at = middle(m_footprint, lane);
            if (!at) return;
            auto same = std::ranges::find(together, *at, &decltype(together)::value_type::first);
            if (same == together.end()) same = together.insert(same, {*at, {}});
            same->second.push_back({lane, 0, 1});
        });
        for (const auto& [at, lanes] : together) {
            const int lane = lanes.front().lane;
            const glm::vec2 center{image.x + (at.x - static_cast<float>(window.left)) * cell,
                                   image.y + (at.y - static_cast<float>(window.top)) * cell};
            const float radius = std::clamp(cell * 0.46F, 2.5F, 10.F);
            if (radius >= leastNumberedRadius(m_canvas) && lanes.size() > 1)
                drawLaneCell(m_canvas, {center.x - radius, center.y - radius, 2 * radius, 2 * radius}, lanes,
                             m_lit);
            else if (radius >= leastNumberedRadius(m_canvas))
                drawLaneDisc(m_canvas, center, radius, lane, true, lit(lane));
            else
                dot(center, radius, lane);
            m_canvas.pick(center, radius + 1, {PickKind::Texel, texelId(lane), lane, m_site});
        }
    }

    Canvas& m_canvas;
    const render::Theme& m_theme;
    const Frame& m_frame;
    const ShownAccess& m_shown;
    const Picture* m_source; ///< nullptr: what the texture holds is not known
    const model::TexelFootprint& m_footprint;
    std::vector<model::TextureSector> m_sectors; ///< by their offsets
    model::TextureLayout m_layout;
    std::uint32_t m_lit;
    std::vector<Texel> m_moved;
    int m_site;
};

} // namespace

void drawTexels(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown,
                const Picture* source) {
    if (!shown.access->footprint || (source && source->image.empty()) || rect.width < 80 || rect.height < 80)
        return;
    TexelPicture(canvas, frame, shown, source).draw(rect);
}

} // namespace lanescope::kit
