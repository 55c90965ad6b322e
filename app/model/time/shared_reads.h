// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/time/simulation.h"

#include <span>

namespace lanescope::model {

/// Of sectors that blocks far apart in a grid share, and of which the L2 does not hold all, for each sector
/// that loads of a launch ask for.
struct SharedReads {
    double once = 0; ///< sectors that DRAM reads if it reads each of them once
    /// Sectors that are not there when they are asked for, from an empty L2 and from one that the same launch
    /// has left; and how long DRAM is busy with them, in bytes of a contiguous copy.
    double cold = 0, warm = 0, coldBusy = 0, warmBusy = 0;
};

/// What the L2 drops before another block wants it. Each visit of a line is taken to come at any time, at the
/// rate at which the blocks of a launch come to it: blocks of the sample show by what they share how often
/// that is. The L2 holds what was visited within a window, of which lineBytes, the launch's distinct lines,
/// say how much that is (Che's approximation of a cache that drops the least recently used). blocks: of the
/// sample; allBlocks: of the launch.
SharedReads sharedReads(std::span<const ScheduledBlock> blocks, bool packed, double allBlocks,
                        double lineBytes, const ChipTimes& chip);

} // namespace lanescope::model
