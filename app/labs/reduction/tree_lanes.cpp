// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/reduction/tree_lanes.h"

#include "kit/pictures/lane_marks.h"
#include "kit/pictures/pictures.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace lanescope::lab_reduction {

using render::Align;
using render::Canvas;
using render::Color;
using render::Font;
using render::PickKind;
using render::Rect;

namespace {

constexpr float kTitle = 38; ///< title and legend over the cells

const TreeStep* chosenStep(const TreeView& view) {
    const auto chosen = static_cast<std::size_t>(view.chosen);
    return view.chosen >= 0 && chosen < view.steps.size() ? &view.steps[chosen] : nullptr;
}

/// Coloured squares with what they stand for.
void drawLegend(Canvas& canvas, const Rect& rect, std::span<const std::pair<Color, const char*>> entries) {
    const render::TextStyle style{11.5F, canvas.theme().dim};
    float x = rect.x;
    for (const auto& [color, words] : entries) {
        const float wide = canvas.measure(words, style).x;
        if (x + 14 + wide > rect.right()) return;
        canvas.rectangle({x, rect.y + 3, 9, 9}, {color, 2});
        canvas.text({x + 14, rect.y}, words, style);
        x += wide + 28;
    }
}

} // namespace

Rect drawLanesAtWork(Canvas& canvas, const Frame& frame, const Rect& all, const TreeView& view) {
    constexpr float kGap = 12, kRow = 15, kLeastRow = 4, kShare = 0.36F, kBoth = 260;
    const TreeStep* step = chosenStep(view);
    const std::uint32_t warps = view.elements / model::kWarpSize;
    const float rows = static_cast<float>(warps);
    const float height = std::min(kTitle + kRow * rows, all.height * kShare);
    if (!step || warps == 0 || all.width < 120 || all.height < kBoth || height < kTitle + kLeastRow * rows)
        return all;
    const Rect rect = all.belowTop(all.height - height);
    const render::Theme& theme = canvas.theme();
    std::map<std::uint32_t, std::uint32_t> adding;
    for (const Addition& add : step->additions) adding[add.warp] |= 1U << add.lane;
    const Color works = theme.good, waits = render::mix(theme.raised, theme.warn, 0.45F);
    canvas.text({rect.x, rect.y}, fmt::format("The block's lanes, {} of 32", plural(warps, "warp")),
                {12.5F, theme.text, Font::Bold, Align::Start, Align::Start, rect.width});
    const std::pair<Color, const char*> legend[] = {
        {works, "add"}, {waits, step->others.c_str()}, {theme.raised, "nothing to add"}};
    drawLegend(canvas, {rect.x, rect.y + 18, rect.width, 14}, legend);
    constexpr float kNumbers = 22;
    const Rect area = rect.belowTop(kTitle).rightOf(kNumbers);
    const float wide = area.width / static_cast<float>(model::kWarpSize),
                high = std::min(area.height / static_cast<float>(warps), 18.F);
    const float gap = high > 5 ? 0.5F : 0.F;
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
        const Rect row{rect.x, area.y + high * static_cast<float>(warp), rect.width, high};
        const auto found = adding.find(warp);
        const std::uint32_t lanes = found == adding.end() ? 0 : found->second;
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
            } else
                canvas.rectangle(cell, {adds ? works : lanes ? waits : theme.raised, 1});
        }
        if (mine) canvas.rectangle({area.x, row.y, area.width, high}, {{0, 0, 0, 0}, 2, theme.text, 1.25F});
    }
    return all.top(all.height - height - kGap);
}

void drawShuffle(Canvas& canvas, const Frame& frame, const Rect& rect, const TreeView& view) {
    const TreeStep* step = chosenStep(view);
    if (!step || step->additions.empty() || rect.width < 160 || rect.height < 90) return;
    const render::Theme& theme = canvas.theme();
    const auto distance = static_cast<int>(step->additions.front().from - step->additions.front().to);
    std::uint32_t used = 0;
    for (const Addition& add : step->additions)
        if (add.warp == view.warp) used |= 1U << add.lane;
    constexpr float kNames = 74, kMostHeight = 320;
    const Rect plot = rect.rightOf(kNames);
    const float each = plot.width / static_cast<float>(model::kWarpSize),
                radius = std::clamp(each * 0.42F, 2.F, 16.F),
                high = std::min(rect.height - 2 * radius - 26, kMostHeight);
    const float upper = rect.y + radius + 2, lower = upper + high;
    const auto x = [&](int lane) { return plot.x + each * (static_cast<float>(lane) + 0.5F); };
    const render::TextStyle name{11.5F, theme.dim, Font::Sans, Align::Start, Align::Center};
    canvas.text({rect.x, upper}, "sum before", name);
    canvas.text({rect.x, lower}, "sum after", name);
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
    canvas.text({rect.x, lower + radius + 6}, "no memory is touched: 0 wavefronts, 0 sectors",
                {11.5F, theme.good, Font::Sans, Align::Start, Align::Start, rect.width});
}

} // namespace lanescope::lab_reduction
