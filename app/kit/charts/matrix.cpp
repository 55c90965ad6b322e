// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/matrix.h"

#include "kit/pictures/lane_marks.h"
#include "kit/pictures/pictures.h"
#include "kit/words/lanes_met.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope::kit {

namespace {

constexpr float kHeader = 20;          ///< title and caption over the cells
constexpr float kSeen = 5;             ///< points of a cell that can be told from its neighbour
constexpr float kMostCell = 44;        ///< a small matrix does not fill the stage
constexpr std::uint32_t kShrunk = 128; ///< cells a side of the whole in shrunk form

/// A part of the matrix and where its cells lie.
struct Window {
    Rect area;
    std::uint32_t row = 0, column = 0, rows = 1, columns = 1;
    float cell = 1; ///< points a side

    Rect at(std::uint32_t r, std::uint32_t c, std::uint32_t high = 1, std::uint32_t wide = 1) const {
        return {area.x + cell * static_cast<float>(c - column), area.y + cell * static_cast<float>(r - row),
                cell * static_cast<float>(wide), cell * static_cast<float>(high)};
    }
    bool holds(std::uint32_t r, std::uint32_t c) const {
        return r >= row && c >= column && r < row + rows && c < column + columns;
    }
};

Window windowIn(const Rect& rect, std::uint32_t row, std::uint32_t column, std::uint32_t rows,
                std::uint32_t columns) {
    Window window{rect, row, column, rows, columns};
    window.cell = std::min(
        {rect.width / static_cast<float>(columns), rect.height / static_cast<float>(rows), kMostCell});
    window.area.width = window.cell * static_cast<float>(columns);
    window.area.height = window.cell * static_cast<float>(rows);
    return window;
}

/// The window with as much of what lies around it as the room takes, its cells as large as they are.
Window grown(const Rect& room, const Window& window, std::uint32_t rows, std::uint32_t columns) {
    const auto along = [&](float length, std::uint32_t first, std::uint32_t have, std::uint32_t all) {
        const std::uint32_t want =
            std::clamp(static_cast<std::uint32_t>(length / window.cell), have, std::max(all, have));
        const std::uint32_t before = std::min(first, (want - have) / 2);
        return std::pair{std::min(first - before, all - std::min(want, all)), want};
    };
    const auto [row, high] = along(room.height, window.row, window.rows, rows);
    const auto [column, wide] = along(room.width, window.column, window.columns, columns);
    return windowIn(room, row, column, high, wide);
}

/// What belongs together round the marks, or the first region when there are none.
struct Span {
    std::uint32_t row, column, rows, columns;
};
Span detailOf(const MatrixView& view) {
    std::uint32_t top = view.rows, left = view.columns, bottom = 0, right = 0;
    const auto take = [&](std::uint32_t r, std::uint32_t c, std::uint32_t high, std::uint32_t wide) {
        top = std::min(top, r), left = std::min(left, c);
        bottom = std::max(bottom, std::min(r + high, view.rows));
        right = std::max(right, std::min(c + wide, view.columns));
    };
    for (const MatrixMark& mark : view.marks) take(mark.row, mark.column, 1, 1);
    if (view.marks.empty() && !view.regions.empty()) {
        const MatrixRegion& region = view.regions.front();
        take(region.row, region.column, region.rows, region.columns);
    }
    if (bottom <= top || right <= left) return {0, 0, std::min(view.rows, 32U), std::min(view.columns, 32U)};
    const auto grown = [](std::uint32_t low, std::uint32_t high, std::uint32_t all, std::uint32_t least) {
        const std::uint32_t have = high - low, want = std::min(all, std::max(have + 2, least));
        const std::uint32_t before = std::min(low, (want - std::min(have, want)) / 2);
        const std::uint32_t first = std::min(before <= low ? low - before : 0, all - want);
        return std::pair{first, want};
    };
    const auto [firstRow, rows] = grown(top, bottom, view.rows, 12);
    const auto [firstColumn, columns] = grown(left, right, view.columns, 12);
    return {firstRow, firstColumn, rows, columns};
}

render::Pick pickOf(const MatrixView& view, std::uint32_t row, std::uint32_t column) {
    if (view.blockRows && view.blockColumns) {
        const std::uint32_t across = view.blocksAcross
                                         ? view.blocksAcross
                                         : (view.columns + view.blockColumns - 1) / view.blockColumns;
        const std::uint32_t down = row / view.blockRows, along = column / view.blockColumns;
        return {PickKind::Block, view.blocksTurned ? std::int64_t{along} * across + down
                                                   : std::int64_t{down} * across + along};
    }
    return {.kind = PickKind::Point,
            .id = view.firstPick + std::int64_t{row} * view.columns + column,
            .group = view.group};
}

/// A cell's colour; of no opacity where there is no element.
Color fillOf(const render::Theme& theme, const MatrixView& view, std::uint32_t row, std::uint32_t column) {
    if (view.color) return view.color(row, column);
    const float amount = view.amount ? view.amount(row, column) : -1;
    return amount < 0 ? theme.raised : render::heatColor(amount);
}

/// Rows by columns of cells too small for outlines, a pixel each.
void drawPixels(
    Canvas& canvas, const MatrixView& view, const Rect& area, std::uint32_t rows, std::uint32_t columns,
    const std::function<std::pair<std::uint32_t, std::uint32_t>(std::uint32_t, std::uint32_t)>& at) {
    render::Image picture(static_cast<int>(columns), static_cast<int>(rows));
    for (std::uint32_t r = 0; r < rows; ++r)
        for (std::uint32_t c = 0; c < columns; ++c) {
            const auto [row, column] = at(r, c);
            const Color fill = fillOf(canvas.theme(), view, row, column);
            const Color seen =
                fill.a > 0 ? fill : render::mix(canvas.theme().background, canvas.theme().line, 0.4F);
            const auto byte = [](float part) { return static_cast<std::uint8_t>(part * 255 + 0.5F); };
            const std::array pixel{byte(seen.r), byte(seen.g), byte(seen.b), std::uint8_t{255}};
            std::copy(pixel.begin(), pixel.end(), picture.at(static_cast<int>(c), static_cast<int>(r)));
        }
    canvas.image(area, picture);
}

/// Every element a cell.
void drawCells(Canvas& canvas, const MatrixView& view, const Window& window) {
    const render::Theme& theme = canvas.theme();
    const float gap = window.cell >= 7 ? 0.5F : 0.F;
    const float size = std::min(window.cell * 0.42F, 11.F);
    if (gap == 0)
        drawPixels(canvas, view, window.area, window.rows, window.columns,
                   [&](std::uint32_t r, std::uint32_t c) {
                       return std::pair{window.row + r, window.column + c};
                   });
    for (std::uint32_t r = window.row; r < window.row + window.rows; ++r)
        for (std::uint32_t c = window.column; c < window.column + window.columns; ++c) {
            const Rect cell = window.at(r, c).inset(gap, gap);
            const Color fill = fillOf(theme, view, r, c);
            if (gap > 0)
                canvas.rectangle(cell,
                                 {fill, window.cell > 14 ? 1.5F : 0.F, theme.line, fill.a > 0 ? 0.F : 1.F});
            if (view.text && size >= 6)
                if (const std::string text = view.text(r, c); !text.empty())
                    canvas.text(cell.center(), text,
                                {size, fill == theme.raised ? theme.faint : render::inkOn(fill), Font::Sans,
                                 Align::Center, Align::Center, cell.width});
            canvas.pick(window.at(r, c), pickOf(view, r, c));
        }
}

/// The whole matrix with as many elements in a cell as it takes.
void drawShrunk(Canvas& canvas, const MatrixView& view, const Window& window) {
    const std::uint32_t across = std::min(view.columns, kShrunk), down = std::min(view.rows, kShrunk);
    // The middle of the group stands for it: a mean would blur what is written into what is not.
    const auto middle = [&](std::uint32_t r, std::uint32_t c) {
        return std::pair{
            static_cast<std::uint32_t>((std::uint64_t{r} * 2 + 1) * view.rows / (2 * down)),
            static_cast<std::uint32_t>((std::uint64_t{c} * 2 + 1) * view.columns / (2 * across))};
    };
    drawPixels(canvas, view, window.area, down, across, middle);
    const float wide = window.area.width / static_cast<float>(across),
                high = window.area.height / static_cast<float>(down);
    for (std::uint32_t r = 0; r < down; ++r)
        for (std::uint32_t c = 0; c < across; ++c) {
            const auto [row, column] = middle(r, c);
            canvas.pick({window.area.x + wide * static_cast<float>(c),
                         window.area.y + high * static_cast<float>(r), wide, high},
                        pickOf(view, row, column));
        }
}

/// The lines after every so many rows and columns, where they are not too dense to be told apart.
void drawLines(Canvas& canvas, const MatrixView& view, const Window& window) {
    const Color color = canvas.theme().dim.faded(0.8F);
    const auto multiples = [](std::uint32_t first, std::uint32_t count, std::uint32_t every, auto draw) {
        for (std::uint32_t at = (first + every - 1) / every * every; at <= first + count; at += every)
            draw(at);
    };
    const auto dense = [&](std::uint32_t every) {
        return every == 0 || window.cell * static_cast<float>(every) < 6;
    };
    const Rect& area = window.area;
    if (!dense(view.lineRows))
        multiples(window.row, window.rows, view.lineRows, [&](std::uint32_t row) {
            const float y = window.at(row, window.column).y;
            canvas.line({area.x, y}, {area.right(), y}, 1, color);
        });
    if (!dense(view.lineColumns))
        multiples(window.column, window.columns, view.lineColumns, [&](std::uint32_t column) {
            const float x = window.at(window.row, column).x;
            canvas.line({x, area.y}, {x, area.bottom()}, 1, color);
        });
}

/// The names of the parts between lines, on a ground of their own.
void drawPartNames(Canvas& canvas, const MatrixView& view, const Window& window) {
    if (!view.partText || view.lineRows == 0 || view.lineColumns == 0) return;
    const render::Theme& theme = canvas.theme();
    const render::TextStyle style{10.5F, theme.text, Font::Sans, Align::Center, Align::Center};
    const float wide = window.cell * static_cast<float>(view.lineColumns),
                high = window.cell * static_cast<float>(view.lineRows);
    if (high < 20 || wide < 24) return;
    for (std::uint32_t row = 0; row * view.lineRows < view.rows; ++row)
        for (std::uint32_t column = 0; column * view.lineColumns < view.columns; ++column) {
            const Rect part =
                window.at(row * view.lineRows, column * view.lineColumns, view.lineRows, view.lineColumns);
            const std::string text = view.partText(row, column);
            const glm::vec2 size = canvas.measure(text, style);
            if (text.empty() || size.x + 10 > wide || !window.area.contains(part.center())) continue;
            canvas.rectangle(
                {part.center().x - size.x / 2 - 4, part.center().y - size.y / 2 - 1, size.x + 8, size.y + 2},
                {theme.background.faded(0.75F), 3});
            canvas.text(part.center(), text, style);
        }
}

void drawRegions(Canvas& canvas, const MatrixView& view, const Window& window, bool labels) {
    const render::Theme& theme = canvas.theme();
    // Names stand above their regions, in the room of the title where there is none.
    const float headroom = view.title.empty() && view.caption.empty() ? kHeader : 2;
    const auto clip = canvas.clip({window.area.x - 2, window.area.y - headroom, window.area.width + 4,
                                   window.area.height + headroom + 2});
    for (const MatrixRegion& region : view.regions) {
        const Rect at = window.at(region.row, region.column, region.rows, region.columns);
        const float least = 4;
        const Rect seen{at.x, at.y, std::max(at.width, least), std::max(at.height, least)};
        {
            const auto cells = canvas.clip(window.area.inset(-2));
            canvas.rectangle(seen.inset(-1),
                             {{0, 0, 0, 0}, 2, toneColor(theme, region.tone, theme.accent), 2});
        }
        if (!labels || region.label.empty()) continue;
        const render::TextStyle style{10.5F, theme.background, Font::Bold};
        const glm::vec2 size = canvas.measure(region.label, style);
        const bool above = seen.y - size.y - 3 >= window.area.y - headroom;
        if (!above && (size.x + 8 > std::max(seen.width, 40.F) || 3 * size.y > seen.height)) continue;
        Rect tag{seen.x - 2, above ? seen.y - size.y - 3 : seen.y, size.x + 8, size.y + 2};
        const bool covers = !above && std::ranges::any_of(view.marks, [&](const MatrixMark& mark) {
            return window.at(mark.row, mark.column).y < tag.bottom();
        });
        if (covers) tag.y = seen.bottom() - tag.height;
        canvas.rectangle(tag, {toneColor(theme, region.tone, theme.accent), 2});
        canvas.text({tag.x + 4, tag.y + 1}, region.label, style);
    }
}

/// A lane that has nothing to do.
void drawOutline(Canvas& canvas, const Rect& cell, int lane) {
    const Color color = render::laneColor(lane);
    const float size = std::min(cell.height * 0.66F, 10.F);
    canvas.rectangle(cell, {canvas.theme().background, 1.5F, color, cell.width > 6 ? 1.5F : 1.F});
    if (size >= 6)
        canvas.text(cell.center(), fmt::format("{}", lane),
                    {size, canvas.theme().dim, Font::Sans, Align::Center, Align::Center});
}

void drawMarks(Canvas& canvas, const Frame& frame, const MatrixView& view, const Window& window) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<const MatrixMark*>> cells;
    for (const MatrixMark& mark : view.marks)
        if (window.holds(mark.row, mark.column)) cells[{mark.row, mark.column}].push_back(&mark);
    const std::optional<ShownAccess>& shown = frame.shown;
    const std::uint32_t lit = shown ? litLanes(frame, *shown) : ~0U;
    for (const auto& [place, marks] : cells) {
        const Rect cell = window.at(place.first, place.second);
        std::vector<LanePart> parts;
        const float gap = window.cell >= 7 ? 0.5F : 0.F;
        const MatrixMark* first = marks.front();
        for (const MatrixMark* mark : marks) {
            if (!mark->active) continue;
            if (parts.empty()) first = mark;
            parts.push_back({mark->lane});
        }
        if (parts.empty())
            drawOutline(canvas, cell.inset(gap, gap), first->lane);
        else
            drawLaneCell(canvas, cell.inset(gap, gap), parts, lit);
        canvas.pick(cell, {PickKind::Lane, first->lane, first->lane,
                           first->site >= 0 ? first->site : view.site, first->address});
    }
}

} // namespace

void drawMatrix(Canvas& canvas, const Frame& frame, const Rect& rect, const MatrixView& view) {
    const float least = std::min(60.F, kHeader + kSeen * static_cast<float>(view.rows));
    if (rect.width < 60 || rect.height < least || view.rows == 0 || view.columns == 0) return;
    const render::Theme& theme = canvas.theme();
    const render::TextStyle bold{12.5F, theme.text, Font::Bold, Align::Start, Align::Start, rect.width};
    const float titleWidth = view.title.empty() ? 0 : canvas.measure(view.title, bold).x + 8;
    canvas.text({rect.x, rect.y}, view.title, bold);
    const render::TextStyle dim{11.5F,        theme.dim,    Font::Sans,
                                Align::Start, Align::Start, rect.width - titleWidth};
    if (dim.maxWidth > 40)
        canvas.text({rect.x + titleWidth, rect.y + 1},
                    canvas.fitting({view.caption, view.shortCaption}, dim, dim.maxWidth), dim);
    const Rect area = rect.belowTop(kHeader);
    const Window whole = windowIn(area, 0, 0, view.rows, view.columns);
    if (whole.cell >= kSeen) {
        drawCells(canvas, view, whole);
        drawLines(canvas, view, whole);
        drawPartNames(canvas, view, whole);
        drawMarks(canvas, frame, view, whole);
        drawRegions(canvas, view, whole, true);
        return;
    }
    // The whole small, the part that matters large: side by side or one above the other, whichever has the
    // larger cells.
    constexpr float kGap = 12, kSmall = 0.36F, kLeast = 8;
    const float shape = static_cast<float>(view.rows) / static_cast<float>(view.columns);
    // A long matrix is a hair when it is seen whole: it leaves its room to the other.
    const float smallWidth = std::min((area.width - kGap) * kSmall, std::max(area.height / shape, kLeast)),
                smallHeight = std::min((area.height - kGap) * kSmall, std::max(area.width * shape, kLeast));
    const Span span = detailOf(view);
    const auto largeOf = [&](bool beside) {
        return beside ? area.rightOf(smallWidth + kGap) : area.belowTop(smallHeight + kGap);
    };
    const auto detailIn = [&](bool beside) {
        return windowIn(largeOf(beside), span.row, span.column, span.rows, span.columns);
    };
    const bool beside = detailIn(true).cell > detailIn(false).cell;
    const Rect small = beside ? area.left(smallWidth) : area.top(smallHeight);
    const Rect large = largeOf(beside);
    const Window shrunk = windowIn(small, 0, 0, view.rows, view.columns);
    Window detail = detailIn(beside);
    // What is too long to be seen whole is seen from its beginning.
    while (detail.cell < kSeen && (detail.rows > 32 || detail.columns > 32)) {
        if (detail.rows > 32 && detail.rows >= detail.columns)
            detail = windowIn(large, span.row, span.column, detail.rows / 2, detail.columns);
        else
            detail = windowIn(large, span.row, span.column, detail.rows, detail.columns / 2);
    }
    detail = grown(large, detail, view.rows, view.columns);
    drawShrunk(canvas, view, shrunk);
    drawLines(canvas, view, shrunk);
    drawPartNames(canvas, view, shrunk);
    drawRegions(canvas, view, shrunk, false);
    drawCells(canvas, view, detail);
    drawLines(canvas, view, detail);
    drawMarks(canvas, frame, view, detail);
    drawRegions(canvas, view, detail, true);
    const Rect from = shrunk.at(detail.row, detail.column, detail.rows, detail.columns);
    canvas.rectangle(from, {{0, 0, 0, 0}, 0, theme.text, 1});
    canvas.rectangle(detail.area.inset(-2), {{0, 0, 0, 0}, 0, theme.text, 1});
}

std::vector<MatrixMark> marksOf(const model::WarpAccess& access, std::uint64_t address, std::size_t rowBytes,
                                std::size_t elementBytes, std::uint32_t rows, std::uint32_t columns) {
    std::vector<MatrixMark> marks;
    forEachLane(access.activeMask, [&](int lane) {
        const std::uint64_t at = access.address[static_cast<std::size_t>(lane)];
        if (at < address || rowBytes == 0) return;
        const std::uint64_t offset = at - address, row = offset / rowBytes;
        for (std::uint64_t byte = 0; byte < access.width; byte += elementBytes) {
            const std::uint64_t column = (offset % rowBytes + byte) / elementBytes;
            if (row < rows && column < columns)
                marks.push_back(
                    {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column), lane, at + byte});
        }
    });
    return marks;
}

} // namespace lanescope::kit
