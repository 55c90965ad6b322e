// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/memory_map.h"

#include "kit/pictures/lane_marks.h"
#include "kit/pictures/legend.h"
#include "kit/pictures/pictures.h"
#include "kit/words/lanes_met.h"
#include "model/format.h"
#include "model/memory/coalescing.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <vector>

namespace lanescope::kit {

namespace {

/// One 32-byte sector of the map.
struct Touched {
    int times = 0;                         ///< moved so often
    std::bitset<model::kSectorBytes> used; ///< bytes that lanes touch
    /// What a lane of the focus warp touches of it.
    struct Part {
        int lane;
        std::uint64_t from, bytes;
    };
    std::vector<Part> focusParts;
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
            if (focus) sector.focusParts.push_back({lane, address % model::kSectorBytes, access.width});
        });
    }
    return sectors;
}

std::vector<LegendEntry> legendEntries(const render::Theme& theme, bool others, bool wasted, int least,
                                       int most) {
    std::vector<LegendEntry> entries{{tr("this warp"), render::laneColor(6)}};
    if (others) entries.push_back({tr("other warps"), theme.good.faded(0.75F)});
    if (wasted) entries.push_back({tr("moved but unused"), theme.warn.faded(0.45F)});
    if (most > 1)
        entries.push_back(
            {.text = least == most ? tr("each moved {} times", most) : tr("moved up to {} times", most),
             .border = theme.warn});
    entries.push_back({tr("not moved"), theme.raised, theme.line});
    return entries;
}

/// That a sector moves again: a border, and where there is room how often.
void drawTimes(Canvas& canvas, const Rect& cell, int times) {
    const render::Theme& theme = canvas.theme();
    canvas.rectangle(cell, {{0, 0, 0, 0}, 1, theme.warn, 1.25F});
    const std::string text = fmt::format("x{}", times);
    const float size = std::min({10.5F, cell.height * 0.7F, cell.width * 0.36F});
    const render::TextStyle style{size, theme.warn, Font::Bold, Align::Center, Align::Center};
    const float width = canvas.measure(text, style).x + 4;
    if (size < 7 || width + 2 > cell.width) return;
    // At the end of the sector, so that the bytes it begins with stay in sight.
    const Rect box{cell.right() - width - 1.5F, cell.center().y - size * 0.62F, width, size * 1.24F};
    canvas.rectangle(box, {theme.background.faded(0.85F), 3});
    canvas.text(box.center(), text, style);
}

} // namespace

void drawMemoryMap(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown,
                   std::span<const model::WarpAccess> accesses) {
    const Sectors sectors = touchedBy(accesses, frame, shown);
    if (sectors.empty() || rect.width < 80 || rect.height < 60) return;
    const render::Theme& theme = canvas.theme();
    constexpr float kGutter = 58;
    int least = std::numeric_limits<int>::max(), most = 0;
    bool wasted = false;
    for (const auto& [number, sector] : sectors) {
        least = std::min(least, sector.times);
        most = std::max(most, sector.times);
        wasted = wasted || !sector.used.all();
    }
    const bool others = std::ranges::any_of(accesses, [&](const model::WarpAccess& each) {
        return each.warp != shown.access->warp || each.block != shown.access->block;
    });
    const Legend legend(canvas, legendEntries(theme, others, wasted, least, most), rect.width - kGutter);
    constexpr float kLeastRows = 32; // of height: the rows go before what explains their colours
    const float wanted = legend.height() + 4;
    const float legendHeight = rect.height - wanted < kLeastRows ? 0 : wanted;
    const Rect area{rect.x + kGutter, rect.y, rect.width - kGutter, rect.height - legendHeight};
    // The width of a row in sectors that makes the cells largest, rows beginning at multiples of it. Rows
    // that nothing touches are left out.
    constexpr float kGapHeight = 7;
    std::uint64_t columns = 4;
    std::vector<std::uint64_t> rows;
    float best = 0;
    for (std::uint64_t candidate = 4; candidate <= 256; candidate *= 2) {
        std::vector<std::uint64_t> touched;
        float gaps = 0;
        for (const auto& [number, sector] : sectors) {
            if (!touched.empty() && touched.back() == number / candidate) continue;
            if (!touched.empty() && touched.back() + 1 != number / candidate) gaps += kGapHeight;
            touched.push_back(number / candidate);
        }
        const float size = std::min(area.width / static_cast<float>(candidate) / 1.5F,
                                    std::max(area.height - gaps, 1.F) / static_cast<float>(touched.size()));
        if (size > best) {
            best = size;
            columns = candidate;
            rows = std::move(touched);
        }
    }
    float gaps = 0;
    for (std::size_t i = 1; i < rows.size(); ++i)
        if (rows[i] != rows[i - 1] + 1) gaps += kGapHeight;
    const float width = area.width / static_cast<float>(columns);
    const float height =
        std::min(std::max(area.height - gaps, 1.F) / static_cast<float>(rows.size()), std::max(width, 20.F));
    const float gap = std::min(width, height) > 6 ? 1.F : std::min(width, height) > 3 ? 0.5F : 0.F;
    std::map<std::uint64_t, float> tops; ///< of the rows
    float bottom = area.y;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i > 0 && rows[i] != rows[i - 1] + 1) bottom += kGapHeight;
        tops[rows[i]] = bottom;
        bottom += height;
    }
    const std::uint32_t lit = litLanes(frame, shown);
    const int site = static_cast<int>(shown.access->site);
    const int labelEvery = std::max(1, static_cast<int>(std::ceil(14 / std::max(height, 1.F))));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const float y = tops[rows[i]];
        const bool afterGap = i > 0 && rows[i] != rows[i - 1] + 1;
        if (i % static_cast<std::size_t>(labelEvery) == 0 || (afterGap && height > 9))
            canvas.text({area.x - 7, y + std::max(height, 12.F) / 2},
                        shortAddress(rows[i] * columns * model::kSectorBytes),
                        {9.5F, theme.faint, Font::Mono, Align::End, Align::Center, kGutter - 6});
        if (afterGap)
            canvas.dashedLine({area.x, y - kGapHeight / 2}, {area.right(), y - kGapHeight / 2}, 1, theme.line,
                              3);
        // What is not moved is one ground under the whole row: thousands of empty cells would cost more than
        // they say.
        canvas.rectangle({area.x, y + gap, area.width, std::max(height - 2 * gap, 1.F)},
                         {theme.raised.faded(0.65F), 0});
        if (gap > 0)
            for (std::uint64_t column = 1; column < columns; ++column) {
                const float x = area.x + width * static_cast<float>(column);
                canvas.line({x, y}, {x, y + height}, column % 4 == 0 ? 2.F : 1.F, theme.background);
            }
    }
    for (const auto& [number, sector] : sectors) {
        const Rect cell =
            Rect{area.x + width * static_cast<float>(number % columns), tops[number / columns], width, height}
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
        for (const Touched::Part& part : sector.focusParts) {
            const Rect bytes{cell.x + cell.width * static_cast<float>(part.from) / 32, cell.y,
                             cell.width * static_cast<float>(part.bytes) / 32, cell.height};
            canvas.rectangle(bytes, {laneFill(theme, part.lane, (lit >> part.lane & 1) != 0)});
        }
        if ((others && sector.focusMoved && height > 5) || brushed)
            canvas.rectangle(
                cell.inset(-0.5F),
                {{0, 0, 0, 0}, 1, brushed ? theme.accent : theme.text.faded(0.55F), brushed ? 2.F : 1.F});
        if (sector.times > 1 && height > 5) drawTimes(canvas, cell, sector.times);
        const int lane = sector.focusParts.size() == 1 ? sector.focusParts.front().lane : -1;
        canvas.pick(cell, {PickKind::Sector, static_cast<std::int64_t>(number), lane, site, address});
    }
    if (legendHeight > 0)
        legend.draw(canvas, {area.x, std::min(bottom + 4, rect.bottom() - legendHeight + 4)});
}

} // namespace lanescope::kit
