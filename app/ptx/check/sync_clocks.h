// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lanescope::ptx {

/// Which accesses of a block's threads come before which, between two of its barriers: vector clocks. A
/// thread's time goes on whenever it releases what it did to others; each thread knows up to which time of
/// every other thread it comes after.
class SyncClocks {
public:
    /// threads of a block, numbered as %tid counts them.
    explicit SyncClocks(std::uint32_t threads);

    /// Times of all threads, and nothing of what came before this block.
    using Clock = std::vector<std::uint32_t>;

    std::uint32_t now(std::uint32_t thread) const { return m_now[thread]; }
    /// Whether what `first` did at a time comes before what `second` does now; of two different threads.
    bool ordered(std::uint32_t first, std::uint32_t time, std::uint32_t second) const {
        if (first / 32 == second / 32) return time <= near(second)[first % 32];
        return !m_far.empty() && time <= m_far[std::size_t{second} * m_now.size() + first];
    }
    /// Whether all that lanes of a warp did up to this time comes before what each of them does now.
    bool orderedInWarp(std::uint32_t warp, std::uint32_t time) const { return time <= m_met[warp]; }
    /// Whether anything orders threads of different warps but the block's barrier.
    bool acrossWarps() const { return !m_far.empty(); }

    /// Lanes of a warp have met; exited: lanes that they would have waited for; live: those of the warp that
    /// have not exited.
    void meet(std::uint32_t warp, std::uint32_t mask, std::uint32_t exited, std::uint32_t live);
    /// Adds all that a thread has done and knows to a clock, and starts its next time.
    void release(std::uint32_t thread, Clock& into);
    /// What a clock holds comes before what the thread does from now on.
    void acquire(std::uint32_t thread, const Clock& from);

    /// A fence of a thread, and strong accesses of a location: see the release and acquire patterns of the
    /// PTX memory consistency model.
    void fence(std::uint32_t thread);
    struct Strong {
        bool reads = false, writes = false, acquires = false, releases = false;
    };
    void strongAccess(std::uint32_t thread, std::uint64_t location, Strong access);
    /// Forgets the locations: another block begins.
    void newBlock();

private:
    std::uint32_t* near(std::uint32_t thread) { return &m_near[std::size_t{thread} * 32]; }
    const std::uint32_t* near(std::uint32_t thread) const { return &m_near[std::size_t{thread} * 32]; }

    Clock m_now;
    std::vector<std::uint32_t> m_near; ///< by thread, what it knows of its own warp's lanes
    std::vector<std::uint32_t> m_far;  ///< by thread, of all threads; empty until something asks for it
    std::vector<std::uint32_t> m_met;  ///< by warp
    std::unordered_map<std::uint64_t, Clock> m_locations;
    std::unordered_map<std::uint32_t, Clock> m_fenced;  ///< by thread, what its last fence releases
    std::unordered_map<std::uint32_t, Clock> m_pending; ///< by thread, what its next fence acquires
};

} // namespace lanescope::ptx
