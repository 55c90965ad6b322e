// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/calls.h"
#include "model/architecture.h"

namespace lanescope::session {

/// Plays a recording that may fail on an emulated device of its own, with the CUDA runtime's rules for
/// errors. Throws device::Error for a kernel that is not there.
device::CallReturns emulateCalls(const recording::Recording& recording,
                                 const model::Architecture& architecture);

} // namespace lanescope::session
