// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/block_runner.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lanescope::ptx {

/// Runs clusters of a launch, one after another, on one thread: the blocks of one are under way at once, each
/// in its turn.
class ClusterRunner {
public:
    explicit ClusterRunner(const LaunchPlan& plan);
    /// Runs a cluster to its end. place: among the clusters that are run; sinkOf: of a block, by its linear
    /// index, nullptr where nobody looks. Throws Fault, Abandoned.
    template<class SinkOf>
    void run(std::uint64_t cluster, std::uint64_t place, SinkOf sinkOf) {
        for (std::uint32_t rank = 0; rank < m_blocks.size(); ++rank) {
            const model::Dim3 block = blockAt(m_plan, cluster, rank);
            const std::uint64_t linear = model::linearIndex(block, m_plan.grid);
            m_blocks[rank]->observe(sinkOf(linear));
            m_blocks[rank]->begin(block, linear);
        }
        runToEnd(place);
    }
    /// By rank.
    const std::vector<std::unique_ptr<BlockRunner>>& blocks() const { return m_blocks; }

private:
    void runToEnd(std::uint64_t place);

    const LaunchPlan& m_plan;
    std::vector<std::unique_ptr<BlockRunner>> m_blocks;
};

} // namespace lanescope::ptx
