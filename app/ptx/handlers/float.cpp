// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/handlers/float_rules.h"
#include "ptx/handlers/lanes.h"
#include "ptx/handlers/multifunction.h"

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
/// rsqrt.approx.f64, for which ptxas refines the multifunction unit's upper word once. (Its SASS for 9.0;
/// what is no positive normal number goes another way there.)
struct RsqrtOp {
    static double run(double a) {
        const auto bits = std::bit_cast<std::uint64_t>(a);
        if (bits << 1 == 0) return std::bit_cast<double>(bits | 0x7ff0000000000000);
        if (a != a) return a + a;
        if (a < 0) return std::bit_cast<double>(0xfff8000000000000);
        if (bits == 0x7ff0000000000000) return 0;
        return bits < 0x0010000000000000 ? refined(a * 0x1p54) * 0x1p27 : refined(a);
    }

private:
    static double refined(double a) {
        const std::uint64_t upper =
            mufu::evaluate64h<mufu::Rsq>(static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(a) >> 32));
        const auto y = std::bit_cast<double>(upper << 32);
        const double error = fused(a, -(y * y), 1.0);
        return fused(fused(error, 0.375, 0.5), y * error, y);
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

// What ptxas makes of the approximate instructions: with .ftz the function of the multifunction unit alone,
// without it arguments that the unit takes for zeros, or whose results it would, are scaled around it.
// before() gives the unit's argument, after() the instruction's result of the unit's.
constexpr float kLeastNormal = 0x1p-126f, kGreatestInverted = 0x1p126f;

[[gnu::always_inline]] inline float magnitude(float a) {
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(a) & ~kSign<float>);
}
/// What the argument is multiplied by so that the unit does not take it for a zero.
[[gnu::always_inline]] inline float raise(float a) {
    return magnitude(a) < kLeastNormal ? 0x1p24f : 1.0f;
}
template<class F>
struct Bare {
    using Function = F;
    static float before(float a) { return a; }
    static float after(float, float result) { return result; }
};
struct ScaledRcp {
    using Function = mufu::Rcp;
    static float scale(float a) { return magnitude(a) > kGreatestInverted ? 0.25f : raise(a); }
    static float before(float a) { return a * scale(a); }
    static float after(float a, float result) { return result * scale(a); }
};
struct ScaledRsqrt {
    using Function = mufu::Rsq;
    static float before(float a) { return a * raise(a); }
    static float after(float a, float result) {
        return result * (magnitude(a) < kLeastNormal ? 0x1p12f : 1.0f);
    }
};
struct ScaledSqrt {
    using Function = mufu::Sqrt;
    static float before(float a) { return a * raise(a); }
    static float after(float a, float result) {
        return result * (magnitude(a) < kLeastNormal ? 0x1p-12f : 1.0f);
    }
};
struct ScaledEx2 {
    using Function = mufu::Ex2;
    static float before(float a) { return a * (a < -126.0f ? 0.5f : 1.0f); }
    static float after(float a, float result) { return result * (a < -126.0f ? result : 1.0f); }
};
struct ScaledLg2 {
    using Function = mufu::Lg2;
    static float before(float a) { return a * raise(a); }
    static float after(float a, float result) {
        return result - (magnitude(a) < kLeastNormal ? 24.0f : 0.0f);
    }
};
/// The unit wants turns; the product with 1 / 2 pi is rounded towards zero.
template<class F>
struct InTurns {
    using Function = F;
    static float before(float a) {
        constexpr std::uint32_t kOneOverTwoPi = 0x3e22f983;
        return mufu::truncated(static_cast<double>(a) *
                               static_cast<double>(std::bit_cast<float>(kOneOverTwoPi)));
    }
    static float after(float, float result) { return result; }
};
template<class Form>
void approximate(Warp& w, const Instruction& in, std::uint32_t mask) {
    float* d = w.slot<float>(in.d);
    const float* a = w.slot<float>(in.a);
    alignas(64) float arguments[32], results[32];
    for (int i = 0; i < 32; ++i) arguments[i] = Form::before(a[i]);
    mufu::evaluate<typename Form::Function>(arguments, results);
    forLanes(d, mask, [=, &results](int i) { return canonical(Form::after(a[i], results[i])); });
}
/// A quotient is the product of these two. Full: div.full, which scales large divisors, too.
template<bool Flush, bool Full>
struct QuotientFactors {
    alignas(64) float dividends[32], reciprocals[32];

    QuotientFactors(const float* a, const float* b) {
        alignas(64) float divisors[32];
        for (int i = 0; i < 32; ++i) {
            const float up = Flush ? 1.0f : raise(b[i]);
            const float scale = Full && magnitude(b[i]) > kGreatestInverted ? 0.25f : up;
            divisors[i] = b[i] * scale;
            dividends[i] = input<Flush>(input<Flush>(a[i]) * scale);
        }
        mufu::evaluate<mufu::Rcp>(divisors, reciprocals);
    }
};

template<bool Flush, bool Full>
void approximateQuotient(Warp& w, const Instruction& in, std::uint32_t mask) {
    const QuotientFactors<Flush, Full> factors(w.slot<float>(in.a), w.slot<float>(in.b));
    forLanes(w.slot<float>(in.d), mask, [&factors](int i) {
        return output<Flush, false>(factors.reciprocals[i] * factors.dividends[i]);
    });
}

/// A quotient and a sum, rounded once.
template<bool Flush, bool Saturate, bool Full>
void approximateQuotientAndSum(Warp& w, const Instruction& in, std::uint32_t mask) {
    const QuotientFactors<Flush, Full> factors(w.slot<float>(in.a), w.slot<float>(in.b));
    const float* c = w.slot<float>(in.c);
    forLanes(w.slot<float>(in.d), mask, [&factors, c](int i) {
        return output<Flush, Saturate>(
            fused(factors.reciprocals[i], factors.dividends[i], input<Flush>(c[i])));
    });
}
template<bool Full>
Handler quotientAndSum(bool flush, bool saturate) {
    if (flush)
        return saturate ? approximateQuotientAndSum<true, true, Full>
                        : approximateQuotientAndSum<true, false, Full>;
    return saturate ? approximateQuotientAndSum<false, true, Full>
                    : approximateQuotientAndSum<false, false, Full>;
}

/// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 read and give the upper half of a double only.
template<class F>
struct UpperHalf {
    static double run(double a) {
        const auto upper = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(a) >> 32);
        return std::bit_cast<double>(std::uint64_t{mufu::evaluate64h<F>(upper)} << 32);
    }
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
    if (op == Op::FmaApprox) return quotientAndSum<false>(mode & kFlush, mode & kSaturate);
    if (op == Op::FmaFull) return quotientAndSum<true>(mode & kFlush, mode & kSaturate);
    if ((mode & kSaturate) != 0) return commonHandler<float>(op, mode);
    const bool flushing = (mode & kFlush) != 0;
    switch (op) {
    case Op::DivApprox:
        return flushing ? approximateQuotient<true, false> : approximateQuotient<false, false>;
    case Op::DivFull:
        return flushing ? approximateQuotient<true, true> : approximateQuotient<false, true>;
    case Op::RcpApprox:
        return flushing ? approximate<Bare<mufu::Rcp>> : approximate<ScaledRcp>;
    case Op::RsqrtApprox:
        return flushing ? approximate<Bare<mufu::Rsq>> : approximate<ScaledRsqrt>;
    case Op::SqrtApprox:
        return flushing ? approximate<Bare<mufu::Sqrt>> : approximate<ScaledSqrt>;
    case Op::Ex2:
        return flushing ? approximate<Bare<mufu::Ex2>> : approximate<ScaledEx2>;
    case Op::Lg2:
        return flushing ? approximate<Bare<mufu::Lg2>> : approximate<ScaledLg2>;
    case Op::Sin:
        return approximate<InTurns<mufu::Sin>>;
    case Op::Cos:
        return approximate<InTurns<mufu::Cos>>;
    case Op::Tanh:
        return approximate<Bare<mufu::Tanh>>;
    default:
        return commonHandler<float>(op, mode);
    }
}

Handler doubleHandler(Op op, std::uint8_t mode) {
    switch (op) {
    case Op::RcpApprox:
        return unary<double, UpperHalf<mufu::Rcp>, false, false>;
    case Op::RsqrtApprox:
        return mode & kFlush ? unary<double, UpperHalf<mufu::Rsq>, false, false>
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
