// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/made_access.h"

#include "kit/pictures/pictures.h"
#include "kit/words/readings.h"

#include <bit>

namespace lanescope::kit {

model::WarpAccess madeAccess(model::Space space, model::Operation operation, model::Dim3 block,
                             std::uint32_t warp, const AddressOfThread& address) {
    model::WarpAccess access;
    access.space = space;
    access.operation = operation;
    access.warp = warp;
    for (int lane = 0; lane < model::kWarpSize; ++lane) {
        const model::Dim3 thread = threadIndex(block, warp, lane);
        if (thread.z >= block.z) continue; // the block's last warp may have fewer threads
        if (const std::optional<std::uint64_t> at = address(thread)) {
            access.address[static_cast<std::size_t>(lane)] = *at;
            access.activeMask |= 1U << lane;
        }
    }
    return access;
}

const model::WarpAccess* subjectAccess(const Frame& frame, model::Space space, model::Direction direction,
                                       std::string_view buffer) {
    for (const LaunchResult& launch : frame.result.launches) {
        for (const model::WarpAccess* access : subjectsOf(frame, launch)) {
            if (access->space != space || model::directionOf(access->operation) != direction) continue;
            const Placement* placement = buffer.empty() ? nullptr : launch.observation->placement(buffer);
            const auto lane = static_cast<std::size_t>(std::countr_zero(access->activeMask));
            if (buffer.empty() || (placement && placement->holds(access->address[lane]))) return access;
        }
    }
    return nullptr;
}

model::Counts countsOf(const LaunchResult& launch, std::string_view buffer, model::Direction direction) {
    model::Counts sum;
    const Placement* placement = launch.observation ? launch.observation->placement(buffer) : nullptr;
    if (!placement || launch.observation->reports.empty()) return sum;
    const std::vector<std::uint64_t>& touched = launch.observation->touched;
    for (const model::SiteCounts& site : wholeGrid(launch.observation->reports.front()).sites)
        if (site.space == model::Space::Global && site.direction == direction && site.site < touched.size() &&
            placement->holds(touched[site.site]))
            sum += site.counts;
    return sum;
}

std::uint64_t costOf(const Frame& frame, const model::WarpAccess& access) {
    const model::Counts counts = model::count(access, frame.architecture, frame.rules);
    return access.space == model::Space::Shared ? counts.wavefronts : unitsOf(counts);
}

} // namespace lanescope::kit
