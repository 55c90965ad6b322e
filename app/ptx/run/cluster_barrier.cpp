// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/cluster_barrier.h"

#include "ptx/check/checker.h"

#include <algorithm>

namespace lanescope::ptx {

void ClusterBarrier::beginBlock() {
    if (m_parts.empty()) m_parts = {this};
    m_arrived.clear();
}

void ClusterBarrier::arrive(const WarpState& warp, std::uint32_t mask) {
    if (!isPending()) m_arrived.resize(m_warps.size());
    m_arrived[warp.index] |= mask;
    lookAtAll();
}

void ClusterBarrier::wait(WarpState& warp, const BarrierSite& site, std::uint32_t mask, std::uint32_t pc) {
    // the phase of those that are not among the arrived has ended
    const std::uint32_t waiting = isPending() ? mask & m_arrived[warp.index] : 0;
    if (waiting == 0) return;
    warp.atBarrier |= waiting;
    warp.waits.push_back({waiting, kClusterBarrier, &site, warp.regs, kSinkSlot, pc});
}

bool ClusterBarrier::haveAllArrived() const {
    return std::ranges::all_of(m_warps, [&](const auto& warp) {
        return (warp->live & ~(isPending() ? m_arrived[warp->index] : 0)) == 0;
    });
}

void ClusterBarrier::lookAtAll() {
    if (std::ranges::none_of(m_parts, &ClusterBarrier::isPending)) return;
    if (!std::ranges::all_of(m_parts, &ClusterBarrier::haveAllArrived)) return;
    for (ClusterBarrier* part : m_parts) part->release();
    if (!m_checker || m_parts.size() == 1) return;
    const std::uint64_t first = m_parts.front()->m_checker->block();
    for (int turn = 0; turn < 2; ++turn) // all tell, then all know
        for (ClusterBarrier* part : m_parts) part->m_checker->meetCluster(first);
}

void ClusterBarrier::release() {
    if (m_checker) m_checker->meetAll();
    for (const auto& warp : m_warps) {
        for (const BarrierWait& wait : warp->waits)
            if (wait.id == kClusterBarrier) warp->atBarrier &= ~wait.mask;
        std::erase_if(warp->waits, [](const BarrierWait& wait) { return wait.id == kClusterBarrier; });
    }
    m_arrived.clear();
}

} // namespace lanescope::ptx
