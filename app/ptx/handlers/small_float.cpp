// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// cvt of pairs of e4m3 and e5m2, and cvt.pack.
#include "ptx/handlers/half.h"
#include "ptx/handlers/lanes.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

/// A float of 8 bits: 1 + exponent + fraction.
struct SmallFormat {
    FloatFormat format;
    int fractionBits;
    double largest;
};
constexpr SmallFormat kE4M3{{4, -6, 8}, 3, 448}, kE5M2{{3, -14, 15}, 2, 57344};

/// To the nearest, at most the largest number; not-a-number gives 0x7f.
std::uint32_t smallFromDouble(const SmallFormat& small, double value, bool relu) {
    if (std::isnan(value)) return 0x7f;
    if (relu && value <= 0) return 0;
    const double magnitude =
        std::fabs(roundTo(std::clamp(value, -small.largest, small.largest), small.format, Rounding::Nearest));
    const std::uint32_t sign = std::signbit(value) ? 0x80 : 0;
    const double least = std::ldexp(1.0, small.format.minExponent);
    const int exponent = magnitude < least ? small.format.minExponent : std::ilogb(magnitude);
    const auto steps = static_cast<std::uint32_t>(std::ldexp(magnitude, small.fractionBits - exponent));
    // a subnormal number has no hidden bit, and the exponent 0
    return sign |
           (steps + (static_cast<std::uint32_t>(exponent - small.format.minExponent) << small.fractionBits));
}

std::uint32_t halfFromSmall(bool wide, std::uint32_t bits, bool relu) {
    const bool none = wide ? (bits & 0x7f) > 0x7c : (bits & 0x7f) == 0x7f;
    if (none) return 0x7fff;
    if (relu && (bits & 0x80) != 0) return 0;
    if (wide) return bits << 8;
    const std::uint32_t exponent = bits >> 3 & 15, fraction = bits & 7;
    const double magnitude =
        exponent == 0 ? std::ldexp(fraction, -9) : std::ldexp(8 + fraction, static_cast<int>(exponent) - 10);
    return halfFromDouble(magnitude) | (bits & 0x80) << 8;
}

void fromSingles(Warp& w, const Instruction& in, std::uint32_t mask) {
    const SmallFormat& small = in.extra != 0 ? kE5M2 : kE4M3;
    const auto *a = w.slot<float>(in.a), *b = w.slot<float>(in.b);
    auto* d = w.slot<std::uint16_t>(in.d);
    forActive(mask, [&](int i) {
        const auto of = [&](float value) {
            return smallFromDouble(small, static_cast<double>(value), in.mode & kRelu);
        };
        d[i] = static_cast<std::uint16_t>(of(a[i]) << 8 | of(b[i]));
    });
}
void fromHalves(Warp& w, const Instruction& in, std::uint32_t mask) {
    const SmallFormat& small = in.extra != 0 ? kE5M2 : kE4M3;
    const auto* a = w.slot<std::uint32_t>(in.a);
    auto* d = w.slot<std::uint16_t>(in.d);
    forActive(mask, [&](int i) {
        const auto of = [&](std::uint32_t half) {
            return smallFromDouble(small, halfToDouble(static_cast<std::uint16_t>(half)), in.mode & kRelu);
        };
        d[i] = static_cast<std::uint16_t>(of(a[i] >> 16) << 8 | of(a[i]));
    });
}
void toHalves(Warp& w, const Instruction& in, std::uint32_t mask) {
    const auto* a = w.slot<std::uint16_t>(in.a);
    auto* d = w.slot<std::uint32_t>(in.d);
    forActive(mask, [&](int i) {
        const auto of = [&](unsigned bits) {
            return halfFromSmall(in.extra != 0, bits & 0xff, in.mode & kRelu);
        };
        d[i] = of(a[i] >> 8U) << 16 | of(a[i]);
    });
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
    }
    return nullptr;
}

} // namespace lanescope::ptx
