// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// wmma.mma and mma.
#include "ptx/handlers/float_product.h"
#include "ptx/handlers/lanes.h"
#include "ptx/handlers/sparse_factor.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace lanescope::ptx::LANESCOPE_ISA {

namespace {

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

template<MatrixElement E>
void gatherEither(const Warp& w, const MatrixOperand& matrix, FloatFactor& to) {
    // e4m3 and e5m2 stand side by side
    if (E == MatrixElement::E4M3 && matrix.element == MatrixElement::E5M2)
        return gatherFloats<MatrixElement::E5M2>(w, matrix, to);
    gatherFloats<E>(w, matrix, to);
}

/// The places of the largest factor of integers: a sparse A of 4 bits, m16n8k128.
constexpr std::size_t kMostOfIntegers = 2048;

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
    if (product.sparsity.given) {
        FloatFactor there;
        gatherEither<E>(w, product.a, there);
        p.a.low = there.low;
        p.a.high = there.high;
        std::fill_n(p.a.value.begin(), p.m * p.k, 0.0F);
        std::fill_n(p.a.exponent.begin(), p.m * p.k, kAbsent);
        eachOfSparse(w, product.sparsity, product.shape.k, product.a.element,
                     [&](unsigned from, unsigned to) {
                         p.a.value[to] = there.value[from];
                         p.a.exponent[to] = there.exponent[from];
                     });
    } else {
        gatherEither<E>(w, product.a, p.a);
    }
    gatherEither<E>(w, product.b, p.b);
    if (p.halfIn)
        gatherSums<MatrixElement::F16>(w, product.c, p.sum.data());
    else
        gatherSums<MatrixElement::F32>(w, product.c, p.sum.data());
    if (bitsOf(E) == 8 && !p.halfIn && !p.halfOut) {
        // an H200 adds up the products by themselves, then adds that to the sum
        const std::array<float, kMostOfSum> before = p.sum;
        p.sum.fill(0);
        addProducts(p);
        for (std::size_t i = 0; i < before.size(); ++i) p.sum[i] += before[i];
    } else {
        addProducts(p);
    }
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
    alignas(64) std::array<std::int32_t, kMostOfIntegers> a, b;
    alignas(64) std::array<std::int32_t, kMostOfSum> before, sum{};
    if (product.sparsity.given) {
        alignas(64) std::array<std::int32_t, kMostOfIntegers> there;
        gatherAnyIntegers(w, product.a, there.data());
        a.fill(0);
        eachOfSparse(w, product.sparsity, product.shape.k, product.a.element,
                     [&](unsigned from, unsigned to) { a[to] = there[from]; });
    } else {
        gatherAnyIntegers(w, product.a, a.data());
    }
    gatherAnyIntegers(w, product.b, b.data());
    gatherAnyIntegers(w, product.c, before.data());
    const int m = product.shape.m, n = product.shape.n;
    const auto k =
        static_cast<int>(product.sparsity.given ? product.shape.k : layoutOf(w, product.a).columns);
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
