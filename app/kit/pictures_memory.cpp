// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/format.h"
#include "kit/lane_marks.h"
#include "model/coalescing.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cmath>
#include <map>
#include <span>
#include <vector>

namespace lanescope::kit {

using render::Align;
using render::Canvas;
using render::Color;
using render::Font;
using render::PickKind;
using render::Rect;

namespace {

/// One 32-byte sector of the map.
struct Touched {
    int times = 0;                         ///< moved so often
    std::bitset<model::kSectorBytes> used; ///< bytes that lanes touch
    std::uint32_t focusLanes = 0;          ///< lanes of the focus warp that touch it
    bool focusMoved = false;
};

using Sectors = std::map<std::uint64_t, Touched>;

Sectors touchedBy(std::span<const model::WarpAccess> accesses, const Frame& frame, const ShownAccess& shown) {
    Sectors sectors;
    for (const model::WarpAccess& access : accesses) {
        const bool focus = access.warp == shown.access->warp && access.block == shown.access->block;
        for (const model::Transaction& moved : model::transactions(access, frame.architecture, frame.rules))
            for (int byte = 0; byte < moved.bytes; byte += static_cast<int>(model::kSectorBytes)) {
                Touched& sector =
                    sectors[(moved.address + static_cast<unsigned>(byte)) / model::kSectorBytes];
                ++sector.times;
                sector.focusMoved = sector.focusMoved || focus;
            }
        forEachLane(access.activeMask, [&](int lane) {
            const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
            Touched& sector = sectors[address / model::kSectorBytes];
            for (std::uint64_t byte = 0; byte < access.width; ++byte)
                sector.used.set((address + byte) % model::kSectorBytes);
            if (focus) sector.focusLanes |= 1U << lane;
        });
    }
    return sectors;
}

struct LegendEntry {
    Color color, border;
    std::string_view text;
};

std::vector<LegendEntry> legendOf(const render::Theme& theme, bool repeats) {
    const Color none{0, 0, 0, 0};
    std::vector<LegendEntry> entries{{render::laneColor(6), none, "this warp"},
                                     {theme.good.faded(0.75F), none, "other warps"},
                                     {theme.warn.faded(0.45F), none, "moved for nothing"}};
    if (repeats) entries.push_back({theme.warn.faded(0.45F), theme.warn, "moved again"});
    entries.push_back({theme.raised, theme.line, "not moved"});
    return entries;
}

constexpr float kLegendRow = 18;

/// Lays the entries out in rows of this width and draws them where there is a place; gives the height.
float layLegend(Canvas& canvas, glm::vec2 at, float width, std::span<const LegendEntry> entries, bool draw) {
    float x = 0, y = 0;
    for (const LegendEntry& entry : entries) {
        const render::TextStyle style{11.5F, canvas.theme().dim, Font::Sans, Align::Start, Align::Center};
        const float wide = 15 + canvas.measure(entry.text, style).x;
        if (x > 0 && x + wide > width) {
            x = 0;
            y += kLegendRow;
        }
        const float middle = at.y + y + kLegendRow / 2;
        if (draw) {
            canvas.rectangle({at.x + x, middle - 5, 10, 10},
                             {entry.color, 2, entry.border, entry.border.a > 0 ? 1.F : 0.F});
            canvas.text({at.x + x + 15, middle}, entry.text, style);
        }
        x += wide + 16;
    }
    return y + kLegendRow;
}

} // namespace

void drawMemoryMap(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown,
                   std::span<const model::WarpAccess> accesses) {
    const Sectors sectors = touchedBy(accesses, frame, shown);
    if (sectors.empty() || rect.width < 80 || rect.height < 60) return;
    const render::Theme& theme = canvas.theme();
    constexpr float kGutter = 58;
    const bool repeated =
        std::ranges::any_of(sectors, [](const auto& each) { return each.second.times > 1; });
    const std::vector<LegendEntry> legend = legendOf(theme, repeated);
    const float legendHeight = layLegend(canvas, {}, rect.width - kGutter, legend, false) + 4;
    const Rect area{rect.x + kGutter, rect.y, rect.width - kGutter, rect.height - legendHeight};
    const std::uint64_t first = sectors.begin()->first, last = sectors.rbegin()->first;

    // The width of a row in sectors that makes the cells largest, rows beginning at multiples of it.
    int columns = 4, rows = 1;
    float best = 0;
    for (int candidate = 4; candidate <= 256; candidate *= 2) {
        const auto begin = first / static_cast<unsigned>(candidate),
                   end = last / static_cast<unsigned>(candidate) + 1;
        const auto count = static_cast<float>(end - begin);
        const float size = std::min(area.width / static_cast<float>(candidate) / 1.5F, area.height / count);
        if (size > best) {
            best = size;
            columns = candidate;
            rows = static_cast<int>(end - begin);
        }
    }
    const std::uint64_t origin = first / static_cast<unsigned>(columns) * static_cast<unsigned>(columns);
    const float width = area.width / static_cast<float>(columns);
    const float height = std::min(area.height / static_cast<float>(rows), std::max(width, 20.F));
    const float gap = std::min(width, height) > 6 ? 1.F : std::min(width, height) > 3 ? 0.5F : 0.F;
    const std::uint32_t lit = litLanes(frame, shown);
    const int site = static_cast<int>(shown.access->site);
    const int labelEvery = std::max(1, static_cast<int>(std::ceil(14 / std::max(height, 1.F))));
    for (int row = 0; row < rows; ++row) {
        const float y = area.y + height * static_cast<float>(row);
        if (row % labelEvery == 0)
            canvas.text(
                {area.x - 7, y + std::max(height, 12.F) / 2},
                shortAddress((origin + static_cast<std::uint64_t>(row) * static_cast<unsigned>(columns)) *
                             model::kSectorBytes),
                {9.5F, theme.faint, Font::Mono, Align::End, Align::Center, kGutter - 6});
        // What is not moved is one ground under the whole row: thousands of empty cells would cost more than
        // they say.
        canvas.rectangle({area.x, y + gap, area.width, std::max(height - 2 * gap, 1.F)},
                         {theme.raised.faded(0.65F), 0});
    }
    if (gap > 0)
        for (int column = 1; column < columns; ++column)
            canvas.line(
                {area.x + width * static_cast<float>(column), area.y},
                {area.x + width * static_cast<float>(column), area.y + height * static_cast<float>(rows)},
                column % 4 == 0 ? 2.F : 1.F, theme.background);
    for (const auto& [number, sector] : sectors) {
        const auto place = number - origin;
        const Rect cell =
            Rect{area.x + width * static_cast<float>(place % static_cast<unsigned>(columns)),
                 area.y + height * static_cast<float>(place / static_cast<unsigned>(columns)), width, height}
                .inset(gap, gap);
        const std::uint64_t address = number * model::kSectorBytes;
        const bool brushed = frame.brush.touches(address, model::kSectorBytes);
        canvas.rectangle(cell, {theme.warn.faded(sector.times > 1 ? 0.62F : 0.38F), 1});
        // Runs of used bytes; those of the focus warp get their lanes' colours over them.
        for (std::size_t byte = 0; byte < sector.used.size();) {
            std::size_t end = byte;
            while (end < sector.used.size() && sector.used[end]) ++end;
            if (end > byte)
                canvas.rectangle({cell.x + cell.width * static_cast<float>(byte) / 32, cell.y,
                                  cell.width * static_cast<float>(end - byte) / 32, cell.height},
                                 {theme.good.faded(0.75F)});
            byte = end + 1;
        }
        forEachLane(sector.focusLanes, [&](int lane) {
            const std::uint64_t at = shown.access->address[static_cast<std::size_t>(lane)] - address;
            const Rect byte{cell.x + cell.width * static_cast<float>(at) / 32, cell.y,
                            cell.width * static_cast<float>(shown.access->width) / 32, cell.height};
            canvas.rectangle(byte, {laneFill(theme, lane, (lit >> lane & 1) != 0)});
        });
        if ((sector.focusMoved && height > 5) || brushed)
            canvas.rectangle(
                cell.inset(-0.5F),
                {{0, 0, 0, 0}, 1, brushed ? theme.accent : theme.text.faded(0.55F), brushed ? 2.F : 1.F});
        else if (sector.times > 1 && height > 5)
            canvas.rectangle(cell, {{0, 0, 0, 0}, 1, theme.warn, 1});
        const int lane = std::popcount(sector.focusLanes) == 1 ? std::countr_zero(sector.focusLanes) : -1;
        canvas.pick(cell, {PickKind::Sector, static_cast<std::int64_t>(number), lane, site, address});
    }
    layLegend(
        canvas,
        {area.x, std::min(area.y + height * static_cast<float>(rows) + 4, rect.bottom() - legendHeight + 4)},
        area.width, legend, true);
}

} // namespace lanescope::kit
