// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/hierarchy/occupancy_view.h"

#include "model/capability.h"
#include "model/format.h"
#include "model/warp_access.h"

#include <fmt/format.h>

namespace lanescope::lab_hierarchy {

BarsView occupancyBars(const model::BlockResources& block, const model::Architecture& architecture) {
    BarsView view;
    view.title = "Warps a multiprocessor holds, by threads a block";
    view.caption = fmt::format(
        "{} and {} of shared memory a block; green: as many as it can hold, blue: fewer, red: none",
        block.registersPerThread ? plural(block.registersPerThread, "register") + " a thread"
                                 : "registers unknown",
        byteSize(static_cast<double>(block.sharedBytes)));
    view.unit = "warps";
    view.full = architecture.maxThreadsPerMultiprocessor / static_cast<int>(model::kWarpSize);
    const std::uint64_t most = static_cast<std::uint64_t>(architecture.maxThreadsPerBlock);
    for (std::uint64_t threads = model::kWarpSize; threads <= most; threads += model::kWarpSize) {
        model::BlockResources other = block;
        other.threads = threads;
        const model::Occupancy held = model::occupancy(other, architecture);
        view.bars.push_back({.value = static_cast<double>(held.warps),
                             .label = fmt::format("{}", threads),
                             .tone = held.warps == held.maxWarps ? Tone::Good
                                     : held.warps == 0           ? Tone::Bad
                                                                 : Tone::Plain});
        if (threads >= block.threads && view.chosen < 0) view.chosen = static_cast<int>(view.bars.size()) - 1;
    }
    return view;
}

std::string whyNoBlock(const model::BlockResources& block, const model::Architecture& architecture) {
    const model::Capability* capability = model::findCapability(architecture.cc);
    if (!capability || model::occupancy(block, architecture).blocks > 0) return {};
    const auto threads = static_cast<std::uint64_t>(capability->maxThreadsPerBlock),
               registers = static_cast<std::uint64_t>(capability->maxRegistersPerThread),
               shared = static_cast<std::uint64_t>(capability->sharedKiBPerBlock);
    if (block.threads > threads)
        return fmt::format("a block there has {} at most, this one {}", plural(threads, "thread"),
                           block.threads);
    if (block.registersPerThread > registers)
        return fmt::format("a thread there has {} at most, this one takes {}", plural(registers, "register"),
                           block.registersPerThread);
    if (block.sharedBytes > shared * 1024)
        return fmt::format("a block there has {} KiB of shared memory at most, this one takes {}", shared,
                           byteSize(static_cast<double>(block.sharedBytes)));
    return fmt::format("its threads take more than the {} registers that a block has there",
                       grouped(static_cast<std::uint64_t>(capability->registersPerBlock)));
}

std::string occupancyText(const model::BlockResources& block, const model::Architecture& architecture) {
    const model::Occupancy held = model::occupancy(block, architecture);
    const auto limit = [&]() -> std::string {
        switch (held.limit) {
        case model::OccupancyLimit::Threads:
            return "There is no room for the threads of another.";
        case model::OccupancyLimit::Blocks:
            return fmt::format("It holds no more than {}, whatever their size.",
                               plural(static_cast<std::uint64_t>(held.blocks), "block"));
        case model::OccupancyLimit::SharedMemory:
            return "Shared memory leaves no room for another.";
        case model::OccupancyLimit::Registers:
            return "Registers leave no room for another.";
        case model::OccupancyLimit::CannotLaunch:
            break;
        }
        return {};
    };
    if (held.blocks == 0)
        return fmt::format("No block of {} fits into a multiprocessor of {}: {}.",
                           plural(block.threads, "thread"), architecture.name,
                           whyNoBlock(block, architecture));
    return fmt::format("{} of {}: {} of {} warps. {}",
                       plural(static_cast<std::uint64_t>(held.blocks), "block"),
                       plural(block.threads, "thread"), held.warps, held.maxWarps, limit());
}

} // namespace lanescope::lab_hierarchy
