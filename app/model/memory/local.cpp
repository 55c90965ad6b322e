// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/memory/local.h"

#include "model/memory/coalescing.h"

#include <algorithm>

namespace lanescope::model {

Counts countLocal(const WarpAccess& access, const Architecture& architecture, const Rules& rules) {
    Counts counts;
    const int rows = std::max(1, access.width / 4);
    for (int row = 0; row < rows; ++row) {
        WarpAccess words = access;
        words.space = Space::Global;
        words.width = std::min<std::uint8_t>(access.width, 4);
        for (int lane = 0; lane < kWarpSize; ++lane) {
            auto& address = words.address[static_cast<std::size_t>(lane)];
            address = access.active(lane) ? localAddress(address + 4 * static_cast<unsigned>(row), lane) : 0;
        }
        counts += countGlobal(words, architecture, rules);
    }
    counts.dataWavefronts = 0; // those of loads follow another rule than global memory's, still unknown
    return counts;
}

} // namespace lanescope::model
