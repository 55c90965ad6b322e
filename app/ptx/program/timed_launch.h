// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/time/launch_time.h"
#include "ptx/program/kernel.h"

#include <cstdint>

namespace lanescope::ptx {

/// A launch of a kernel as the model of its time asks for it; sharedBytes: of a block, dynamic.
model::LaunchedBlocks launchedBlocks(const Kernel& kernel, const model::Dim3& grid, const model::Dim3& block,
                                     std::uint64_t sharedBytes, bool cooperative);

} // namespace lanescope::ptx
