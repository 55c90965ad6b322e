// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/memory/constant.h"

#include <algorithm>
#include <array>

namespace lanescope::model {

std::vector<ConstantRequest> constantRequests(const WarpAccess& access, const Architecture& architecture) {
    std::vector<ConstantRequest> requests;
    const bool twice = access.width == 16 && hasSectors(architecture);
    for (int first = 0; first < kWarpSize; first += architecture.requestLanes) {
        const std::size_t before = requests.size();
        for (int lane = first; lane < first + architecture.requestLanes; ++lane) {
            if (!access.active(lane)) {
                continue;
            }
            const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
            const auto known =
                std::find_if(requests.begin() + static_cast<std::ptrdiff_t>(before), requests.end(),
                             [&](const ConstantRequest& each) { return each.address == address; });
            if (known == requests.end()) {
                requests.push_back({address, 1U << lane});
            } else {
                known->lanes |= 1U << lane;
            }
        }
        for (std::size_t i = before, end = requests.size(); twice && i < end; ++i) {
            requests.push_back({requests[i].address + 8, requests[i].lanes});
        }
    }
    return requests;
}

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
