// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/warp_state.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lanescope::ptx {

class Checker;

/// A block's part in the barrier of its cluster: threads arrive, go on, and later wait for all others that
/// have not exited. A block without a cluster has one to itself.
class ClusterBarrier {
public:
    using Warps = std::vector<std::unique_ptr<WarpState>>;
    /// checker: may be nullptr.
    ClusterBarrier(const Warps& warps, Checker* checker) : m_warps(warps), m_checker(checker) {}
    /// The parts of all blocks of the cluster, this one among them.
    void join(std::vector<ClusterBarrier*> parts) { m_parts = std::move(parts); }

    void beginBlock();
    void arrive(const WarpState& warp, std::uint32_t mask);
    /// Those that have to wait are in WarpState::atBarrier afterwards.
    void wait(WarpState& warp, const BarrierSite& site, std::uint32_t mask, std::uint32_t pc);
    /// Threads of the block that have exited need not arrive.
    void lanesExited() { lookAtAll(); }

private:
    bool isPending() const { return !m_arrived.empty(); }
    bool haveAllArrived() const;
    void lookAtAll();
    void release();

    const Warps& m_warps;
    Checker* m_checker;
    std::vector<ClusterBarrier*> m_parts;
    std::vector<std::uint32_t> m_arrived; ///< lanes, by warp; empty: nobody has arrived
};

} // namespace lanescope::ptx
