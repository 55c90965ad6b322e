// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/handlers/lanes.h"

namespace lanescope::ptx::LANESCOPE_ISA {

namespace {

__extension__ using Wide128 = unsigned __int128;
__extension__ using SignedWide128 = __int128;

template<class T>
using Signed = std::make_signed_t<T>;
template<class T>
using Wide = std::conditional_t<sizeof(T) == 2, std::uint32_t,
                                std::conditional_t<sizeof(T) == 4, std::uint64_t, Wide128>>;
template<class T>
using SignedWide = std::conditional_t<sizeof(T) == 2, std::int32_t,
                                      std::conditional_t<sizeof(T) == 4, std::int64_t, SignedWide128>>;

template<class T>
constexpr unsigned kBits = sizeof(T) * 8;

template<class T, bool S>
T mulHigh(T a, T b) {
    if constexpr (S)
        return static_cast<T>((SignedWide<T>{Signed<T>(a)} * SignedWide<T>{Signed<T>(b)}) >> kBits<T>);
    else
        return static_cast<T>((Wide<T>{a} * Wide<T>{b}) >> kBits<T>);
}

template<class T>
T mulLow(T a, T b) {
    return static_cast<T>(Wide<T>{a} * Wide<T>{b});
}

// Functions of one lane. T is unsigned; S says whether the instruction is signed.
struct AddOp {
    template<class T, bool S>
    static T run(T a, T b) {
        return static_cast<T>(a + b);
    }
};
struct SubOp {
    template<class T, bool S>
    static T run(T a, T b) {
        return static_cast<T>(a - b);
    }
};
struct MulLowOp {
    template<class T, bool S>
    static T run(T a, T b) {
        return mulLow(a, b);
    }
};
struct MulHighOp {
    template<class T, bool S>
    static T run(T a, T b) {
        return mulHigh<T, S>(a, b);
    }
};
struct MadLowOp {
    template<class T, bool S>
    static T run(T a, T b, T c) {
        return static_cast<T>(mulLow(a, b) + c);
    }
};
struct MadHighOp {
    template<class T, bool S>
    static T run(T a, T b, T c) {
        return static_cast<T>(mulHigh<T, S>(a, b) + c);
    }
};
struct AndOp {
    template<class T, bool S>
    static T run(T a, T b) {
        return a & b;
    }
};
struct OrOp {
    template<class T, bool S>
    static T run(T a, T b) {
        return a | b;
    }
};
struct XorOp {
    template<class T, bool S>
    static T run(T a, T b) {
        return a ^ b;
    }
};
struct NotOp {
    template<class T, bool S>
    static T run(T a) {
        return static_cast<T>(~a);
    }
};
struct CnotOp {
    template<class T, bool S>
    static T run(T a) {
        return a == 0 ? 1 : 0;
    }
};
struct NegOp {
    template<class T, bool S>
    static T run(T a) {
        return static_cast<T>(0 - a);
    }
};
struct AbsOp {
    template<class T, bool S>
    static T run(T a) {
        return Signed<T>(a) < 0 ? static_cast<T>(0 - a) : a;
    }
};
struct MovOp {
    template<class T, bool S>
    static T run(T a) {
        return a;
    }
};
struct MinOp {
    template<class T, bool S>
    static T run(T a, T b) {
        if constexpr (S)
            return Signed<T>(a) < Signed<T>(b) ? a : b;
        else
            return a < b ? a : b;
    }
};
struct MaxOp {
    template<class T, bool S>
    static T run(T a, T b) {
        if constexpr (S)
            return Signed<T>(a) < Signed<T>(b) ? b : a;
        else
            return a < b ? b : a;
    }
};
struct SadOp {
    template<class T, bool S>
    static T run(T a, T b, T c) {
        return static_cast<T>(MaxOp::run<T, S>(a, b) - MinOp::run<T, S>(a, b) + c);
    }
};
/// A GPU gives all ones for a division by zero, quotient and remainder alike, and wraps the one that
/// overflows.
struct DivOp {
    template<class T, bool S>
    static T run(T a, T b) {
        if constexpr (sizeof(T) <= 4) {
            // the quotient of two 32-bit integers, rounded to 53 bits, has the right integer part
            const double x = S ? static_cast<double>(Signed<T>(a)) : static_cast<double>(a);
            const double y = S ? static_cast<double>(Signed<T>(b)) : static_cast<double>(b);
            const double safe = b == 0 ? 1.0 : y;
            const auto quotient = static_cast<std::int64_t>(x / safe);
            return b == 0 ? static_cast<T>(~T{0}) : static_cast<T>(quotient);
        } else {
            if (b == 0) return ~T{0};
            if constexpr (S)
                return b == ~T{0} ? T{0} - a : static_cast<T>(Signed<T>(a) / Signed<T>(b));
            else
                return a / b;
        }
    }
};
struct RemOp {
    template<class T, bool S>
    static T run(T a, T b) {
        const T quotient = DivOp::run<T, S>(a, b);
        return b == 0 ? static_cast<T>(~T{0}) : static_cast<T>(a - mulLow(quotient, b));
    }
};
struct ShlOp {
    template<class T, bool S>
    static T run(T a, std::uint32_t b) {
        return b >= kBits<T> ? T{0} : static_cast<T>(a << (b & (kBits<T> - 1)));
    }
};
struct ShrOp {
    template<class T, bool S>
    static T run(T a, std::uint32_t b) {
        if constexpr (S)
            return static_cast<T>(Signed<T>(a) >> (b >= kBits<T> ? kBits<T> - 1 : b));
        else
            return b >= kBits<T> ? T{0} : static_cast<T>(a >> (b & (kBits<T> - 1)));
    }
};
template<class T, bool S, class F>
void unary(Warp& w, const Instruction& in, std::uint32_t mask) {
    T* d = w.slot<T>(in.d);
    const T* a = w.slot<T>(in.a);
    forLanes(d, mask, [=](int i) { return F::template run<T, S>(a[i]); });
}
template<class T, bool S, class F>
void binary(Warp& w, const Instruction& in, std::uint32_t mask) {
    T* d = w.slot<T>(in.d);
    const T *a = w.slot<T>(in.a), *b = w.slot<T>(in.b);
    forLanes(d, mask, [=](int i) { return F::template run<T, S>(a[i], b[i]); });
}
template<class T, bool S, class F>
void shift(Warp& w, const Instruction& in, std::uint32_t mask) {
    T* d = w.slot<T>(in.d);
    const T* a = w.slot<T>(in.a);
    const auto* b = w.slot<std::uint32_t>(in.b);
    forLanes(d, mask, [=](int i) { return F::template run<T, S>(a[i], b[i]); });
}
template<class T, bool S, class F>
void ternary(Warp& w, const Instruction& in, std::uint32_t mask) {
    T* d = w.slot<T>(in.d);
    const T *a = w.slot<T>(in.a), *b = w.slot<T>(in.b), *c = w.slot<T>(in.c);
    forLanes(d, mask, [=](int i) { return F::template run<T, S>(a[i], b[i], c[i]); });
}
template<class T, bool S>
void mulWide(Warp& w, const Instruction& in, std::uint32_t mask) {
    using D = std::conditional_t<S, SignedWide<T>, Wide<T>>;
    using N = std::conditional_t<S, Signed<T>, T>;
    D* d = w.slot<D>(in.d);
    const N *a = w.slot<N>(in.a), *b = w.slot<N>(in.b);
    forLanes(d, mask, [=](int i) { return static_cast<D>(D{a[i]} * D{b[i]}); });
}
template<class T, bool S>
void madWide(Warp& w, const Instruction& in, std::uint32_t mask) {
    using D = std::conditional_t<S, SignedWide<T>, Wide<T>>;
    using N = std::conditional_t<S, Signed<T>, T>;
    Wide<T>* d = w.slot<Wide<T>>(in.d);
    const N *a = w.slot<N>(in.a), *b = w.slot<N>(in.b);
    const Wide<T>* c = w.slot<Wide<T>>(in.c);
    forLanes(d, mask,
             [=](int i) { return static_cast<Wide<T>>(static_cast<Wide<T>>(D{a[i]} * D{b[i]}) + c[i]); });
}
template<bool S>
std::uint64_t mul24(std::uint32_t a, std::uint32_t b) {
    if constexpr (S) {
        const std::int64_t x = static_cast<std::int32_t>(a << 8) >> 8,
                           y = static_cast<std::int32_t>(b << 8) >> 8;
        return static_cast<std::uint64_t>(x * y);
    } else {
        return std::uint64_t{a & 0xffffff} * (b & 0xffffff);
    }
}
template<bool S, bool High, bool Add>
void multiply24(Warp& w, const Instruction& in, std::uint32_t mask) {
    auto* d = w.slot<std::uint32_t>(in.d);
    const auto *a = w.slot<std::uint32_t>(in.a), *b = w.slot<std::uint32_t>(in.b),
               *c = w.slot<std::uint32_t>(in.c);
    forLanes(d, mask, [=](int i) {
        return static_cast<std::uint32_t>(mul24<S>(a[i], b[i]) >> (High ? 16 : 0)) + (Add ? c[i] : 0);
    });
}
/// dp4a, dp2a; mode: bit 0 a signed, bit 1 b signed.
template<int Kind> // 4: dp4a, 0: dp2a.lo, 1: dp2a.hi
void dotProduct(Warp& w, const Instruction& in, std::uint32_t mask) {
    auto* d = w.slot<std::uint32_t>(in.d);
    const auto *a = w.slot<std::uint32_t>(in.a), *b = w.slot<std::uint32_t>(in.b),
               *c = w.slot<std::uint32_t>(in.c);
    const bool signedA = in.mode & 1, signedB = in.mode & 2;
    forActive(mask, [=](int i) {
        std::uint32_t sum = c[i];
        constexpr int terms = Kind == 4 ? 4 : 2;
        for (int k = 0; k < terms; ++k) {
            const std::uint32_t x = Kind == 4 ? (a[i] >> (8 * k)) & 0xff : (a[i] >> (16 * k)) & 0xffff;
            const std::uint32_t y = (b[i] >> (8 * (Kind == 1 ? k + 2 : k))) & 0xff;
            const std::int32_t left = !signedA    ? static_cast<std::int32_t>(x)
                                      : Kind == 4 ? std::int32_t{static_cast<std::int8_t>(x)}
                                                  : std::int32_t{static_cast<std::int16_t>(x)};
            const std::int32_t right =
                signedB ? std::int32_t{static_cast<std::int8_t>(y)} : static_cast<std::int32_t>(y);
            sum += static_cast<std::uint32_t>(left) * static_cast<std::uint32_t>(right);
        }
        d[i] = sum;
    });
}
template<int Kind> // 0 add, 1 sub, 2 mad.hi
void saturating(Warp& w, const Instruction& in, std::uint32_t mask) {
    auto* d = w.slot<std::int32_t>(in.d);
    const auto *a = w.slot<std::int32_t>(in.a), *b = w.slot<std::int32_t>(in.b),
               *c = w.slot<std::int32_t>(in.c);
    forLanes(d, mask, [=](int i) {
        const std::int64_t x = a[i], y = b[i];
        const std::int64_t r = Kind == 0 ? x + y : Kind == 1 ? x - y : ((x * y) >> 32) + c[i];
        return static_cast<std::int32_t>(r > 0x7fffffff ? 0x7fffffff : r < -0x80000000LL ? -0x80000000LL : r);
    });
}
/// add.cc, addc, sub.cc, subc, mad.cc, madc. Kind: 0 a + b, 1 a - b, 2 low(a b) + c, 3 high(a b) + c.
/// A subtraction adds the complement, so its flag says that there was no borrow, and subc takes 1 - flag:
/// measured on an H200, where sub.cc may be followed by addc and add.cc by subc.
template<class T, bool S, int Kind, bool In, bool Out>
void withCarry(Warp& w, const Instruction& in, std::uint32_t mask) {
    T* d = w.slot<T>(in.d);
    const T *a = w.slot<T>(in.a), *b = w.slot<T>(in.b), *c = w.slot<T>(in.c);
    std::uint32_t carryOut = 0;
    forActive(mask, [&](int i) {
        const T carry = In ? (w.carry >> i) & 1 : Kind == 1 ? 1 : 0;
        T x = a[i], y = b[i];
        if constexpr (Kind == 2) x = mulLow(a[i], b[i]);
        if constexpr (Kind == 3) x = mulHigh<T, S>(a[i], b[i]);
        if constexpr (Kind >= 2) y = c[i];
        if constexpr (Kind == 1) y = static_cast<T>(~y);
        const Wide<T> sum = Wide<T>{x} + y + carry;
        d[i] = static_cast<T>(sum);
        if ((sum >> kBits<T>)&1) carryOut |= 1u << i;
    });
    if constexpr (Out) w.carry = (w.carry & ~mask) | carryOut;
}
/// add, min and max of two packed 16-bit integers.
template<bool S, class F>
void packed16(Warp& w, const Instruction& in, std::uint32_t mask) {
    auto* d = w.slot<std::uint32_t>(in.d);
    const auto *a = w.slot<std::uint32_t>(in.a), *b = w.slot<std::uint32_t>(in.b);
    forLanes(d, mask, [=](int i) {
        const auto low = F::template run<std::uint16_t, S>(static_cast<std::uint16_t>(a[i]),
                                                           static_cast<std::uint16_t>(b[i]));
        const auto high = F::template run<std::uint16_t, S>(static_cast<std::uint16_t>(a[i] >> 16),
                                                            static_cast<std::uint16_t>(b[i] >> 16));
        return std::uint32_t{low} | (std::uint32_t{high} << 16);
    });
}

template<class T, bool S>
Handler carryHandler(Op op) {
    switch (op) {
    case Op::AddCc:
        return withCarry<T, S, 0, false, true>;
    case Op::Addc:
        return withCarry<T, S, 0, true, false>;
    case Op::AddcCc:
        return withCarry<T, S, 0, true, true>;
    case Op::SubCc:
        return withCarry<T, S, 1, false, true>;
    case Op::Subc:
        return withCarry<T, S, 1, true, false>;
    case Op::SubcCc:
        return withCarry<T, S, 1, true, true>;
    case Op::MadLowCc:
        return withCarry<T, S, 2, false, true>;
    case Op::MadcLow:
        return withCarry<T, S, 2, true, false>;
    case Op::MadcLowCc:
        return withCarry<T, S, 2, true, true>;
    case Op::MadHighCc:
        return withCarry<T, S, 3, false, true>;
    case Op::MadcHigh:
        return withCarry<T, S, 3, true, false>;
    case Op::MadcHighCc:
        return withCarry<T, S, 3, true, true>;
    default:
        return nullptr;
    }
}

template<class T, bool S>
Handler typedHandler(Op op) {
    switch (op) {
    case Op::Add:
        return binary<T, S, AddOp>;
    case Op::Sub:
        return binary<T, S, SubOp>;
    case Op::MulLow:
        return binary<T, S, MulLowOp>;
    case Op::MulHigh:
        return binary<T, S, MulHighOp>;
    case Op::MadLow:
        return ternary<T, S, MadLowOp>;
    case Op::MadHigh:
        return ternary<T, S, MadHighOp>;
    case Op::And:
        return binary<T, S, AndOp>;
    case Op::Or:
        return binary<T, S, OrOp>;
    case Op::Xor:
        return binary<T, S, XorOp>;
    case Op::Not:
        return unary<T, S, NotOp>;
    case Op::Cnot:
        return unary<T, S, CnotOp>;
    case Op::Neg:
        return unary<T, S, NegOp>;
    case Op::Abs:
        return unary<T, S, AbsOp>;
    case Op::Mov:
        return unary<T, S, MovOp>;
    case Op::Min:
        return binary<T, S, MinOp>;
    case Op::Max:
        return binary<T, S, MaxOp>;
    case Op::Sad:
        return ternary<T, S, SadOp>;
    case Op::Div:
        return binary<T, S, DivOp>;
    case Op::Rem:
        return binary<T, S, RemOp>;
    case Op::Shl:
        return shift<T, S, ShlOp>;
    case Op::Shr:
        return shift<T, S, ShrOp>;
    default:
        break;
    }
    if constexpr (sizeof(T) != 8) {
        if (op == Op::MulWide) return mulWide<T, S>;
        if (op == Op::MadWide) return madWide<T, S>;
    }
    if constexpr (sizeof(T) != 2) {
        return carryHandler<T, S>(op);
    }
    return nullptr;
}

template<bool S>
Handler only32(Op op) {
    switch (op) {
    case Op::Mul24Low:
        return multiply24<S, false, false>;
    case Op::Mul24High:
        return multiply24<S, true, false>;
    case Op::Mad24Low:
        return multiply24<S, false, true>;
    case Op::Mad24High:
        return multiply24<S, true, true>;
    case Op::Dp4a:
        return dotProduct<4>;
    case Op::Dp2aLow:
        return dotProduct<0>;
    case Op::Dp2aHigh:
        return dotProduct<1>;
    case Op::AddSat:
        return saturating<0>;
    case Op::SubSat:
        return saturating<1>;
    case Op::MadHighSat:
        return saturating<2>;
    default:
        return nullptr;
    }
}

} // namespace

Handler bitHandler(Op op, Type type);

Handler integerHandler(Op op, Type type) {
    if (const Handler handler = bitHandler(op, type)) return handler;
    if (type == Type::U16x2 || type == Type::S16x2) {
        const bool s = type == Type::S16x2;
        if (op == Op::Add) return packed16<false, AddOp>;
        if (op == Op::Sub) return packed16<false, SubOp>;
        if (op == Op::Min) return s ? packed16<true, MinOp> : packed16<false, MinOp>;
        if (op == Op::Max) return s ? packed16<true, MaxOp> : packed16<false, MaxOp>;
        return nullptr;
    }
    switch (sizeOf(type)) {
    case 2:
        return isSigned(type) ? typedHandler<std::uint16_t, true>(op)
                              : typedHandler<std::uint16_t, false>(op);
    case 4:
        if (const Handler handler = isSigned(type) ? only32<true>(op) : only32<false>(op)) return handler;
        return isSigned(type) ? typedHandler<std::uint32_t, true>(op)
                              : typedHandler<std::uint32_t, false>(op);
    case 8:
        return isSigned(type) ? typedHandler<std::uint64_t, true>(op)
                              : typedHandler<std::uint64_t, false>(op);
    default:
        return nullptr;
    }
}

} // namespace lanescope::ptx::LANESCOPE_ISA
