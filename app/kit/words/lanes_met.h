// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"

#include <cstdint>

namespace lanescope::kit {

/// The other lanes that a lane of the access meets, a bit each: in shared memory those of its group that need
/// one of its banks in another wavefront; elsewhere those that share a sector or transaction with it. None
/// for constant memory, and for a lane that takes no part.
std::uint32_t lanesMet(const Frame& frame, const ShownAccess& shown, int lane);

/// Lanes of the access that the brush lights: the hovered lane with those it meets, or those that touch what
/// is hovered; when no lane does, all active ones, or those of the step that is singled out in global memory.
std::uint32_t litLanes(const Frame& frame, const ShownAccess& shown);
/// Whether the brush lights lanes of its own; else a step that is singled out stays lit.
bool brushesLanes(const Frame& frame, const ShownAccess& shown);

} // namespace lanescope::kit
