// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/words/readings.h"
#include "render/canvas.h"

#include <cstdint>
#include <string>
#include <vector>

/// Elements that are added to each other, step by step.
namespace lanescope::lab_reduction {

using namespace kit;

/// Element `from` goes into element `to`; a move leaves nothing of what was there.
struct Addition {
    std::uint32_t from = 0, to = 0; ///< places, 0-based
    std::uint32_t warp = 0;
    int lane = 0; ///< which does it
};

/// What a block does at once.
struct TreeStep {
    std::string label; ///< "k = 4"
    std::vector<Addition> additions;
    std::uint64_t lanes = 0;                    ///< that add
    std::uint64_t warpLanes = 0;                ///< of the warps that they belong to
    std::string others = "wait for their warp"; ///< what those others do
    std::uint64_t wavefronts = 0;               ///< of shared memory
    std::uint64_t idealWavefronts = 0;
};

/// The steps of the focus block's s[to] += s[from] in shared memory, of 4-byte elements, as its warps made
/// them. A step is the n-th time that a warp makes the addition.
std::vector<TreeStep> sharedAdditions(const Frame& frame, const LaunchResult& launch);

/// The steps of a block of so many threads, whole warps, that adds with __shfl_down_sync in every warp and,
/// when one sum a warp has gone through shared memory, in the first. By the rule: shuffles touch no memory.
/// Lanes whose sums nobody uses are left out.
std::vector<TreeStep> shuffleAdditions(std::uint32_t threads);

/// "100 numbers and 28 zeros": what a block of so many threads adds of `all` numbers, one a thread, when
/// threads without one have a zero.
std::string numbersOf(std::uint32_t block, std::uint32_t threads, std::uint32_t all);

/// Elements in rows, one row after each step.
struct TreeView {
    std::uint32_t elements = 0; ///< in a row
    std::vector<TreeStep> steps;
    int chosen = -1;            ///< the step that is bright
    std::uint32_t warp = 0;     ///< its additions are in the colours of its lanes
    std::int64_t firstPick = 0; ///< steps are picked as Point, numbered from here
};
void drawTree(render::Canvas& canvas, const Frame& frame, const render::Rect& rect, const TreeView& view);

/// Beneath a tree, by step: the lanes that add among those of their warps, and the wavefronts; picked as the
/// tree's steps are.
void drawTreeBars(render::Canvas& canvas, const render::Rect& rect, const TreeView& view);
/// How many lanes of a step's warps add, and what the others do.
Reading readStep(const TreeStep& step);
/// "k = 4: 32 of 256 lanes add, 12 wavefronts, 3 without conflict".
std::string describeStep(const TreeStep& step);

/// "lane 3 adds the sum of lane 11 to its own": of a warp in a step of shuffles.
std::string describeShuffle(const TreeStep& step, std::uint32_t warp, int lane);
/// A region of a lane in the chosen step: of kind Lane where the step goes through memory, else the step's
/// Point with that lane.
render::Pick pickOfLane(const TreeView& view, int lane, std::uint64_t address = 0);

} // namespace lanescope::lab_reduction
