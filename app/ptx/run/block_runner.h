// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/check/checker.h"
#include "ptx/run/block_parts.h"
#include "ptx/run/lane_groups.h"
#include "ptx/run/launch_plan.h"
#include "ptx/run/lockstep.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::ptx {

/// Thrown inside a worker when another block has failed; nobody sees it.
struct Abandoned {};

/// Runs blocks of one launch, one after another, on one thread: gives each warp its turn and leaves the rest
/// to the parts.
class BlockRunner {
public:
    BlockRunner(const LaunchPlan& plan, model::AccessSink* sink);
    ~BlockRunner();
    /// order: the block's place among those that are run. Throws Fault, Abandoned.
    void run(const model::Dim3& block, std::uint64_t order);

    std::uint64_t executed() const { return m_parts.executed; }
    /// What %globaltimer gives: of a kernel that launches grids, when the block that ran last ended.
    std::uint64_t time() const { return m_context.startTime + m_context.clock; }
    std::string takePrinted() { return std::move(m_printed); }
    const FindingLog& findings() const { return m_diagnostics.findings(); }

private:
    void fillContext(model::AccessSink* sink);
    void beginBlock(const model::Dim3& block);
    Pause runTurn(WarpState& warp);
    void checkOutside() const;
    [[noreturn]] void failDeadlock() const;

    const LaunchPlan& m_plan;
    std::string m_printed;
    std::unique_ptr<std::byte[]> m_shared;
    BlockContext m_context;
    std::uint64_t m_order = 0;
    std::vector<std::unique_ptr<WarpState>> m_warps;
    Diagnostics m_diagnostics;
    std::unique_ptr<Checker> m_checker; ///< nullptr without checks
    CallFrames m_frames;
    BlockBarriers m_barriers;
    WarpSync m_sync;
    Builtins m_builtins;
    BlockParts m_parts;
    Lockstep m_lockstep;
    LaneGroups m_groups;
};

} // namespace lanescope::ptx
