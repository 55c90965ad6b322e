// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/hierarchy/idle_warp.h"

namespace lanescope::lab_hierarchy {

using namespace kit;

std::optional<ShownAccess> shownOrIdle(const Frame& frame, model::WarpAccess& none) {
    if (auto shown = frame.shown) return shown;
    for (const LaunchResult& launch : frame.result.launches) {
        if (!launch.observation || launch.observation->reports.empty()) continue;
        const Observation& seen = *launch.observation;
        if (seen.reports.front().sites.empty()) continue;
        none = {};
        none.site = seen.reports.front().sites.front().site;
        none.block = seen.focusBlock;
        none.warp = seen.focusWarp;
        const model::Site& site = seen.site(none.site);
        none.space = site.space;
        none.operation = site.operation;
        none.width = site.width;
        ShownAccess shown;
        shown.launch = &launch;
        shown.access = &none;
        shown.site = &site;
        shown.number = shown.of = 1;
        shown.view = std::make_shared<AccessView>(none, frame.architecture, frame.rules);
        return shown;
    }
    return std::nullopt;
}

bool isIdle(const ShownAccess& shown) {
    return shown.access->activeMask == 0;
}

} // namespace lanescope::lab_hierarchy
