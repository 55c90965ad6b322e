// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/handlers/operation.h"

#include <cstdint>

namespace lanescope::ptx {

/// A binary floating-point format that rounding can aim at.
struct FloatFormat {
    int precision;   ///< bits of the significand, the hidden one included
    int minExponent; ///< of the smallest normal number
    int maxExponent; ///< of the largest number
};
inline constexpr FloatFormat kHalf{11, -14, 15}, kBrain{8, -126, 127}, kTensor{11, -126, 127},
    kSingle{24, -126, 127};

/// value rounded to the format, still as a double; overflow gives infinity or the largest number as the mode
/// has it.
double roundTo(double value, const FloatFormat& format, Rounding rounding);
/// An integer's magnitude rounded to so many significant bits.
double roundInteger(std::uint64_t magnitude, bool negative, int precision, Rounding rounding);
/// Changes a sum, whose rounding error is known, so that rounding it once more gives the exact sum's
/// rounding.
double roundToOdd(double sum, double error);

/// The value of an f16's bits.
double halfToDouble(std::uint16_t bits);
/// value must have been rounded to the format; not-a-number gives 0x7fff.
std::uint16_t halfFromDouble(double value);
/// The same of bf16, the upper half of an f32.
double brainToDouble(std::uint16_t bits);
std::uint16_t brainFromDouble(double value);

} // namespace lanescope::ptx
