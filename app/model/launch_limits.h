// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/warp_access.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope::model {

/// The threads and the bytes of shared memory that a block may have without asking for more: CUDA C++
/// Programming Guide, technical specifications per compute capability, and shared memory's 48 KiB rule.
struct LaunchLimits {
    std::uint32_t threads = 1024, sharedBytes = 48 * 1024;
};
/// By compute capability: below 2.0 512 threads and 16 KiB, from there on 1024 and 48 KiB.
LaunchLimits launchLimits(const Architecture& architecture);
/// Why the CUDA runtime refuses a launch, in one sentence; empty: it does not. sharedBytes: static and
/// dynamic.
std::string launchRefusal(const Architecture& architecture, Dim3 grid, Dim3 block, std::uint64_t sharedBytes);
/// Whether a grid and its blocks have as many blocks and threads as they may.
bool isLaunchShape(const Architecture& architecture, Dim3 grid, Dim3 block);

/// The most blocks of a kernel that a device holds at once, by their threads and shared memory: what their
/// registers allow is not known here. nullopt: the row has no device figures.
std::optional<std::uint64_t> residentBlocks(const Architecture& architecture, Dim3 block,
                                            std::uint64_t sharedBytes);
/// From CC 6.0 on.
bool hasCooperativeLaunches(const Architecture& architecture);
/// Why a cooperative launch whose shape is right is refused, in one sentence: all blocks have to be on the
/// device at once. Empty: it is not, as far as residentBlocks() knows.
std::string cooperativeRefusal(const Architecture& architecture, Dim3 grid, Dim3 block,
                               std::uint64_t sharedBytes);

} // namespace lanescope::model
