// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/gathered.h"
#include "ptx/run/launch_plan.h"
#include "ptx/run/spin_watch.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace lanescope::ptx {

class BlockRunner;

/// Whether the workers of a launch get on. A pass of a worker gives each of its blocks that are under way a
/// round; one in which none of them does anything but wait, while no other worker has changed anything since
/// it began, would go on like that for ever once all workers have made such a pass, if nobody else writes.
class Standstill {
public:
    /// waiting: room for what is known of the workers; outlives this.
    Standstill(unsigned workers, std::vector<std::uint64_t>& waiting)
        : m_active(workers), m_waiting(waiting) {
        m_waiting.assign(workers, 0);
    }

    /// To be asked before a pass.
    std::uint64_t now() const { return m_now.load(std::memory_order_acquire); }
    /// How often nobody got on: blocks part the lanes of their warps, when there is something to part.
    unsigned times() const { return m_times.load(std::memory_order_acquire); }
    /// Parting has not helped.
    bool isOver() const { return m_over.load(std::memory_order_acquire); }

    /// After a pass that changed something.
    void went() {
        m_went.store(true, std::memory_order_relaxed);
        m_hasMoved.store(true, std::memory_order_relaxed);
        m_now.fetch_add(1, std::memory_order_release);
    }
    /// After a worker's pass that began at that time and changed nothing.
    void waits(unsigned worker, std::uint64_t since);
    /// A worker has no more blocks.
    void leave();
    /// It is over no longer: others may have written.
    void again();
    /// Whether a worker has got on since, or has come to its end.
    bool hasMoved() const { return m_hasMoved.load(std::memory_order_relaxed); }

private:
    std::mutex m_mutex;
    std::atomic<std::uint64_t> m_now{1};
    std::atomic<unsigned> m_times{0};
    std::atomic<bool> m_went{true}, m_over{false}, m_hasMoved{false};
    unsigned m_active;
    std::vector<std::uint64_t>& m_waiting; ///< by worker, since when
};

/// What the blocks of a grid that was launched cooperatively share: all of them are under way at once.
struct CooperativeGrid {
    /// mostBytes: that the blocks may take together. Throws Fault when they take more from the start.
    CooperativeGrid(const LaunchPlan& plan, std::uint64_t mostBytes);

    /// Registers or local memory that a block takes when it runs. Throws Fault when there is no more.
    void take(std::uint64_t bytes);

    /// grid_workspace of cooperative_groups/details/driver_abi.h, which a grid's barrier is made of.
    struct alignas(8) Workspace {
        std::uint32_t bytes = sizeof(Workspace);
        std::uint32_t barrier = 0;
    };
    Workspace workspace;
    std::vector<Effect> effects;
    std::atomic<std::uint64_t> ended{0}; ///< blocks

private:
    [[noreturn]] void refuse() const;

    const LaunchPlan& m_plan;
    std::uint64_t m_mostBytes;
    std::atomic<std::int64_t> m_left;
};

/// The most blocks of a cooperative grid, whatever memory there is.
inline constexpr std::uint64_t kMostTogether = 1 << 20;

/// The blocks whose accesses are looked at: those that are named, all when none is.
class ObservedBlocks {
public:
    explicit ObservedBlocks(std::span<const std::uint64_t> blocks) : m_blocks(blocks.begin(), blocks.end()) {
        std::ranges::sort(m_blocks);
    }
    bool has(std::uint64_t block) const {
        return m_blocks.empty() || std::ranges::binary_search(m_blocks, block);
    }

private:
    std::vector<std::uint64_t> m_blocks;
};

/// The blocks of a cooperative grid that one worker runs, each in its turn: those of every so many-th
/// cluster.
class ResidentBlocks {
public:
    ResidentBlocks(const LaunchPlan& plan, const LaunchConfig& config, unsigned worker, unsigned workers,
                   model::AccessSink* sink, Gathered& gathered, Standstill& standstill);
    ~ResidentBlocks();
    /// To the end of all, or to a fault; false: all workers' blocks only wait. Then it may be called again.
    bool run();
    /// Nobody looks at them any more.
    void dropSink();
    /// Nobody ever goes on: the first block says so, unless it was a fault that the others wait for.
    void giveUp();

private:
    struct Resident {
        std::unique_ptr<BlockRunner> runner;
        std::uint64_t order = 0;
        std::uint64_t went = 0; ///< passes in which it did not only wait
    };
    bool pass();
    bool partLanes();
    void end(Resident& each);
    void drop(Resident& each);

    const LaunchPlan& m_plan;
    const LaunchConfig& m_config;
    Gathered& m_gathered;
    Standstill& m_standstill;
    unsigned m_worker;
    unsigned m_times = 0;                              ///< of the standstill, when lanes were parted last
    std::vector<Resident> m_blocks;                    ///< that have not ended
    std::vector<std::unique_ptr<BlockRunner>> m_ended; ///< what others of their cluster may look at still
};

} // namespace lanescope::ptx
