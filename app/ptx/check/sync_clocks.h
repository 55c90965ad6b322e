// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/check/grid_clock.h"

#include <array>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lanescope::ptx {

/// Which accesses of a block's threads come before which: vector clocks. A thread's time goes on whenever it
/// releases what it did to others; each thread knows up to which time of every other thread it comes after.
/// What was done before a barrier of the whole block comes before everything behind it. What is known of
/// other blocks of the grid goes along.
class SyncClocks {
public:
    /// threads: of a block, numbered as %tid counts them. copies: bulk copies are made, each like a thread of
    /// its own behind these. grid: outlives it.
    SyncClocks(std::uint32_t threads, bool copies, GridOrder& grid);

    /// Times of all threads of the block, and what is known of other blocks; nothing of what came before this
    /// block.
    struct Clock {
        std::vector<std::uint32_t> threads;
        KnownOfGrid others;
        bool empty() const { return threads.empty() && !others; }
        void clear() { *this = {}; }
    };

    std::uint32_t now(std::uint32_t thread) const { return m_now[thread]; }
    /// Goes up with each barrier of all threads, and with each block.
    std::uint32_t epoch() const { return m_epoch; }
    std::uint64_t block() const { return m_block; }
    /// The warp whose lanes are bulk copies.
    bool isCopies(std::uint32_t warp) const { return m_copies && (warp + 1) * 32 == m_now.size(); }
    /// A thread starts a copy, which tells this mbarrier when it is done: the copy as a thread.
    std::uint32_t startCopy(std::uint32_t thread, std::uint64_t mbarrier);
    /// Whether what a copy wrote at a time of its own was there for somebody before the last barrier of the
    /// block, which waits for no copy.
    bool wasAwaited(std::uint32_t lane, std::uint32_t time) const { return time <= m_awaited[lane]; }
    /// Of lanes of a warp of this block that did something at a time of theirs since the last barrier, those
    /// that nothing orders before what a thread does now. It comes after itself.
    std::uint32_t unordered(std::uint32_t warp, std::uint32_t lanes, std::uint32_t time,
                            std::uint32_t thread) const;
    /// The same of an access of another block.
    bool ordered(const AccessTime& access, std::uint32_t thread) const {
        return !m_others.empty() && m_others[thread] && m_others[thread]->covers(access);
    }
    /// Whether all that lanes of a warp did up to this time comes before what each of them does now.
    bool orderedInWarp(std::uint32_t warp, std::uint32_t time) const { return time <= m_met[warp]; }

    /// All threads of the block have met. Whoever has looked at what others release has acquired it by then:
    /// the PTX memory consistency model asks for a fence there, programs leave it to the barrier.
    void meetAll();
    /// Lanes of a warp have met; exited: lanes that they would have waited for; live: those of the warp that
    /// have not exited.
    void meet(std::uint32_t warp, std::uint32_t mask, std::uint32_t exited, std::uint32_t live);
    /// Adds all that a thread has done and knows to a clock, and starts its next time.
    void release(std::uint32_t thread, Clock& into);
    /// What a clock holds comes before what the thread does from now on.
    void acquire(std::uint32_t thread, const Clock& from);

    /// A fence of a thread, and strong accesses of a location: see the release and acquire patterns of the
    /// PTX memory consistency model. ofBlock: of block scope, which threads of other blocks do not go by.
    void fence(std::uint32_t thread, bool ofBlock);
    struct Strong {
        bool reads = false, writes = false, acquires = false, releases = false, ofBlock = false;
    };
    void strongAccess(std::uint32_t thread, std::uint64_t location, Strong access);
    /// The same of a location in global memory.
    void strongGlobalAccess(std::uint32_t thread, std::uint64_t location, Strong access);
    /// The same of one in the shared memory of a cluster, which is forgotten when another block begins.
    void strongClusterAccess(std::uint32_t thread, std::uint64_t location, Strong access);
    /// Forgets the block's locations: another block begins. number: in the grid.
    void newBlock(std::uint64_t number);

private:
    bool ordered(std::uint32_t first, std::uint32_t time, std::uint32_t second) const {
        if (first / 32 == second / 32) return time <= near(second)[first % 32];
        return !m_far.empty() && time <= m_far[std::size_t{second} * m_now.size() + first];
    }
    std::uint32_t* near(std::uint32_t thread) { return &m_near[std::size_t{thread} * 32]; }
    const std::uint32_t* near(std::uint32_t thread) const { return &m_near[std::size_t{thread} * 32]; }
    KnownOfGrid releaseToGrid(std::uint32_t thread);
    void acquireFromGrid(std::uint32_t thread, const KnownOfGrid& known);
    void learn(std::uint32_t thread, const KnownOfGrid& known);
    void acquirePending();

    GridOrder& m_grid;
    bool m_copies;
    std::array<std::uint32_t, 32> m_arrived{},
        m_awaited{}; ///< by copy, up to when somebody knows it: now, at the barrier
    std::uint64_t m_block = 0;
    std::uint32_t m_epoch = 1;
    std::vector<std::uint32_t> m_now;
    std::vector<std::uint32_t> m_atBarrier; ///< the times when the epoch began
    std::vector<std::uint32_t> m_near;      ///< by thread, what it knows of its own warp's lanes
    std::vector<std::uint32_t> m_far;       ///< by thread, of all threads; empty until something asks for it
    std::vector<std::uint32_t> m_met;       ///< by warp
    std::vector<KnownOfGrid> m_others;      ///< by thread; empty until one knows something
    bool m_learnt = false;                  ///< a thread knows something since the last barrier
    std::unordered_map<std::uint64_t, Clock> m_locations;
    std::unordered_map<std::uint32_t, Clock> m_fenced;  ///< by thread, what its last fence releases
    std::unordered_map<std::uint32_t, Clock> m_pending; ///< by thread, what its next fence acquires
    /// The same of locations in global memory, for threads of all blocks and for those of its own.
    struct ByScope {
        KnownOfGrid wide, narrow;
    };
    std::unordered_map<std::uint32_t, ByScope> m_fencedForGrid, m_pendingOfGrid;
    std::vector<std::uint64_t> m_inCluster; ///< locations of the grid's that are shared memory of a cluster
};

} // namespace lanescope::ptx
