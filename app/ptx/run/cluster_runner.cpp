// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/cluster_runner.h"

namespace lanescope::ptx {

ClusterRunner::ClusterRunner(const LaunchPlan& plan) : m_plan(plan) {
    for (std::uint64_t rank = 0; rank < plan.cluster.count(); ++rank)
        m_blocks.push_back(std::make_unique<BlockRunner>(plan, nullptr));
    BlockRunner::joinCluster(m_blocks);
}

void ClusterRunner::runToEnd(std::uint64_t place) {
    std::vector<BlockRunner*> left;
    for (const auto& block : m_blocks) left.push_back(block.get());
    while (!left.empty()) {
        bool went = false;
        std::erase_if(left, [&](BlockRunner* block) {
            block->goOn();
            const RoundEnd end = block->round(place);
            went = went || end != RoundEnd::Waits;
            return end == RoundEnd::Done;
        });
        if (!went && !left.empty()) left.front()->failWaiting("and none of them goes on");
    }
}

} // namespace lanescope::ptx
