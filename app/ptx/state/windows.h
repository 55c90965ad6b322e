// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace lanescope::ptx {

/// Windows of the generic address space. Memory gives out addresses above them all.
inline constexpr std::uint64_t kSharedWindow = 0x7e0000000000, kLocalWindow = 0x7e1000000000,
                               kParamWindow = 0x7e2000000000, kLaunchWindow = 0x7e3000000000,
                               kWorkspaceWindow = 0x7e4000000000, kWindowBytes = 1ULL << 32;

/// An address in the shared window is an offset, in its lower bits, in the shared memory of a block of the
/// cluster: in the bits above them is the block's rank plus 1, or 0 for the block that uses the address.
inline constexpr unsigned kRankShift = 24;
inline constexpr std::uint64_t kRankedBytes = 1ULL << kRankShift;

} // namespace lanescope::ptx
