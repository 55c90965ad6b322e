// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/warps.h"

#include "kit/counted.h"
#include "kit/lab_interfaces.h"
#include "kit/pictures/lane_marks.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/words/lanes_met.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace lanescope::kit {

namespace {

/// How a warp lies in its block: "one row of 32 threads", "2 rows of 16", "a part of a row".
std::string shapeOfWarp(model::Dim3 block) {
    if (block.count() < model::kWarpSize) return tr("{} of its lanes have a thread", block.count());
    if (block.y * block.z == 1 && block.x % model::kWarpSize != 0)
        return tr("each warp is 32 threads, the last one {}", block.x % model::kWarpSize);
    if (block.x >= model::kWarpSize && block.x % model::kWarpSize == 0)
        return block.x == model::kWarpSize ? tr("each warp is one row of 32 threads")
                                           : tr("each warp is 32 threads of a row");
    if (model::kWarpSize % block.x == 0)
        return tr("each warp covers {} of {}", counted(model::kWarpSize / block.x, "row"),
                  counted(block.x, "thread"));
    return tr("warps continue from one row into the next");
}

} // namespace

void drawWarpMap(Canvas& canvas, const Frame& frame, const Rect& rect, const ShownAccess& shown) {
    if (rect.height < 52 || rect.width < 90 || !shown.launch->observation) return;
    const render::Theme& theme = canvas.theme();
    const model::Dim3 block = shown.launch->block;
    const std::uint32_t focus = shown.access->warp;
    const auto warps = static_cast<std::uint32_t>((block.count() + model::kWarpSize - 1) / model::kWarpSize);
    const std::uint32_t rows = block.y * block.z;
    const render::TextStyle title{12.5F, theme.text, Font::Bold, Align::Start, Align::Start, rect.width};
    const std::string number = coordinates(shown.access->block, dimensionsOf(shown.launch->grid, block));
    canvas.text({rect.x, rect.y},
                canvas.fitting(
                    {tr("Block {} of {} threads, cut into {}", number, sides(block), counted(warps, "warp")),
                     tr("Block {}: {} threads, {}", number, sides(block), counted(warps, "warp")),
                     tr("Block {}: {}", number, counted(warps, "warp"))},
                    title, rect.width),
                title);
    const render::TextStyle style{11.5F, theme.dim, Font::Sans, Align::Start, Align::Start, rect.width};
    const bool isClickable = canvas.interactive() && choosesWarps(frame.lab);
    const std::string shape = shapeOfWarp(block),
                      which = tr("warp {} is shown{}", focus, isClickable ? tr(", click another") : "");
    canvas.text({rect.x, rect.y + 17},
                warps == 1
                    ? shape
                    : canvas.fitting({tr("{}; {}", shape, which), which, tr("warp {} is shown", focus)},
                                     style, rect.width),
                style);
    const Rect area{rect.x, rect.y + 37, rect.width, rect.height - 38};
    const float cell =
        std::min({area.width / static_cast<float>(block.x), area.height / static_cast<float>(rows), 20.F});
    // A long flat block would be a hair: its cells may be higher than wide.
    const float width = std::min(area.width / static_cast<float>(block.x), 30.F);
    const float height =
        std::clamp(area.height / static_cast<float>(rows), cell, std::max(cell, rows == 1 ? 26.F : 16.F));
    const std::uint32_t lit = litLanes(frame, shown);
    const float gap = width > 5 && height > 5 ? 0.5F : 0.F;
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
        if (warp == focus) continue;
        const Color tint = warp % 2 == 0 ? theme.raised : render::mix(theme.raised, theme.dim, 0.25F);
        for (std::uint32_t thread = warp * model::kWarpSize;
             thread < std::min<std::uint64_t>((warp + 1) * model::kWarpSize, block.count());) {
            // The threads of a warp in one row are one rectangle.
            const std::uint32_t x = thread % block.x, y = thread / block.x;
            const std::uint32_t run = std::min({block.x - x, (warp + 1) * model::kWarpSize - thread,
                                                static_cast<std::uint32_t>(block.count()) - thread});
            const Rect part{area.x + width * static_cast<float>(x), area.y + height * static_cast<float>(y),
                            width * static_cast<float>(run), height};
            canvas.rectangle(part.inset(gap, gap), {tint, 1});
            canvas.pick(part, {PickKind::Warp, warp});
            const std::string number = fmt::format("{}", warp);
            if (height >= 9 && part.width >= 18)
                canvas.text(
                    part.center(), number,
                    {std::min(height * 0.7F, 10.F), theme.dim, Font::Sans, Align::Center, Align::Center});
            thread += run;
        }
    }
    for (int lane = 0; lane < model::kWarpSize; ++lane) {
        const model::Dim3 at = model::threadIndex(block, focus, lane);
        if (at.z >= block.z) break;
        const Rect part{area.x + width * static_cast<float>(at.x),
                        area.y + height * static_cast<float>(at.y + at.z * block.y), width, height};
        const bool active = shown.access->active(lane);
        const Color fill = active ? laneFill(theme, lane, (lit >> lane & 1) != 0) : theme.background;
        canvas.rectangle(part.inset(gap, gap), {fill, 1, active ? fill : theme.line, 1});
        const float size = numberSize(canvas, width, height, std::min({width * 0.56F, height * 0.66F, 9.5F}));
        if (size >= 6)
            canvas.text(
                part.center(), fmt::format("{}", lane),
                {size, active ? render::inkOn(fill) : theme.faint, Font::Sans, Align::Center, Align::Center});
        canvas.pick(part, {PickKind::Lane, lane, lane, static_cast<int>(shown.access->site),
                           shown.access->address[static_cast<std::size_t>(lane)]});
    }
}

} // namespace lanescope::kit
