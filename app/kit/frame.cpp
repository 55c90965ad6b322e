// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/frame.h"

#include <bit>

namespace lanescope::kit {

Frame::Frame(const Drawn& drawn, const device::Info& device, const View& view, const Brush& brush,
             const render::Theme& theme)
    : Drawn(drawn), device(device), view(view), brush(brush), theme(theme),
      shown(drawn.access(view.site, view.launch)) {}

std::span<const model::WarpAccess* const> subjectsOf(const Frame& frame, const LaunchResult& launch) {
    return frame.subjects.of(static_cast<std::size_t>(&launch - frame.result.launches.data()));
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
    const std::vector<session::SiteUse>& uses = launch.observation->uses;
    for (const model::SiteCounts& site : wholeGrid(launch.observation->reports.front()).sites)
        if (site.space == model::Space::Global && site.direction == direction && site.site < uses.size() &&
            placement->holds(uses[site.site].address))
            sum += site.counts;
    return sum;
}

} // namespace lanescope::kit
