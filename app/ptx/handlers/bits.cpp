// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Instructions that count, find, move and combine bits.
#include "ptx/handlers/lanes.h"

namespace lanescope::ptx::LANESCOPE_ISA {

namespace {

template<class T>
using Signed = std::make_signed_t<T>;
template<class T>
constexpr unsigned kBits = sizeof(T) * 8;

// Functions of one lane. T is unsigned; S says whether the instruction is signed.
struct ClzOp {
    template<class T, bool S>
    static std::uint32_t run(T a) {
        if constexpr (sizeof(T) == 8)
            return a == 0 ? 64 : static_cast<std::uint32_t>(__builtin_clzll(a));
        else
            return a == 0 ? 32 : static_cast<std::uint32_t>(__builtin_clz(a));
    }
};
struct PopcOp {
    template<class T, bool S>
    static std::uint32_t run(T a) {
        return static_cast<std::uint32_t>(sizeof(T) == 8 ? __builtin_popcountll(a)
                                                         : __builtin_popcount(static_cast<std::uint32_t>(a)));
    }
};
struct BrevOp {
    template<class T, bool S>
    static T run(T a) {
        if constexpr (sizeof(T) == 8) {
            a = ((a >> 1) & 0x5555555555555555ULL) | ((a & 0x5555555555555555ULL) << 1);
            a = ((a >> 2) & 0x3333333333333333ULL) | ((a & 0x3333333333333333ULL) << 2);
            a = ((a >> 4) & 0x0f0f0f0f0f0f0f0fULL) | ((a & 0x0f0f0f0f0f0f0f0fULL) << 4);
            return __builtin_bswap64(a);
        } else {
            std::uint32_t x = a;
            x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
            x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
            x = ((x >> 4) & 0x0f0f0f0fu) | ((x & 0x0f0f0f0fu) << 4);
            return static_cast<T>(__builtin_bswap32(x));
        }
    }
};
template<bool Shift>
struct BfindOp {
    template<class T, bool S>
    static std::uint32_t run(T a) {
        if (S && Signed<T>(a) < 0) a = static_cast<T>(~a);
        if (a == 0) return 0xffffffff;
        const std::uint32_t position = kBits<T> - 1 - ClzOp::run<T, S>(a);
        return Shift ? kBits<T> - 1 - position : position;
    }
};
/// A position or length of bfe and bfi. PTX takes 0..255; of what is larger, 32-bit instructions see the low
/// eight bits and 64-bit ones, which the compiler makes of shifts, the whole.
template<class T>
std::uint32_t fieldOperand(std::uint32_t value) {
    return sizeof(T) == 8 ? (value < 255 ? value : 255) : value & 0xff;
}
struct BfeOp {
    template<class T, bool S>
    static T run(T a, std::uint32_t b, std::uint32_t c) {
        const std::uint32_t position = fieldOperand<T>(b), length = fieldOperand<T>(c);
        if (length == 0) return 0;
        constexpr std::uint32_t last = kBits<T> - 1;
        const std::uint32_t top = position + length - 1 < last ? position + length - 1 : last;
        const T sign = S ? static_cast<T>((a >> top) & 1) : T{0};
        const T field = position > last ? T{0} : static_cast<T>(a >> position);
        const std::uint32_t kept =
            position > last ? 0 : (length > last - position ? last - position + 1 : length);
        const T mask = kept > last ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << kept) - 1);
        return static_cast<T>((field & mask) | (sign != 0 ? static_cast<T>(~mask) : T{0}));
    }
};
struct FnsOp {
    // the position of the n-th set bit from base on, upwards for n > 0, downwards for n < 0
    static std::uint32_t run(std::uint32_t mask, std::uint32_t base, std::uint32_t offset) {
        const auto n = static_cast<std::int32_t>(offset);
        if (base > 31) return 0xffffffff;
        if (n == 0) return (mask >> base) & 1 ? base : 0xffffffff;
        std::int64_t left = n > 0 ? n : -std::int64_t{n};
        for (std::int32_t i = static_cast<std::int32_t>(base); i >= 0 && i<32; i += n> 0 ? 1 : -1)
            if ((mask >> i) & 1)
                if (--left == 0) return static_cast<std::uint32_t>(i);
        return 0xffffffff;
    }
};

/// popc, clz and bfind: the result is 32 bits wide.
template<class T, bool S, class F>
void unaryTo32(Warp& w, const Instruction& in, std::uint32_t mask) {
    auto* d = w.slot<std::uint32_t>(in.d);
    const T* a = w.slot<T>(in.a);
    forLanes(d, mask, [=](int i) { return F::template run<T, S>(a[i]); });
}
template<class T, bool S>
void bfe(Warp& w, const Instruction& in, std::uint32_t mask) {
    T* d = w.slot<T>(in.d);
    const T* a = w.slot<T>(in.a);
    const auto *b = w.slot<std::uint32_t>(in.b), *c = w.slot<std::uint32_t>(in.c);
    forLanes(d, mask, [=](int i) { return BfeOp::run<T, S>(a[i], b[i], c[i]); });
}
template<class T>
void bfi(Warp& w, const Instruction& in, std::uint32_t mask) {
    T* d = w.slot<T>(in.d);
    const T *a = w.slot<T>(in.a), *b = w.slot<T>(in.b);
    const auto *c = w.slot<std::uint32_t>(in.c), *e = w.slot<std::uint32_t>(in.e);
    forLanes(d, mask, [=](int i) {
        const std::uint32_t position = fieldOperand<T>(c[i]), length = fieldOperand<T>(e[i]);
        const T low = length >= kBits<T> ? static_cast<T>(~T{0})
                                         : static_cast<T>((T{1} << (length & (kBits<T> - 1))) - 1);
        const T field = position >= kBits<T> ? T{0} : static_cast<T>(low << (position & (kBits<T> - 1)));
        const T value = static_cast<T>(a[i] << (position & (kBits<T> - 1)));
        return static_cast<T>((b[i] & ~field) | (value & field));
    });
}
void lop3(Warp& w, const Instruction& in, std::uint32_t mask) {
    auto* d = w.slot<std::uint32_t>(in.d);
    const auto *a = w.slot<std::uint32_t>(in.a), *b = w.slot<std::uint32_t>(in.b),
               *c = w.slot<std::uint32_t>(in.c);
    std::uint32_t keep[8];
    for (int k = 0; k < 8; ++k) keep[k] = (in.extra >> k) & 1 ? ~0u : 0u;
    forLanes(d, mask, [=](int i) {
        const std::uint32_t x = a[i], y = b[i], z = c[i];
        return (~x & ~y & ~z & keep[0]) | (~x & ~y & z & keep[1]) | (~x & y & ~z & keep[2]) |
               (~x & y & z & keep[3]) | (x & ~y & ~z & keep[4]) | (x & ~y & z & keep[5]) |
               (x & y & ~z & keep[6]) | (x & y & z & keep[7]);
    });
}
/// shf: a is the low word, b the high word.
template<bool Left, bool Wrap>
void funnel(Warp& w, const Instruction& in, std::uint32_t mask) {
    auto* d = w.slot<std::uint32_t>(in.d);
    const auto *a = w.slot<std::uint32_t>(in.a), *b = w.slot<std::uint32_t>(in.b),
               *c = w.slot<std::uint32_t>(in.c);
    forLanes(d, mask, [=](int i) {
        const std::uint32_t n = Wrap ? c[i] & 31 : (c[i] > 32 ? 32 : c[i]);
        const std::uint64_t both = (std::uint64_t{b[i]} << 32) | a[i];
        return Left ? static_cast<std::uint32_t>((both << n) >> 32) : static_cast<std::uint32_t>(both >> n);
    });
}
/// prmt; extra: 0 default, then f4e b4e rc8 ecl ecr rc16.
void prmt(Warp& w, const Instruction& in, std::uint32_t mask) {
    auto* d = w.slot<std::uint32_t>(in.d);
    const auto *a = w.slot<std::uint32_t>(in.a), *b = w.slot<std::uint32_t>(in.b),
               *c = w.slot<std::uint32_t>(in.c);
    const int mode = in.extra;
    forActive(mask, [=](int i) {
        const std::uint64_t both = (std::uint64_t{b[i]} << 32) | a[i];
        std::uint32_t result = 0;
        for (std::uint32_t k = 0; k < 4; ++k) {
            const std::uint32_t s = c[i] & 3;
            std::uint32_t select = 0;
            switch (mode) {
            case 1:
                select = (s + k) & 7;
                break;
            case 2:
                select = (s - k) & 7;
                break;
            case 3:
                select = s;
                break;
            case 4:
                select = k > s ? k : s;
                break;
            case 5:
                select = k < s ? k : s;
                break;
            case 6:
                select = (s & 1) * 2 + (k & 1);
                break;
            default:
                select = (c[i] >> (4 * k)) & 15;
                break;
            }
            std::uint32_t byte = static_cast<std::uint32_t>(both >> (8 * (select & 7))) & 0xff;
            if (select & 8) byte = byte & 0x80 ? 0xff : 0;
            result |= byte << (8 * k);
        }
        d[i] = result;
    });
}
void fns(Warp& w, const Instruction& in, std::uint32_t mask) {
    auto* d = w.slot<std::uint32_t>(in.d);
    const auto *a = w.slot<std::uint32_t>(in.a), *b = w.slot<std::uint32_t>(in.b),
               *c = w.slot<std::uint32_t>(in.c);
    forActive(mask, [=](int i) { d[i] = FnsOp::run(a[i], b[i], c[i]); });
}
/// bmsk: b ones from bit a up; extra 1: clamp, else wrap.
void bmsk(Warp& w, const Instruction& in, std::uint32_t mask) {
    auto* d = w.slot<std::uint32_t>(in.d);
    const auto *a = w.slot<std::uint32_t>(in.a), *b = w.slot<std::uint32_t>(in.b);
    forActive(mask, [=](int i) {
        const std::uint32_t start = in.extra == 1 ? (a[i] > 32 ? 32 : a[i]) : a[i] & 31;
        const std::uint32_t count = in.extra == 1 ? (b[i] > 32 ? 32 : b[i]) : b[i] & 31;
        const std::uint64_t ones = (1ULL << count) - 1;
        d[i] = static_cast<std::uint32_t>(ones << start);
    });
}
/// szext: a cut to its low b bits and extended; extra 1: clamp, else wrap.
template<bool S>
void szext(Warp& w, const Instruction& in, std::uint32_t mask) {
    auto* d = w.slot<std::uint32_t>(in.d);
    const auto *a = w.slot<std::uint32_t>(in.a), *b = w.slot<std::uint32_t>(in.b);
    forActive(mask, [=](int i) {
        const std::uint32_t count = in.extra == 1 ? (b[i] > 32 ? 32 : b[i]) : b[i] & 31;
        const std::uint32_t ones = count == 32 ? ~0u : (1u << count) - 1;
        const bool negative = S && count != 0 && ((a[i] >> (count - 1)) & 1);
        d[i] = (a[i] & ones) | (negative ? ~ones : 0);
    });
}

template<class T>
void brev(Warp& w, const Instruction& in, std::uint32_t mask) {
    T* d = w.slot<T>(in.d);
    const T* a = w.slot<T>(in.a);
    forLanes(d, mask, [=](int i) { return BrevOp::run<T, false>(a[i]); });
}

template<class T, bool S>
Handler fieldHandler(Op op) {
    switch (op) {
    case Op::Popc:
        return unaryTo32<T, S, PopcOp>;
    case Op::Clz:
        return unaryTo32<T, S, ClzOp>;
    case Op::Brev:
        return brev<T>;
    case Op::Bfind:
        return unaryTo32<T, S, BfindOp<false>>;
    case Op::BfindShift:
        return unaryTo32<T, S, BfindOp<true>>;
    case Op::Bfe:
        return bfe<T, S>;
    case Op::Bfi:
        return bfi<T>;
    default:
        return nullptr;
    }
}

Handler wordHandler(Op op, bool isSignedType) {
    switch (op) {
    case Op::Lop3:
        return lop3;
    case Op::ShfLeftClamp:
        return funnel<true, false>;
    case Op::ShfLeftWrap:
        return funnel<true, true>;
    case Op::ShfRightClamp:
        return funnel<false, false>;
    case Op::ShfRightWrap:
        return funnel<false, true>;
    case Op::Prmt:
        return prmt;
    case Op::Fns:
        return fns;
    case Op::Bmsk:
        return bmsk;
    case Op::Szext:
        return isSignedType ? szext<true> : szext<false>;
    default:
        return nullptr;
    }
}

} // namespace

Handler bitHandler(Op op, Type type) {
    const bool s = isSigned(type);
    if (sizeOf(type) == 8)
        return s ? fieldHandler<std::uint64_t, true>(op) : fieldHandler<std::uint64_t, false>(op);
    if (sizeOf(type) != 4 || type == Type::U16x2 || type == Type::S16x2) return nullptr;
    if (const Handler handler = wordHandler(op, s)) return handler;
    return s ? fieldHandler<std::uint32_t, true>(op) : fieldHandler<std::uint32_t, false>(op);
}

} // namespace lanescope::ptx::LANESCOPE_ISA
