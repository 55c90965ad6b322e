// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/merged_loads.h"

#include "ptx/decode/merged_loads.h"

namespace lanescope::session {

bool isMergedLoad(const Observation& observation, std::uint32_t site) {
    const std::vector<bool> merged = ptx::mergedLoads(observation.module->module());
    return site < merged.size() && merged[site];
}

} // namespace lanescope::session
