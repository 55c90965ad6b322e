// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/program/timed_launch.h"

namespace lanescope::ptx {

model::LaunchedBlocks launchedBlocks(const Kernel& kernel, const model::Dim3& grid, const model::Dim3& block,
                                     std::uint64_t sharedBytes, bool cooperative) {
    return {.grid = grid,
            .block = block,
            .sharedBytes = sharedBytes + kernel.staticSharedBytes,
            .registersPerThread = static_cast<std::uint64_t>(kernel.registers),
            .cooperative = cooperative,
            .launchesGrids = kernel.callsRuntime};
}

} // namespace lanescope::ptx
