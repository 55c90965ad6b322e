// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/handlers/float_rules.h"
#include "ptx/handlers/lanes.h"

namespace lanescope::ptx::LANESCOPE_ISA {

namespace {

[[gnu::always_inline]] inline float fused(float a, float b, float c) {
    return __builtin_fmaf(a, b, c);
}
[[gnu::always_inline]] inline double fused(double a, double b, double c) {
    return __builtin_fma(a, b, c);
}
[[gnu::always_inline]] inline float root(float a) {
    return __builtin_sqrtf(a);
}
[[gnu::always_inline]] inline double root(double a) {
    return __builtin_sqrt(a);
}

template<class T>
using BitsOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
template<class T>
constexpr BitsOf<T> kSign = BitsOf<T>{1} << (sizeof(T) * 8 - 1);

struct AddOp {
    template<class T>
    static T run(T a, T b) {
        return a + b;
    }
};
struct SubOp {
    template<class T>
    static T run(T a, T b) {
        return a - b;
    }
};
struct MulOp {
    template<class T>
    static T run(T a, T b) {
        return a * b;
    }
};
struct DivOp {
    template<class T>
    static T run(T a, T b) {
        return a / b;
    }
};
struct FmaOp {
    template<class T>
    static T run(T a, T b, T c) {
        return fused(a, b, c);
    }
};
struct SqrtOp {
    template<class T>
    static T run(T a) {
        return root(a);
    }
};
struct RcpOp {
    template<class T>
    static T run(T a) {
        return T{1} / a;
    }
};
struct RsqrtOp {
    static float run(float a) {
        // -0 gives -infinity
        return static_cast<float>(1.0 / root(static_cast<double>(a)));
    }
    static double run(double a) { return 1.0 / root(a); }
};
/// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 give the upper half of a double only.
template<class F>
struct UpperHalf {
    static double run(double a) {
        const auto bits = std::bit_cast<std::uint64_t>(a);
        const double flushed =
            (bits & 0x7ff0000000000000) == 0 ? std::bit_cast<double>(bits & kSign<double>) : a;
        const auto result = std::bit_cast<std::uint64_t>(F::run(flushed));
        const bool denormal = (result & 0x7ff0000000000000) == 0;
        return std::bit_cast<double>(result & (denormal ? kSign<double> : 0xffffffff00000000));
    }
};
template<bool Smaller, bool NanWins, bool XorSign>
struct ExtremeOp {
    template<class T>
    static T run(T x, T y) {
        const auto sign = (std::bit_cast<BitsOf<T>>(x) ^ std::bit_cast<BitsOf<T>>(y)) & kSign<T>;
        const T a = XorSign ? std::bit_cast<T>(std::bit_cast<BitsOf<T>>(x) & ~kSign<T>) : x;
        const T b = XorSign ? std::bit_cast<T>(std::bit_cast<BitsOf<T>>(y) & ~kSign<T>) : y;
        const auto bitsA = std::bit_cast<BitsOf<T>>(a), bitsB = std::bit_cast<BitsOf<T>>(b);
        // -0 counts as less than +0
        const T equal = std::bit_cast<T>(Smaller ? bitsA | bitsB : bitsA & bitsB);
        T result = a == b ? equal : ((Smaller ? a < b : a > b) ? a : b);
        const bool nanA = a != a, nanB = b != b;
        if (NanWins)
            result = nanA ? a : nanB ? b : result;
        else
            result = nanA ? b : nanB ? a : result;
        if (XorSign)
            result = result != result ? result : std::bit_cast<T>(std::bit_cast<BitsOf<T>>(result) | sign);
        return result;
    }
};

/// 2 pi r for r in -0.5..0.5 and its sine: the hardware works in turns, too.
[[gnu::always_inline]] inline double sineOfTurns(double r) {
    const double folded = r > 0.25 ? 0.5 - r : r < -0.25 ? -0.5 - r : r;
    const double y = folded * 6.283185307179586;
    const double z = y * y;
    double p = -1.0 / 1307674368000.0;
    p = p * z + 1.0 / 6227020800.0;
    p = p * z - 1.0 / 39916800.0;
    p = p * z + 1.0 / 362880.0;
    p = p * z - 1.0 / 5040.0;
    p = p * z + 1.0 / 120.0;
    p = p * z - 1.0 / 6.0;
    return y + y * z * p;
}
/// x / 2 pi rounded towards zero to f32: the multiplication that a GPU does before its sine.
[[gnu::always_inline]] inline float turns(float x) {
    constexpr std::uint32_t kOneOverTwoPi = 0x3e22f983;
    const double exact = static_cast<double>(x) * static_cast<double>(std::bit_cast<float>(kOneOverTwoPi));
    const auto nearest = static_cast<float>(exact);
    const auto bits = std::bit_cast<std::uint32_t>(nearest);
    const double magnitude = exact < 0 ? -exact : exact;
    const double nearestMagnitude = static_cast<double>(std::bit_cast<float>(bits & 0x7fffffff));
    return std::bit_cast<float>(nearestMagnitude > magnitude ? bits - 1 : bits);
}
struct SinOp {
    static float run(float x) {
        const double t = static_cast<double>(turns(x));
        const double r = t - __builtin_rint(t);
        return r == 0 ? (t == 0 ? x : 0.0f) : static_cast<float>(sineOfTurns(r));
    }
};
struct CosOp {
    static float run(float x) {
        const double t = static_cast<double>(turns(x)) + 0.25;
        const double r = t - __builtin_rint(t);
        return static_cast<float>(sineOfTurns(r));
    }
};
struct Ex2Op {
    static float run(float x) {
        constexpr double kMagic = 0x1.8p52; // adding it rounds to an integer and leaves that in the low bits
        const double wide = static_cast<double>(x);
        const double limited = wide > 200.0 ? 200.0 : wide < -200.0 ? -200.0 : wide;
        const double magic = limited + kMagic;
        const double f = (limited - (magic - kMagic)) * 0.6931471805599453;
        double p = 1.0 / 40320.0;
        p = p * f + 1.0 / 5040.0;
        p = p * f + 1.0 / 720.0;
        p = p * f + 1.0 / 120.0;
        p = p * f + 1.0 / 24.0;
        p = p * f + 1.0 / 6.0;
        p = p * f + 0.5;
        p = p * f + 1.0;
        p = p * f + 1.0;
        const double scale = std::bit_cast<double>((std::bit_cast<std::uint64_t>(magic) + 1023) << 52);
        return x != x ? x : static_cast<float>(p * scale);
    }
};
struct Lg2Op {
    static float run(float x) {
        const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(x));
        double exponent =
            std::bit_cast<double>(((bits >> 52) & 0x7ff) | 0x4330000000000000) - (0x1p52 + 1023);
        double m = std::bit_cast<double>((bits & 0xfffffffffffff) | 0x3ff0000000000000);
        const bool large = m > 1.4142135623730951;
        m = large ? m * 0.5 : m;
        exponent = large ? exponent + 1 : exponent;
        const double s = (m - 1) / (m + 1), z = s * s;
        double p = 1.0 / 15;
        p = p * z + 1.0 / 13;
        p = p * z + 1.0 / 11;
        p = p * z + 1.0 / 9;
        p = p * z + 1.0 / 7;
        p = p * z + 1.0 / 5;
        p = p * z + 1.0 / 3;
        p = p * z + 1.0;
        const auto result = static_cast<float>(exponent + s * p * 2.8853900817779268);
        const float infinity = __builtin_inff();
        return x == 0            ? -infinity
               : x < 0 || x != x ? std::bit_cast<float>(kCanonicalNan)
               : x == infinity   ? x
                                 : result;
    }
};
struct TanhOp {
    static float run(float x) { return __builtin_tanhf(x); }
};

template<class T, class F, bool Flush, bool Saturate>
void unary(Warp& w, const Instruction& in, std::uint32_t mask) {
    T* d = w.slot<T>(in.d);
    const T* a = w.slot<T>(in.a);
    forLanes(d, mask, [=](int i) { return output<Flush, Saturate>(T{F::run(input<Flush>(a[i]))}); });
}
template<class T, class F, bool Flush, bool Saturate>
void binary(Warp& w, const Instruction& in, std::uint32_t mask) {
    T* d = w.slot<T>(in.d);
    const T *a = w.slot<T>(in.a), *b = w.slot<T>(in.b);
    forLanes(d, mask, [=](int i) {
        return output<Flush, Saturate>(T{F::run(input<Flush>(a[i]), input<Flush>(b[i]))});
    });
}
template<class T, class F, bool Flush, bool Saturate>
void ternary(Warp& w, const Instruction& in, std::uint32_t mask) {
    T* d = w.slot<T>(in.d);
    const T *a = w.slot<T>(in.a), *b = w.slot<T>(in.b), *c = w.slot<T>(in.c);
    forLanes(d, mask, [=](int i) {
        return output<Flush, Saturate>(T{F::run(input<Flush>(a[i]), input<Flush>(b[i]), input<Flush>(c[i]))});
    });
}
/// abs, neg: Kind 0, 1. They touch the sign only, whatever the number.
template<class T, int Kind, bool Flush>
void sign(Warp& w, const Instruction& in, std::uint32_t mask) {
    T* d = w.slot<T>(in.d);
    const T* a = w.slot<T>(in.a);
    forLanes(d, mask, [=](int i) {
        const auto bits = std::bit_cast<BitsOf<T>>(input<Flush>(a[i]));
        return std::bit_cast<T>(Kind == 0 ? bits & ~kSign<T> : bits ^ kSign<T>);
    });
}
/// copysign: the sign of a, the rest of b.
template<class T>
void copySign(Warp& w, const Instruction& in, std::uint32_t mask) {
    using B = BitsOf<T>;
    B* d = w.slot<B>(in.d);
    const B *a = w.slot<B>(in.a), *b = w.slot<B>(in.b);
    forLanes(d, mask, [=](int i) { return (a[i] & kSign<T>) | (b[i] & ~kSign<T>); });
}
/// testp; extra: 0 finite, 1 infinite, 2 number, 3 notanumber, 4 normal, 5 subnormal.
template<class T>
void testProperty(Warp& w, const Instruction& in, std::uint32_t mask) {
    using B = BitsOf<T>;
    const B* a = w.slot<B>(in.a);
    constexpr B exponent = sizeof(T) == 4 ? B{0x7f800000} : static_cast<B>(0x7ff0000000000000);
    const int kind = in.extra;
    std::uint32_t result = 0;
    forActive(mask, [&](int i) {
        const B magnitude = a[i] & ~kSign<T>;
        bool holds = false;
        switch (kind) {
        case 0:
            holds = magnitude < exponent;
            break;
        case 1:
            holds = magnitude == exponent;
            break;
        case 2:
            holds = magnitude <= exponent;
            break;
        case 3:
            holds = magnitude > exponent;
            break;
        case 4:
            holds = magnitude < exponent && ((magnitude & exponent) != 0 || magnitude == 0);
            break;
        default:
            holds = magnitude != 0 && (magnitude & exponent) == 0;
            break;
        }
        if (holds) result |= 1u << i;
    });
    w.predicate(in.d) = (w.predicate(in.d) & ~mask) | result;
}

#define LANESCOPE_MODES(shape, T, F)                                                                         \
    ((mode & kFlush) ? ((mode & kSaturate) ? shape<T, F, true, true> : shape<T, F, true, false>)             \
                     : ((mode & kSaturate) ? shape<T, F, false, true> : shape<T, F, false, false>))

template<class T>
Handler commonHandler(Op op, std::uint8_t mode) {
    if (sizeof(T) == 8 && mode != 0) return nullptr;
    switch (op) {
    case Op::Add:
        return LANESCOPE_MODES(binary, T, AddOp);
    case Op::Sub:
        return LANESCOPE_MODES(binary, T, SubOp);
    case Op::Mul:
        return LANESCOPE_MODES(binary, T, MulOp);
    case Op::Fma:
        return LANESCOPE_MODES(ternary, T, FmaOp);
    case Op::Div:
        return LANESCOPE_MODES(binary, T, DivOp);
    default:
        break;
    }
    if (mode & kSaturate) return nullptr;
    const bool flushing = mode & kFlush;
    switch (op) {
    case Op::Sqrt:
        return flushing ? unary<T, SqrtOp, true, false> : unary<T, SqrtOp, false, false>;
    case Op::Rcp:
        return flushing ? unary<T, RcpOp, true, false> : unary<T, RcpOp, false, false>;
    case Op::Abs:
        return flushing ? sign<T, 0, true> : sign<T, 0, false>;
    case Op::Neg:
        return flushing ? sign<T, 1, true> : sign<T, 1, false>;
    case Op::Min:
        return flushing ? binary<T, ExtremeOp<true, false, false>, true, false>
                        : binary<T, ExtremeOp<true, false, false>, false, false>;
    case Op::Max:
        return flushing ? binary<T, ExtremeOp<false, false, false>, true, false>
                        : binary<T, ExtremeOp<false, false, false>, false, false>;
    case Op::MinNan:
        return flushing ? binary<T, ExtremeOp<true, true, false>, true, false>
                        : binary<T, ExtremeOp<true, true, false>, false, false>;
    case Op::MaxNan:
        return flushing ? binary<T, ExtremeOp<false, true, false>, true, false>
                        : binary<T, ExtremeOp<false, true, false>, false, false>;
    case Op::MinXorsign:
        return flushing ? binary<T, ExtremeOp<true, false, true>, true, false>
                        : binary<T, ExtremeOp<true, false, true>, false, false>;
    case Op::MaxXorsign:
        return flushing ? binary<T, ExtremeOp<false, false, true>, true, false>
                        : binary<T, ExtremeOp<false, false, true>, false, false>;
    case Op::Copysign:
        return copySign<T>;
    case Op::TestP:
        return testProperty<T>;
    default:
        return nullptr;
    }
}

Handler singleHandler(Op op, std::uint8_t mode) {
    switch (op) {
    case Op::DivFull:
        return LANESCOPE_MODES(binary, float, DivOp);
    case Op::SqrtApprox:
        return LANESCOPE_MODES(unary, float, SqrtOp);
    case Op::RcpApprox:
        return LANESCOPE_MODES(unary, float, RcpOp);
    case Op::Rsqrt:
        return LANESCOPE_MODES(unary, float, RsqrtOp);
    case Op::Sin:
        return LANESCOPE_MODES(unary, float, SinOp);
    case Op::Cos:
        return LANESCOPE_MODES(unary, float, CosOp);
    case Op::Ex2:
        return LANESCOPE_MODES(unary, float, Ex2Op);
    case Op::Lg2:
        return LANESCOPE_MODES(unary, float, Lg2Op);
    case Op::Tanh:
        return LANESCOPE_MODES(unary, float, TanhOp);
    default:
        return commonHandler<float>(op, mode);
    }
}

Handler doubleHandler(Op op, std::uint8_t mode) {
    switch (op) {
    case Op::RcpApprox:
        return unary<double, UpperHalf<RcpOp>, false, false>;
    case Op::Rsqrt:
        return mode & kFlush ? unary<double, UpperHalf<RsqrtOp>, false, false>
                             : unary<double, RsqrtOp, false, false>;
    default:
        return commonHandler<double>(op, mode);
    }
}

} // namespace

Handler floatHandler(Op op, Type type, std::uint8_t mode) {
    if (type == Type::F32) return singleHandler(op, mode);
    if (type == Type::F64) return doubleHandler(op, mode);
    return nullptr;
}

} // namespace lanescope::ptx::LANESCOPE_ISA
