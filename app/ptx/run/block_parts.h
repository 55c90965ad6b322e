// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/block_barriers.h"
#include "ptx/run/builtins.h"
#include "ptx/run/call_frames.h"
#include "ptx/run/diagnostics.h"
#include "ptx/run/spin_watch.h"
#include "ptx/run/warp_sync.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::ptx {

/// What the two ways of running a warp (Lockstep, LaneGroups) work with; each part owns its state.
struct BlockParts {
    const LaunchPlan& plan;
    BlockContext& context;
    Diagnostics& diagnostics;
    CallFrames& frames;
    BlockBarriers& barriers;
    WarpSync& sync;
    Builtins& builtins;
    SpinWatch* spins;           ///< nullptr: nobody looks now for warps that only wait
    std::uint64_t executed = 0; ///< warp instructions, without those of child grids

    /// Lanes of a warp exit.
    void exitLanes(WarpState& warp, std::uint32_t mask) {
        context.changed = true;
        warp.live &= ~mask;
        for (StackEntry& entry : warp.stack) entry.mask &= ~mask;
        frames.dropLanes(warp, mask);
        if (warp.live != 0) barriers.lanesExited();
    }
    /// Where a lane goes by a branch table. Throws LaneFault for an index beyond it.
    std::uint32_t tableTarget(const WarpState& warp, const Instruction& in, std::size_t lane) const {
        const std::vector<std::uint32_t>& targets = plan.program->tables[in.target].targets;
        const std::uint32_t index = warp.slot<std::uint32_t>(in.a)[lane];
        if (index >= targets.size())
            throw LaneFault{FaultKind::Trap, static_cast<int>(lane), 0,
                            "branch index " + std::to_string(index) + " beyond its table"};
        return targets[index];
    }
    void count(WarpState& warp, std::uint64_t instructions) {
        warp.executed += instructions;
        executed += instructions;
    }
};

} // namespace lanescope::ptx
