// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/block_barriers.h"

#include "ptx/check/checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace lanescope::ptx {

namespace {

constexpr std::uint32_t kWarpgroupThreads = 128;

/// std::popcount() is a call where the compiler may not count on the instruction; most often all lanes come.
std::uint32_t countOf(std::uint32_t lanes) {
    return lanes == kFullMask ? 32 : static_cast<std::uint32_t>(std::popcount(lanes));
}

bool reduces(const BarrierSite& site) {
    return site.kind == BarrierSite::Kind::Popc || site.kind == BarrierSite::Kind::And ||
           site.kind == BarrierSite::Kind::Or;
}

} // namespace

BlockBarriers::BlockBarriers(const LaunchPlan& plan, const Warps& warps, Checker* checker,
                             Diagnostics& diagnostics)
    : m_plan(plan), m_warps(warps), m_checker(checker), m_diagnostics(diagnostics),
      m_ofCluster(warps, checker) {}

/// Throws LaneFault when there is no such barrier.
std::uint32_t BlockBarriers::numberOf(const WarpState& warp, const BarrierSite& site,
                                      std::size_t lane) const {
    const auto fail = [&](const std::string& what) {
        throw LaneFault{FaultKind::Trap, static_cast<int>(lane), 0, what};
    };
    if (site.scope == BarrierSite::Scope::Warpgroup) {
        if (warp.index / 4 * 4 + 4 > m_warps.size())
            fail("wgmma in a warp that has no three others in its group");
        return kBlockBarriers + warp.index / 4;
    }
    const std::uint32_t id = warp.slot<std::uint32_t>(site.id)[lane];
    if (id >= kBlockBarriers) fail(fmt::format("there is no barrier {}", id));
    return id;
}

void BlockBarriers::beginBlock() {
    m_ofCluster.beginBlock();
    if (std::exchange(m_pending, 0) == 0) return;
    for (Barrier& barrier : m_barriers) {
        if (barrier.pending) std::fill(barrier.arrived.begin(), barrier.arrived.end(), 0);
        barrier.pending = barrier.reduces = false;
        barrier.threads = barrier.lanes = 0;
    }
}

void BlockBarriers::arrive(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc) {
    const BarrierSite& site = m_plan.program->barriers[in.target];
    if (site.scope == BarrierSite::Scope::Cluster) return reachOfCluster(warp, site, mask, pc);
    const std::size_t lane = firstLane(mask);
    const std::uint32_t id = numberOf(warp, site, lane);
    Barrier& barrier = m_barriers[id];
    const std::uint32_t count = site.scope == BarrierSite::Scope::Warpgroup ? kWarpgroupThreads
                                : site.count == kNoTarget                   ? 0
                                                          : warp.slot<std::uint32_t>(site.count)[lane];
    if (mask != warp.live) reportDivergent(warp, mask, pc);
    if (m_checker && count != 0) m_checker->arrive(warp, mask, id);
    if (!std::exchange(barrier.pending, true)) ++m_pending;
    barrier.count = count;
    if (barrier.arrived.empty()) barrier.arrived.resize(m_warps.size());
    barrier.lanes += countOf(mask & ~barrier.arrived[warp.index]);
    barrier.arrived[warp.index] |= mask;
    barrier.reduces |= reduces(site);
    barrier.threads += mask == warp.live ? 32 : countOf(mask);
    if (site.kind != BarrierSite::Kind::Arrive) {
        warp.atBarrier |= mask;
        warp.waits.push_back({mask, id, &site, warp.regs, in.d, pc});
    }
    if (isComplete(barrier)) complete(id);
}

void BlockBarriers::reachOfCluster(WarpState& warp, const BarrierSite& site, std::uint32_t mask,
                                   std::uint32_t pc) {
    if (site.aligned && mask != warp.live) reportDivergent(warp, mask, pc);
    if (site.kind == BarrierSite::Kind::Arrive) return m_ofCluster.arrive(warp, mask);
    m_ofCluster.wait(warp, site, mask, pc);
}

void BlockBarriers::reportDivergent(const WarpState& warp, std::uint32_t mask, std::uint32_t pc) {
    m_diagnostics.report(FindingKind::DivergentBarrier, pc,
                         fmt::format("divergent barrier: {} of {} live lanes of a warp reach it together",
                                     std::popcount(mask), std::popcount(warp.live)),
                         lanesOf(warp, mask), lanesOf(warp, warp.live & ~mask));
}

bool BlockBarriers::isComplete(const Barrier& barrier) const {
    if (!barrier.pending) return false;
    if (barrier.count != 0) return barrier.threads >= barrier.count;
    // warps mostly arrive in their order, so that the last one is who is missing
    return std::all_of(m_warps.rbegin(), m_warps.rend(),
                       [&](const auto& warp) { return (warp->live & ~barrier.arrived[warp->index]) == 0; });
}

BlockBarriers::Census BlockBarriers::census(std::uint32_t id) const {
    const Barrier& barrier = m_barriers[id];
    Census all{.arrived = barrier.lanes};
    if (!barrier.reduces && barrier.lanes >= m_plan.block.count()) return all;
    for (const auto& warp : m_warps) {
        for (const BarrierWait& wait : warp->waits) {
            if (wait.id != id) continue;
            if (all.pc == kNoTarget) all.pc = wait.pc;
            std::uint32_t predicate = 0;
            std::memcpy(&predicate, wait.regs + wait.site->predicate, 4);
            all.yes += countOf((predicate ^ wait.site->predicateFlip) & wait.mask);
        }
    }
    return all;
}

void BlockBarriers::reportMissing(const Barrier& barrier, const Census& census) {
    const std::uint64_t threads = m_plan.block.count();
    if (barrier.count != 0 || census.arrived >= threads || census.pc == kNoTarget) return;
    std::vector<std::uint32_t> gone;
    for (std::uint64_t first = 0; first < threads; first += 32) {
        const std::uint32_t whole = threads - first < 32 ? (1U << (threads - first)) - 1 : ~0U;
        gone.push_back(whole & ~barrier.arrived[first / 32]);
    }
    m_diagnostics.report(FindingKind::PartialBarrier, census.pc,
                         fmt::format("barrier reached by {} of {} threads of a block: the others had exited",
                                     census.arrived, threads),
                         barrier.arrived, gone);
}

/// What bar.red leaves in the registers of those that have waited.
void BlockBarriers::giveResult(const BarrierWait& wait, const Census& census) {
    const BarrierSite::Kind kind = wait.site->kind;
    std::byte* const result = wait.regs + wait.result;
    if (kind == BarrierSite::Kind::Popc) {
        eachLane(wait.mask, [&](std::size_t lane) { std::memcpy(result + lane * 4, &census.yes, 4); });
    } else if (kind == BarrierSite::Kind::And || kind == BarrierSite::Kind::Or) {
        const bool holds = kind == BarrierSite::Kind::And ? census.yes == census.arrived : census.yes != 0;
        std::uint32_t bits = 0;
        std::memcpy(&bits, result, 4);
        bits = (bits & ~wait.mask) | (holds ? wait.mask : 0);
        std::memcpy(result, &bits, 4);
    }
}

void BlockBarriers::complete(std::uint32_t id) {
    Barrier& barrier = m_barriers[id];
    const Census all = census(id);
    reportMissing(barrier, all);
    if (m_checker && barrier.count == 0) m_checker->meetAll();
    for (const auto& warp : m_warps) {
        for (const BarrierWait& wait : warp->waits) {
            if (wait.id != id) continue;
            warp->atBarrier &= ~wait.mask;
            if (m_checker && barrier.count != 0) m_checker->pass(*warp, wait.mask, id);
            giveResult(wait, all);
        }
        std::erase_if(warp->waits, [id](const BarrierWait& wait) { return wait.id == id; });
        barrier.arrived[warp->index] = 0;
    }
    barrier.pending = barrier.reduces = false;
    barrier.threads = barrier.lanes = 0;
    --m_pending;
    if (m_checker) m_checker->completed(id);
}

void BlockBarriers::lanesExited() {
    m_ofCluster.lanesExited();
    for (std::uint32_t id = 0; m_pending != 0 && id < m_barriers.size(); ++id) {
        if (!m_barriers[id].pending || m_barriers[id].count != 0) continue;
        const bool waits = std::any_of(m_warps.begin(), m_warps.end(),
                                       [](const auto& warp) { return !warp->waits.empty(); });
        if (waits && isComplete(m_barriers[id])) complete(id);
    }
}

/// For a finding about one warp.
std::vector<std::uint32_t> BlockBarriers::lanesOf(const WarpState& warp, std::uint32_t mask) const {
    std::vector<std::uint32_t> lanes(m_warps.size());
    lanes[warp.index] = mask;
    return lanes;
}

} // namespace lanescope::ptx
