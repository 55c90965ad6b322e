// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/reduction/picture.h"

#include "kit/charts/bars.h"
#include "kit/counted.h"
#include "kit/pictures/lane_marks.h"
#include "kit/pictures/legend.h"
#include "kit/pictures/pictures.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <span>
#include <utility>

namespace lanescope::lab_reduction {

using namespace kit;

namespace {

constexpr std::uint64_t kElement = 4; // bytes

/// A region of a lane in the chosen step: of kind Lane where the step goes through memory, else the step's
/// Point with that lane.
render::Pick pickOfLane(const TreeView& view, int lane, std::uint64_t address = 0) {
    if (view.chosenStep()->wavefronts > 0) return {PickKind::Lane, lane, lane, -1, address};
    return {PickKind::Point, view.firstPick + view.chosen, lane};
}

} // namespace

const TreeStep* TreeView::chosenStep() const {
    const auto number = static_cast<std::size_t>(chosen);
    return chosen >= 0 && number < steps.size() ? &steps[number] : nullptr;
}

void drawTree(Canvas& canvas, const Frame& frame, const Rect& rect, const TreeView& view) {
    constexpr float kSmall = 10.5F; // text
    constexpr float kLine = 13;
    if (view.steps.empty() || view.elements == 0 || rect.width < 80 || rect.height < 60) return;
    const render::Theme& theme = canvas.theme();
    float labels = 0;
    for (const TreeStep& step : view.steps)
        labels = std::max(labels, canvas.measure(step.label, {kSmall, theme.dim, Font::Mono}).x + 8);
    const Rect plot = rect.rightOf(labels);
    const float each = plot.width / static_cast<float>(view.elements);
    const float high = (plot.height - 12) / static_cast<float>(view.steps.size());
    const auto place = [&](std::uint32_t element, std::size_t row) {
        return glm::vec2(plot.x + each * (static_cast<float>(element) + 0.5F),
                         plot.y + 6 + high * static_cast<float>(row));
    };
    // Where rows are lower than a line of text, only so many of them have their label.
    const int every = std::max(static_cast<int>(std::ceil(kLine / high)), 1);
    const auto labelled = [&](std::size_t row) {
        const int at = static_cast<int>(row);
        return at == view.chosen ||
               (at % every == 0 && (view.chosen < 0 || std::abs(at - view.chosen) >= every));
    };
    const float dot = std::clamp(each * 0.38F, 0.6F, 4.F);
    std::set<std::uint32_t> alive;
    for (std::uint32_t i = 0; i < view.elements; ++i) alive.insert(i);
    for (std::size_t row = 0; row <= view.steps.size(); ++row) {
        for (const std::uint32_t element : alive)
            canvas.circle(place(element, row), dot, {row == view.steps.size() ? theme.good : theme.dim});
        if (row == view.steps.size()) break;
        const TreeStep& step = view.steps[row];
        const bool chosen = view.chosen == static_cast<int>(row);
        const Rect band{rect.x, place(0, row).y, rect.width, high};
        if (chosen) canvas.rectangle(band, {theme.accent.faded(0.12F), 3});
        std::set<std::uint32_t> next;
        for (const Addition& add : step.additions) {
            next.insert(add.to);
            const bool mine = chosen && add.warp == view.warp;
            const bool lit = frame.brush.lane < 0 || !mine || frame.brush.lane == add.lane;
            const Color color =
                mine ? laneFill(theme, add.lane, lit) : theme.text.faded(chosen ? 0.55F : 0.22F);
            const float width = mine ? std::clamp(each * 0.5F, 1.2F, 2.2F) : 1;
            canvas.line(place(add.from, row), place(add.to, row + 1), width, color);
            if (alive.contains(add.to)) canvas.line(place(add.to, row), place(add.to, row + 1), width, color);
        }
        if (labelled(row))
            canvas.text({rect.x, band.center().y}, step.label,
                        {kSmall, chosen ? theme.text : theme.dim, Font::Mono, Align::Start, Align::Center});
        canvas.pick(band, {PickKind::Point, view.firstPick + static_cast<std::int64_t>(row)});
        if (chosen)
            for (const Addition& add : step.additions)
                if (add.warp == view.warp)
                    canvas.pick(place(add.to, row + 1), std::max(dot, 3.F),
                                pickOfLane(view, add.lane, add.to * kElement));
        alive = std::move(next);
    }
}

void drawTreeBars(Canvas& canvas, const Rect& rect, const TreeView& view) {
    const bool waits = !view.steps.empty() && view.steps.front().throughMemory; // in a shuffle nobody does
    BarsView lanes{
        .title = tr("Lanes at work"),
        .caption = waits ? tr("by k; dim: lanes of these warps that wait")
                         : tr("by k; dim: lanes not part of the sum"),
        .shortCaption = waits ? tr("dim: they wait") : tr("dim: the others"),
        .chosen = view.chosen,
        .apart = 1, // of two loops of shuffles, every second label would look as if k went up again
        .firstPick = view.firstPick,
    };
    BarsView wavefronts{
        .title = tr("Wavefronts of the block"),
        .caption = tr("by k; dim: bank conflicts"),
        .shortTitle = tr("Block's wavefronts"),
        .shortCaption = tr("dim: conflicts"),
        .chosen = view.chosen,
        .firstPick = view.firstPick,
    };
    bool shared = false;
    for (const TreeStep& step : view.steps) {
        const std::size_t space = step.label.find_last_of(' ');
        const std::string label =
            space == std::string::npos ? tr("sh.") : step.label.substr(space + 1); // "shared" has no room
        const auto bar = [&](std::uint64_t all, std::uint64_t part) {
            return Bar{.value = static_cast<double>(all),
                       .part = static_cast<double>(part),
                       .label = label,
                       .tone = part < all ? Tone::Warn : Tone::Good};
        };
        const TreeStep::AtWork work = step.atWork(view.reads);
        lanes.bars.push_back(bar(work.of, work.lanes));
        wavefronts.bars.push_back(bar(step.wavefronts, step.idealWavefronts));
        shared = shared || step.wavefronts > 0;
    }
    constexpr float kGap = 14;
    const float half = (rect.width - kGap) / 2;
    drawBars(canvas, shared ? rect.left(half) : rect, lanes);
    if (shared) drawBars(canvas, rect.rightOf(half + kGap), wavefronts);
}

Rect drawLanesAtWork(Canvas& canvas, const Frame& frame, const Rect& all, const TreeView& view) {
    constexpr float kTitle = 38; // title and legend over the cells
    constexpr float kGap = 12;
    constexpr float kRow = 15;
    constexpr float kLeastRow = 4;
    constexpr float kShare = 0.36F;
    constexpr float kBoth = 260;
    constexpr float kNumbers = 22;
    const TreeStep* step = view.chosenStep();
    const std::uint32_t warps = view.elements / model::kWarpSize;
    const float rows = static_cast<float>(warps);
    const float height = std::min(kTitle + kRow * rows, all.height * kShare);
    if (!step || warps == 0 || all.width < 120 || all.height < kBoth || height < kTitle + kLeastRow * rows)
        return all;
    const Rect rect = all.belowTop(all.height - height);
    const render::Theme& theme = canvas.theme();
    const Color works = theme.good;
    const Color waits = render::mix(theme.raised, theme.warn, 0.45F);
    canvas.text({rect.x, rect.y}, tr("The block's lanes: {} of 32 lanes", counted(warps, "warp")),
                {12.5F, theme.text, Font::Bold, Align::Start, Align::Start, rect.width});
    const bool reads = view.reads && step->readers != 0;
    std::vector<LegendEntry> legend{
        {std::string(reads ? tr("read a sum") : tr(std::string_view(step->doing))), works},
        {std::string(reads ? tr("take 0") : tr(std::string_view(step->others))), waits}};
    if (reads || step->readers == 0)
        legend.push_back({reads ? tr("done") : tr("nothing to add"), theme.raised});
    Legend(canvas, legend, rect.width, 1).draw(canvas, {rect.x, rect.y + 17});
    const Rect area = rect.belowTop(kTitle).rightOf(kNumbers);
    const float wide = area.width / static_cast<float>(model::kWarpSize);
    const float high = std::min(area.height / static_cast<float>(warps), 18.F);
    const float gap = high > 5 ? 0.5F : 0.F;
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
        const Rect row{rect.x, area.y + high * static_cast<float>(warp), rect.width, high};
        const std::uint32_t lanes = !reads ? step->lanesOf(warp) : warp == 0 ? step->readers : 0;
        const Color rests = lanes ? waits : theme.raised;
        const bool mine = warp == view.warp;
        if (high >= 8)
            canvas.text({rect.x, row.center().y}, fmt::format("{}", warp),
                        {std::min(high * 0.8F, 10.5F), mine ? theme.text : theme.dim,
                         mine ? Font::Bold : Font::Sans, Align::Start, Align::Center});
        canvas.pick(row, {PickKind::Warp, warp});
        for (int lane = 0; lane < model::kWarpSize; ++lane) {
            const Rect cell =
                Rect{area.x + wide * static_cast<float>(lane), row.y, wide, high}.inset(gap, gap);
            const bool adds = (lanes >> lane & 1) != 0;
            const bool lit = frame.brush.lane < 0 || frame.brush.lane == lane;
            if (mine && adds) {
                drawLaneCell(canvas, cell, {{lane}}, lit ? ~0U : 0U);
                canvas.pick(cell, pickOfLane(view, lane));
            } else {
                canvas.rectangle(cell, {adds ? works : rests, 1});
            }
        }
        if (mine) canvas.rectangle({area.x, row.y, area.width, high}, {{0, 0, 0, 0}, 2, theme.text, 1.25F});
    }
    return all.top(all.height - height - kGap);
}

void drawShuffle(Canvas& canvas, const Frame& frame, const Rect& rect, const TreeView& view) {
    const TreeStep* step = view.chosenStep();
    if (!step || step->additions.empty() || rect.width < 160 || rect.height < 90) return;
    const render::Theme& theme = canvas.theme();
    const auto distance = static_cast<int>(step->additions.front().from - step->additions.front().to);
    const std::uint32_t used = step->lanesOf(view.warp);
    constexpr float kNames = 74;
    constexpr float kMostHeight = 320;
    const Rect plot = rect.rightOf(kNames);
    const float each = plot.width / static_cast<float>(model::kWarpSize);
    const float radius = std::clamp(each * 0.42F, 2.F, 16.F);
    const float high = std::min(rect.height - 2 * radius - 26, kMostHeight);
    const float upper = rect.y + radius + 2;
    const float lower = upper + high;
    const auto x = [&](int lane) { return plot.x + each * (static_cast<float>(lane) + 0.5F); };
    const render::TextStyle name{11.5F, theme.dim, Font::Sans, Align::Start, Align::Center};
    canvas.text({rect.x, upper}, tr("sum before"), name);
    canvas.text({rect.x, lower}, tr("sum after"), name);
    const auto adds = [&](int lane) { return (used >> lane & 1) != 0; };
    // Those whose sums nobody uses first: they lie behind the others.
    for (const bool needed : {false, true})
        for (int lane = 0; lane < model::kWarpSize; ++lane) {
            if (adds(lane) != needed) continue;
            const int from = std::min(lane + distance, model::kWarpSize - 1);
            const bool lit = frame.brush.lane < 0 || frame.brush.lane == lane || frame.brush.lane == from;
            const Color color =
                needed ? render::laneColor(lane).faded(lit ? 0.9F : 0.2F) : theme.dim.faded(0.2F);
            const float width = needed ? 1.6F : 1.F;
            const glm::vec2 to{x(lane), lower - radius};
            if (lane + distance < model::kWarpSize)
                canvas.curve({x(from), upper + radius}, {x(from), upper + high * 0.5F},
                             {x(lane), upper + high * 0.5F}, to, width, color);
            canvas.line({x(lane), upper + radius}, to, width, color);
        }
    for (int lane = 0; lane < model::kWarpSize; ++lane) {
        const bool lit = frame.brush.lane < 0 || frame.brush.lane == lane;
        const bool given = lane >= distance && adds(lane - distance);
        drawLaneDisc(canvas, {x(lane), upper}, radius, lane, adds(lane) || given, lit);
        drawLaneDisc(canvas, {x(lane), lower}, radius, lane, adds(lane), lit);
        for (const float y : {upper, lower}) canvas.pick({x(lane), y}, radius + 1, pickOfLane(view, lane));
    }
    const render::TextStyle touched{11.5F, theme.good, Font::Sans, Align::Start, Align::Start, rect.width};
    canvas.text({rect.x, lower + radius + 6},
                canvas.fitting({tr("no memory is touched: 0 wavefronts, 0 sectors"),
                                tr("no memory is touched: 0 wavefronts"), tr("no memory is touched")},
                               touched, rect.width),
                touched);
}

} // namespace lanescope::lab_reduction
