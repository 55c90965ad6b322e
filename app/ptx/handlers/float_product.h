// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/handlers/lanes.h"
#include "ptx/matrix/fragment.h"

#include <array>
#include <bit>
#include <cstdint>
#include <limits>

/// Products of matrices of floats, as tensor cores add them up (docs/ptx.md).
namespace lanescope::ptx::LANESCOPE_ISA {

/// Places of the largest factor and of the largest sum.
inline constexpr std::size_t kMostOfFactor = 1024, kMostOfSum = 256;
/// Sums are worked out for so many columns at once; every n is a multiple of it.
inline constexpr int kColumns = 8;
/// The exponent of zero, which makes no term the largest.
inline constexpr std::int32_t kOfZero = -4096;
/// The exponent of what a sparse factor has not: no product is made of it, not even with infinity.
inline constexpr std::int32_t kAbsent = 2 * kOfZero;

/// The least exponent of a type's normal numbers, which its subnormal ones have, too.
constexpr int leastExponentOf(MatrixElement e) {
    return e == MatrixElement::F16 || e == MatrixElement::E5M2 ? -14 : e == MatrixElement::E4M3 ? -6 : -126;
}

template<MatrixElement E>
[[gnu::always_inline]] inline float floatOfElement(std::uint32_t bits) {
    if constexpr (E == MatrixElement::TF32) return std::bit_cast<float>(bits & 0xffffe000);
    if constexpr (E == MatrixElement::F32) return std::bit_cast<float>(bits);
    if constexpr (E == MatrixElement::BF16) return std::bit_cast<float>(bits << 16);
    if constexpr (E == MatrixElement::E4M3) {
        const float magnitude = std::bit_cast<float>((bits & 0x7f) << 20) * 0x1p120F;
        const float value = (bits & 0x7f) == 0x7f ? std::numeric_limits<float>::quiet_NaN() : magnitude;
        return (bits & 0x80) != 0 ? -value : value;
    }
    const std::uint32_t half = E == MatrixElement::E5M2 ? bits << 8 : bits, magnitude = (half & 0x7fff) << 13;
    const float finite = std::bit_cast<float>(magnitude) * 0x1p112F;
    const float value = (half & 0x7c00) == 0x7c00 ? std::bit_cast<float>(0x70000000 | magnitude) : finite;
    return (half & 0x8000) != 0 ? -value : value;
}

/// A matrix of floats, with the exponents that terms are lined up by.
struct FloatFactor {
    alignas(64) std::array<float, kMostOfFactor> value;
    alignas(64) std::array<std::int32_t, kMostOfFactor> exponent;
    std::int32_t low = 0, high = 0; ///< of the exponents of what is not zero; high: 128 for what is no number
};

/// Factors and sums of one product of floats.
struct FloatProduct {
    FloatFactor a, b;
    alignas(64) std::array<float, kMostOfSum> sum;
    int m = 0, n = 0, k = 0, step = 0; ///< step: products that are added at once
    bool halfIn = false, halfOut = false;
    SumRule rule;
};

/// Adds the products of a and b to sum.
void addProducts(FloatProduct& p);

/// The bits of an f16; value has been rounded to one.
std::uint32_t halfBits(float value);

} // namespace lanescope::ptx::LANESCOPE_ISA
