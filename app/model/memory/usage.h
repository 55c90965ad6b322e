// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/report.h"
#include "model/warp_access.h"

#include <cstdint>

/// What an access needs, and what it takes beyond that.
namespace lanescope::model {

/// The bytes an access's lanes touch, each counted once; of a texture the texels' bytes.
std::uint64_t distinctBytes(const WarpAccess& access);
/// The fewest sectors that could hold those, and their bytes.
std::uint64_t leastSectors(const WarpAccess& access);
std::uint64_t leastBytes(const WarpAccess& access);
/// The fewest wavefronts of an atomic on shared memory of which a bank updates for one lane at a time: lanes
/// at the same word take turns, wherever the words lie.
std::uint64_t turnsAtWords(const WarpAccess& access, const Architecture& architecture);
/// What a better pattern would do without: wavefronts of shared memory, requests of constant memory, of other
/// memory sectors of 32 bytes, on every architecture. Never negative.
double excessOf(const WarpAccess& access, const Counts& counts);

} // namespace lanescope::model
