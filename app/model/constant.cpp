// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/constant.h"

#include <algorithm>
#include <array>

namespace lanescope::model {

Counts countConstant(const WarpAccess& access, const Architecture& architecture) {
    Counts counts;
    for (int first = 0; first < kWarpSize; first += architecture.requestLanes) {
        std::array<std::uint64_t, kWarpSize> addresses;
        auto end = addresses.begin();
        for (int lane = first; lane < first + architecture.requestLanes; ++lane) {
            if (access.active(lane)) {
                *end++ = access.address[static_cast<std::size_t>(lane)];
            }
        }
        std::sort(addresses.begin(), end);
        counts.requests +=
            static_cast<std::uint64_t>(std::unique(addresses.begin(), end) - addresses.begin());
    }
    // No instruction loads more than 8 bytes of constant memory: ptxas writes two for 16.
    if (access.width == 16 && hasSectors(architecture)) {
        counts.requests *= 2;
    }
    return counts;
}

} // namespace lanescope::model
