// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/occupancy_view.h"

#include "kit/format.h"
#include "model/warp_access.h"

#include <fmt/format.h>

namespace lanescope::kit {

BarsView occupancyBars(const model::BlockResources& block, const model::Architecture& architecture) {
    BarsView view;
    view.title = "Warps a multiprocessor holds, by threads a block";
    view.caption =
        fmt::format("{} and {} of shared memory a block",
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
        return fmt::format("No block of {} threads fits into a multiprocessor of {} with what it takes.",
                           block.threads, architecture.name);
    return fmt::format("{} of {} threads: {} of {} warps. {}",
                       plural(static_cast<std::uint64_t>(held.blocks), "block"), block.threads, held.warps,
                       held.maxWarps, limit());
}

} // namespace lanescope::kit
