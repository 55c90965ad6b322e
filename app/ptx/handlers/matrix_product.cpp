// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// wmma.mma and mma. How products of floats are added up is in docs/ptx.md.
#include "ptx/handlers/lanes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace lanescope::ptx::LANESCOPE_ISA {

namespace {

/// Places of the largest factor and of the largest sum.
constexpr std::size_t kMostOfFactor = 1024, kMostOfSum = 256;
/// Sums are worked out for so many columns at once; every n is a multiple of it.
constexpr int kColumns = 8;

/// What is added up is cut off below this bit of the largest term, whose exponent is at least the other
/// number.
constexpr int kKeptBits = 25, kLeastExponent = -126;
/// The exponent of zero, which makes no term the largest.
constexpr std::int32_t kOfZero = -4096;

const FragmentLayout& layoutOf(const Warp& w, const MatrixOperand& matrix) {
    return w.block->program->fragments[matrix.layout];
}

/// Calls put(place, bits) for all elements of a fragment whose registers have 32 bits.
template<unsigned kBits, class Put>
[[gnu::always_inline]] inline void eachPlace(const Warp& w, const MatrixOperand& matrix, Put put) {
    const FragmentLayout& layout = layoutOf(w, matrix);
    constexpr unsigned kPer = 32 / kBits;
    for (unsigned index = 0; index < layout.places(); ++index) {
        const std::uint16_t* place = layout.lanesOf(index);
        const auto* source = w.slot<std::uint32_t>(matrix.registers[index / kPer]);
        const unsigned shift = index % kPer * kBits;
        for (int lane = 0; lane < 32; ++lane)
            put(place[lane], kBits == 32 ? source[lane]
                                         : (source[lane] >> shift) &
                                               static_cast<std::uint32_t>((std::uint64_t{1} << kBits) - 1));
    }
}

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

template<MatrixElement E>
void gatherFloats(const Warp& w, const MatrixOperand& matrix, FloatFactor& to) {
    const FragmentLayout& layout = layoutOf(w, matrix);
    constexpr unsigned kBits = bitsOf(E), kPer = 32 / kBits;
    constexpr auto kOnes = static_cast<std::uint32_t>((std::uint64_t{1} << kBits) - 1);
    alignas(64) std::array<std::int32_t, 32> low, high;
    low.fill(1024);
    high.fill(kOfZero);
    for (unsigned index = 0; index < layout.places(); ++index) {
        // one pass that becomes vector code, and one that puts the lanes' elements in their places
        alignas(64) std::array<float, 32> values;
        alignas(64) std::array<std::int32_t, 32> exponents;
        const auto* source = w.slot<std::uint32_t>(matrix.registers[index / kPer]);
        const unsigned shift = index % kPer * kBits;
#pragma GCC ivdep
        for (int lane = 0; lane < 32; ++lane) {
            const float value = floatOfElement<E>(source[lane] >> shift & kOnes);
            const auto biased = static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(value) >> 23 & 255);
            const std::int32_t normal = biased - 127 > leastExponentOf(E) ? biased - 127 : leastExponentOf(E);
            const std::int32_t exponent = value == 0 ? kOfZero : normal, least = value == 0 ? 1024 : normal;
            values[lane] = value;
            exponents[lane] = exponent;
            high[lane] = high[lane] > exponent ? high[lane] : exponent;
            low[lane] = low[lane] < least ? low[lane] : least;
        }
        const std::uint16_t* place = layout.lanesOf(index);
        for (int lane = 0; lane < 32; ++lane) {
            to.value[place[lane]] = values[lane];
            to.exponent[place[lane]] = exponents[lane];
        }
    }
    to.low = *std::min_element(low.begin(), low.end());
    to.high = *std::max_element(high.begin(), high.end());
}

template<MatrixElement E>
void gatherSums(const Warp& w, const MatrixOperand& matrix, float* to) {
    eachPlace<bitsOf(E)>(w, matrix,
                         [=](std::size_t place, std::uint32_t bits) { to[place] = floatOfElement<E>(bits); });
}

/// The exponent of a sum that a product is added to: an f16's is at least -14.
[[gnu::always_inline]] inline std::int32_t exponentOfSum(double value, bool half) {
    const auto exponent = static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(value) >> 52 & 2047) - 1023;
    const std::int32_t least = half && value != 0 ? leastExponentOf(MatrixElement::F16) : kLeastExponent;
    return std::max(exponent, least);
}

/// Finite; towards zero to an f32, to the nearest f16.
float roundSum(double value, bool half) {
    const double magnitude = std::fabs(value);
    if (half) {
        // adding a number this large leaves room for the bits that are kept
        const std::uint64_t exponent = std::bit_cast<std::uint64_t>(std::max(magnitude, 0x1p-14)) >> 52;
        const auto large = std::bit_cast<double>((exponent + 52 - 10) << 52) * 1.5;
        const double rounded = (magnitude + large) - large;
        const double kept = rounded > 65504 ? std::numeric_limits<double>::infinity() : rounded;
        return static_cast<float>(std::copysign(kept, value));
    }
    if (magnitude >= 0x1p128)
        return static_cast<float>(std::copysign(std::numeric_limits<double>::infinity(), value));
    if (magnitude >= 0x1p-126)
        return static_cast<float>(std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) >> 29 << 29));
    const auto steps = static_cast<std::int64_t>(value * 0x1p149);
    return static_cast<float>(static_cast<double>(steps) * 0x1p-149);
}

std::uint32_t halfBits(float value) {
    const std::uint32_t sign = std::bit_cast<std::uint32_t>(value) >> 16 & 0x8000;
    if (value != value) return 0x7fff;
    if (std::fabs(value) > 65504.0F) return sign | 0x7c00;
    return sign | std::bit_cast<std::uint32_t>(std::fabs(value) * 0x1p-112F) >> 13;
}

/// Factors and sums of one product of floats.
struct FloatProduct {
    FloatFactor a, b;
    alignas(64) std::array<float, kMostOfSum> sum;
    int m = 0, n = 0, k = 0, step = 0;
    bool halfIn = false, halfOut = false;
};

/// One element of the result with any operands: not-a-number, infinity, products beyond an f32's range.
float sumSlowly(const FloatProduct& p, int row, int column) {
    double sum = p.sum[row * p.n + column];
    bool half = p.halfIn;
    for (int first = 0; first < p.k; first += p.step) {
        double plain = sum;
        std::int32_t top = std::isfinite(sum) ? exponentOfSum(sum, half) : kLeastExponent;
        for (int i = first; i < first + p.step; ++i) {
            plain += static_cast<double>(p.a.value[row * p.k + i]) *
                     static_cast<double>(p.b.value[i * p.n + column]);
            top = std::max(top, p.a.exponent[row * p.k + i] + p.b.exponent[i * p.n + column]);
        }
        half = p.halfOut;
        if (!std::isfinite(plain)) {
            sum = plain;
            continue;
        }
        double total = std::trunc(std::ldexp(sum, kKeptBits - top));
        for (int i = first; i < first + p.step; ++i)
            total += std::trunc(std::ldexp(static_cast<double>(p.a.value[row * p.k + i]) *
                                               static_cast<double>(p.b.value[i * p.n + column]),
                                           kKeptBits - top));
        sum = static_cast<double>(roundSum(std::ldexp(total, top - kKeptBits), p.halfOut));
    }
    return static_cast<float>(sum);
}

/// A few neighbouring elements of a row. All products are normal numbers of f32, and exact.
void sumQuickly(FloatProduct& p, int row, int column) {
    std::array<double, kColumns> sum;
    for (int j = 0; j < kColumns; ++j) sum[j] = static_cast<double>(p.sum[row * p.n + column + j]);
    bool half = p.halfIn, finite = true;
    for (int first = 0; first < p.k && finite; first += p.step) {
        alignas(32) std::array<std::int32_t, kColumns> top;
        alignas(32) std::array<float, kColumns> scale;
        std::array<double, kColumns> total;
        for (int j = 0; j < kColumns; ++j) top[j] = exponentOfSum(sum[j], half);
        for (int i = first; i < first + p.step; ++i) {
            const std::int32_t own = p.a.exponent[row * p.k + i];
            const std::int32_t* others = &p.b.exponent[i * p.n + column];
            for (int j = 0; j < kColumns; ++j) top[j] = std::max(top[j], own + others[j]);
        }
        for (int j = 0; j < kColumns; ++j) {
            // where it is larger than this all products are zero
            const std::int32_t exponent = std::min(kKeptBits - top[j], 127);
            scale[j] = std::bit_cast<float>((exponent + 127) << 23);
            const auto wide =
                std::bit_cast<double>(static_cast<std::int64_t>(kKeptBits - top[j] + 1023) << 52);
            total[j] = static_cast<double>(static_cast<std::int32_t>(sum[j] * wide));
        }
        // of eight terms the sum fits an integer
        for (int part = first; part < first + p.step; part += 8) {
            alignas(32) std::array<std::int32_t, kColumns> partial{};
            const int end = std::min(part + 8, first + p.step);
            for (int i = part; i < end; ++i) {
                const float own = p.a.value[row * p.k + i];
                const float* others = &p.b.value[i * p.n + column];
                for (int j = 0; j < kColumns; ++j)
                    partial[j] += static_cast<std::int32_t>(own * others[j] * scale[j]);
            }
            for (int j = 0; j < kColumns; ++j) total[j] += partial[j];
        }
        half = p.halfOut;
        for (int j = 0; j < kColumns; ++j) {
            const auto back =
                std::bit_cast<double>(static_cast<std::int64_t>(top[j] - kKeptBits + 1023) << 52);
            sum[j] = static_cast<double>(roundSum(total[j] * back, p.halfOut));
            finite = finite && std::isfinite(sum[j]);
        }
    }
    for (int j = 0; j < kColumns; ++j)
        p.sum[row * p.n + column + j] = finite ? static_cast<float>(sum[j]) : sumSlowly(p, row, column + j);
}

void addProducts(FloatProduct& p) {
    // the exponents of products that f32 has room for, with their fractions
    constexpr int kRoom = 100;
    bool quick =
        std::max(p.a.high, p.b.high) < 128 && p.a.high + p.b.high <= kRoom && p.a.low + p.b.low >= -kRoom;
    for (int i = 0; i < p.m * p.n; ++i) quick = quick && std::isfinite(p.sum[i]);
    for (int row = 0; row < p.m; ++row) {
        if (quick) {
            for (int column = 0; column < p.n; column += kColumns) sumQuickly(p, row, column);
            continue;
        }
        std::array<float, 32> results;
        for (int column = 0; column < p.n; ++column) results[column] = sumSlowly(p, row, column);
        std::copy_n(results.begin(), p.n, &p.sum[row * p.n]);
    }
}

template<MatrixElement E>
void gatherEither(const Warp& w, const MatrixOperand& matrix, FloatFactor& to) {
    // e4m3 and e5m2 stand side by side
    if (E == MatrixElement::E4M3 && matrix.element == MatrixElement::E5M2)
        return gatherFloats<MatrixElement::E5M2>(w, matrix, to);
    gatherFloats<E>(w, matrix, to);
}

template<MatrixElement E>
void multiplyFloats(Warp& w, const Instruction& in, std::uint32_t mask) {
    const MatrixProduct& product = w.block->program->products[in.target];
    FloatProduct p;
    p.m = product.shape.m;
    p.n = product.shape.n;
    p.k = product.shape.k;
    p.step = static_cast<int>(product.step);
    p.halfIn = product.c.element == MatrixElement::F16;
    p.halfOut = product.d.element == MatrixElement::F16;
    gatherEither<E>(w, product.a, p.a);
    gatherEither<E>(w, product.b, p.b);
    if (p.halfIn)
        gatherSums<MatrixElement::F16>(w, product.c, p.sum.data());
    else
        gatherSums<MatrixElement::F32>(w, product.c, p.sum.data());
    addProducts(p);
    const FragmentLayout& layout = layoutOf(w, product.d);
    for (unsigned r = 0; r < layout.registers; ++r) {
        auto* d = w.slot<std::uint32_t>(product.d.registers[r]);
        const std::uint16_t* place = layout.lanesOf(r * layout.perRegister);
        if (p.halfOut)
            forActive(mask, [&](int i) {
                d[i] = halfBits(p.sum[place[i]]) | halfBits(p.sum[place[i + 32]]) << 16;
            });
        else
            forActive(mask, [&](int i) {
                const float sum = p.sum[place[i]];
                d[i] = sum != sum ? 0x7fffffff : std::bit_cast<std::uint32_t>(sum);
            });
    }
}

void multiplyDoubles(Warp& w, const Instruction& in, std::uint32_t mask) {
    const MatrixProduct& product = w.block->program->products[in.target];
    const int m = product.shape.m, k = product.shape.k;
    alignas(64) std::array<double, kMostOfSum> a, b, sum;
    const auto gather = [&](const MatrixOperand& matrix, double* to) {
        const FragmentLayout& layout = layoutOf(w, matrix);
        for (unsigned r = 0; r < layout.registers; ++r) {
            const std::uint16_t* place = layout.lanesOf(r);
            const auto* source = w.slot<double>(matrix.registers[r]);
            for (int lane = 0; lane < 32; ++lane) to[place[lane]] = source[lane];
        }
    };
    gather(product.a, a.data());
    gather(product.b, b.data());
    gather(product.c, sum.data());
    for (int row = 0; row < m; ++row) {
        // there are eight columns in every shape
        std::array<double, kColumns> to;
        std::copy_n(&sum[row * kColumns], kColumns, to.begin());
        for (int i = 0; i < k; ++i)
            for (int j = 0; j < kColumns; ++j)
                to[j] = __builtin_fma(a[row * k + i], b[i * kColumns + j], to[j]);
        std::copy_n(to.begin(), kColumns, &sum[row * kColumns]);
    }
    const FragmentLayout& layout = layoutOf(w, product.d);
    for (unsigned r = 0; r < layout.registers; ++r) {
        auto* d = w.slot<double>(product.d.registers[r]);
        const std::uint16_t* place = layout.lanesOf(r);
        forActive(mask, [&](int i) { d[i] = sum[place[i]]; });
    }
}

template<MatrixElement E>
void gatherIntegers(const Warp& w, const MatrixOperand& matrix, std::int32_t* to) {
    constexpr unsigned kBits = E == MatrixElement::B1 ? 32 : bitsOf(E);
    constexpr bool kSigned = E == MatrixElement::S8 || E == MatrixElement::S4;
    eachPlace<kBits>(w, matrix, [=](std::size_t place, std::uint32_t bits) {
        const auto value = static_cast<std::int32_t>(bits << (32 - kBits));
        to[place] = kSigned ? value >> (32 - kBits) : static_cast<std::int32_t>(bits);
    });
}
void gatherAnyIntegers(const Warp& w, const MatrixOperand& matrix, std::int32_t* to) {
    switch (matrix.element) {
    case MatrixElement::S8:
        return gatherIntegers<MatrixElement::S8>(w, matrix, to);
    case MatrixElement::U8:
        return gatherIntegers<MatrixElement::U8>(w, matrix, to);
    case MatrixElement::S4:
        return gatherIntegers<MatrixElement::S4>(w, matrix, to);
    case MatrixElement::U4:
        return gatherIntegers<MatrixElement::U4>(w, matrix, to);
    case MatrixElement::B1:
        return gatherIntegers<MatrixElement::B1>(w, matrix, to);
    default:
        return gatherIntegers<MatrixElement::S32>(w, matrix, to);
    }
}

void multiplyIntegers(Warp& w, const Instruction& in, std::uint32_t mask) {
    const MatrixProduct& product = w.block->program->products[in.target];
    alignas(64) std::array<std::int32_t, kMostOfFactor> a, b;
    alignas(64) std::array<std::int32_t, kMostOfSum> before, sum{};
    gatherAnyIntegers(w, product.a, a.data());
    gatherAnyIntegers(w, product.b, b.data());
    gatherAnyIntegers(w, product.c, before.data());
    const int m = product.shape.m, n = product.shape.n;
    const auto k = static_cast<int>(layoutOf(w, product.a).columns);
    const bool bits = product.a.element == MatrixElement::B1;
    for (int row = 0; row < m; ++row)
        for (int i = 0; i < k; ++i) {
            const std::int32_t own = a[row * k + i];
            const std::int32_t* others = &b[i * n];
            std::int32_t* to = &sum[row * n];
            if (bits)
                for (int j = 0; j < n; ++j)
                    to[j] += std::popcount(
                        static_cast<std::uint32_t>(product.exclusive ? own ^ others[j] : own & others[j]));
            else
                for (int j = 0; j < n; ++j) to[j] += own * others[j];
        }
    for (int i = 0; i < m * n; ++i) {
        const std::int64_t exact = std::int64_t{before[i]} + sum[i];
        sum[i] = static_cast<std::int32_t>(
            product.saturates ? std::clamp<std::int64_t>(exact, std::numeric_limits<std::int32_t>::min(),
                                                         std::numeric_limits<std::int32_t>::max())
                              : exact);
    }
    const FragmentLayout& layout = layoutOf(w, product.d);
    for (unsigned r = 0; r < layout.registers; ++r) {
        auto* d = w.slot<std::int32_t>(product.d.registers[r]);
        const std::uint16_t* place = layout.lanesOf(r);
        forActive(mask, [&](int i) { d[i] = sum[place[i]]; });
    }
}

} // namespace

Handler productHandler(MatrixElement factors) {
    switch (factors) {
    case MatrixElement::F16:
        return multiplyFloats<MatrixElement::F16>;
    case MatrixElement::BF16:
        return multiplyFloats<MatrixElement::BF16>;
    case MatrixElement::TF32:
        return multiplyFloats<MatrixElement::TF32>;
    case MatrixElement::E4M3:
    case MatrixElement::E5M2:
        return multiplyFloats<MatrixElement::E4M3>;
    case MatrixElement::F64:
        return multiplyDoubles;
    default:
        return multiplyIntegers;
    }
}

} // namespace lanescope::ptx::LANESCOPE_ISA
