// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/bars.h"
#include "kit/charts/formulas.h"
#include "kit/words/facts.h"
#include "kit/words/readings.h"
#include "kit/words/suggestion.h"
#include "labs/hierarchy/model.h"
#include "model/occupancy.h"

#include <string>
#include <vector>

namespace lanescope::lab_hierarchy {

/// "block (1, 0), warp 2, lane 20": of a thread, counted over the whole grid.
std::string threadName(const Threads& threads, model::Dim3 thread);
/// How a lane of the shown warp gets its numbers: number in the block, warp and lane, then x, y and z in the
/// grid, as far as it has dimensions, and its element (CUDA C++ Programming Guide, Thread Hierarchy).
std::vector<kit::Formula> threadFormulas(const ThreadsView& view, const kit::ShownAccess& shown, int lane);
/// How many of the lanes that a launch starts have an element, or why nothing can be launched.
kit::Reading readThreads(const Threads& threads, const std::string& whyNot = {}, double efficiency = 1);
/// Why no GPU of an architecture can run a launch of blocks that take so much; empty: one can.
std::string whyNoLaunch(const Threads& threads, const model::BlockResources& block,
                        const model::Architecture& architecture);
/// Grid, block, its warps, the lanes of its last warp, threads without an element: rows of a table.
std::vector<kit::Row> launchRows(const Threads& threads);
/// The same rows and the reading, as facts for a report.
std::vector<kit::Fact> threadFacts(const Threads& threads, const model::BlockResources& block,
                                   const model::Architecture& architecture);
/// What the shown access would take in blocks of other shapes, of the warp that has its first element: the
/// lines of a card, the present shape among them.
std::vector<kit::Suggestion> blocksFor(const kit::Frame& frame, const kit::ShownAccess& shown,
                                       const ThreadsView& view);
/// Which warp is in colour, and which of its lanes have no element; or that a click shows another thread.
std::string colouredText(const kit::ShownAccess& shown, bool interactive = true);

/// Resident warps by block size, 32 threads to the architecture's most; the size of block is chosen. caption
/// says what else a block takes.
kit::BarsView occupancyBars(const model::BlockResources& block, const model::Architecture& architecture);
/// Why not even one such block runs on an architecture, of what it takes and may take; empty: one does.
std::string whyNoBlock(const model::BlockResources& block, const model::Architecture& architecture);
/// "4 blocks of 256 threads: 32 of 64 warps. Registers leave no room for more."
std::string occupancyText(const model::BlockResources& block, const model::Architecture& architecture);

} // namespace lanescope::lab_hierarchy
