// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/occupancy.h"

#include "model/capability.h"
#include "model/warp_access.h"

#include <cassert>

namespace lanescope::model {

namespace {

std::uint64_t roundUp(std::uint64_t value, std::uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

/// Blocks that the registers allow; ~0 for no limit.
std::uint64_t blocksByRegisters(const BlockResources& block, std::uint64_t warps,
                                const Capability& capability) {
    if (block.registersPerThread == 0) {
        return ~std::uint64_t{0};
    }
    const auto registers = static_cast<std::uint64_t>(capability.registersPerMultiprocessor);
    const auto unit = static_cast<std::uint64_t>(capability.registerUnit);
    const std::uint64_t warpRegisters = block.registersPerThread * kWarpSize;
    if (capability.registerPools == 0) {
        // 1.x hands registers out by block, for an even number of warps.
        return registers / roundUp(roundUp(warps, 2) * warpRegisters, unit);
    }
    const auto pools = static_cast<std::uint64_t>(capability.registerPools);
    const std::uint64_t allocated = roundUp(warpRegisters, unit);
    if (allocated * roundUp(warps, pools) > static_cast<std::uint64_t>(capability.registersPerBlock)) {
        return 0;
    }
    return registers / pools / allocated * pools / warps;
}

} // namespace

Occupancy occupancy(const BlockResources& block, const Architecture& architecture) {
    const Capability* capability = findCapability(architecture.cc);
    assert(capability != nullptr);
    Occupancy result;
    result.maxWarps = capability->maxThreadsPerMultiprocessor / kWarpSize;
    const std::uint64_t warps = (block.threads + kWarpSize - 1) / kWarpSize;
    const std::uint64_t sharedLimit = static_cast<std::uint64_t>(capability->sharedKiBPerBlock) * 1024;
    if (warps == 0 || block.threads > static_cast<std::uint64_t>(capability->maxThreadsPerBlock) ||
        block.sharedBytes > sharedLimit ||
        block.registersPerThread > static_cast<std::uint64_t>(capability->maxRegistersPerThread)) {
        return result;
    }
    std::uint64_t blocks = static_cast<std::uint64_t>(capability->maxBlocksPerMultiprocessor);
    result.limit = OccupancyLimit::Blocks;
    const auto limitTo = [&](std::uint64_t most, OccupancyLimit why) {
        if (most < blocks) {
            blocks = most;
            result.limit = why;
        }
    };
    limitTo(static_cast<std::uint64_t>(result.maxWarps) / warps, OccupancyLimit::Threads);
    const std::uint64_t shared =
        roundUp(block.sharedBytes + static_cast<std::uint64_t>(capability->sharedReservedBytes),
                static_cast<std::uint64_t>(capability->sharedUnitBytes));
    if (shared != 0) {
        limitTo(static_cast<std::uint64_t>(capability->sharedKiBPerMultiprocessor) * 1024 / shared,
                OccupancyLimit::SharedMemory);
    }
    limitTo(blocksByRegisters(block, warps, *capability), OccupancyLimit::Registers);
    if (blocks == 0) {
        result.limit = OccupancyLimit::CannotLaunch;
        return result;
    }
    result.blocks = static_cast<int>(blocks);
    result.warps = static_cast<int>(blocks * warps);
    return result;
}

} // namespace lanescope::model
