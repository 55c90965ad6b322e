// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/handlers/float_rules.h"
#include "ptx/handlers/lanes.h"

namespace lanescope::ptx::LANESCOPE_ISA {

namespace {

/// The low bytes of a register of type F, as the integer N, extended to a register of type D.
template<class N, class F, class D>
void extend(Warp& w, const Instruction& in, std::uint32_t mask) {
    D* d = w.slot<D>(in.d);
    const F* a = w.slot<F>(in.a);
    forLanes(d, mask, [=](int i) { return static_cast<D>(static_cast<N>(a[i])); });
}

template<class N>
Handler extension(unsigned from, unsigned to) {
    switch (from * 16 + to) {
    case 0x22:
        return extend<N, std::uint16_t, std::uint16_t>;
    case 0x24:
        return extend<N, std::uint16_t, std::uint32_t>;
    case 0x28:
        return extend<N, std::uint16_t, std::uint64_t>;
    case 0x42:
        return extend<N, std::uint32_t, std::uint16_t>;
    case 0x44:
        return extend<N, std::uint32_t, std::uint32_t>;
    case 0x48:
        return extend<N, std::uint32_t, std::uint64_t>;
    case 0x82:
        return extend<N, std::uint64_t, std::uint16_t>;
    case 0x84:
        return extend<N, std::uint64_t, std::uint32_t>;
    case 0x88:
        return extend<N, std::uint64_t, std::uint64_t>;
    default:
        return nullptr;
    }
}

Handler extensionOf(Type type, unsigned from, unsigned to) {
    switch (type) {
    case Type::U8:
    case Type::B8:
        return extension<std::uint8_t>(from, to);
    case Type::S8:
        return extension<std::int8_t>(from, to);
    case Type::U16:
    case Type::B16:
        return extension<std::uint16_t>(from, to);
    case Type::S16:
        return extension<std::int16_t>(from, to);
    case Type::U32:
    case Type::B32:
        return extension<std::uint32_t>(from, to);
    case Type::S32:
        return extension<std::int32_t>(from, to);
    case Type::U64:
    case Type::B64:
        return extension<std::uint64_t>(from, to);
    case Type::S64:
        return extension<std::int64_t>(from, to);
    default:
        return nullptr;
    }
}

template<class I, class F>
void fromInteger(Warp& w, const Instruction& in, std::uint32_t mask) {
    F* d = w.slot<F>(in.d);
    const I* a = w.slot<I>(in.a);
    forLanes(d, mask, [=](int i) { return static_cast<F>(a[i]); });
}

template<Rounding R, class F>
[[gnu::always_inline]] inline F integral(F x) {
    if constexpr (sizeof(F) == 4)
        return R == Rounding::Nearest ? __builtin_rintf(x)
               : R == Rounding::Zero  ? __builtin_truncf(x)
               : R == Rounding::Down  ? __builtin_floorf(x)
                                      : __builtin_ceilf(x);
    else
        return R == Rounding::Nearest ? __builtin_rint(x)
               : R == Rounding::Zero  ? __builtin_trunc(x)
               : R == Rounding::Down  ? __builtin_floor(x)
                                      : __builtin_ceil(x);
}

/// A float to an integer, clamped to its range. The PTX ISA says that not-a-number gives 0; an H200 gives the
/// top bit alone where either type has 64 bits.
template<class F, class I, Rounding R>
void toInteger(Warp& w, const Instruction& in, std::uint32_t mask) {
    I* d = w.slot<I>(in.d);
    const F* a = w.slot<F>(in.a);
    constexpr int bits = sizeof(I) * 8 - (std::is_signed_v<I> ? 1 : 0);
    constexpr F above = static_cast<F>(bits == 64   ? 0x1p64
                                       : bits == 63 ? 0x1p63
                                       : bits == 32 ? 0x1p32
                                                    : 0x1p31);
    constexpr I largest =
        std::is_signed_v<I> ? static_cast<I>((std::uint64_t{1} << (bits & 63)) - 1) : static_cast<I>(~I{0});
    constexpr I smallest = std::is_signed_v<I> ? static_cast<I>(std::uint64_t{1} << (bits & 63)) : I{0};
    constexpr I none =
        sizeof(F) == 8 || sizeof(I) == 8 ? static_cast<I>(std::uint64_t{1} << (sizeof(I) * 8 - 1)) : I{0};
    const bool flushing = in.mode & kFlush;
    forLanes(d, mask, [=](int i) {
        const F x = integral<R>(flushing ? flush(a[i]) : a[i]);
        const F low = std::is_signed_v<I> ? -above : F{0};
        I result = smallest;
        if (x > low && x < above) result = static_cast<I>(x);
        result = x >= above ? largest : result;
        return x != x ? none : result;
    });
}

template<class F, class I>
Handler rounding(Rounding rounding) {
    switch (rounding) {
    case Rounding::Nearest:
        return toInteger<F, I, Rounding::Nearest>;
    case Rounding::Zero:
        return toInteger<F, I, Rounding::Zero>;
    case Rounding::Down:
        return toInteger<F, I, Rounding::Down>;
    case Rounding::Up:
        return toInteger<F, I, Rounding::Up>;
    default:
        return nullptr;
    }
}

template<class F>
Handler integerOf(Type to, Rounding mode) {
    switch (to) {
    case Type::U32:
        return rounding<F, std::uint32_t>(mode);
    case Type::S32:
        return rounding<F, std::int32_t>(mode);
    case Type::U64:
        return rounding<F, std::uint64_t>(mode);
    case Type::S64:
        return rounding<F, std::int64_t>(mode);
    default:
        return nullptr;
    }
}

template<class F>
Handler floatOf(Type from) {
    switch (from) {
    case Type::U16:
        return fromInteger<std::uint16_t, F>;
    case Type::S16:
        return fromInteger<std::int16_t, F>;
    case Type::U32:
        return fromInteger<std::uint32_t, F>;
    case Type::S32:
        return fromInteger<std::int32_t, F>;
    case Type::U64:
        return fromInteger<std::uint64_t, F>;
    case Type::S64:
        return fromInteger<std::int64_t, F>;
    default:
        return nullptr;
    }
}

template<class F, Rounding R, bool Flush, bool Saturate>
void toIntegral(Warp& w, const Instruction& in, std::uint32_t mask) {
    F* d = w.slot<F>(in.d);
    const F* a = w.slot<F>(in.a);
    forLanes(d, mask, [=](int i) { return output<Flush, Saturate>(integral<R>(input<Flush>(a[i]))); });
}

template<class F, bool Flush, bool Saturate>
Handler integralHandler(Rounding mode) {
    switch (mode) {
    case Rounding::Nearest:
        return toIntegral<F, Rounding::Nearest, Flush, Saturate>;
    case Rounding::Zero:
        return toIntegral<F, Rounding::Zero, Flush, Saturate>;
    case Rounding::Down:
        return toIntegral<F, Rounding::Down, Flush, Saturate>;
    case Rounding::Up:
        return toIntegral<F, Rounding::Up, Flush, Saturate>;
    default:
        return nullptr;
    }
}

template<bool Flush, bool Saturate>
void singleToDouble(Warp& w, const Instruction& in, std::uint32_t mask) {
    auto* d = w.slot<double>(in.d);
    const auto* a = w.slot<float>(in.a);
    forLanes(d, mask,
             [=](int i) { return output<false, Saturate>(static_cast<double>(input<Flush>(a[i]))); });
}
template<bool Flush, bool Saturate>
void doubleToSingle(Warp& w, const Instruction& in, std::uint32_t mask) {
    auto* d = w.slot<float>(in.d);
    const auto* a = w.slot<double>(in.a);
    forLanes(d, mask, [=](int i) { return output<Flush, Saturate>(static_cast<float>(a[i])); });
}
template<class F, bool Flush, bool Saturate>
void sameFloat(Warp& w, const Instruction& in, std::uint32_t mask) {
    F* d = w.slot<F>(in.d);
    const F* a = w.slot<F>(in.a);
    forLanes(d, mask, [=](int i) { return output<Flush, Saturate>(input<Flush>(a[i])); });
}

template<bool Flush, bool Saturate>
Handler betweenFloats(const Conversion& c) {
    if (c.from == Type::F32 && c.to == Type::F64) return singleToDouble<Flush, Saturate>;
    if (c.from == Type::F64 && c.to == Type::F32)
        return c.rounding == Rounding::Nearest ? doubleToSingle<Flush, Saturate> : nullptr;
    if (c.from == Type::F32)
        return c.toInteger ? integralHandler<float, Flush, Saturate>(c.rounding)
                           : sameFloat<float, Flush, Saturate>;
    return c.toInteger ? integralHandler<double, Flush, Saturate>(c.rounding)
                       : sameFloat<double, Flush, Saturate>;
}

} // namespace

/// The quick conversions; nullptr for those that convertAny of another file does.
Handler convertHandler(const Conversion& c) {
    const bool plainFloatFrom = c.from == Type::F32 || c.from == Type::F64;
    const bool plainFloatTo = c.to == Type::F32 || c.to == Type::F64;
    if (c.relu) return nullptr;
    if (!isFloat(c.from) && !isFloat(c.to)) {
        if (c.saturate) return nullptr;
        if (sizeOf(c.to) <= sizeOf(c.from)) return extensionOf(c.to, c.fromRegister, c.toRegister);
        // s8 to u32 in a 64-bit register would have to be extended twice
        if (c.toRegister > sizeOf(c.to) && isSigned(c.from) != isSigned(c.to)) return nullptr;
        return extensionOf(c.from, c.fromRegister, c.toRegister);
    }
    if (plainFloatFrom && plainFloatTo) {
        if (c.flush) return c.saturate ? betweenFloats<true, true>(c) : betweenFloats<true, false>(c);
        return c.saturate ? betweenFloats<false, true>(c) : betweenFloats<false, false>(c);
    }
    if (plainFloatTo && isInteger(c.from)) {
        if (c.saturate || c.rounding != Rounding::Nearest || sizeOf(c.from) != c.fromRegister) return nullptr;
        return c.to == Type::F32 ? floatOf<float>(c.from) : floatOf<double>(c.from);
    }
    if (plainFloatFrom && isInteger(c.to)) {
        if (sizeOf(c.to) != c.toRegister) return nullptr;
        return c.from == Type::F32 ? integerOf<float>(c.to, c.rounding) : integerOf<double>(c.to, c.rounding);
    }
    return nullptr;
}

} // namespace lanescope::ptx::LANESCOPE_ISA
