// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/handlers/float_rules.h"
#include "ptx/handlers/multifunction_tables.h"
#include "ptx/instruction_set.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// The functions of a GPU's multifunction unit, MUFU in its machine code, bit for bit as an H200 computes
/// them (docs/laws.md). The structure is that of Oberman and Siu, "A High-Performance Area-Efficient
/// Multifunction Interpolator" (2005): the leading bits of the significand choose a segment, 17 more bits x
/// go through value + slope x + curve x^2 in integers, and the low bits of the sum are dropped. Denormals
/// are zeros to the unit, of either sign, but for tanh.
///
/// A function is a class: at() finds segment and x of an argument, of() makes the result of the segment's
/// coefficients, x and its square. evaluate() does that for one lane or, step by step, for 32.
namespace lanescope::ptx::LANESCOPE_ISA::mufu {

struct Position {
    std::int32_t segment, x;
    std::int32_t rest = 0; ///< what else of() wants to know
};
/// What a result is made of.
struct Term {
    Segment segment;
    std::int32_t x, square, rest;
};

/// x^2 / 2^19 of 17 bits. The unit adds rows of partial products, x >> (18 - i) for each bit i that is set.
/// Those of its upper eight bits with each other come to a plain square, its lower nine to nothing.
[[gnu::always_inline]] inline std::uint16_t squared(std::uint16_t high, std::uint16_t low) {
    const auto upper = static_cast<std::uint16_t>(high << 7);
    // the upper 16 of 32 bits are low >> k where the bit is set, else 0
    const auto row = [=](int k) {
        const auto bit = static_cast<std::uint16_t>(upper & (1 << (16 - k)));
        return static_cast<std::uint16_t>((std::uint32_t{low} * bit) >> 16);
    };
    const auto square = static_cast<std::uint16_t>(high * high);
    return static_cast<std::uint16_t>((square >> 1) + row(2) + row(3) + row(4) + row(5) + row(6) + row(7) +
                                      row(8));
}

/// Segments in 64 bits: value, and above it slope in 20 and curve in 12 bits.
template<std::size_t kCount>
consteval std::array<std::uint64_t, kCount> packed(const Segment (&segments)[kCount]) {
    std::array<std::uint64_t, kCount> words{};
    for (std::size_t i = 0; i < kCount; ++i) {
        const Segment& s = segments[i];
        words[i] = static_cast<std::uint64_t>(s.value) |
                   static_cast<std::uint64_t>(static_cast<std::uint32_t>(s.slope * 4096 + (s.curve & 4095)))
                       << 32;
    }
    return words;
}
[[gnu::always_inline]] inline Segment unpacked(std::uint64_t word) {
    const auto upper = static_cast<std::int32_t>(word >> 32);
    return {static_cast<std::int32_t>(word), upper >> 12, (upper << 20) >> 20};
}

/// 24 bits of a sum in units of 2^-41, of which value makes 26; 2^24 where it comes to the next power of two.
/// kSlope, kCurve: the units of the table; kBias is added to each sum.
template<std::int32_t kSlope, std::int32_t kCurve, std::int32_t kBias>
[[gnu::always_inline]] inline std::int32_t significand(const Term& t) {
    // in two parts, of 31 bits and of the 10 bits below, which keeps all in 32 bits
    const std::int32_t slope = t.segment.slope * kSlope;
    const std::int32_t low = slope * (t.x & 1023) + t.segment.curve * kCurve * t.square + kBias;
    const std::uint32_t high = (static_cast<std::uint32_t>(t.segment.value) << 5) +
                               static_cast<std::uint32_t>(slope * (t.x >> 10)) +
                               static_cast<std::uint32_t>(low >> 10);
    return static_cast<std::int32_t>(high >> 7);
}
/// The whole sum without a bias, exactly; value counts 2^kShift.
template<int kShift, std::int32_t kCurve>
[[gnu::always_inline]] inline double sum(const Term& t) {
    return static_cast<double>(t.segment.value) * static_cast<double>(1 << kShift) +
           static_cast<double>(t.segment.slope) * static_cast<double>(t.x) +
           static_cast<double>(t.segment.curve) * static_cast<double>(kCurve * t.square);
}
/// The first 24 bits.
[[gnu::always_inline]] inline float truncated(double value) {
    return static_cast<float>(
        std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) & 0xffffffffe0000000));
}

/// A float taken apart.
struct Parts {
    std::int32_t sign, exponent, fraction; ///< the sign where it stands, the biased exponent, 23 bits
    bool isNan() const { return (exponent == 255) & (fraction != 0); }
    /// Not-a-number or negative and no zero: what has no root and no logarithm.
    bool isOutside() const { return isNan() | ((sign != 0) & (exponent != 0)); }
    /// The fraction with the exponent's lowest bit above it.
    std::int32_t ofTwoBinades() const { return fraction | (((exponent - 127) & 1) << 23); }
};
[[gnu::always_inline]] inline Parts parts(float argument) {
    const auto bits = std::bit_cast<std::int32_t>(argument);
    return {bits & std::int32_t(0x80000000), (bits >> 23) & 255, bits & 0x7fffff};
}
inline constexpr std::int32_t kInfinity = 0x7f800000, kNan = 0x7fffffff, kSmallest = 0x00800000;

struct Rcp {
    static constexpr auto kTable = packed(kReciprocal);
    static Position at(float argument) {
        const std::int32_t fraction = parts(argument).fraction;
        return {fraction >> 16, (fraction & 0xffff) << 1};
    }
    static float of(float argument, const Term& t) {
        const Parts p = parts(argument);
        // a significand of 2^24 carries into the exponent
        const std::int32_t result = ((252 - p.exponent) << 23) + significand<2, 4, 0x11f9c>(t);
        const std::int32_t size = (p.exponent == 255) | (result < kSmallest) ? 0 : result;
        const std::int32_t bits = (p.exponent == 0 ? kInfinity : size) | p.sign;
        return std::bit_cast<float>(p.isNan() ? kNan : bits);
    }
};

/// Of functions of roots, whose table has the segments of an even and of an odd exponent.
struct OfTwoBinades {
    static Position at(float argument) {
        const std::int32_t fraction = parts(argument).ofTwoBinades();
        return {fraction >> 17, fraction & 0x1ffff};
    }
};

struct Rsq : OfTwoBinades {
    static constexpr auto kTable = packed(kReciprocalRoot);
    static float of(float argument, const Term& t) {
        const Parts p = parts(argument);
        const std::int32_t inexact = significand<2, 8, 0xfffe>(t);
        const std::int32_t result =
            ((125 - ((p.exponent - 127) >> 1)) << 23) + (p.ofTwoBinades() == 0 ? 1 << 24 : inexact);
        const std::int32_t size = p.exponent == 255 ? 0 : result;
        const std::int32_t bits = p.exponent == 0 ? kInfinity | p.sign : size;
        return std::bit_cast<float>(p.isOutside() ? kNan : bits);
    }
};

struct Sqrt : OfTwoBinades {
    static constexpr auto kTable = packed(kRoot);
    static float of(float argument, const Term& t) {
        const Parts p = parts(argument);
        const std::int32_t result = ((126 + ((p.exponent - 127) >> 1)) << 23) + significand<1, 2, 0x7fff>(t);
        const std::int32_t size = p.exponent == 255 ? kInfinity : result;
        const std::int32_t bits = p.exponent == 0 ? p.sign : size;
        return std::bit_cast<float>(p.isOutside() ? kNan : bits);
    }
};

/// The argument becomes a fixed-point number of 23 fraction bits, its lower bits dropped; a negative one with
/// a fraction becomes the complement of its bits.
struct Ex2 {
    static constexpr auto kTable = packed(kPower);
    static float limited(float argument) {
        const float low = argument > -128.0f ? argument : 0.0f;
        return low < 128.0f ? low : 0.0f;
    }
    static std::int32_t fixed(float argument) {
        const auto cut = static_cast<std::int32_t>(limited(argument) * 0x1p23f);
        return (cut & 0x7fffff) == 0 ? cut : cut + (cut >> 31);
    }
    static Position at(float argument) {
        const std::int32_t all = fixed(argument), fraction = all & 0x7fffff;
        return {fraction >> 17, fraction & 0x1ffff, all >> 23};
    }
    static float of(float argument, const Term& t) {
        const std::int32_t result = ((t.rest + 126) << 23) + significand<4, 4, 0x1df88>(t);
        const std::int32_t normal = result < kSmallest ? 0 : result;
        const std::int32_t low = argument <= -128.0f ? 0 : normal;
        const std::int32_t bits = argument >= 128.0f ? kInfinity : low;
        return std::bit_cast<float>(parts(argument).isNan() ? kNan : bits);
    }
};

/// The sum has 36 fraction bits before its first 24 are taken; a negative one is the complement of its bits.
struct Lg2 {
    static constexpr auto kTable = packed(kLogarithm);
    static Position at(float argument) {
        const std::int32_t fraction = parts(argument).fraction;
        return {fraction >> 17, fraction & 0x1ffff};
    }
    static float of(float argument, const Term& t) {
        const Parts p = parts(argument);
        constexpr double kMagic = 0x1p52; // adding it rounds; 3/8 less of a multiple of 1/4 rounds down
        const double all = (sum<12, 2>(t) + 0x3345) * 0.25;
        const double exact =
            static_cast<double>(p.exponent - 127) * 0x1p36 + ((all - 0.375 + kMagic) - kMagic);
        const double complement = exact < 0 ? 1.0 : 0.0;
        const auto result = std::bit_cast<std::int32_t>(truncated((exact + complement) * 0x1p-36));
        const std::int32_t notOne = std::bit_cast<std::int32_t>(argument) == 0x3f800000 ? 0 : result;
        const std::int32_t size = p.exponent == 255 ? kInfinity : notOne;
        const std::int32_t bits = p.exponent == 0 ? kInfinity | std::int32_t(0x80000000) : size;
        return std::bit_cast<float>(p.isOutside() ? kNan : bits);
    }
};

/// The argument is in turns, of which 25 fraction bits are kept. kQuarter: 0 sine, 1 cosine.
template<int kQuarter>
struct Sine {
    static constexpr auto kTable = packed(kSine);
    /// Quarters of a turn and, in the lower 23 bits, the fraction of one; without the sign.
    static std::int32_t fixed(float argument) {
        const float size = std::bit_cast<float>(std::bit_cast<std::int32_t>(argument) & 0x7fffffff);
        const float small = size < 0x1p23f ? size : 0.0f; // a float from 2^23 on has no fraction
        const float rest = small - static_cast<float>(static_cast<std::int32_t>(small));
        return static_cast<std::int32_t>(rest * 0x1p25f) + (kQuarter << 23);
    }
    static Position at(float argument) {
        const std::int32_t turns = fixed(argument);
        const std::int32_t fraction = (turns ^ -((turns >> 23) & 1)) & 0x7fffff;
        return {fraction >> 17, fraction & 0x1ffff, turns << 7}; // halves of a turn become the sign
    }
    static float of(float argument, const Term& t) {
        const auto bits = std::bit_cast<std::int32_t>(argument);
        const std::int32_t sign = (t.rest ^ (kQuarter == 0 ? bits : 0)) & std::int32_t(0x80000000);
        const auto result = std::bit_cast<std::int32_t>(truncated(sum<11, 1>(t) * 0x1p-37)) | sign;
        return std::bit_cast<float>((bits & 0x7fffffff) >= kInfinity ? kNan : result);
    }
};
using Sin = Sine<0>;
using Cos = Sine<1>;

/// Below 2^-8 the argument itself, from 8 on 1.
struct Tanh {
    static constexpr const auto& kTable = kTangent;
    /// Of the binades from 2^-8 to 2^2: the first segment, and two to which power there are.
    static constexpr std::int32_t kFirst[] = {0, 1, 2, 3, 5, 7, 11, 15, 19, 27, 43},
                                  kPower[] = {0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3};
    static Position at(float argument) {
        const Parts p = parts(argument);
        const std::int32_t binade = (p.exponent >= 119) & (p.exponent < 130) ? p.exponent - 119 : 0;
        const std::int32_t power = kPower[binade];
        return {kFirst[binade] + (p.fraction >> (23 - power)), (p.fraction >> (6 - power)) & 0x1ffff};
    }
    static float of(float argument, const Term& t) {
        const Parts p = parts(argument);
        const auto result = std::bit_cast<std::int32_t>(truncated(sum<14, 1>(t) * 0x1p-39));
        const std::int32_t size = p.exponent >= 130 ? 0x3f800000 : result;
        const std::int32_t bits = p.exponent < 119 ? std::bit_cast<std::int32_t>(argument) : size | p.sign;
        return std::bit_cast<float>(p.isNan() ? kNan : bits);
    }
};

[[gnu::always_inline]] inline const Segment& unpacked(const Segment& segment) {
    return segment;
}

/// Of one argument.
template<class F>
[[gnu::always_inline]] inline float evaluate(float argument) {
    const Position p = F::at(argument);
    const std::uint16_t square =
        squared(static_cast<std::uint16_t>(p.x >> 9), static_cast<std::uint16_t>(p.x & 511));
    return F::of(argument, {unpacked(F::kTable[static_cast<std::size_t>(p.segment)]), p.x, square, p.rest});
}

/// Of 32. The loops are apart because each wants lanes of another width.
template<class F>
[[gnu::always_inline]] inline void evaluate(const float* arguments, float* results) {
    constexpr int kLanes = 32;
    using Entry = std::remove_cvref_t<decltype(F::kTable[0])>;
    alignas(64) std::int32_t segments[kLanes], positions[kLanes], rest[kLanes];
    alignas(64) std::uint16_t high[kLanes], low[kLanes], squares[kLanes];
    alignas(64) Entry entries[kLanes];
    for (int i = 0; i < kLanes; ++i) {
        const Position p = F::at(arguments[i]);
        segments[i] = p.segment;
        positions[i] = p.x;
        rest[i] = p.rest;
        high[i] = static_cast<std::uint16_t>(p.x >> 9);
        low[i] = static_cast<std::uint16_t>(p.x & 511);
    }
    for (int i = 0; i < kLanes; ++i) entries[i] = F::kTable[static_cast<std::size_t>(segments[i])];
    for (int i = 0; i < kLanes; ++i) squares[i] = squared(high[i], low[i]);
    for (int i = 0; i < kLanes; ++i)
        results[i] = F::of(arguments[i], {unpacked(entries[i]), positions[i], squares[i], rest[i]});
}

/// The upper words of 1/x and 1/sqrt(x) out of the upper word of a double x, whose lower word is not looked
/// at. The unit takes 20 bits of the significand where of a float it takes 23, and gives 20.
template<class F>
inline std::uint32_t evaluate64h(std::uint32_t word) {
    constexpr bool kOfRoot = std::is_same_v<F, Rsq>;
    const std::uint32_t sign = word & 0x80000000;
    const auto exponent = static_cast<std::int32_t>((word >> 20) & 2047) - 1023;
    const std::uint32_t fraction = word & 0xfffff;
    if (exponent == -1023) return sign | 0x7ff00000;
    if ((exponent == 1024 && fraction != 0) || (kOfRoot && sign != 0)) return std::uint32_t{kNan};
    if (exponent == 1024) return sign;
    // the same number times an even power of two that puts it into [1, 4)
    const std::int32_t low = kOfRoot ? exponent & 1 : 0;
    const float near = std::bit_cast<float>(static_cast<std::uint32_t>(127 + low) << 23 | fraction << 3);
    const std::uint32_t result = std::bit_cast<std::uint32_t>(evaluate<F>(near)) >> 3; // 8 + 20 bits
    const std::int32_t scale = kOfRoot ? exponent >> 1 : exponent;
    const std::int32_t scaled = static_cast<std::int32_t>(result) + ((1023 - 127 - scale) << 20);
    return sign | static_cast<std::uint32_t>(scaled < 0x00100000 ? 0 : scaled);
}

} // namespace lanescope::ptx::LANESCOPE_ISA::mufu
