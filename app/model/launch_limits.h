// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/warp_access.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::model {

/// What a launch may ask for: CUDA C++ Programming Guide, technical specifications per compute capability,
/// and shared memory's 48 KiB rule. As it stands here: from CC 3.0 on, where it is the most.
struct LaunchLimits {
    Dim3 grid{2147483647, 65535, 65535};   ///< sides, in blocks
    Dim3 block{1024, 1024, 64};            ///< sides, in threads
    std::uint32_t threads = 1024;          ///< of a block
    std::uint32_t sharedBytes = 48 * 1024; ///< of a block whose kernel asked for no more before
};
LaunchLimits launchLimits(const Architecture& architecture);
/// Why such a shape is refused; empty: it is not. who: has the limits.
///   "a block of 32 x 64 = 2048 threads: CC 9.0 takes at most 1024"
std::string shapeRefusal(const LaunchLimits& limits, std::string_view who, Dim3 grid, Dim3 block);
std::string shapeRefusal(const Architecture& architecture, Dim3 grid, Dim3 block);
/// Why the CUDA runtime refuses a launch; empty: it does not. Its code is cudaErrorInvalidValue for each
/// (CUDA 13.0 on an H200). sharedBytes: static and dynamic.
std::string launchRefusal(const Architecture& architecture, Dim3 grid, Dim3 block, std::uint64_t sharedBytes);

/// Why a block of no kernel gets so much shared memory, static and dynamic, not even one that asked for it by
/// cudaFuncSetAttribute; empty: one may.
std::string sharedRefusal(const Architecture& architecture, std::uint64_t sharedBytes);

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
