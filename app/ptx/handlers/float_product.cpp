// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/handlers/float_product.h"

#include <algorithm>
#include <cmath>

namespace lanescope::ptx::LANESCOPE_ISA {

namespace {

/// The exponent of the largest term is at least this.
constexpr int kLeastExponent = -126;
/// The exponent of a sum that a product is added to: an f16's is at least -14.
[[gnu::always_inline]] inline std::int32_t exponentOfSum(double value, bool half) {
    const auto exponent = static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(value) >> 52 & 2047) - 1023;
    const std::int32_t least = half && value != 0 ? leastExponentOf(MatrixElement::F16) : kLeastExponent;
    return std::max(exponent, least);
}

/// Finite; towards zero to an f32 with so many bits of a fraction, to the nearest f16.
float roundSum(double value, bool half, int fractionBits) {
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
    if (magnitude >= 0x1p-126) {
        const int dropped = 52 - fractionBits;
        return static_cast<float>(
            std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) >> dropped << dropped));
    }
    const auto unit = std::bit_cast<double>(static_cast<std::int64_t>(1023 - 126 - fractionBits) << 52);
    return static_cast<float>(static_cast<double>(static_cast<std::int64_t>(value / unit)) * unit);
}

/// One element of the result with any operands: not-a-number, infinity, products beyond an f32's range.
float sumSlowly(const FloatProduct& p, int row, int column) {
    const int kept = p.rule.keptBits;
    double sum = p.sum[row * p.n + column];
    bool half = p.halfIn;
    const auto product = [&](int i) {
        const bool absent = p.a.exponent[row * p.k + i] == kAbsent;
        return absent ? 0.0
                      : static_cast<double>(p.a.value[row * p.k + i]) *
                            static_cast<double>(p.b.value[i * p.n + column]);
    };
    for (int first = 0; first < p.k; first += p.step) {
        double plain = sum;
        std::int32_t top = std::isfinite(sum) ? exponentOfSum(sum, half) : kLeastExponent;
        for (int i = first; i < first + p.step; ++i) {
            plain += product(i);
            top = std::max(top, p.a.exponent[row * p.k + i] + p.b.exponent[i * p.n + column]);
        }
        half = p.halfOut;
        if (!std::isfinite(plain)) {
            sum = plain;
            continue;
        }
        double total = std::trunc(std::ldexp(sum, kept - top));
        for (int i = first; i < first + p.step; ++i) total += std::trunc(std::ldexp(product(i), kept - top));
        sum = static_cast<double>(roundSum(std::ldexp(total, top - kept), p.halfOut, p.rule.fractionBits));
    }
    return static_cast<float>(sum);
}

/// A few neighbouring elements of a row. All products are normal numbers of f32, and exact.
void sumQuickly(FloatProduct& p, int row, int column) {
    const int kept = p.rule.keptBits;
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
            const std::int32_t exponent = std::min(kept - top[j], 127);
            scale[j] = std::bit_cast<float>((exponent + 127) << 23);
            const auto wide = std::bit_cast<double>(static_cast<std::int64_t>(kept - top[j] + 1023) << 52);
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
            const auto back = std::bit_cast<double>(static_cast<std::int64_t>(top[j] - kept + 1023) << 52);
            sum[j] = static_cast<double>(roundSum(total[j] * back, p.halfOut, p.rule.fractionBits));
            finite = finite && std::isfinite(sum[j]);
        }
    }
    for (int j = 0; j < kColumns; ++j)
        p.sum[row * p.n + column + j] = finite ? static_cast<float>(sum[j]) : sumSlowly(p, row, column + j);
}

} // namespace

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

std::uint32_t halfBits(float value) {
    const std::uint32_t sign = std::bit_cast<std::uint32_t>(value) >> 16 & 0x8000;
    if (value != value) return 0x7fff;
    if (std::fabs(value) > 65504.0F) return sign | 0x7c00;
    return sign | std::bit_cast<std::uint32_t>(std::fabs(value) * 0x1p-112F) >> 13;
}

} // namespace lanescope::ptx::LANESCOPE_ISA
