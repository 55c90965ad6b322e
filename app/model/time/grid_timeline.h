// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/time/chip_times.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope::model {

/// A grid of a launch whose kernels launch grids, on a chip of its own: how long its blocks take, and who
/// launched it. Times are in seconds.
struct LaunchedGrid {
    std::uint32_t parent = 0; ///< index of the grid that launched it; the host's, the first, is its own
    ChildStream stream = ChildStream::Implicit;
    std::uint32_t streamNumber = 0; ///< of a named one, of its block
    std::uint64_t block = 0;        ///< linear index of the one that launched it
    double launchedAfter = 0;       ///< the share of that block's work that comes before the call, 0 to 1
    std::uint64_t blocks = 1;       ///< its own
    std::uint64_t blocksAtOnce = 1; ///< that the chip holds
    double seconds = 0;             ///< that its blocks take alone, without starting and ending it
    double load = 0;                ///< of the chip that it keeps busy meanwhile, 0 to 1
};

/// When a grid ran.
struct GridSpan {
    double launched = 0; ///< when the call that launches it has returned
    double start = 0, end = 0;
    double complete = 0; ///< it and all that it has launched have ended
};

/// When each grid runs, from the start of the host's, which comes first; parents come before their children.
/// Grids that run at once share the chip. free: launching grids takes no time.
std::vector<GridSpan> gridTimeline(std::span<const LaunchedGrid> grids, const ChipTimes& chip,
                                   bool free = false);
/// The whole launch, from where the chip begins with it to where it is done, without what starting and ending
/// any kernel takes.
double timelineSeconds(std::span<const GridSpan> spans, const ChipTimes& chip, bool free = false);

} // namespace lanescope::model
