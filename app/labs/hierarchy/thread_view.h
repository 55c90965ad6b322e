// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/formulas.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"
#include "labs/hierarchy/occupancy_view.h"

#include <cstdint>
#include <string>
#include <vector>

/// Threads over the elements that they work on: the grid of blocks, a block, its warps, their lanes.
namespace lanescope::lab_hierarchy {

using namespace kit;

/// A grid of threads, one an element, drawn in rows.
struct ThreadsView {
    Threads threads;
    bool xDown = false; ///< x is the number of the row, else it runs along it
    int lane = -1;      ///< of the shown warp, outlined; -1: none

    std::uint32_t rows() const;    ///< of a slice, those of partial blocks included
    std::uint32_t columns() const; ///< a grid of one row is broken into several
    /// The thread, counted over the whole grid, at a cell; slice is its z.
    model::Dim3 threadAt(std::uint32_t row, std::uint32_t column, std::uint32_t slice) const;
    /// The thread of a region of kind Point that drawThreads marked.
    model::Dim3 threadOf(std::int64_t pick) const;
    bool hasElement(model::Dim3 thread) const;
    /// The number of a thread's element, the elements being stored row by row, slice by slice.
    std::uint64_t elementOf(model::Dim3 thread) const;
    /// "block (1, 0), warp 2, lane 20"
    std::string nameOf(model::Dim3 thread) const;
    /// Block, warp and lane of a thread.
    ThreadPlace placeOf(model::Dim3 thread) const;
};

/// The threads of the launch as cells: blocks between lines, the shown block with its warps in two shades,
/// the shown warp in the colours of its lanes, outlines where a thread has no element. Of a grid in three
/// dimensions the slices of the shown block.
void drawThreads(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                 const ThreadsView& view, const ShownAccess& shown);

/// How a lane of the shown warp gets its numbers: number in the block, warp and lane, then x, y and z in the
/// grid, as far as it has dimensions, and its element (CUDA C++ Programming Guide, Thread Hierarchy).
std::vector<Formula> threadFormulas(const ThreadsView& view, const ShownAccess& shown, int lane);
/// How many of the lanes that a launch starts have an element, or why nothing can be launched.
Reading readThreads(const Threads& threads, const std::string& whyNot = {});
/// Why no GPU of an architecture can run a launch of blocks that take so much; empty: one can.
std::string whyNoLaunch(const Threads& threads, const model::BlockResources& block,
                        const model::Architecture& architecture);
/// Grid, block, its warps, the lanes of its last warp, threads without an element: rows of a table.
std::vector<Row> launchRows(const Threads& threads);
/// The same rows and the reading, as facts for a report.
std::vector<Fact> threadFacts(const Threads& threads, const model::BlockResources& block,
                              const model::Architecture& architecture);
/// What the shown access would take in blocks of other shapes, of the warp that has its first element: the
/// lines of a card, the present shape among them.
std::string blockAdvice(const Frame& frame, const ShownAccess& shown, const ThreadsView& view);
/// Which warp is in colour, and which of its lanes have no element.
std::string colouredText(const ShownAccess& shown);

} // namespace lanescope::lab_hierarchy
