// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/occupancy/model.h"

#include "model/capability.h"
#include "model/warp_access.h"
#include "text/tr.h"

#include <algorithm>

namespace lanescope::lab_occupancy {

using model::OccupancyLimit;

std::string kernelName(Kernel kernel, std::uint32_t sums) {
    return (kernel == Kernel::Follow ? "follow" : "compute") + std::to_string(sums);
}

std::uint32_t mostThreads(std::uint32_t sums) {
    return sums > 32 ? 768 : 1024;
}

Lines linesFor(std::uint32_t threads) {
    return {(threads + model::kWarpSize - 1) / model::kWarpSize};
}

std::uint32_t Lines::next(std::uint64_t i) const {
    const std::uint64_t elements = std::uint64_t{count()} * model::kWarpSize;
    return static_cast<std::uint32_t>((i + std::uint64_t{warps} * model::kWarpSize) % elements);
}

std::vector<int> placesOf(const model::Occupancy& held) {
    std::vector<int> places(static_cast<std::size_t>(held.maxWarps), -1);
    const int each = held.blocks == 0 ? 0 : held.warps / held.blocks;
    for (int i = 0; i < held.warps; ++i) places[static_cast<std::size_t>(i)] = i / each;
    return places;
}

std::vector<Resource> resourcesOf(const model::BlockResources& block,
                                  const model::Architecture& architecture) {
    const model::Occupancy held = model::occupancy(block, architecture);
    const model::Capability* chip = model::findCapability(architecture.cc);
    if (!chip) return {};
    const auto amount = [](int value) { return static_cast<std::uint64_t>(value); };
    const std::uint64_t warps = (block.threads + model::kWarpSize - 1) / model::kWarpSize;
    return {{OccupancyLimit::Threads, tr("warps"), translatable("Block Limit Warps"), warps,
             amount(held.maxWarps), held.roomFor(OccupancyLimit::Threads)},
            {OccupancyLimit::Blocks, tr("blocks"), translatable("Block Limit SM"), 1,
             amount(chip->maxBlocksPerMultiprocessor), held.roomFor(OccupancyLimit::Blocks)},
            {OccupancyLimit::Registers, tr("registers"), translatable("Block Limit Registers"),
             held.registersPerBlock, amount(chip->registersPerMultiprocessor),
             held.roomFor(OccupancyLimit::Registers)},
            {OccupancyLimit::SharedMemory, tr("shared memory"), translatable("Block Limit Shared Mem"),
             held.sharedPerBlock, amount(chip->sharedKiBPerMultiprocessor) * 1024,
             held.roomFor(OccupancyLimit::SharedMemory)}};
}

std::vector<std::uint32_t> sizesShown(std::uint32_t present, std::uint32_t most) {
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t threads = model::kWarpSize; threads <= most; threads += model::kWarpSize) {
        if (present > threads - model::kWarpSize && present < threads) sizes.push_back(present);
        sizes.push_back(threads);
    }
    return sizes;
}

std::vector<Size> sizesOf(const model::BlockResources& block, std::uint32_t most,
                          const model::Architecture& architecture) {
    const auto limit = std::min(most, static_cast<std::uint32_t>(architecture.maxThreadsPerBlock));
    std::vector<Size> sizes;
    for (const std::uint32_t threads : sizesShown(static_cast<std::uint32_t>(block.threads), limit)) {
        model::BlockResources other = block;
        other.threads = threads;
        sizes.push_back({threads, model::occupancy(other, architecture).warps});
    }
    return sizes;
}

Size bestOf(const std::vector<Size>& sizes, std::uint32_t present) {
    const auto far = [&](const Size& size) {
        return size.threads > present ? size.threads - present : present - size.threads;
    };
    Size best;
    for (const Size& each : sizes) // ascending
        if (each.warps > best.warps || (each.warps == best.warps && far(each) <= far(best))) best = each;
    return best;
}

} // namespace lanescope::lab_occupancy
