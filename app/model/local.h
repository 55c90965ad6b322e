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

/// The counts of an access to local memory: an access to global memory at localAddress(), with 8 and 16 bytes
/// as 2 and 4 rows. Where the warp's frame begins is not known, so the tag stage has its lower bound.
Counts countLocal(const WarpAccess& access, const Architecture& architecture, const Rules& rules);

} // namespace lanescope::model
