// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/recorder.h"

namespace lanescope::session {

/// Finds the kernels that the program carries, by the name of their file in kernels/.
const recording::ModuleFinder& kernelModules();

} // namespace lanescope::session
