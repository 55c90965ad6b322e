// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/local.h"

#include "model/coalescing.h"

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
    if (hasSectors(architecture)) {
        // One instruction is one request, and no row of one lane is another row of another lane: offsets are
        // aligned.
        counts.requests = access.activeMask != 0 ? 1 : 0;
        counts.wavefronts = counts.idealWavefronts = (counts.tagLookups + 3) / 4;
        counts.dataWavefronts = 0;
    }
    return counts;
}

} // namespace lanescope::model
