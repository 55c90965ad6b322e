// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace lanescope::ptx {

/// One instruction with its operands and the result it must have. Registers: %d result, %a %b %c %e operands,
/// %t a second result of %d's width, %u a predicate. widths: a letter each for d, a, b, c, e: p predicate, h
/// 16 bits, w 32, l 64.
struct Vector {
    const char* instruction;
    const char* widths;
    std::array<std::uint64_t, 4> inputs; ///< 0 for what there is not
    std::uint64_t result;
};

extern const std::span<const Vector> kIntegerVectors1, kIntegerVectors2, kFloatingVectors1, kFloatingVectors2,
    kConversionVectors1, kConversionVectors2, kMeasuredVectors, kSmallVectors;

} // namespace lanescope::ptx
