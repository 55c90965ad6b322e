// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/observation.h"

#include <cstdint>

namespace lanescope::session {

/// Whether a GPU is likely to make one request of the loads of this site and of others beside it; site: as
/// the accesses of the observation name it.
bool isMergedLoad(const Observation& observation, std::uint32_t site);

} // namespace lanescope::session
