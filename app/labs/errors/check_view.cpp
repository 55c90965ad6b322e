// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/errors/check_view.h"

#include "kit/charts/timeline.h"
#include "kit/pictures/legend.h"
#include "kit/pictures/pictures.h"
#include "labs/errors/check_model.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace lanescope::lab_errors {

using namespace kit;

namespace {

constexpr std::uint32_t kColumns = 32;

/// Rows of cells too small to be told apart: each run of one kind as a bar over the whole width.
void drawRuns(Canvas& canvas, const Rect& rect, const CellsView& view,
              const std::function<Color(const CellKind&)>& fill) {
    const std::size_t rows = (view.cells.size() + kColumns - 1) / kColumns;
    const float high = rect.height / static_cast<float>(rows);
    const float wide = rect.width / kColumns;
    for (const auto& [first, end] : runsOf(view.cells, kColumns)) {
        const Rect run{rect.x + wide * static_cast<float>(first % kColumns),
                       rect.y + high * static_cast<float>(first / kColumns),
                       wide * static_cast<float>(end - first), high};
        canvas.rectangle(run, {fill(view.kinds[view.cells[first]])});
        canvas.pick(
            run,
            {.kind = render::PickKind::Point, .id = static_cast<std::int64_t>(first), .group = view.group});
    }
}

constexpr float kAroundLegend = 8;
constexpr float kCaption = 11.5F; // size of text

/// Title and caption over cells: one beside the other, or else in lines.
struct CellsTitle {
    CellsTitle(const Canvas& canvas, const CellsView& view, float width)
        : bold{12.5F, canvas.theme().text, Font::Bold, Align::Start, Align::Start, width},
          titleWidth(canvas.measure(view.title, bold).x + 8), caption(view.caption) {
        const render::TextStyle dim{kCaption, canvas.theme().dim};
        beside = titleWidth + canvas.measure(caption, dim).x <= width;
        if (beside) return;
        caption = wrapped(canvas, caption, dim, width);
        height += canvas.measure(caption, dim).y;
    }
    void draw(Canvas& canvas, const Rect& rect, const CellsView& view) const {
        canvas.text({rect.x, rect.y}, view.title, bold);
        const glm::vec2 at =
            beside ? glm::vec2{rect.x + titleWidth, rect.y + 1} : glm::vec2{rect.x, rect.y + 18};
        canvas.text(at, caption, {kCaption, canvas.theme().dim});
    }

    render::TextStyle bold;
    float titleWidth, height = 24;
    std::string caption;
    bool beside = true;
};

/// A kind of cell has a colour of its own, or that of its tone; where nothing is, none.
Color colorOf(const render::Theme& theme, const CellKind& kind) {
    if (kind.series >= 0) return seriesColor(theme, kind.series);
    return kind.there ? toneColor(theme, kind.tone, theme.line) : Color{0, 0, 0, 0};
}

/// What the colours of cells mean, in as many lines as a width needs.
Legend legendOf(const Canvas& canvas, const CellsView& view, float width) {
    const render::Theme& theme = canvas.theme();
    std::vector<LegendEntry> entries;
    for (std::size_t kind = 0; kind < view.kinds.size(); ++kind) {
        const CellKind& each = view.kinds[kind];
        const auto count = static_cast<std::uint64_t>(std::ranges::count(view.cells, kind));
        if (count > 0)
            entries.push_back({fmt::format("{} {}", count, each.meaning), colorOf(theme, each),
                               each.there ? Color{0, 0, 0, 0} : theme.line});
    }
    return {canvas, std::move(entries), width};
}

/// In which cells can be seen at all.
float leastHeight(const Canvas& canvas, const CellsView& view, float width) {
    constexpr float kLeastRows = 14, kLeastRow = 3;
    const auto rows = static_cast<float>((view.cells.size() + kColumns - 1) / kColumns);
    return CellsTitle(canvas, view, width).height +
           std::max(kLeastRows, std::min(rows * kLeastRow, 4 * kLeastRows)) +
           legendOf(canvas, view, width).height() + kAroundLegend;
}

} // namespace

namespace {

/// A card's three texts in as many lines as a width needs.
struct CardLines {
    static constexpr float kAside = 10, kAbove = 8, kBetween = 4;
    CardLines(const Canvas& canvas, const AccessCard& card, float width) {
        const render::Theme& theme = canvas.theme();
        const Color color = toneColor(theme, card.tone, theme.line);
        lines[0] = {card.title, {12.5F, color, Font::Bold}};
        lines[1] = {card.who, {11.5F, theme.text}};
        lines[2] = {card.code, {11, theme.dim, Font::Mono}};
        height = 2 * kAbove - kBetween;
        for (auto& [text, style] : lines) {
            text = wrapped(canvas, text, style, width - 2 * kAside);
            height += canvas.measure(text, style).y + kBetween;
        }
    }
    void draw(Canvas& canvas, const Rect& area) const {
        float y = area.y + kAbove;
        for (const auto& [text, style] : lines) {
            canvas.text({area.x + kAside, y}, text, style);
            y += canvas.measure(text, style).y + kBetween;
        }
    }

    std::array<std::pair<std::string, render::TextStyle>, 3> lines;
    float height = 0;
};

} // namespace

Rect drawAccessCards(Canvas& canvas, const Rect& rect, std::span<const AccessCard> cards) {
    constexpr float kBetween = 10, kLeast = 230;
    if (cards.empty()) return rect;
    const render::Theme& theme = canvas.theme();
    const auto count = static_cast<float>(cards.size());
    const float half = (rect.width - kBetween * (count - 1)) / count;
    const bool beside = half >= kLeast;
    const float width = beside ? half : rect.width;
    std::vector<CardLines> all;
    float highest = 0;
    for (const AccessCard& card : cards)
        highest = std::max(highest, all.emplace_back(canvas, card, width).height);
    float x = rect.x;
    float y = rect.y;
    float used = 0;
    for (std::size_t i = 0; i < cards.size(); ++i) {
        const float height = beside ? highest : all[i].height;
        if (y + height > rect.bottom()) break;
        const Color color = toneColor(theme, cards[i].tone, theme.line);
        const Rect area{x, y, width, height};
        canvas.rectangle(area, {render::mix(theme.background, color, 0.1F), 5, color.faded(0.7F), 1});
        all[i].draw(canvas, area);
        used = area.bottom() - rect.y + 14;
        if (beside)
            x += width + kBetween;
        else
            y += height + kBetween;
    }
    return rect.belowTop(std::min(used, rect.height));
}

std::string CellsView::describe(const render::Pick& pick) const {
    if (pick.kind != render::PickKind::Point || pick.group != group || pick.id < 0 ||
        pick.id >= static_cast<std::int64_t>(cells.size()))
        return {};
    const auto at = static_cast<std::size_t>(pick.id);
    return tr("{} {}: {}", noun, at,
              at < details.size() && !details[at].empty() ? details[at] : kinds[cells[at]].meaning);
}

Rect drawCells(Canvas& canvas, const Frame& frame, const Rect& rect, const CellsView& view) {
    constexpr float kMost = 30;
    if (view.cells.empty() || rect.height < leastHeight(canvas, view, rect.width)) return rect;
    const render::Theme& theme = canvas.theme();
    const auto fill = [&](const CellKind& kind) { return colorOf(theme, kind); };
    // the legend first: the cells have the height that it leaves
    const Legend legend = legendOf(canvas, view, rect.width);
    const float legendHeight = legend.height() + kAroundLegend;

    const auto at = [&](std::uint32_t row, std::uint32_t column) {
        return std::size_t{row} * kColumns + column;
    };
    const auto columns = std::min<std::uint32_t>(kColumns, static_cast<std::uint32_t>(view.cells.size()));
    const auto rows = static_cast<std::uint32_t>((view.cells.size() + kColumns - 1) / kColumns);
    const CellsTitle title(canvas, view, rect.width);
    const float cell = std::min({rect.width / static_cast<float>(kColumns), kMost,
                                 (rect.height - title.height - legendHeight) / static_cast<float>(rows)});
    title.draw(canvas, rect, view);
    constexpr float kHeader = 20; // of a matrix, over its cells
    const Rect under = rect.belowTop(title.height - kHeader);
    constexpr float kSeen = 5; // below it a cell cannot be told from its neighbour
    if (cell < kSeen) {
        drawRuns(canvas, {rect.x, rect.y + title.height, rect.width, cell * static_cast<float>(rows)}, view,
                 fill);
    } else {
        MatrixView matrix;
        matrix.columns = columns;
        matrix.rows = rows;
        matrix.group = view.group;
        matrix.marks = view.marks;
        matrix.regions = view.regions;
        matrix.color = [&](std::uint32_t row, std::uint32_t column) {
            return at(row, column) < view.cells.size() ? fill(view.kinds[view.cells[at(row, column)]])
                                                       : theme.background;
        };
        matrix.text = [&](std::uint32_t row, std::uint32_t column) {
            return at(row, column) < view.cells.size() ? std::to_string(at(row, column)) : std::string();
        };
        // a matrix of one row is drawn in a rectangle that is high enough for any
        const float height = std::max(kHeader + cell * static_cast<float>(rows) + 0.5F, 62.F);
        drawMatrix(canvas, frame, {under.x, under.y, cell * static_cast<float>(columns) + 0.5F, height},
                   matrix);
    }
    const float top = rect.y + title.height + cell * static_cast<float>(rows) + 6;
    legend.draw(canvas, {rect.x, top});
    return rect.belowTop(std::min(top + legendHeight - rect.y, rect.height));
}

Rect drawStrayAddress(Canvas& canvas, const Rect& rect, std::span<const Placement> arrays,
                      std::uint64_t address, std::string_view label) {
    constexpr float kHeight = 92, kBox = 26, kMargin = 4;
    if (rect.height < kHeight || rect.width < 120) return rect;
    const render::Theme& theme = canvas.theme();
    std::vector<Placement> all(arrays.begin(), arrays.end());
    all.push_back({std::string(), address, 0});
    std::ranges::sort(all, {}, &Placement::address);
    const float each = rect.width / static_cast<float>(all.size());
    const float middle = rect.y + 34;
    canvas.line({rect.x, middle + kBox / 2}, {rect.right(), middle + kBox / 2}, 1, theme.line);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Placement& array = all[i];
        const Rect slot{rect.x + each * static_cast<float>(i), middle, each, kBox};
        const float x = slot.center().x;
        const auto text = [&](float y, std::string_view words, const Color& color, Font font, float size) {
            canvas.text({x, y}, words, {size, color, font, Align::Center, Align::Center, each - 2 * kMargin});
        };
        if (array.bytes == 0) {
            canvas.arrow({x, middle - 14}, {x, middle + kBox / 2 - 2}, 2, theme.bad, 7);
            canvas.circle({x, middle + kBox / 2}, 4, {theme.bad});
            text(middle - 24, tr("nothing is here"), theme.bad, Font::Bold, 12);
            text(middle + kBox + 10, label, theme.text, Font::Sans, 11.5F);
        } else {
            const Rect box = slot.inset(std::max(each * 0.18F, kMargin), 0);
            canvas.rectangle(box, {render::mix(theme.background, theme.accent, 0.3F), 3, theme.accent, 1});
            text(slot.center().y, array.name, theme.text, Font::Mono, 12);
            text(middle + kBox + 10, byteSize(static_cast<double>(array.bytes)), theme.dim, Font::Sans,
                 11.5F);
        }
        text(middle + kBox + 26, hexAddress(array.address), theme.faint, Font::Mono, 10);
        if (i + 1 < all.size())
            canvas.text({slot.right(), middle + kBox / 2}, "\u2026",
                        {14, theme.dim, Font::Sans, Align::Center, Align::Center});
    }
    return rect.belowTop(std::min(kHeight + 14, rect.height));
}

void drawProgram(Canvas& canvas, const Frame& frame, const Rect& rect, const HostView& host,
                 const CellsView& brought) {
    const Rect calls =
        drawHeading(canvas, rect, {tr("What the runtime says"), sourceOf(host.returned.get()), ""});
    drawCells(canvas, frame, drawHostCalls(canvas, frame, calls, host), brought);
}

namespace {

/// One under the other; those for which there is no room are named.
void drawAllCells(Canvas& canvas, const Frame& frame, Rect rect, std::span<const CellsView> cells) {
    constexpr float kBetween = 8, kLine = 16;
    float left = rect.height;
    std::size_t fit = 0;
    for (; fit < cells.size(); ++fit) {
        const float least = leastHeight(canvas, cells[fit], rect.width) + (fit > 0 ? kBetween : 0);
        if (least > left) break;
        left -= least;
    }
    std::string hidden;
    for (const CellsView& view : cells.subspan(fit)) hidden += (hidden.empty() ? "" : ", ") + view.title;
    if (!hidden.empty() && left >= kLine) {
        canvas.text({rect.x, rect.bottom() - kLine}, tr("No room here for {}", hidden),
                    {11.5F, canvas.theme().dim, Font::Sans, Align::Start, Align::Start, rect.width});
        rect.height -= kLine;
    }
    float others = 0; // the least of those beneath
    for (std::size_t i = 1; i < fit; ++i) others += leastHeight(canvas, cells[i], rect.width) + kBetween;
    for (std::size_t i = 0; i < fit; ++i) {
        // what one needs less than its share is for those beneath
        const float least = leastHeight(canvas, cells[i], rect.width);
        const float share = (rect.height + kBetween) / static_cast<float>(fit - i) - kBetween;
        const float height = std::max(least, std::min(share, rect.height - others));
        const Rect rest = drawCells(canvas, frame, rect.top(height), cells[i]);
        rect = rect.belowTop(std::min(rest.y - rect.y + kBetween, rect.height));
        if (i + 1 < fit) others -= leastHeight(canvas, cells[i + 1], rect.width) + kBetween;
    }
}

} // namespace

void drawChecks(Canvas& canvas, const Frame& frame, const Rect& rect, const LaunchResult& launch,
                std::span<const CellsView> cells, std::string_view conclusion) {
    Rect rest =
        drawHeading(canvas, rect,
                    {tr("What the checks say: {}", saidByChecks(launch).headline),
                     launch.refused.empty() ? tr("the emulator runs the same PTX and looks at every access")
                                            : tr("what the launch requests, and what a block may have"),
                     ""});
    rest = drawConclusion(canvas, rest, conclusion, canvas.theme().text);
    rest = drawAccessCards(canvas, rest, cardsOf(launch));
    const ptx::Fault* fault = launch.fault.get();
    if (fault && fault->kind == ptx::FaultKind::OutOfBounds && launch.observation) {
        constexpr std::uint64_t kNear = 128; // seen among the elements
        const Placement* array = arrayBefore(launch.observation->placements, fault->address);
        if (!array)
            rest = drawStrayAddress(canvas, rest, launch.observation->placements, fault->address,
                                    fault->address == 0 ? tr("a null pointer") : tr("no array's address"));
        else if (const std::uint64_t past = fault->address - array->address - array->bytes; past >= kNear)
            rest = drawStrayAddress(
                canvas, rest, launch.observation->placements, fault->address,
                tr("{} past the end of {}", byteSize(static_cast<double>(past)), array->name));
    }
    drawAllCells(canvas, frame, rest, cells);
}

} // namespace lanescope::lab_errors
