// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/handlers/half.h"

#include <bit>
#include <cmath>
#include <limits>

namespace lanescope::ptx {

namespace {

double roundIntegral(double value, Rounding rounding) {
    switch (rounding) {
    case Rounding::Zero:
        return std::trunc(value);
    case Rounding::Down:
        return std::floor(value);
    case Rounding::Up:
        return std::ceil(value);
    case Rounding::NearestAway:
        return std::round(value);
    default:
        return std::nearbyint(value);
    }
}

} // namespace

double roundTo(double value, const FloatFormat& format, Rounding rounding) {
    if (value == 0 || !std::isfinite(value)) return value;
    int exponent = std::ilogb(value);
    if (exponent < format.minExponent) exponent = format.minExponent;
    const int shift = exponent - (format.precision - 1);
    const double rounded =
        std::copysign(std::ldexp(roundIntegral(std::ldexp(value, -shift), rounding), shift), value);
    const double largest = std::ldexp(2.0 - std::ldexp(1.0, 1 - format.precision), format.maxExponent);
    if (std::fabs(rounded) <= largest) return rounded;
    const bool stays = rounding == Rounding::Zero || (rounding == Rounding::Down && value > 0) ||
                       (rounding == Rounding::Up && value < 0);
    return std::copysign(stays ? largest : std::numeric_limits<double>::infinity(), value);
}

double roundInteger(std::uint64_t magnitude, bool negative, int precision, Rounding rounding) {
    const int bits = 64 - std::countl_zero(magnitude);
    double result = 0;
    if (bits <= precision) {
        result = static_cast<double>(magnitude);
    } else {
        const int shift = bits - precision;
        std::uint64_t kept = magnitude >> shift;
        const std::uint64_t rest = magnitude & ((1ULL << shift) - 1), half = 1ULL << (shift - 1);
        switch (rounding) {
        case Rounding::Nearest:
            kept += rest > half || (rest == half && (kept & 1)) ? 1 : 0;
            break;
        case Rounding::NearestAway:
            kept += rest >= half ? 1 : 0;
            break;
        case Rounding::Up:
            kept += rest != 0 && !negative ? 1 : 0;
            break;
        case Rounding::Down:
            kept += rest != 0 && negative ? 1 : 0;
            break;
        case Rounding::Zero:
            break;
        }
        result = std::ldexp(static_cast<double>(kept), shift);
    }
    return negative ? -result : result;
}

double roundToOdd(double sum, double error) {
    const auto bits = std::bit_cast<std::uint64_t>(sum);
    if (error == 0 || !std::isfinite(sum) || !std::isfinite(error) || (bits & 1)) return sum;
    if (sum == 0) return error;
    return std::bit_cast<double>((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

double halfToDouble(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 31;
    const int fraction = bits & 1023;
    double magnitude = 0;
    if (exponent == 31)
        magnitude = fraction == 0 ? std::numeric_limits<double>::infinity()
                                  : std::numeric_limits<double>::quiet_NaN();
    else if (exponent == 0)
        magnitude = std::ldexp(fraction, -24);
    else
        magnitude = std::ldexp(1024 + fraction, exponent - 25);
    return bits & 0x8000 ? -magnitude : magnitude;
}

std::uint16_t halfFromDouble(double value) {
    if (std::isnan(value)) return 0x7fff;
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const double magnitude = std::fabs(value);
    if (std::isinf(value)) return sign | 0x7c00;
    if (magnitude < 0x1p-14)
        return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::ldexp(magnitude, 24)));
    const int exponent = std::ilogb(magnitude);
    const auto fraction = static_cast<std::uint16_t>(std::ldexp(magnitude, 10 - exponent));
    return static_cast<std::uint16_t>(sign | ((exponent + 15) << 10) | (fraction & 1023));
}

double brainToDouble(std::uint16_t bits) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
}

std::uint16_t brainFromDouble(double value) {
    if (std::isnan(value)) return 0x7fff;
    return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16);
}

} // namespace lanescope::ptx
