// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/program/timed_launch.h"

namespace lanescope::ptx {

model::LaunchedBlocks launchedBlocks(const Kernel& kernel, const model::Dim3& grid, const model::Dim3& block,
                                     std::uint64_t sharedBytes, bool cooperative) {
    return {grid, block, sharedBytes + kernel.staticSharedBytes, static_cast<std::uint64_t>(kernel.registers),
            cooperative};
}

bool isTimed(const Kernel& kernel) {
    return !kernel.callsRuntime;
}

} // namespace lanescope::ptx
