// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/check/sync_clocks.h"

#include <algorithm>
#include <utility>

namespace lanescope::ptx {

namespace {

void join(SyncClocks::Clock& into, const SyncClocks::Clock& from) {
    if (into.threads.size() < from.threads.size()) into.threads.resize(from.threads.size());
    for (std::size_t i = 0; i < from.threads.size(); ++i)
        into.threads[i] = std::max(into.threads[i], from.threads[i]);
    join(into.others, from.others);
}

} // namespace

SyncClocks::SyncClocks(std::uint32_t threads, bool copies, GridOrder& grid)
    : m_grid(grid), m_copies(copies), m_now((threads + 31) / 32 * 32 + (copies ? 32 : 0), 1),
      m_atBarrier(m_now), m_near(m_now.size() * 32), m_met(m_now.size() / 32) {}

std::uint32_t SyncClocks::unordered(std::uint32_t warp, std::uint32_t lanes, std::uint32_t time,
                                    std::uint32_t thread) const {
    if (isCopies(warp))
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
            if (wasAwaited(static_cast<std::uint32_t>(std::countr_zero(rest)), time))
                lanes &= ~(rest & (0 - rest));
    if (warp == thread / 32)
        lanes &= ~(1U << thread % 32);
    else if (m_far.empty())
        return lanes;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
        if (ordered(warp * 32 + static_cast<std::uint32_t>(std::countr_zero(rest)), time, thread))
            lanes &= ~(rest & (0 - rest));
    return lanes;
}

void SyncClocks::learn(std::uint32_t thread, const KnownOfGrid& known) {
    if (!known) return;
    if (m_others.empty()) m_others.resize(m_now.size());
    m_learnt = true;
    join(m_others[thread], known);
}

void SyncClocks::acquirePending() {
    for (const auto& [thread, pending] : m_pending) learn(thread, pending.others);
    for (const auto& [thread, pending] : m_pendingOfGrid) {
        learn(thread, pending.wide);
        learn(thread, pending.narrow);
    }
    m_pending.clear();
    m_pendingOfGrid.clear();
}

void SyncClocks::meetAll() {
    acquirePending();
    m_awaited = m_arrived;
    ++m_epoch;
    m_atBarrier = m_now;
    if (!std::exchange(m_learnt, false)) return;
    KnownOfGrid all;
    for (const KnownOfGrid& each : m_others) join(all, each);
    std::fill(m_others.begin(), m_others.end(), all);
}

void SyncClocks::meet(std::uint32_t warp, std::uint32_t mask, std::uint32_t exited, std::uint32_t live) {
    const std::uint32_t first = warp * 32;
    std::array<std::uint32_t, 32> known{};
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const std::uint32_t* own = near(first + static_cast<std::uint32_t>(std::countr_zero(rest)));
        for (std::uint32_t u = 0; u < 32; ++u) known[u] = std::max(known[u], own[u]);
    }
    // lanes that have exited will never come: what they did is over
    for (std::uint32_t u = 0; u < 32; ++u)
        if (((mask | exited) >> u) & 1) known[u] = std::max(known[u], m_now[first + u]);
    std::vector<std::uint32_t> far;
    if (!m_far.empty()) {
        const std::size_t threads = m_now.size();
        far.resize(threads);
        for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            const auto* row = &m_far[(first + static_cast<std::size_t>(std::countr_zero(rest))) * threads];
            for (std::size_t u = 0; u < threads; ++u) far[u] = std::max(far[u], row[u]);
        }
    }
    KnownOfGrid others;
    if (!m_others.empty())
        for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1)
            join(others, m_others[first + static_cast<std::uint32_t>(std::countr_zero(rest))]);
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const std::uint32_t thread = first + static_cast<std::uint32_t>(std::countr_zero(rest));
        std::copy(known.begin(), known.end(), near(thread));
        if (!far.empty()) std::copy(far.begin(), far.end(), &m_far[thread * m_now.size()]);
        learn(thread, others);
        ++m_now[thread];
    }
    if ((live & ~mask) == 0) m_met[warp] = *std::min_element(known.begin(), known.end());
}

void SyncClocks::release(std::uint32_t thread, Clock& clock) {
    const std::size_t threads = m_now.size();
    std::vector<std::uint32_t>& into = clock.threads;
    into.resize(threads);
    if (!m_far.empty())
        for (std::size_t u = 0; u < threads; ++u) into[u] = std::max(into[u], m_far[thread * threads + u]);
    const std::uint32_t first = thread / 32 * 32;
    for (std::uint32_t u = 0; u < 32; ++u) into[first + u] = std::max(into[first + u], near(thread)[u]);
    into[thread] = m_now[thread]++;
    if (!m_others.empty()) join(clock.others, m_others[thread]);
}

void SyncClocks::acquire(std::uint32_t thread, const Clock& clock) {
    learn(thread, clock.others);
    const std::size_t threads = m_now.size();
    const std::vector<std::uint32_t>& from = clock.threads;
    if (from.empty()) return;
    const std::uint32_t first = thread / 32 * 32;
    for (std::uint32_t u = 0; u < 32; ++u) near(thread)[u] = std::max(near(thread)[u], from[first + u]);
    const bool others = std::any_of(from.begin(), from.begin() + first, [](auto t) { return t != 0; }) ||
                        std::any_of(from.begin() + first + 32, from.end(), [](auto t) { return t != 0; });
    if (!others) return;
    m_far.resize(threads * threads);
    for (std::size_t u = 0; u < threads; ++u)
        m_far[thread * threads + u] = std::max(m_far[thread * threads + u], from[u]);
    if (!m_copies || isCopies(thread / 32)) return;
    for (std::size_t u = 0; u < m_arrived.size(); ++u)
        m_arrived[u] = std::max(m_arrived[u], from[threads - m_arrived.size() + u]);
}

std::uint32_t SyncClocks::startCopy(std::uint32_t thread, std::uint64_t mbarrier) {
    const auto copy = static_cast<std::uint32_t>(m_now.size() - 32 + mbarrier / 8 % 32);
    Clock issued;
    release(thread, issued);
    acquire(copy, issued);
    return copy;
}

/// What the thread has done and knows, as threads of other blocks may learn it. What came before the last
/// barrier is said once for the whole block.
KnownOfGrid SyncClocks::releaseToGrid(std::uint32_t thread) {
    auto clock = m_others.empty() || !m_others[thread] ? std::make_shared<GridClock>()
                                                       : std::make_shared<GridClock>(*m_others[thread]);
    clock->knowBlock(m_block, m_epoch, m_grid.now);
    const std::uint32_t first = thread / 32 * 32;
    const auto know = [&](std::uint32_t other, std::uint32_t time) {
        if (time >= m_atBarrier[other]) clock->knowThread(m_block, other, time);
    };
    for (std::uint32_t u = 0; u < 32; ++u)
        if (first + u != thread) know(first + u, near(thread)[u]);
    if (!m_far.empty())
        for (std::uint32_t u = 0; u < m_now.size(); ++u)
            if (u / 32 != thread / 32) know(u, m_far[thread * m_now.size() + u]);
    clock->knowThread(m_block, thread, m_now[thread]++);
    return clock;
}

void SyncClocks::acquireFromGrid(std::uint32_t thread, const KnownOfGrid& known) {
    if (!known) return;
    learn(thread, known);
    known->eachThread(m_block, [&](std::uint32_t other, std::uint32_t time) {
        if (other == thread || time < m_atBarrier[other]) return;
        if (other / 32 == thread / 32) {
            near(thread)[other % 32] = std::max(near(thread)[other % 32], time);
            return;
        }
        m_far.resize(m_now.size() * m_now.size());
        auto& far = m_far[std::size_t{thread} * m_now.size() + other];
        far = std::max(far, time);
    });
}

void SyncClocks::fence(std::uint32_t thread, bool ofBlock) {
    if (const auto pending = m_pending.find(thread); pending != m_pending.end()) {
        acquire(thread, pending->second);
        m_pending.erase(pending);
    }
    if (const auto pending = m_pendingOfGrid.find(thread); pending != m_pendingOfGrid.end()) {
        acquireFromGrid(thread, pending->second.narrow);
        if (!ofBlock) {
            acquireFromGrid(thread, pending->second.wide);
            m_pendingOfGrid.erase(pending);
        }
    }
    ByScope& forGrid = m_fencedForGrid[thread];
    forGrid.narrow = releaseToGrid(thread);
    if (!ofBlock) forGrid.wide = forGrid.narrow;
    Clock& fenced = m_fenced[thread];
    fenced.clear();
    release(thread, fenced);
}

void SyncClocks::strongAccess(std::uint32_t thread, std::uint64_t location, Strong access) {
    const auto found = m_locations.find(location);
    if (access.reads && found != m_locations.end()) {
        if (access.acquires)
            acquire(thread, found->second);
        else
            join(m_pending[thread], found->second);
    }
    if (!access.writes) return;
    Clock released;
    if (access.releases)
        release(thread, released);
    else if (const auto fenced = m_fenced.find(thread); fenced != m_fenced.end())
        released = fenced->second;
    // an atomic goes on with the release of whoever wrote before; a plain store ends it
    if (access.reads && found != m_locations.end())
        join(found->second, released);
    else if (!released.empty())
        m_locations[location] = std::move(released);
    else if (found != m_locations.end())
        m_locations.erase(found);
}

void SyncClocks::strongGlobalAccess(std::uint32_t thread, std::uint64_t location, Strong access) {
    const auto found = m_grid.locations.find(location);
    if (access.reads && found != m_grid.locations.end()) {
        ByScope seen;
        if (!access.ofBlock) seen.wide = found->second.wide;
        if (found->second.block == m_block) seen.narrow = found->second.narrow;
        if (access.acquires) {
            acquireFromGrid(thread, seen.wide);
            acquireFromGrid(thread, seen.narrow);
        } else if (seen.wide || seen.narrow) {
            ByScope& pending = m_pendingOfGrid[thread];
            join(pending.wide, seen.wide);
            join(pending.narrow, seen.narrow);
        }
    }
    if (!access.writes) return;
    ByScope released;
    if (access.releases)
        released.wide = released.narrow = releaseToGrid(thread);
    else if (const auto fenced = m_fencedForGrid.find(thread); fenced != m_fencedForGrid.end())
        released = fenced->second;
    if (access.ofBlock) released.wide.reset();
    // as above
    const bool goesOn = access.reads && found != m_grid.locations.end();
    if (!released.narrow) {
        if (!goesOn && found != m_grid.locations.end()) m_grid.locations.erase(found);
        return;
    }
    GridOrder::Location& at = m_grid.locations[location];
    if (!goesOn) at = {};
    if (at.block != m_block) at.narrow.reset();
    at.block = m_block;
    join(at.wide, released.wide);
    join(at.narrow, released.narrow);
}

void SyncClocks::strongClusterAccess(std::uint32_t thread, std::uint64_t location, Strong access) {
    const bool known = m_grid.locations.contains(location);
    strongGlobalAccess(thread, location, access);
    if (!known && m_grid.locations.contains(location)) m_inCluster.push_back(location);
}

void SyncClocks::newBlock(std::uint64_t number) {
    for (const std::uint64_t location : m_inCluster) m_grid.locations.erase(location);
    m_inCluster.clear();
    m_block = number;
    ++m_epoch;
    m_locations.clear();
    m_fenced.clear();
    m_pending.clear();
    m_fencedForGrid.clear();
    m_pendingOfGrid.clear();
    m_others.clear();
    m_learnt = false;
    m_arrived = m_awaited = {};
    // what is known of lanes that have exited is known up to their last time, which would go on here
    for (std::uint32_t& time : m_now) ++time;
    m_atBarrier = m_now;
}

} // namespace lanescope::ptx
