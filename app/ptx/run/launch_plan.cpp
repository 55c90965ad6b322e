// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/launch_plan.h"

#include "model/arithmetic.h"
#include "model/launch_limits.h"

#include <fmt/format.h>

#include <set>

namespace lanescope::ptx {

std::shared_ptr<const LaunchPlan::Values> resolveConstants(const Program& program, const Entry& entry,
                                                           const std::vector<std::uint64_t>& addresses) {
    auto values = std::make_shared<LaunchPlan::Values>(program.functions.size());
    for (const std::uint32_t index : entry.reachable) {
        (*values)[index].reserve(program.functions[index].constants.size());
        for (const Constant& constant : program.functions[index].constants) {
            std::uint64_t value = constant.bits;
            switch (constant.kind) {
            case Constant::Kind::Plain:
                break;
            case Constant::Kind::Global:
                value += addresses[constant.symbol];
                break;
            case Constant::Kind::Function:
                value += functionAddress(constant.symbol);
                break;
            case Constant::Kind::Shared: {
                const auto found = entry.sharedOffsets.find(constant.symbol);
                if (found != entry.sharedOffsets.end()) value += found->second;
                break;
            }
            }
            (*values)[index].push_back({constant.slot, constant.bytes, value});
        }
    }
    return values;
}

namespace {

model::Dim3 clustersOf(const LaunchPlan& plan) {
    return {plan.grid.x / plan.cluster.x, plan.grid.y / plan.cluster.y, plan.grid.z / plan.cluster.z};
}

} // namespace

model::Dim3 clusterOf(const Kernel& kernel, const model::Dim3& wanted) {
    return kernel.cluster.count() != 0 ? kernel.cluster : wanted;
}

std::string whyNotClustered(const Kernel& kernel, const model::Dim3& grid, const model::Dim3& wanted) {
    const model::Dim3 cluster = clusterOf(kernel, wanted);
    if (cluster.count() == 0) return {};
    const auto text = [](const model::Dim3& size) {
        return fmt::format("{} x {} x {}", size.x, size.y, size.z);
    };
    if (wanted.count() != 0 && wanted != cluster)
        return fmt::format("clusters of {} blocks where it is compiled for {}", text(wanted), text(cluster));
    if (cluster.count() > kMostBlocksOfCluster)
        return fmt::format("clusters of {} blocks, {} are allowed", cluster.count(), kMostBlocksOfCluster);
    if (grid.x % cluster.x != 0 || grid.y % cluster.y != 0 || grid.z % cluster.z != 0)
        return fmt::format("a grid of {} blocks, no multiple of its clusters of {}", text(grid),
                           text(cluster));
    return {};
}

model::Dim3 blockAt(const LaunchPlan& plan, std::uint64_t cluster, std::uint64_t rank) {
    const model::Dim3 first = model::indexAt(cluster, clustersOf(plan)),
                      own = model::indexAt(rank, plan.cluster);
    return {first.x * plan.cluster.x + own.x, first.y * plan.cluster.y + own.y,
            first.z * plan.cluster.z + own.z};
}

std::uint64_t clusterAt(const LaunchPlan& plan, const model::Dim3& block) {
    return model::linearIndex({block.x / plan.cluster.x, block.y / plan.cluster.y, block.z / plan.cluster.z},
                              clustersOf(plan));
}

std::uint64_t rankInCluster(const LaunchPlan& plan, const model::Dim3& block) {
    return model::linearIndex({block.x % plan.cluster.x, block.y % plan.cluster.y, block.z % plan.cluster.z},
                              plan.cluster);
}

std::vector<std::uint64_t> blocksRunWith(const Kernel& kernel, const model::Dim3& grid,
                                         const model::Dim3& wanted,
                                         const std::vector<std::uint64_t>& blocks) {
    const model::Dim3 cluster = clusterOf(kernel, wanted);
    if (cluster.count() < 2 || !whyNotClustered(kernel, grid, wanted).empty()) return blocks;
    LaunchPlan plan;
    plan.grid = grid;
    plan.cluster = cluster;
    std::set<std::uint64_t> all;
    for (const std::uint64_t block : blocks)
        for (std::uint64_t rank = 0; rank < plan.cluster.count(); ++rank)
            all.insert(
                model::linearIndex(blockAt(plan, clusterAt(plan, model::indexAt(block, grid)), rank), grid));
    return {all.begin(), all.end()};
}

std::uint64_t sharedBytesOf(const Entry& entry, std::uint32_t dynamicBytes) {
    const std::uint64_t statics = entry.staticSharedBytes, alignment = entry.dynamicAlignment;
    return dynamicBytes == 0 ? statics : model::roundUp(statics, alignment) + dynamicBytes;
}

std::string whyNotLaunched(const Kernel& kernel, const model::Dim3& grid, const model::Dim3& block,
                           std::uint64_t shared, std::uint64_t limit) {
    if (std::string why = model::shapeRefusal(model::LaunchLimits{}, "a GPU", grid, block); !why.empty())
        return why;
    if (block.count() > kernel.maxThreads)
        return fmt::format("a block of {} threads, its bounds allow {}", block.count(), kernel.maxThreads);
    if (shared > limit)
        return fmt::format("{} bytes of shared memory per block, {} are allowed", shared, limit);
    return {};
}

} // namespace lanescope::ptx
