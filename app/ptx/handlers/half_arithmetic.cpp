// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/handlers/half.h"
#include "ptx/handlers/lanes.h"
#include "ptx/handlers/multifunction.h"

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

struct Half {
    static double widen(std::uint16_t bits) { return halfToDouble(bits); }
    static std::uint16_t narrow(double value) {
        return halfFromDouble(roundTo(value, kHalf, Rounding::Nearest));
    }
    /// Bits that do not fit are dropped; what is too large is infinite all the same.
    static std::uint16_t cut(float value) {
        return halfFromDouble(value >= 0x1p16f ? __builtin_inf() : static_cast<double>(value));
    }
    static constexpr std::uint16_t kExponent = 0x7c00;
};
struct Brain {
    static double widen(std::uint16_t bits) { return brainToDouble(bits); }
    static std::uint16_t narrow(double value) {
        return brainFromDouble(roundTo(value, kBrain, Rounding::Nearest));
    }
    static std::uint16_t cut(float value) { return brainFromDouble(static_cast<double>(value)); }
    static constexpr std::uint16_t kExponent = 0x7f80;
};

template<class H>
bool isNan(std::uint16_t bits) {
    return (bits & 0x7fff) > H::kExponent;
}
template<class H>
std::uint16_t flushed(std::uint16_t bits) {
    return (bits & H::kExponent) == 0 ? bits & 0x8000 : bits;
}

/// The sum of a product and c, rounded so that rounding it to a narrow format is right.
double fusedOdd(double a, double b, double c) {
    const double product = a * b; // exact: 11 x 11 bits
    const double sum = product + c;
    const double part = sum - product;
    const double error = (product - (sum - part)) + (c - part);
    return roundToOdd(sum, error);
}

template<class H>
std::uint16_t extreme(std::uint16_t a, std::uint16_t b, bool smaller, bool nanWins, bool xorSign) {
    const std::uint16_t sign = xorSign ? (a ^ b) & 0x8000 : 0;
    if (xorSign) {
        a &= 0x7fff;
        b &= 0x7fff;
    }
    if (isNan<H>(a) || isNan<H>(b)) {
        if (nanWins || (isNan<H>(a) && isNan<H>(b))) return 0x7fff;
        return static_cast<std::uint16_t>((isNan<H>(a) ? b : a) | sign);
    }
    // sign and magnitude order -0 before +0, too
    const auto key = [](std::uint16_t x) {
        return x & 0x8000 ? -static_cast<int>(x & 0x7fff) - 1 : static_cast<int>(x);
    };
    const bool first = smaller ? key(a) <= key(b) : key(a) >= key(b);
    return static_cast<std::uint16_t>((first ? a : b) | sign);
}

template<class H>
std::uint16_t compute(Op op, std::uint8_t mode, std::uint16_t x, std::uint16_t y, std::uint16_t z) {
    const std::uint16_t a = mode & kFlush ? flushed<H>(x) : x, b = mode & kFlush ? flushed<H>(y) : y,
                        c = mode & kFlush ? flushed<H>(z) : z;
    std::uint16_t result = 0;
    switch (op) {
    case Op::Neg:
        return a ^ 0x8000;
    case Op::Abs:
        return a & 0x7fff;
    case Op::Add:
        result = H::narrow(H::widen(a) + H::widen(b));
        break;
    case Op::Sub:
        result = H::narrow(H::widen(a) - H::widen(b));
        break;
    case Op::Mul:
        result = H::narrow(H::widen(a) * H::widen(b));
        break;
    case Op::Fma:
        result = H::narrow(fusedOdd(H::widen(a), H::widen(b), H::widen(c)));
        break;
    case Op::Min:
        result = extreme<H>(a, b, true, false, false);
        break;
    case Op::Max:
        result = extreme<H>(a, b, false, false, false);
        break;
    case Op::MinNan:
        result = extreme<H>(a, b, true, true, false);
        break;
    case Op::MaxNan:
        result = extreme<H>(a, b, false, true, false);
        break;
    case Op::MinXorsign:
        result = extreme<H>(a, b, true, false, true);
        break;
    case Op::MaxXorsign:
        result = extreme<H>(a, b, false, false, true);
        break;
    case Op::Ex2:
        result = H::cut(mufu::evaluate<mufu::Ex2>(static_cast<float>(H::widen(a))));
        break;
    case Op::Tanh:
        result = H::cut(mufu::evaluate<mufu::Tanh>(static_cast<float>(H::widen(a))));
        break;
    default:
        break;
    }
    if (mode & kFlush) result = flushed<H>(result);
    if ((mode & kRelu) && !isNan<H>(result) && (result & 0x8000)) result = 0;
    if (mode & kSaturate) {
        const double value = H::widen(result);
        result = value > 0 ? (value < 1 ? result : H::narrow(1.0)) : std::uint16_t{0};
    }
    return result;
}

/// The operation is in extra; registers are 16 or, packed, 32 bits wide.
template<class H, bool Packed>
void arithmetic(Warp& w, const Instruction& in, std::uint32_t mask) {
    using R = std::conditional_t<Packed, std::uint32_t, std::uint16_t>;
    R* d = w.slot<R>(in.d);
    const R *a = w.slot<R>(in.a), *b = w.slot<R>(in.b), *c = w.slot<R>(in.c);
    const Op op = static_cast<Op>(in.extra);
    forActive(mask, [&](int i) {
        R result = compute<H>(op, in.mode, static_cast<std::uint16_t>(a[i]), static_cast<std::uint16_t>(b[i]),
                              static_cast<std::uint16_t>(c[i]));
        if constexpr (Packed)
            result |=
                R{compute<H>(op, in.mode, static_cast<std::uint16_t>(a[i] >> 16),
                             static_cast<std::uint16_t>(b[i] >> 16), static_cast<std::uint16_t>(c[i] >> 16))}
                << 16;
        d[i] = result;
    });
}

bool compareValues(Compare compare, double a, double b) {
    switch (compare) {
    case Compare::Eq:
        return a == b;
    case Compare::Ne:
        return a < b || a > b;
    case Compare::Lt:
        return a < b;
    case Compare::Le:
        return a <= b;
    case Compare::Gt:
        return a > b;
    case Compare::Ge:
        return a >= b;
    case Compare::EqU:
        return !(a < b || a > b);
    case Compare::NeU:
        return a != b;
    case Compare::LtU:
        return !(a >= b);
    case Compare::LeU:
        return !(a > b);
    case Compare::GtU:
        return !(a <= b);
    case Compare::GeU:
        return !(a < b);
    case Compare::Num:
        return a == a && b == b;
    case Compare::Nan:
        return a != a || b != b;
    }
    return false;
}

/// setp and set. extra: Combine; mode: bit 0 .ftz, bit 1 negated predicate, bits 2 and 3 the result of set (0
/// all ones in 32 bits, 1 f32, 2 halves), bits 4 to 7 the comparison.
template<class H, bool Packed, bool Predicate>
void comparison(Warp& w, const Instruction& in, std::uint32_t mask) {
    using R = std::conditional_t<Packed, std::uint32_t, std::uint16_t>;
    const R *a = w.slot<R>(in.a), *b = w.slot<R>(in.b);
    const auto compare = static_cast<Compare>(in.mode >> 4);
    const auto read = [&](R bits, int half) {
        auto x = static_cast<std::uint16_t>(bits >> (half * (Packed ? 16 : 0)));
        return H::widen(in.mode & kFlush ? flushed<H>(x) : x);
    };
    const std::uint32_t other = w.predicate(in.c) ^ (in.mode & 2 ? kFullMask : 0);
    const auto combine = [&](std::uint32_t result) {
        switch (static_cast<Combine>(in.extra)) {
        case Combine::And:
            return result & other;
        case Combine::Or:
            return result | other;
        case Combine::Xor:
            return result ^ other;
        default:
            return result;
        }
    };
    std::uint32_t low = 0, high = 0;
    forActive(mask, [&](int i) {
        if (compareValues(compare, read(a[i], 0), read(b[i], 0))) low |= 1u << i;
        if (Packed && compareValues(compare, read(a[i], 1), read(b[i], 1))) high |= 1u << i;
    });
    if (Predicate) {
        // of two halves each has its predicate; of one, the second is the opposite
        const std::uint32_t first = combine(low), second = combine(Packed ? high : ~low);
        w.predicate(in.d) = (w.predicate(in.d) & ~mask) | (first & mask);
        w.predicate(in.e) = (w.predicate(in.e) & ~mask) | (second & mask);
        return;
    }
    low = combine(low);
    high = combine(high);
    const int form = (in.mode >> 2) & 3;
    const std::uint16_t one = form == 2 ? H::narrow(1.0) : 0xffff;
    forActive(mask, [&](int i) {
        const bool l = (low >> i) & 1, h = (high >> i) & 1;
        if (Packed)
            w.slot<std::uint32_t>(in.d)[i] = (l ? one : 0u) | (h ? std::uint32_t{one} << 16 : 0u);
        else if (form == 2)
            w.slot<std::uint16_t>(in.d)[i] = l ? one : 0;
        else
            w.slot<std::uint32_t>(in.d)[i] = !l ? 0 : form == 1 ? 0x3f800000 : kFullMask;
    });
}

} // namespace

Handler halfHandler(Op op, Type type, std::uint8_t) {
    switch (op) {
    case Op::Neg:
    case Op::Abs:
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Fma:
    case Op::Min:
    case Op::Max:
    case Op::MinNan:
    case Op::MaxNan:
    case Op::MinXorsign:
    case Op::MaxXorsign:
    case Op::Ex2:
    case Op::Tanh:
        break;
    default:
        return nullptr;
    }
    switch (type) {
    case Type::F16:
        return arithmetic<Half, false>;
    case Type::F16x2:
        return arithmetic<Half, true>;
    case Type::BF16:
        return arithmetic<Brain, false>;
    case Type::BF16x2:
        return arithmetic<Brain, true>;
    default:
        return nullptr;
    }
}

Handler halfCompareHandler(Op op, Type type, Compare) {
    const bool predicate = op == Op::Setp;
    switch (type) {
    case Type::F16:
        return predicate ? comparison<Half, false, true> : comparison<Half, false, false>;
    case Type::F16x2:
        return predicate ? comparison<Half, true, true> : comparison<Half, true, false>;
    case Type::BF16:
        return predicate ? comparison<Brain, false, true> : comparison<Brain, false, false>;
    case Type::BF16x2:
        return predicate ? comparison<Brain, true, true> : comparison<Brain, true, false>;
    default:
        return nullptr;
    }
}

} // namespace lanescope::ptx
