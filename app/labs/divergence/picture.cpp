// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/divergence/picture.h"

#include "kit/counted.h"
#include "kit/pictures/lane_marks.h"
#include "kit/pictures/legend.h"
#include "kit/pictures/pictures.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <span>

namespace lanescope::lab_divergence {

using namespace kit;

namespace {

constexpr float kSmall = 11.5F;

/// Of lanes that go one of several ways, in the order in which the warp runs them.
constexpr std::array kWayColors{render::okabe::kOrange, render::okabe::kSkyBlue, render::okabe::kPurple,
                                render::okabe::kYellow, render::okabe::kVermillion};
Color colorOfWay(std::size_t way) {
    return kWayColors.at(way % kWayColors.size());
}

Color colorOfAll(const render::Theme& theme) {
    return render::mix(theme.raised, theme.good, 0.75F);
}

/// Of a loop what it does in each turn, as that says more than how it counts; other lines as they are.
std::string bodyOf(const std::string& line) {
    const std::size_t head = line.starts_with("for (") ? line.find(") ") : std::string::npos;
    return head == std::string::npos ? line : line.substr(head + 2);
}

/// Lines of source beside the stretches that they take, each whole where there is room for it.
class SourceColumn {
public:
    SourceColumn(Canvas& canvas, const Rect& rect, float from)
        : m_canvas(canvas), m_rect(rect), m_end(from) {}

    /// middle: its height; below: where the next one begins at the earliest.
    void draw(std::uint32_t line, const std::string& source, float middle, float below, const Color& color) {
        const render::Theme& theme = m_canvas.theme();
        const float width = m_rect.width - kNumber;
        render::TextStyle code{kCode, color, Font::Mono, Align::Start, Align::Center};
        std::string text = m_canvas.fitting({source, bodyOf(source)}, code, width);
        for (code.size = kCode; code.size >= kLeast; code.size -= 0.5F) {
            const std::string lines = wrapped(m_canvas, text, code, width);
            const float half = m_canvas.measure(lines, code).y / 2;
            if (middle - half < m_end || middle + half > below) continue;
            text = lines;
            break;
        }
        code.size = std::max(code.size, kLeast);
        code.maxWidth = width; // an ellipsis where it does not
        m_canvas.text({m_rect.x + kNumber - 8, middle}, fmt::format("{}", line),
                      {kCode, theme.faint, Font::Mono, Align::End, Align::Center});
        m_canvas.text({m_rect.x + kNumber, middle}, text, code);
        m_end = middle + m_canvas.measure(text, code).y / 2;
    }

private:
    static constexpr float kNumber = 28, kCode = 10.5F, kLeast = 9.5F;
    Canvas& m_canvas;
    Rect m_rect;
    float m_end; ///< of the one above
};

/// The columns of the picture: source, lanes, count.
struct Columns {
    Rect source, lanes, count;
    float each = 0;

    /// counted: with a column of counts, where there is room for it.
    Columns(const Rect& rect, bool counted) {
        const float names = rect.width < 420 ? 0 : std::min(rect.width * 0.38F, 420.F);
        const float counts = !counted || rect.width < 520 ? 0 : 128;
        source = rect.left(names);
        lanes = {rect.x + names + (names > 0 ? 12.F : 0.F), rect.y, 0, rect.height};
        lanes.width = rect.right() - counts - lanes.x - (counts > 0 ? 12.F : 0.F);
        count = {rect.right() - counts, rect.y, counts, rect.height};
        each = lanes.width / static_cast<float>(model::kWarpSize);
    }
    float center(int lane) const { return lanes.x + each * (static_cast<float>(lane) + 0.5F); }
};

/// Every colour, in the order in which the picture has them from top to bottom. ways: lines of source, of
/// which those that come too late for a colour of their own share one.
std::vector<LegendEntry> legendOf(const render::Theme& theme, std::span<const std::uint32_t> ways) {
    std::vector<LegendEntry> legend{{tr("all lanes work"), colorOfAll(theme)}};
    for (std::size_t color = 0; color < std::min(ways.size(), kWayColors.size()); ++color) {
        std::vector<std::uint32_t> lines;
        for (std::size_t way = color; way < ways.size(); way += kWayColors.size())
            if (ways[way]) lines.push_back(ways[way]);
        legend.push_back({lines.empty()       ? std::string(tr("some of them"))
                          : lines.size() == 1 ? tr("some, in line {}", lines.front())
                                              : tr("some, in lines {}", fmt::join(lines, ", ")),
                          colorOfWay(color)});
    }
    if (!ways.empty()) legend.push_back({tr("wait"), theme.raised});
    return legend;
}

bool isLit(const Frame& frame, int lane) {
    return frame.brush.lane < 0 || frame.brush.lane == lane;
}

void drawLanes(Canvas& canvas, const Frame& frame, const Columns& columns, float y, std::uint32_t active,
               std::int64_t point) {
    const float radius = std::clamp(columns.each * 0.42F, 2.F, 13.F);
    for (int lane = 0; lane < model::kWarpSize; ++lane) {
        const glm::vec2 center{columns.center(lane), y};
        drawLaneDisc(canvas, center, radius, lane, (active >> lane & 1U) != 0, isLit(frame, lane));
        canvas.pick(center, radius + 1, {PickKind::Point, point, lane});
    }
}

} // namespace

void drawSteps(Canvas& canvas, const Frame& frame, const Rect& rect, const StepsView& view) {
    if (view.stretches.empty() || rect.width < 150 || rect.height < 90) return;
    constexpr float kHead = 32, kFoot = 18;
    const render::Theme& theme = canvas.theme();
    const std::vector<std::uint32_t> ways = waysOf(view.stretches);
    std::uint32_t all = 0;
    for (const Stretch& each : view.stretches) all |= each.lanes;

    const Legend legend(canvas, legendOf(theme, ways), rect.width);
    legend.draw(canvas, {rect.x, rect.y});

    // How many instructions there are is what a presenter asks.
    const Columns columns(rect.belowTop(legend.height() + 2), !frame.view.isQuiet());
    const float top = columns.lanes.y;
    drawLanes(canvas, frame, columns, top + kHead * 0.45F, all, 0);
    const render::TextStyle caption{kSmall, theme.dim, Font::Sans, Align::Start, Align::Center};
    if (columns.source.width > 0)
        canvas.text({columns.source.x, top + kHead * 0.45F},
                    canvas.fitting({tr("line of source, from top to bottom in time"), tr("line of source")},
                                   caption, columns.source.width),
                    caption);
    if (columns.count.width > 0)
        canvas.text({columns.count.x, top + kHead * 0.45F}, tr("instructions"), caption);

    const std::vector<float> heights = heightsOf(view.stretches, columns.lanes.height - kHead - kFoot);
    constexpr float kHalfLine = 7;
    float y = top + kHead;
    SourceColumn source(canvas, columns.source, top + kHead * 0.45F + kHalfLine);
    for (std::size_t i = 0; i < heights.size(); ++i) {
        const Stretch& stretch = view.stretches[i];
        const float high = heights[i];
        const auto found = std::ranges::find(ways, stretch.line);
        const bool whole = stretch.lanes == all || found == ways.end();
        const Color color =
            whole ? colorOfAll(theme) : colorOfWay(static_cast<std::size_t>(found - ways.begin()));
        const float gap = high > 6 ? 1.F : 0.25F;
        for (int lane = 0; lane < model::kWarpSize; ++lane) {
            const bool works = (stretch.lanes >> lane & 1U) != 0;
            const Color fill = works ? color : theme.raised;
            const Rect cell = Rect{columns.center(lane) - columns.each / 2, y, columns.each, high};
            canvas.rectangle(cell.inset(columns.each > 5 ? 0.75F : 0.25F, gap / 2),
                             {fill.faded(isLit(frame, lane) ? 1.F : 0.3F), high > 9 ? 2.F : 0.F});
            canvas.pick(cell, {PickKind::Point, static_cast<std::int64_t>(i), lane});
        }
        if (high >= 11) {
            const float middle = y + high / 2;
            if (columns.source.width > 0) {
                const bool again = i > 0 && view.stretches[i - 1].line == stretch.line;
                const float next = i + 1 < heights.size() ? heights[i + 1] / 2 - kHalfLine : kFoot;
                if (stretch.line > 0 && !again)
                    source.draw(stretch.line,
                                view.sources[i] +
                                    (stretch.otherLines > 0
                                         ? tr(" and {}", counted(stretch.otherLines, "other line"))
                                         : std::string()),
                                middle, y + high + next, whole ? theme.dim : theme.text);
            }
            if (columns.count.width > 0)
                canvas.text({columns.count.x, middle},
                            tr("{0} for {1}", grouped(stretch.instructions),
                               counted(static_cast<std::uint64_t>(std::popcount(stretch.lanes)), "lane")),
                            {kSmall, whole ? theme.dim : theme.text, Font::Sans, Align::Start, Align::Center,
                             columns.count.width});
        }
        y += high;
    }
    std::uint64_t behind = view.left;
    for (std::size_t i = heights.size(); i < view.stretches.size(); ++i)
        behind += view.stretches[i].instructions;
    if (behind > 0)
        canvas.text({columns.lanes.x, y + 3}, tr("{} more instructions follow", grouped(behind)),
                    {kSmall, theme.dim, Font::Sans, Align::Start, Align::Start, columns.lanes.width});
}

void drawVote(Canvas& canvas, const Frame& frame, const Rect& rect, const VoteView& view) {
    if (rect.width < 300 || rect.height < 120) return;
    const render::Theme& theme = canvas.theme();
    const Columns columns(rect.belowTop(22), true);
    const auto found = static_cast<std::uint32_t>(std::popcount(view.vote.found));
    canvas.text({rect.x, rect.y},
                tr("The vote: __ballot_sync gives every lane 0x{:08x}, {}", view.vote.found,
                   found == 1 ? tr("one lane has work") : tr("{} lanes have work", found)),
                {12.5F, theme.text, Font::Bold, Align::Start, Align::Start, rect.width});
    const float upper = columns.lanes.y + 14;
    const float lower = rect.bottom() - 36;
    const float cell = std::clamp(columns.each, 4.F, 30.F);
    drawLanes(canvas, frame, columns, upper, view.vote.found, -1);
    if (columns.source.width > 0) {
        const render::TextStyle wide{kSmall,       theme.dim,     Font::Sans,
                                     Align::Start, Align::Center, columns.source.width};
        canvas.text({columns.source.x, upper}, tr("lanes whose value is below the limit"), wide);
        canvas.text({columns.source.x, lower}, tr("their places in the block's list"), wide);
    }
    int place = 0;
    for (int lane = 0; lane < model::kWarpSize; ++lane) {
        if ((view.vote.found >> lane & 1U) == 0) continue;
        const float x = columns.lanes.x + columns.each * (static_cast<float>(place) + 0.5F);
        const bool lit = isLit(frame, lane);
        const Color color = render::laneColor(lane).faded(lit ? 0.9F : 0.2F);
        const float from = upper + std::clamp(columns.each * 0.42F, 2.F, 13.F), to = lower - 9;
        canvas.curve({columns.center(lane), from}, {columns.center(lane), (from + to) / 2},
                     {x, (from + to) / 2}, {x, to}, 1.6F, color);
        const Rect box{x - cell / 2, lower - 9, cell, 18};
        canvas.rectangle(box.inset(0.75F, 0), {laneFill(theme, lane, lit), 2});
        const std::string number = fmt::format("{}", view.vote.first + static_cast<std::uint32_t>(place));
        const float size = std::min(10.5F, cell * 0.42F);
        if (size >= 7)
            canvas.text(
                box.center(), number,
                {size, render::inkOn(render::laneColor(lane)), Font::Sans, Align::Center, Align::Center});
        canvas.pick(box, {PickKind::Point, -1, lane});
        ++place;
    }
    const std::uint32_t warps = (view.listed + model::kWarpSize - 1) / model::kWarpSize;
    canvas.text({rect.x, rect.bottom() - 16},
                warps == 1 ? tr("The block has listed {}: its first warp works on them.",
                                counted(view.listed, "number"))
                           : tr("The block has listed {}: its first {} warps work on them.",
                                counted(view.listed, "number"), warps),
                {kSmall, theme.good, Font::Sans, Align::Start, Align::Start, rect.width});
}

} // namespace lanescope::lab_divergence
