// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/pictures/launch_shape.h"
#include "model/warp_access.h"

#include <cstdint>
#include <optional>

/// Threads over the elements that they work on: the grid of blocks, a block, its warps, their lanes.
namespace lanescope::lab_hierarchy {

using kit::ThreadPlace;
using kit::Threads;

/// A row and a column, or so many of them.
struct Cells {
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    bool operator==(const Cells&) const = default;
};

/// A grid of threads, one an element, in rows.
struct ThreadsView {
    Threads threads;
    bool xDown = false; ///< x is the number of the row, else it runs along it
    int lane = -1;      ///< of the shown warp, outlined; -1: none

    std::uint32_t rows() const;    ///< of a slice, those of partial blocks included
    std::uint32_t columns() const; ///< a grid of one row is broken into several
    /// The thread, counted over the whole grid, at a cell; slice is its z.
    model::Dim3 threadAt(std::uint32_t row, std::uint32_t column, std::uint32_t slice) const;
    /// The cell of a thread in its slice.
    Cells cellOf(model::Dim3 thread) const;
    /// The cells of a block, and the first of them of one block.
    Cells blockCells() const;
    Cells blockCorner(model::Dim3 block) const;
    /// The thread of a region of kind Point that drawThreads marked.
    model::Dim3 threadOf(std::int64_t pick) const;
    bool hasElement(model::Dim3 thread) const;
    /// The number of a thread's element, the elements being stored row by row, slice by slice.
    std::uint64_t elementOf(model::Dim3 thread) const;
    /// Block, warp and lane of a thread.
    ThreadPlace placeOf(model::Dim3 thread) const;

private:
    bool isRow() const;
    std::uint32_t brokenAt() const;
};

/// What a launch starts, and what of it has something to do.
struct Started {
    explicit Started(const Threads& all);
    /// Threads without an element.
    std::uint64_t beyondEdge() const { return threads - elements; }
    /// Lanes without a thread, since warps are whole.
    std::uint64_t withoutThread() const { return lanes - threads; }

    std::uint64_t elements;
    std::uint64_t threads;
    std::uint64_t warps;           ///< of a block
    std::uint64_t lanes;           ///< of all warps, those without a thread too
    std::uint64_t lastWarpThreads; ///< of a block
};

/// The address of a lane's element of 4 bytes in the warp that has `thread`, counted over the whole grid,
/// were blocks of that shape; nothing where the lane has no element.
std::optional<std::uint64_t> elementAddress(const ThreadsView& view, model::Dim3 block, model::Dim3 thread,
                                            int lane);

/// Lanes of a warp that do nothing, and why.
struct IdleLanes {
    std::uint32_t withoutElement = 0;
    std::uint32_t withoutThread = 0; ///< the block ends before them
};
IdleLanes idleLanes(const model::WarpAccess& access, model::Dim3 block);

} // namespace lanescope::lab_hierarchy
