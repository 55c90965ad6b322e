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
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::ptx {

/// Thrown inside a worker when another block has failed; nobody sees it.
struct Abandoned {};

/// What a block has come to by a round.
enum class RoundEnd : std::uint8_t {
    Done,
    Went,  ///< it goes on
    Waits, ///< nothing but waits for others, and has changed nothing
};

/// Runs blocks of a launch, one after another, on one thread: gives each warp its turn and leaves the rest to
/// the parts.
class BlockRunner {
public:
    BlockRunner(const LaunchPlan& plan, model::AccessSink* sink);
    ~BlockRunner();
    /// Makes it ready for another launch, of which the plan says by now: of the same kernel, with as large
    /// blocks, without checks. The one before has ended well.
    void beginLaunch(model::AccessSink* sink);
    /// Makes these the blocks of one cluster, by rank.
    static void joinCluster(std::span<const std::unique_ptr<BlockRunner>> blocks);
    /// Who looks at the blocks that begin from now on; nullptr: nobody.
    void observe(model::AccessSink* sink);
    /// Runs a block to its end. order: its place among those that are run. Throws Fault, Abandoned.
    void run(const model::Dim3& block, std::uint64_t order) {
        begin(block, order);
        while (round(order) != RoundEnd::Done) {
        }
    }

    /// The same in steps: a block is made ready, then each of its warps gets a turn in every round.
    void begin(const model::Dim3& block, std::uint64_t order);
    /// place: among the rounds of all blocks; it throws Abandoned when a fault has come before it.
    RoundEnd round(std::uint64_t place);
    /// Other blocks of the same worker have had rounds since.
    void goOn() { takeSink(); }
    /// The launch has stood still since, and memory may have been given back.
    void resume() { m_context.ranges = {}; }
    /// Nobody looks any more at the block under way.
    void dropSink() {
        observe(nullptr);
        takeSink();
    }
    // of a block that waits
    /// Lanes that are kept waiting by a loop of other lanes of their warp, other than that of the grid's
    /// barrier, go on by themselves; true: there were some.
    bool partLanes();
    /// Throws the Fault of a block that waits for ever; counts: what the others do.
    [[noreturn]] void failWaiting(const std::string& counts) const;

    /// Warp instructions, without those of turns in which a warp only waited for other blocks: how many these
    /// are depends on the workers.
    std::uint64_t executed() const { return m_parts.executed - m_onlyWaited; }
    /// With these.
    std::uint64_t steps() const { return m_parts.executed; }
    /// Instructions of the warp with the most.
    std::uint64_t longestWarp() const { return m_longestWarp; }
    /// What %globaltimer gives: of a kernel that launches grids, when the block that ran last ended.
    std::uint64_t time() const { return m_context.startTime + m_context.clock; }
    std::uint64_t order() const { return m_order; }
    PrintBuffer takePrinted() { return m_printed.take(); }
    /// Of registers, local and shared memory.
    std::uint64_t bytes() const { return m_frames.bytes() + m_plan.sharedBytes; }
    const FindingLog& findings() const { return m_diagnostics.findings(); }

private:
    void fillContext(model::AccessSink* sink);
    void watch(); ///< looks whether warps only wait
    void unwatch();
    void takeSink(); ///< of the block's instructions
    Pause runTurn(WarpState& warp);
    void checkOutside() const;
    [[noreturn]] void failAtMbarrier() const;
    [[noreturn]] void failDeadlock() const;

    const LaunchPlan& m_plan;
    PrintBuffer m_printed;
    std::unique_ptr<std::byte[]> m_shared;
    BlockContext m_context;
    std::uint64_t m_order = 0, m_place = 0;
    std::vector<std::unique_ptr<WarpState>> m_warps;
    std::size_t m_left = 0; ///< warps that have not ended
    std::uint64_t m_longestWarp = 0, m_onlyWaited = 0;
    std::uint64_t m_vainPolls = 0; ///< of mbarriers, since something else happened
    Diagnostics m_diagnostics;
    std::unique_ptr<Checker> m_checker; ///< nullptr without checks
    CallFrames m_frames;
    BlockBarriers m_barriers;
    WarpSync m_sync;
    Builtins m_builtins;
    std::vector<Effect> m_effects;    ///< for m_spins, unless the grid is a cooperative one
    std::optional<SpinWatch> m_spins; ///< of a cooperative grid, and of a block that has been looked at
    const bool m_watchedAlways, m_watchedAtTimes;
    std::uint64_t m_nextLook = 0, m_lookAfter = 0; ///< in instructions: when, and how long after that
    BlockParts m_parts;
    Lockstep m_lockstep;
    LaneGroups m_groups;
};

} // namespace lanescope::ptx
