// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/pitch/picture.h"

#include "kit/counted.h"
#include "kit/pictures/lane_marks.h"
#include "kit/pictures/legend.h"
#include "kit/pictures/pictures.h"
#include "kit/words/lanes_met.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "model/memory/coalescing.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace lanescope::lab_pitch {

using namespace kit;

namespace {

constexpr std::uint64_t kMostLines = 8; ///< of a row, side by side
constexpr float kLegend = 20;
constexpr float kRuler = 16;
constexpr float kStrip = 22;

/// Bytes from the start of a row's first line, and where they lie on the canvas.
struct Scale {
    Rect area;
    std::uint64_t first = 0; ///< of the part that is seen
    std::uint64_t bytes = 0;

    float at(std::uint64_t byte) const {
        const auto seen = std::clamp<std::uint64_t>(byte, first, first + bytes) - first;
        return area.x + area.width * static_cast<float>(seen) / static_cast<float>(bytes);
    }
    Rect part(std::uint64_t from, std::uint64_t end, float y, float height) const {
        return {at(from), y, std::max(at(end) - at(from), 0.F), height};
    }
};

/// Slanted strokes: allocated, and never used.
void drawHatch(Canvas& canvas, const Rect& rect, const Color& color) {
    if (rect.width < 1) return;
    const auto clip = canvas.clip(rect);
    for (float x = rect.x - rect.height; x < rect.right(); x += 5)
        canvas.line({x, rect.bottom()}, {x + rect.height, rect.y}, 1, color);
}

void drawStrip(Canvas& canvas, const Frame& frame, const Scale& scale, const Rows& rows,
               const ShownAccess& shown, std::uint64_t row, float y, float height) {
    const render::Theme& theme = canvas.theme();
    const std::uint64_t start = rows.start(row);
    const std::uint64_t origin = start / model::kLineBytes * model::kLineBytes;
    const std::uint64_t from = start - origin;
    const std::uint64_t end = from + rows.rowBytes;
    const std::uint64_t next = from + rows.pitch;
    const std::uint64_t last = (end + model::kLineBytes - 1) / model::kLineBytes * model::kLineBytes;
    const Color neighbour = render::mix(theme.background, theme.dim, 0.28F);
    if (row > 0 && rows.packed()) canvas.rectangle(scale.part(0, from, y, height), {neighbour});
    if (row + 1 < rows.count)
        canvas.rectangle(scale.part(next, std::max(last, next), y, height), {neighbour});
    drawHatch(canvas, scale.part(end, next, y, height), theme.dim.faded(0.55F));
    const bool chosen = rowOf(*shown.access, rows) == row;
    canvas.rectangle(scale.part(from, end, y, height), {theme.accent.faded(chosen ? 0.5F : 0.34F)});
    if (chosen) {
        const std::uint32_t lit = litLanes(frame, shown);
        forEachLane(shown.access->activeMask, [&](int lane) {
            const std::uint64_t at = shown.access->address[static_cast<std::size_t>(lane)] - origin;
            canvas.rectangle(scale.part(at, at + shown.access->width, y, height),
                             {laneFill(theme, lane, (lit >> lane & 1) != 0)});
        });
    }
    // Sectors, and stronger the lines.
    const std::uint64_t seenEnd = std::min(scale.first + scale.bytes, std::max(last, next));
    for (std::uint64_t byte = scale.first; byte <= seenEnd; byte += model::kSectorBytes) {
        const bool line = byte % model::kLineBytes == 0;
        if (!line && scale.at(scale.first + model::kSectorBytes) - scale.area.x < 6) continue;
        canvas.line({scale.at(byte), y}, {scale.at(byte), y + height}, line ? 2.F : 1.F,
                    line ? theme.text.faded(0.8F) : theme.background.faded(0.8F));
    }
    if (chosen)
        canvas.rectangle(Rect{scale.area.x, y, scale.area.width, height}.inset(-2),
                         {{0, 0, 0, 0}, 2, theme.text, 1.2F});
}

/// What the colours of strips mean.
std::vector<LegendEntry> legendOf(const render::Theme& theme, const Rows& rows) {
    const LegendEntry others{tr("other rows"), render::mix(theme.background, theme.dim, 0.28F)};
    const LegendEntry padding{.text = tr("padding"), .paint = [&theme](Canvas& canvas, const Rect& at) {
                                  drawHatch(canvas, at, theme.dim.faded(0.55F));
                              }};
    return {{tr("row"), theme.accent.faded(0.34F)},
            {tr("this warp"), render::laneColor(6)},
            rows.packed() ? others : padding};
}

} // namespace

void drawRows(Canvas& canvas, const Frame& frame, const Rect& rect, const Rows& rows,
              const ShownAccess& shown) {
    if (rect.width < 120 || rect.height < 80 || rows.count == 0 || shown.access->activeMask == 0) return;
    const render::Theme& theme = canvas.theme();
    const auto lane = static_cast<std::size_t>(std::countr_zero(shown.access->activeMask));
    const std::uint64_t chosen = rowOf(*shown.access, rows);
    const RowCounter counter(*shown.access, frame.architecture, frame.rules);
    constexpr float label = 52;
    const float cost = rect.width > 300 ? 92.F : 34.F;
    // How far into a line a row can begin: pitches have a divisor in common with it.
    const std::uint64_t latest = model::kLineBytes - std::gcd(rows.pitch, model::kLineBytes);
    const std::uint64_t lines = (latest + rows.pitch + model::kLineBytes - 1) / model::kLineBytes;
    const std::uint64_t seen = std::min(lines, kMostLines);
    // Of long rows the part that the warp touches.
    const std::uint64_t touched = (shown.access->address[lane] - rows.start(chosen)) / model::kLineBytes;
    const std::uint64_t firstLine = std::min(touched > 1 ? touched - 1 : 0, lines - seen);
    const Scale scale{{rect.x + label, rect.y + kRuler, rect.width - label - cost, 0},
                      firstLine * model::kLineBytes,
                      seen * model::kLineBytes};
    const render::TextStyle ruler{10.5F, theme.faint, Font::Sans};
    canvas.text({rect.x, rect.y}, tr("x 128 B"), ruler);
    for (std::uint64_t line = 0; line < seen; ++line)
        canvas.text({scale.at((firstLine + line) * model::kLineBytes) + 3, rect.y},
                    fmt::format("{}", firstLine + line), ruler);
    if (seen < lines) canvas.text({scale.area.right() + 6, rect.y}, tr("of {}", lines), ruler);
    const float room = rect.height - kRuler - kLegend;
    const std::uint64_t count =
        std::min<std::uint64_t>(rows.count, static_cast<std::uint64_t>(std::max(room / kStrip, 1.F)));
    const std::uint64_t first = std::min(chosen > count / 2 ? chosen - count / 2 : 0, rows.count - count);
    // Counting whole rows is not for free: of very long ones only the chosen row's cost is shown.
    const bool all = count * rows.rowBytes / rows.elementBytes < 32 * 2048;
    const std::uint64_t best = counter.units(rows, 0);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t row = first + i;
        const float y = rect.y + kRuler + kStrip * static_cast<float>(i);
        const float height = kStrip - 5;
        const float middle = y + height / 2;
        canvas.text({rect.x, middle}, tr("row {}", row),
                    {10.5F, row == chosen ? theme.text : theme.faint, Font::Sans, Align::Start, Align::Center,
                     label - 4});
        drawStrip(canvas, frame, scale, rows, shown, row, y, height);
        if (all || row == chosen) {
            const std::uint64_t units = counter.units(rows, rows.start(row));
            const std::string text =
                cost > 50 ? counted(units, unitOf(frame.architecture)) : fmt::format("{}", units);
            canvas.text({rect.right(), middle}, text,
                        {10.5F, units > best ? theme.warn : theme.good, Font::Sans, Align::End, Align::Center,
                         cost - 6});
        }
        canvas.pick({rect.x, y - 2, rect.width, kStrip}, {PickKind::Point, static_cast<std::int64_t>(row)});
    }
    const float aside = rect.width > 300 ? label : 0;
    Legend(canvas, legendOf(theme, rows), rect.width - aside, 1)
        .draw(canvas, {rect.x + aside, rect.y + kRuler + kStrip * static_cast<float>(count) + 1});
}

} // namespace lanescope::lab_pitch
