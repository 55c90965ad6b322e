// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace lanescope::ptx {

/// Windows of the generic address space. Memory gives out addresses above them all.
inline constexpr std::uint64_t kSharedWindow = 0x7e0000000000, kLocalWindow = 0x7e1000000000,
                               kParamWindow = 0x7e2000000000, kLaunchWindow = 0x7e3000000000,
                               kWorkspaceWindow = 0x7e4000000000, kWindowBytes = 1ULL << 32;

} // namespace lanescope::ptx
