// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/cluster_barrier.h"
#include "ptx/run/diagnostics.h"
#include "ptx/run/warp_state.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace lanescope::ptx {

class Checker;

/// The barriers of a block and its part in that of its cluster, and who waits at them.
class BlockBarriers {
public:
    using Warps = std::vector<std::unique_ptr<WarpState>>;
    /// checker: may be nullptr.
    BlockBarriers(const LaunchPlan& plan, const Warps& warps, Checker* checker, Diagnostics& diagnostics);

    void beginBlock();
    /// Lanes reach a barrier instruction at pc: those that have to wait are in WarpState::atBarrier
    /// afterwards. Throws LaneFault when there is no such barrier.
    void arrive(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc);
    /// Lanes that have exited count as arrived.
    void lanesExited();
    ClusterBarrier& ofCluster() { return m_ofCluster; }

private:
    struct Barrier {
        std::vector<std::uint32_t> arrived; ///< lanes, by warp; empty until the barrier is used
        std::uint64_t threads = 0;          ///< for barriers with a count: whole warps count 32
        std::uint32_t lanes = 0;            ///< that have arrived
        std::uint32_t count = 0;            ///< 0: the whole block
        bool pending = false;
        bool reduces = false; ///< some of those that wait want to know of the others' predicates
    };
    /// What those that wait for one barrier bring along.
    struct Census {
        std::uint32_t arrived = 0;    ///< threads
        std::uint32_t yes = 0;        ///< of them, those whose predicate holds
        std::uint32_t pc = kNoTarget; ///< of the first that waits
    };

    void reachOfCluster(WarpState& warp, const BarrierSite& site, std::uint32_t mask, std::uint32_t pc);
    std::uint32_t numberOf(const WarpState& warp, const BarrierSite& site, std::size_t lane) const;
    bool isComplete(const Barrier& barrier) const;
    void complete(std::uint32_t id);
    /// What is known without looking at all that wait, where nobody asks and nobody is missing.
    Census census(std::uint32_t id) const;
    void reportDivergent(const WarpState& warp, std::uint32_t mask, std::uint32_t pc);
    void reportMissing(const Barrier& barrier, const Census& census);
    static void giveResult(const BarrierWait& wait, const Census& census);
    std::vector<std::uint32_t> lanesOf(const WarpState& warp, std::uint32_t mask) const;

    const LaunchPlan& m_plan;
    const Warps& m_warps;
    Checker* m_checker;
    Diagnostics& m_diagnostics;
    std::array<Barrier, kClusterBarrier> m_barriers;
    std::uint32_t m_pending = 0; ///< how many of them are
    ClusterBarrier m_ofCluster;
};

} // namespace lanescope::ptx
