// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// cvt of pairs of floats of 8 bits and fewer, and cvt.pack.
#include "ptx/handlers/half.h"
#include "ptx/handlers/lanes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

/// A float of 8 bits or fewer: sign, exponent, fraction.
struct SmallFormat {
    FloatFormat format;
    int fractionBits;
    double largest;
    unsigned bits;  ///< of the number
    unsigned place; ///< that it takes in a pair
    std::uint32_t
        notFinite;     ///< the least magnitude, in bits, that is no finite number; beyond all: there is none
    std::uint32_t nan; ///< what not-a-number becomes
};
constexpr std::array<SmallFormat, 5> kFormats{{{{4, -6, 8}, 3, 448, 8, 8, 0x7f, 0x7f},
                                               {{3, -14, 15}, 2, 57344, 8, 8, 0x7c, 0x7f},
                                               {{2, 0, 2}, 1, 6, 4, 4, 8, 7},
                                               {{4, 0, 2}, 3, 7.5, 6, 8, 32, 31},
                                               {{3, -2, 4}, 2, 28, 6, 8, 32, 31}}};

/// To the nearest, at most the largest number.
std::uint32_t smallFromDouble(const SmallFormat& small, double value, bool relu) {
    if (std::isnan(value)) return small.nan;
    if (relu && value <= 0) return 0;
    const double magnitude =
        std::fabs(roundTo(std::clamp(value, -small.largest, small.largest), small.format, Rounding::Nearest));
    const std::uint32_t sign = std::signbit(value) ? 1U << (small.bits - 1) : 0;
    const double least = std::ldexp(1.0, small.format.minExponent);
    const int exponent = magnitude < least ? small.format.minExponent : std::ilogb(magnitude);
    const auto steps = static_cast<std::uint32_t>(std::ldexp(magnitude, small.fractionBits - exponent));
    // a subnormal number has no hidden bit, and the exponent 0
    return sign |
           (steps + (static_cast<std::uint32_t>(exponent - small.format.minExponent) << small.fractionBits));
}

std::uint32_t halfFromSmall(const SmallFormat& small, std::uint32_t bits, bool relu) {
    const std::uint32_t signBit = 1U << (small.bits - 1), magnitudeBits = bits & (signBit - 1);
    const bool negative = (bits & signBit) != 0;
    const std::uint32_t sign = negative ? 0x8000 : 0;
    // of e5m2 the least one that is not finite is infinity
    const bool infinite = magnitudeBits == small.notFinite && magnitudeBits != small.nan;
    if (magnitudeBits >= small.notFinite && !infinite) return 0x7fff;
    if (relu && negative) return 0;
    if (infinite) return sign | 0x7c00;
    const std::uint32_t hidden = 1U << small.fractionBits, exponent = magnitudeBits >> small.fractionBits,
                        fraction = magnitudeBits & (hidden - 1);
    const int unit = small.format.minExponent - small.fractionBits;
    const double magnitude = exponent == 0
                                 ? std::ldexp(fraction, unit)
                                 : std::ldexp(hidden + fraction, static_cast<int>(exponent) - 1 + unit);
    return halfFromDouble(magnitude) | sign;
}

void fromSingles(Warp& w, const Instruction& in, std::uint32_t mask) {
    const SmallFormat& small = kFormats[in.extra];
    const auto *a = w.slot<float>(in.a), *b = w.slot<float>(in.b);
    auto* d = w.slot<std::uint16_t>(in.d);
    forActive(mask, [&](int i) {
        const auto of = [&](float value) {
            return smallFromDouble(small, static_cast<double>(value), in.mode & kRelu);
        };
        d[i] = static_cast<std::uint16_t>(of(a[i]) << small.place | of(b[i]));
    });
}
void fromHalves(Warp& w, const Instruction& in, std::uint32_t mask) {
    const SmallFormat& small = kFormats[in.extra];
    const auto* a = w.slot<std::uint32_t>(in.a);
    auto* d = w.slot<std::uint16_t>(in.d);
    forActive(mask, [&](int i) {
        const auto of = [&](std::uint32_t half) {
            return smallFromDouble(small, halfToDouble(static_cast<std::uint16_t>(half)), in.mode & kRelu);
        };
        d[i] = static_cast<std::uint16_t>(of(a[i] >> 16) << small.place | of(a[i]));
    });
}
void toHalves(Warp& w, const Instruction& in, std::uint32_t mask) {
    const SmallFormat& small = kFormats[in.extra];
    const auto* a = w.slot<std::uint16_t>(in.a);
    auto* d = w.slot<std::uint32_t>(in.d);
    const std::uint32_t ones = (1U << small.bits) - 1;
    forActive(mask, [&](int i) {
        const auto of = [&](std::uint32_t bits) {
            return halfFromSmall(small, bits & ones, in.mode & kRelu);
        };
        d[i] = of(std::uint32_t{a[i]} >> small.place) << 16 | of(a[i]);
    });
}

// Powers of two: the exponent of an f32, which is that of a bf16, too. 255: not-a-number.

std::uint32_t scaleFromSingle(std::uint32_t bits, std::uint8_t mode) {
    constexpr std::uint32_t kInfinity = 0x7f800000, kHalfOfLeast = 0x00400000;
    const std::uint32_t magnitude = bits & 0x7fffffff;
    std::uint32_t scale = magnitude >> 23;
    const bool rest = (magnitude & 0x7fffff) != 0 && magnitude > kHalfOfLeast && magnitude < kInfinity;
    if ((mode & kScaleUp) != 0 && rest) ++scale;
    if ((mode & kScaleFinite) != 0 && magnitude <= kInfinity) scale = std::min(scale, 254U);
    return scale;
}
std::uint32_t brainFromScale(std::uint32_t scale) {
    return scale == 255 ? 0x7fff : scale == 0 ? 0x0040 : scale << 7;
}

void scalesFromSingles(Warp& w, const Instruction& in, std::uint32_t mask) {
    const auto *a = w.slot<std::uint32_t>(in.a), *b = w.slot<std::uint32_t>(in.b);
    forLanes(w.slot<std::uint16_t>(in.d), mask, [&](int i) {
        return static_cast<std::uint16_t>(scaleFromSingle(a[i], in.mode) << 8 |
                                          scaleFromSingle(b[i], in.mode));
    });
}
void scalesFromBrains(Warp& w, const Instruction& in, std::uint32_t mask) {
    const auto* a = w.slot<std::uint32_t>(in.a);
    forLanes(w.slot<std::uint16_t>(in.d), mask, [&](int i) {
        return static_cast<std::uint16_t>(scaleFromSingle(a[i] & 0xffff0000, in.mode) << 8 |
                                          scaleFromSingle(a[i] << 16, in.mode));
    });
}
void scalesToBrains(Warp& w, const Instruction& in, std::uint32_t mask) {
    const auto* a = w.slot<std::uint16_t>(in.a);
    forLanes(w.slot<std::uint32_t>(in.d), mask,
             [&](int i) { return brainFromScale(a[i] >> 8) << 16 | brainFromScale(a[i] & 0xff); });
}

/// cvt.pack.sat
void packIntegers(Warp& w, const Instruction& in, std::uint32_t mask) {
    const auto type = static_cast<Type>(in.extra);
    const int bits = static_cast<int>(sizeOf(type) * 8);
    const std::int32_t above = (1 << (isSigned(type) ? bits - 1 : bits)) - 1,
                       below = isSigned(type) ? -above - 1 : 0;
    const std::uint32_t ones = (1U << bits) - 1;
    const auto *a = w.slot<std::int32_t>(in.a), *b = w.slot<std::int32_t>(in.b);
    const auto* c = w.slot<std::uint32_t>(in.c);
    const auto clamped = [=](std::int32_t value) {
        return static_cast<std::uint32_t>(std::clamp(value, below, above)) & ones;
    };
    forLanes(w.slot<std::uint32_t>(in.d), mask, [=](int i) {
        const std::uint32_t pair = clamped(a[i]) << bits | clamped(b[i]);
        return bits == 16 ? pair : c[i] << (2 * bits) | pair;
    });
}

} // namespace

Handler packHandler() {
    return packIntegers;
}

Handler smallFloatHandler(SmallFloatOp op) {
    switch (op) {
    case SmallFloatOp::FromSingles:
        return fromSingles;
    case SmallFloatOp::FromHalves:
        return fromHalves;
    case SmallFloatOp::ToHalves:
        return toHalves;
    case SmallFloatOp::ScalesFromSingles:
        return scalesFromSingles;
    case SmallFloatOp::ScalesFromBrains:
        return scalesFromBrains;
    case SmallFloatOp::ScalesToBrains:
        return scalesToBrains;
    }
    return nullptr;
}

} // namespace lanescope::ptx
