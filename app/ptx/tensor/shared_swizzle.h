// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace lanescope::ptx {

/// How 16-byte pieces of shared memory change places, as tensor maps and matrix descriptors name it: within
/// rows of 32, 64 or 128 bytes, by the bits of the address from the eighth on.
enum class SharedSwizzle : std::uint8_t { None, Bytes32, Bytes64, Bytes128 };
constexpr std::uint32_t swizzled(std::uint32_t address, SharedSwizzle swizzle) {
    const std::uint32_t bits = (1U << static_cast<unsigned>(swizzle)) - 1;
    return address ^ ((address >> 7 & bits) << 4);
}
/// Bytes of a row that pieces change places in.
constexpr std::uint32_t rowBytesOf(SharedSwizzle swizzle) {
    return 16U << static_cast<unsigned>(swizzle);
}

} // namespace lanescope::ptx
