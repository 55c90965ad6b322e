// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/occupancy.h"

#include "model/arithmetic.h"
#include "model/capability.h"
#include "model/warp_access.h"

#include <cassert>

namespace lanescope::model {

namespace {

struct Registers {
    std::uint64_t ofBlock = 0; ///< in whole units
    std::uint64_t blocks = Occupancy::kUnlimited;
};

Registers registersOf(const BlockResources& block, std::uint64_t warps, const Capability& capability) {
    if (block.registersPerThread == 0) {
        return {};
    }
    const auto registers = static_cast<std::uint64_t>(capability.registersPerMultiprocessor);
    const auto unit = static_cast<std::uint64_t>(capability.registerUnit);
    const std::uint64_t warpRegisters = block.registersPerThread * kWarpSize;
    if (capability.registerPools == 0) {
        // 1.x hands registers out by block, for an even number of warps.
        const std::uint64_t ofBlock = roundUp(roundUp(warps, 2) * warpRegisters, unit);
        return {ofBlock, registers / ofBlock};
    }
    const auto pools = static_cast<std::uint64_t>(capability.registerPools);
    const std::uint64_t allocated = roundUp(warpRegisters, unit);
    if (allocated * roundUp(warps, pools) > static_cast<std::uint64_t>(capability.registersPerBlock)) {
        return {allocated * warps, 0};
    }
    return {allocated * warps, registers / pools / allocated * pools / warps};
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
    result.room.fill(Occupancy::kUnlimited);
    result.room.at(static_cast<std::size_t>(OccupancyLimit::Blocks)) = blocks;
    const auto limitTo = [&](std::uint64_t most, OccupancyLimit why) {
        result.room.at(static_cast<std::size_t>(why)) = most;
        if (most < blocks) {
            blocks = most;
            result.limit = why;
        }
    };
    limitTo(static_cast<std::uint64_t>(result.maxWarps) / warps, OccupancyLimit::Threads);
    const std::uint64_t shared =
        roundUp(block.sharedBytes + static_cast<std::uint64_t>(capability->sharedReservedBytes),
                static_cast<std::uint64_t>(capability->sharedUnitBytes));
    result.sharedPerBlock = shared;
    if (shared != 0) {
        limitTo(static_cast<std::uint64_t>(capability->sharedKiBPerMultiprocessor) * 1024 / shared,
                OccupancyLimit::SharedMemory);
    }
    const Registers registers = registersOf(block, warps, *capability);
    result.registersPerBlock = registers.ofBlock;
    limitTo(registers.blocks, OccupancyLimit::Registers);
    if (blocks == 0) {
        result.limit = OccupancyLimit::CannotLaunch;
        return result;
    }
    result.blocks = static_cast<int>(blocks);
    result.warps = static_cast<int>(blocks * warps);
    return result;
}

} // namespace lanescope::model
