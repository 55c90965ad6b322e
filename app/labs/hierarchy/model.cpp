// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/hierarchy/model.h"

#include "kit/words/patterns.h"

#include <algorithm>

namespace lanescope::lab_hierarchy {

bool ThreadsView::isRow() const {
    return threads.height == 1 && threads.depth == 1 && threads.block.y == 1 && threads.block.z == 1;
}

/// Columns of a grid of one row: warps one under the other where they divide the block, else blocks.
std::uint32_t ThreadsView::brokenAt() const {
    return threads.block.x % model::kWarpSize == 0 ? model::kWarpSize : threads.block.x;
}

Cells ThreadsView::blockCells() const {
    const model::Dim3 block = threads.block;
    if (isRow()) return {.rows = block.x / brokenAt(), .columns = brokenAt()};
    return xDown ? Cells{block.x, block.y} : Cells{block.y, block.x};
}

Cells ThreadsView::blockCorner(model::Dim3 block) const {
    const Cells cells = blockCells();
    if (isRow()) return {.rows = block.x * cells.rows, .columns = 0};
    return xDown ? Cells{block.x * cells.rows, block.y * cells.columns}
                 : Cells{block.y * cells.rows, block.x * cells.columns};
}

Cells ThreadsView::cellOf(model::Dim3 thread) const {
    if (isRow()) return {.rows = thread.x / columns(), .columns = thread.x % columns()};
    return xDown ? Cells{thread.x, thread.y} : Cells{thread.y, thread.x};
}

std::uint32_t ThreadsView::columns() const {
    if (isRow()) return brokenAt();
    return xDown ? threads.grid.y * threads.block.y : threads.grid.x * threads.block.x;
}

std::uint32_t ThreadsView::rows() const {
    if (isRow()) return threads.grid.x * threads.block.x / columns();
    return xDown ? threads.grid.x * threads.block.x : threads.grid.y * threads.block.y;
}

model::Dim3 ThreadsView::threadAt(std::uint32_t row, std::uint32_t column, std::uint32_t slice) const {
    if (isRow()) return {row * columns() + column, 0, 0};
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
    const std::uint64_t row = xDown ? thread.x : thread.y;
    const std::uint64_t column = xDown ? thread.y : thread.x;
    const std::uint64_t high = xDown ? threads.width : threads.height;
    const std::uint64_t wide = xDown ? threads.height : threads.width;
    return (thread.z * high + row) * wide + column;
}

Started::Started(const Threads& all)
    : elements(all.width * all.height * all.depth), threads(all.grid.count() * all.block.count()),
      warps((all.block.count() + model::kWarpSize - 1) / model::kWarpSize),
      lanes(all.grid.count() * warps * model::kWarpSize),
      lastWarpThreads((all.block.count() - 1) % model::kWarpSize + 1) {}

std::optional<std::uint64_t> elementAddress(const ThreadsView& view, model::Dim3 block, model::Dim3 thread,
                                            int lane) {
    const auto number = static_cast<std::uint32_t>(
        model::linearIndex({thread.x % block.x, thread.y % block.y, thread.z % block.z}, block));
    const model::Dim3 in = model::threadIndex(block, number / model::kWarpSize, lane);
    const model::Dim3 at{thread.x / block.x * block.x + in.x, thread.y / block.y * block.y + in.y,
                         thread.z / block.z * block.z + in.z};
    if (in.z >= block.z || !view.hasElement(at)) return std::nullopt;
    return view.elementOf(at) * 4;
}

IdleLanes idleLanes(const model::WarpAccess& access, model::Dim3 block) {
    const std::uint64_t before = std::uint64_t{access.warp} * model::kWarpSize;
    const std::uint64_t threads = std::min<std::uint64_t>(block.count() - before, model::kWarpSize);
    const std::uint32_t missing = threads < model::kWarpSize ? ~0U << threads : 0;
    return {.withoutElement = ~access.activeMask & ~missing, .withoutThread = missing};
}

} // namespace lanescope::lab_hierarchy
