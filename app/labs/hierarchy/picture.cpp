// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/hierarchy/picture.h"

#include "kit/charts/matrix.h"
#include "kit/words/patterns.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_hierarchy {

using namespace kit;

namespace {

constexpr std::uint32_t kMostSlices = 6; ///< of a block, drawn side by side

MatrixView sliceOf(const ThreadsView& view, const ShownAccess& shown, const render::Theme& theme,
                   std::uint32_t slice) {
    const model::Dim3 block = view.threads.block;
    const model::Dim3 grid = view.threads.grid;
    const model::Dim3 chosen = shown.access->block;
    MatrixView matrix;
    matrix.rows = view.rows();
    matrix.columns = view.columns();
    const Cells shape = view.blockCells();
    const Cells corner = view.blockCorner(chosen);
    const int dimensions = dimensionsOf(grid, block);
    matrix.lineRows = shape.rows;
    matrix.lineColumns = shape.columns;
    matrix.firstPick = static_cast<std::int64_t>(slice) * matrix.rows * matrix.columns;
    matrix.site = static_cast<int>(shown.access->site);
    const std::uint64_t number = model::linearIndex(chosen, grid);
    matrix.color = [=, &theme](std::uint32_t row, std::uint32_t column) -> Color {
        const model::Dim3 thread = view.threadAt(row, column, slice);
        if (!view.hasElement(thread)) return {0, 0, 0, 0};
        const ThreadPlace place = view.placeOf(thread);
        if (place.block == number)
            return render::mix(theme.raised, theme.accent, place.warp % 2 == 0 ? 0.2F : 0.34F);
        const bool odd = (thread.x / block.x + thread.y / block.y) % 2 != 0;
        return render::mix(theme.raised, theme.dim, odd ? 0.16F : 0.04F);
    };
    matrix.regions.push_back({corner.rows, corner.columns, shape.rows, shape.columns,
                              tr("block {}", coordinates(chosen, dimensions)), Tone::Plain});
    matrix.partText = [=](std::uint32_t row, std::uint32_t column) {
        const model::Dim3 thread = view.threadAt(row * shape.rows, column * shape.columns, slice);
        const model::Dim3 at{thread.x / block.x, thread.y / block.y, thread.z / block.z};
        return at == chosen ? std::string() : coordinates(at, dimensions);
    };
    for (int lane = 0; lane < model::kWarpSize; ++lane) {
        model::Dim3 thread = model::threadIndex(block, shown.access->warp, lane);
        if (thread.z >= block.z) break; // the block ends before its last warp does
        thread = {chosen.x * block.x + thread.x, chosen.y * block.y + thread.y,
                  chosen.z * block.z + thread.z};
        if (thread.z != slice) continue;
        const Cells cell = view.cellOf(thread);
        matrix.marks.push_back({cell.rows, cell.columns, lane,
                                shown.access->address[static_cast<std::size_t>(lane)],
                                shown.access->active(lane)});
        if (lane == view.lane) matrix.regions.push_back({cell.rows, cell.columns, 1, 1, "", Tone::Warn});
    }
    return matrix;
}

/// Over a slice of `count` that are drawn: what is not seen.
std::string sliceCaption(const Threads& threads, std::uint32_t slice, std::uint32_t count, bool last) {
    if (slice >= threads.depth) return tr("beyond the edge");
    if (!last) return "";
    if (threads.block.z > count) return tr("{} more in this block", threads.block.z - count);
    if (threads.depth > count)
        return tr("{} of {} slices; the others are other blocks'", count, threads.depth);
    return "";
}

} // namespace

void drawThreads(Canvas& canvas, const Frame& frame, const Rect& rect, const ThreadsView& view,
                 const ShownAccess& shown) {
    const model::Dim3 block = view.threads.block;
    const bool flat = view.threads.depth == 1 && block.z == 1;
    const std::uint32_t count = std::min(block.z, kMostSlices);
    // The slice before the shown warp's comes first, for it is seen whatever the number of slices.
    const std::uint32_t warp = model::threadIndex(block, shown.access->warp, 0).z;
    const std::uint32_t first =
        shown.access->block.z * block.z + std::min(std::max(warp, 1U) - 1, block.z - count);
    // The arrangement that leaves each slice the largest square.
    std::uint32_t across = 1;
    float best = 0;
    constexpr float kGap = 12;
    for (std::uint32_t n = 1; n <= count; ++n) {
        const float wide = rect.width / static_cast<float>(n) - kGap;
        const float high = rect.height / static_cast<float>((count + n - 1) / n) - kGap;
        const float cell =
            std::min(wide / static_cast<float>(view.columns()), high / static_cast<float>(view.rows()));
        if (cell > best) {
            best = cell;
            across = n;
        }
    }
    const std::uint32_t down = (count + across - 1) / across;
    const float wide = (rect.width - kGap * static_cast<float>(across - 1)) / static_cast<float>(across);
    const float high = (rect.height - kGap * static_cast<float>(down - 1)) / static_cast<float>(down);
    for (std::uint32_t i = 0; i < count; ++i) {
        MatrixView slice = sliceOf(view, shown, canvas.theme(), first + i);
        if (!flat) {
            slice.title = fmt::format("z = {}", first + i);
            slice.caption = sliceCaption(view.threads, first + i, count, i + 1 == count);
        }
        drawMatrix(canvas, frame,
                   {rect.x + (wide + kGap) * static_cast<float>(i % across),
                    rect.y + (high + kGap) * static_cast<float>(i / across), wide, high},
                   slice);
    }
}

} // namespace lanescope::lab_hierarchy
