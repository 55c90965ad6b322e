// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/hierarchy/thread_view.h"

#include "kit/charts/matrix.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_hierarchy {

using render::Canvas;
using render::Color;
using render::Rect;

namespace {

constexpr std::uint32_t kMostSlices = 6; ///< of a block, drawn side by side

/// Columns of a grid of one row: warps one under the other where they divide the block, else blocks.
std::uint32_t brokenAt(const Threads& threads) {
    return threads.block.x % model::kWarpSize == 0 ? model::kWarpSize : threads.block.x;
}
bool isRow(const Threads& threads) {
    return threads.height == 1 && threads.depth == 1 && threads.block.y == 1 && threads.block.z == 1;
}

/// Rows and columns of a block in the picture.
struct Shape {
    std::uint32_t rows, columns;
};
Shape shapeOfBlock(const ThreadsView& view) {
    const model::Dim3 block = view.threads.block;
    if (isRow(view.threads)) return {block.x / brokenAt(view.threads), brokenAt(view.threads)};
    return view.xDown ? Shape{block.x, block.y} : Shape{block.y, block.x};
}
/// First row and column of a block in the picture.
Shape placeOfBlock(const ThreadsView& view, model::Dim3 block) {
    const Shape shape = shapeOfBlock(view);
    if (isRow(view.threads)) return {block.x * shape.rows, 0};
    return view.xDown ? Shape{block.x * shape.rows, block.y * shape.columns}
                      : Shape{block.y * shape.rows, block.x * shape.columns};
}
Shape cellOf(const ThreadsView& view, model::Dim3 thread) {
    if (isRow(view.threads)) return {thread.x / view.columns(), thread.x % view.columns()};
    return view.xDown ? Shape{thread.x, thread.y} : Shape{thread.y, thread.x};
}

MatrixView sliceOf(const ThreadsView& view, const ShownAccess& shown, const render::Theme& theme,
                   std::uint32_t slice) {
    const model::Dim3 block = view.threads.block, grid = view.threads.grid, chosen = shown.access->block;
    MatrixView matrix;
    matrix.rows = view.rows();
    matrix.columns = view.columns();
    const Shape shape = shapeOfBlock(view), corner = placeOfBlock(view, chosen);
    const int dimensions = dimensionsOf(grid, block);
    matrix.lineRows = shape.rows;
    matrix.lineColumns = shape.columns;
    matrix.firstPick = static_cast<std::int64_t>(slice) * matrix.rows * matrix.columns;
    matrix.site = static_cast<int>(shown.access->site);
    const std::uint64_t number = (std::uint64_t{chosen.z} * grid.y + chosen.y) * grid.x + chosen.x;
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
                              "block " + coordinates(chosen, dimensions), Tone::Plain});
    matrix.partText = [=](std::uint32_t row, std::uint32_t column) {
        const model::Dim3 thread = view.threadAt(row * shape.rows, column * shape.columns, slice);
        const model::Dim3 at{thread.x / block.x, thread.y / block.y, thread.z / block.z};
        return at == chosen ? std::string() : coordinates(at, dimensions);
    };
    for (int lane = 0; lane < model::kWarpSize; ++lane) {
        model::Dim3 thread = threadIndex(block, shown.access->warp, lane);
        if (thread.z >= block.z) break; // the block ends before its last warp does
        thread = {chosen.x * block.x + thread.x, chosen.y * block.y + thread.y,
                  chosen.z * block.z + thread.z};
        if (thread.z != slice) continue;
        const Shape cell = cellOf(view, thread);
        matrix.marks.push_back({cell.rows, cell.columns, lane,
                                shown.access->address[static_cast<std::size_t>(lane)],
                                shown.access->active(lane)});
        if (lane == view.lane) matrix.regions.push_back({cell.rows, cell.columns, 1, 1, "", Tone::Warn});
    }
    return matrix;
}

} // namespace

std::uint32_t ThreadsView::columns() const {
    if (isRow(threads)) return brokenAt(threads);
    return xDown ? threads.grid.y * threads.block.y : threads.grid.x * threads.block.x;
}

std::uint32_t ThreadsView::rows() const {
    if (isRow(threads)) return threads.grid.x * threads.block.x / columns();
    return xDown ? threads.grid.x * threads.block.x : threads.grid.y * threads.block.y;
}

model::Dim3 ThreadsView::threadAt(std::uint32_t row, std::uint32_t column, std::uint32_t slice) const {
    if (isRow(threads)) return {row * columns() + column, 0, 0};
    return xDown ? model::Dim3{row, column, slice} : model::Dim3{column, row, slice};
}

model::Dim3 ThreadsView::threadOf(std::int64_t pick) const {
    const auto number = static_cast<std::uint64_t>(std::max<std::int64_t>(pick, 0));
    const std::uint64_t row = number / columns();
    return threadAt(static_cast<std::uint32_t>(row % rows()), static_cast<std::uint32_t>(number % columns()),
                    static_cast<std::uint32_t>(row / rows()));
}

bool ThreadsView::hasElement(model::Dim3 thread) const {
    return thread.x < threads.width && thread.y < threads.height && thread.z < threads.depth;
}

ThreadPlace ThreadsView::placeOf(model::Dim3 thread) const {
    return kit::placeOf(thread.x, thread.y, threads.block, threads.grid, thread.z);
}

std::uint64_t ThreadsView::elementOf(model::Dim3 thread) const {
    const std::uint64_t row = xDown ? thread.x : thread.y, column = xDown ? thread.y : thread.x;
    const std::uint64_t high = xDown ? threads.width : threads.height,
                        wide = xDown ? threads.height : threads.width;
    return (thread.z * high + row) * wide + column;
}

void drawThreads(Canvas& canvas, const Frame& frame, const Rect& rect, const ThreadsView& view,
                 const ShownAccess& shown) {
    const model::Dim3 block = view.threads.block;
    const bool flat = view.threads.depth == 1 && block.z == 1;
    const std::uint32_t count = std::min(block.z, kMostSlices);
    // The slice before the shown warp's comes first, for it is seen whatever the number of slices.
    const std::uint32_t warp = threadIndex(block, shown.access->warp, 0).z;
    const std::uint32_t first =
        shown.access->block.z * block.z + std::min(std::max(warp, 1U) - 1, block.z - count);
    // The arrangement that leaves each slice the largest square.
    std::uint32_t across = 1;
    float best = 0;
    constexpr float kGap = 12;
    for (std::uint32_t n = 1; n <= count; ++n) {
        const float wide = rect.width / static_cast<float>(n) - kGap,
                    high = rect.height / static_cast<float>((count + n - 1) / n) - kGap;
        const float cell =
            std::min(wide / static_cast<float>(view.columns()), high / static_cast<float>(view.rows()));
        if (cell > best) best = cell, across = n;
    }
    const std::uint32_t down = (count + across - 1) / across;
    const float wide = (rect.width - kGap * static_cast<float>(across - 1)) / static_cast<float>(across),
                high = (rect.height - kGap * static_cast<float>(down - 1)) / static_cast<float>(down);
    for (std::uint32_t i = 0; i < count; ++i) {
        MatrixView slice = sliceOf(view, shown, canvas.theme(), first + i);
        if (!flat) {
            slice.title = fmt::format("z = {}", first + i);
            slice.caption =
                first + i >= view.threads.depth ? "beyond the edge"
                : i + 1 < count                 ? ""
                : block.z > count               ? fmt::format("{} more in this block", block.z - count)
                : view.threads.depth > count
                    ? fmt::format("{} of {} slices; the others are other blocks'", count, view.threads.depth)
                    : "";
        }
        drawMatrix(canvas, frame,
                   {rect.x + (wide + kGap) * static_cast<float>(i % across),
                    rect.y + (high + kGap) * static_cast<float>(i / across), wide, high},
                   slice);
    }
}

std::vector<Formula> threadFormulas(const ThreadsView& view, const ShownAccess& shown, int lane) {
    const model::Dim3 shape = view.threads.block, block = shown.access->block;
    const model::Dim3 at = threadIndex(shape, shown.access->warp, lane);
    const std::uint64_t number =
        std::uint64_t{shown.access->warp} * model::kWarpSize + static_cast<unsigned>(lane);
    const Threads& all = view.threads;
    const int dimensions = shape.z > 1 || all.depth > 1 ? 3 : shape.y > 1 || all.height > 1 ? 2 : 1;
    const char* axes = dimensions == 1 ? ".x" : "";
    const auto text = [](std::uint64_t value) { return fmt::format("{}", value); };
    std::vector<Formula> steps{{"block", std::string("blockIdx") + axes, "", coordinates(block, dimensions)}};
    if (at.z >= shape.z) {
        steps.push_back({"thread", "", "", fmt::format("none: the block has {}", shape.count()), Tone::Warn});
        return steps;
    }
    steps.push_back({"thread", std::string("threadIdx") + axes, "", coordinates(at, dimensions)});
    if (dimensions == 1)
        steps.push_back({"number", "threadIdx.x", "", text(number)});
    else if (dimensions == 2)
        steps.push_back({"number", "threadIdx.y * blockDim.x + threadIdx.x",
                         fmt::format("{} * {} + {}", at.y, shape.x, at.x), text(number)});
    else {
        const std::uint32_t row = at.z * shape.y + at.y;
        steps.push_back({"row", "threadIdx.z * blockDim.y + threadIdx.y",
                         fmt::format("{} * {} + {}", at.z, shape.y, at.y), text(row)});
        steps.push_back({"number", "row * blockDim.x + threadIdx.x",
                         fmt::format("{} * {} + {}", row, shape.x, at.x), text(number)});
    }
    steps.push_back({"warp", "number / 32", fmt::format("{} / 32", number), text(number / 32)});
    steps.push_back({"lane", "number % 32", fmt::format("{} % 32", number), text(number % 32)});
    const model::Dim3 thread{block.x * shape.x + at.x, block.y * shape.y + at.y, block.z * shape.z + at.z};
    const auto axis = [&](const char* name, std::uint32_t first, std::uint32_t side, std::uint32_t inBlock,
                          std::uint64_t end) {
        steps.push_back({name, fmt::format("blockIdx.{0} * blockDim.{0} + threadIdx.{0}", name),
                         fmt::format("{} * {} + {}", first, side, inBlock),
                         fmt::format("{}{}", first * side + inBlock,
                                     first * side + inBlock < end ? "" : fmt::format(" >= {}: returns", end)),
                         first * side + inBlock < end ? Tone::Plain : Tone::Warn});
    };
    axis("x", block.x, shape.x, at.x, all.width);
    if (dimensions > 1) axis("y", block.y, shape.y, at.y, all.height);
    if (dimensions > 2) axis("z", block.z, shape.z, at.z, all.depth);
    if (!view.hasElement(thread)) return steps;
    const auto element = [&](const char* rule, std::string numbers) {
        steps.push_back({"element", rule, std::move(numbers), text(view.elementOf(thread)), Tone::Good});
    };
    if (dimensions == 1)
        element("x", "");
    else if (dimensions == 3)
        element("(z * height + y) * width + x",
                fmt::format("({} * {} + {}) * {} + {}", thread.z, all.height, thread.y, all.width, thread.x));
    else if (view.xDown)
        element("x * width + y", fmt::format("{} * {} + {}", thread.x, all.height, thread.y));
    else
        element("y * width + x", fmt::format("{} * {} + {}", thread.y, all.width, thread.x));
    return steps;
}

} // namespace lanescope::lab_hierarchy
