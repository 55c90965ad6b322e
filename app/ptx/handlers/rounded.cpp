// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Compiled with -frounding-math: arithmetic in a rounding mode other than to nearest, and every conversion
// that has no handler of its own.
#include "ptx/handlers/float_rules.h"
#include "ptx/handlers/half.h"
#include "ptx/handlers/lanes.h"

#include <cfenv>
#include <cmath>
#include <limits>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

/// The host's rounding mode for a scope. Operands are read from memory after it is set and results written
/// before it is put back, and the compiler cannot move either across these calls.
class RoundingScope {
public:
    explicit RoundingScope(Rounding rounding) : m_before(std::fegetround()) {
        std::fesetround(rounding == Rounding::Zero   ? FE_TOWARDZERO
                        : rounding == Rounding::Down ? FE_DOWNWARD
                        : rounding == Rounding::Up   ? FE_UPWARD
                                                     : FE_TONEAREST);
    }
    ~RoundingScope() { std::fesetround(m_before); }
    RoundingScope(const RoundingScope&) = delete;
    RoundingScope& operator=(const RoundingScope&) = delete;

private:
    int m_before;
};

template<class T, Op O, Rounding R>
void arithmetic(Warp& w, const Instruction& in, std::uint32_t mask) {
    const RoundingScope scope(R);
    T* d = w.slot<T>(in.d);
    const T *a = w.slot<T>(in.a), *b = w.slot<T>(in.b), *c = w.slot<T>(in.c);
    const bool flushing = in.mode & kFlush, saturating = in.mode & kSaturate;
    const auto read = [=](T x) { return flushing ? flush(x) : x; };
    forActive(mask, [=](int i) {
        T r{};
        if constexpr (O == Op::Add) r = read(a[i]) + read(b[i]);
        if constexpr (O == Op::Sub) r = read(a[i]) - read(b[i]);
        if constexpr (O == Op::Mul) r = read(a[i]) * read(b[i]);
        if constexpr (O == Op::Div) r = read(a[i]) / read(b[i]);
        if constexpr (O == Op::Fma) r = std::fma(read(a[i]), read(b[i]), read(c[i]));
        if constexpr (O == Op::Sqrt) r = std::sqrt(read(a[i]));
        if constexpr (O == Op::Rcp) r = T{1} / read(a[i]);
        if (flushing) r = flush(r);
        d[i] = saturating ? saturate(r) : canonical(r);
    });
}

template<class T, Op O>
Handler directed(Rounding rounding) {
    switch (rounding) {
    case Rounding::Zero:
        return arithmetic<T, O, Rounding::Zero>;
    case Rounding::Down:
        return arithmetic<T, O, Rounding::Down>;
    case Rounding::Up:
        return arithmetic<T, O, Rounding::Up>;
    default:
        return nullptr;
    }
}

template<class T>
Handler roundedOf(Op op, Rounding rounding) {
    switch (op) {
    case Op::Add:
        return directed<T, Op::Add>(rounding);
    case Op::Sub:
        return directed<T, Op::Sub>(rounding);
    case Op::Mul:
        return directed<T, Op::Mul>(rounding);
    case Op::Div:
        return directed<T, Op::Div>(rounding);
    case Op::Fma:
        return directed<T, Op::Fma>(rounding);
    case Op::Sqrt:
        return directed<T, Op::Sqrt>(rounding);
    case Op::Rcp:
        return directed<T, Op::Rcp>(rounding);
    default:
        return nullptr;
    }
}

/// What a conversion reads: an integer with its sign apart, or a float as a double.
struct Value {
    bool isInteger = false, negative = false;
    std::uint64_t magnitude = 0;
    double number = 0;
};

std::uint64_t readRegister(const Warp& w, std::uint32_t slot, int lane, unsigned bytes) {
    if (bytes == 2) return w.slot<std::uint16_t>(slot)[lane];
    if (bytes == 4) return w.slot<std::uint32_t>(slot)[lane];
    return w.slot<std::uint64_t>(slot)[lane];
}
void writeRegister(const Warp& w, std::uint32_t slot, int lane, unsigned bytes, std::uint64_t value) {
    if (bytes == 2)
        w.slot<std::uint16_t>(slot)[lane] = static_cast<std::uint16_t>(value);
    else if (bytes == 4)
        w.slot<std::uint32_t>(slot)[lane] = static_cast<std::uint32_t>(value);
    else
        w.slot<std::uint64_t>(slot)[lane] = value;
}

Value valueOf(Type type, std::uint64_t bits, bool flushing) {
    Value v;
    switch (type) {
    case Type::F16:
        v.number = halfToDouble(static_cast<std::uint16_t>(bits));
        return v;
    case Type::BF16:
        v.number = brainToDouble(static_cast<std::uint16_t>(bits));
        return v;
    case Type::F32: {
        const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
        v.number = static_cast<double>(flushing ? flush(x) : x);
        return v;
    }
    case Type::F64:
        v.number = std::bit_cast<double>(bits);
        return v;
    default:
        break;
    }
    v.isInteger = true;
    const unsigned width = sizeOf(type) * 8;
    if (width < 64) bits &= (1ULL << width) - 1;
    v.negative = isSigned(type) && ((bits >> (width - 1)) & 1);
    if (v.negative) bits = (0 - bits) & (width < 64 ? (1ULL << width) - 1 : ~0ULL);
    v.magnitude = bits;
    return v;
}

double roundIntegral(double x, Rounding rounding) {
    switch (rounding) {
    case Rounding::Zero:
        return std::trunc(x);
    case Rounding::Down:
        return std::floor(x);
    case Rounding::Up:
        return std::ceil(x);
    case Rounding::NearestAway:
        return std::round(x);
    default:
        return std::nearbyint(x);
    }
}

std::uint64_t toFloat(const Conversion& c, const Value& v) {
    const auto rounded = [&](const FloatFormat& format) {
        if (v.isInteger) {
            const double exact = roundInteger(v.magnitude, v.negative, format.precision, c.rounding);
            return roundTo(exact, format, c.rounding);
        }
        return roundTo(c.toInteger ? roundIntegral(v.number, c.rounding) : v.number, format, c.rounding);
    };
    double x = c.to == Type::F64 ? (v.isInteger   ? roundInteger(v.magnitude, v.negative, 53, c.rounding)
                                    : c.toInteger ? roundIntegral(v.number, c.rounding)
                                                  : v.number)
                                 : rounded(c.to == Type::F16    ? kHalf
                                           : c.to == Type::BF16 ? kBrain
                                           : c.to == Type::TF32 ? kTensor
                                                                : kSingle);
    if (c.relu && x <= 0) x = 0; // -0 as well
    if (c.saturate) x = saturate(x);
    switch (c.to) {
    case Type::F16:
        return halfFromDouble(x);
    case Type::BF16:
        return brainFromDouble(x);
    case Type::F64:
        return std::bit_cast<std::uint64_t>(x);
    default: {
        const auto single = static_cast<float>(x);
        return std::bit_cast<std::uint32_t>(canonical(c.flush ? flush(single) : single));
    }
    }
}

std::uint64_t toInteger(const Conversion& c, const Value& v) {
    const unsigned width = sizeOf(c.to) * 8;
    const bool toSigned = isSigned(c.to);
    const std::uint64_t largest = (width == 64 ? ~0ULL : (1ULL << width) - 1) >> (toSigned ? 1 : 0);
    bool negative = v.negative;
    std::uint64_t magnitude = v.magnitude;
    bool clamp = c.saturate;
    if (!v.isInteger) {
        clamp = true; // a float beyond the range always gives the nearest end of it
        const double x = roundIntegral(v.number, c.rounding);
        if (std::isnan(x)) {
            const std::uint64_t top = c.from == Type::F64 || width == 64 ? 1ULL << (width - 1) : 0;
            return toSigned ? 0 - top : top;
        }
        negative = x < 0;
        const double size = std::fabs(x);
        magnitude = size >= 0x1p64 ? ~0ULL : static_cast<std::uint64_t>(size);
    }
    if (clamp) {
        if (negative && !toSigned) return 0;
        const std::uint64_t limit = negative ? largest + 1 : largest;
        if (magnitude > limit) magnitude = limit;
    }
    std::uint64_t bits = negative ? 0 - magnitude : magnitude;
    if (width < 64) {
        bits &= (1ULL << width) - 1;
        if (toSigned && ((bits >> (width - 1)) & 1)) bits |= ~((1ULL << width) - 1);
    }
    return bits;
}

/// The Conversion is packed into imm: see packConversion.
void convertAny(Warp& w, const Instruction& in, std::uint32_t mask) {
    const Conversion c = unpackConversion(in.imm);
    forActive(mask, [&](int i) {
        const Value v = valueOf(c.from, readRegister(w, in.a, i, c.fromRegister), c.flush);
        const bool integer = !isFloat(c.to) && c.to != Type::TF32;
        writeRegister(w, in.d, i, c.toRegister, integer ? toInteger(c, v) : toFloat(c, v));
    });
}

/// cvt.rn.f16x2.f32 d, a, b: a becomes the upper half, b the lower one.
void convertPair(Warp& w, const Instruction& in, std::uint32_t mask) {
    Conversion c = unpackConversion(in.imm);
    c.to = c.to == Type::F16x2 ? Type::F16 : Type::BF16;
    forActive(mask, [&](int i) {
        const std::uint64_t high = toFloat(c, valueOf(c.from, w.slot<std::uint32_t>(in.a)[i], c.flush));
        const std::uint64_t low = toFloat(c, valueOf(c.from, w.slot<std::uint32_t>(in.b)[i], c.flush));
        w.slot<std::uint32_t>(in.d)[i] = static_cast<std::uint32_t>(high << 16 | low);
    });
}

} // namespace

std::int64_t packConversion(const Conversion& c) {
    return static_cast<std::int64_t>(c.to) | static_cast<std::int64_t>(c.from) << 8 |
           static_cast<std::int64_t>(c.toRegister) << 16 | static_cast<std::int64_t>(c.fromRegister) << 24 |
           static_cast<std::int64_t>(c.rounding) << 32 | static_cast<std::int64_t>(c.toInteger) << 40 |
           static_cast<std::int64_t>(c.flush) << 41 | static_cast<std::int64_t>(c.saturate) << 42 |
           static_cast<std::int64_t>(c.relu) << 43;
}

Conversion unpackConversion(std::int64_t bits) {
    Conversion c;
    c.to = static_cast<Type>(bits & 0xff);
    c.from = static_cast<Type>((bits >> 8) & 0xff);
    c.toRegister = (bits >> 16) & 0xff;
    c.fromRegister = (bits >> 24) & 0xff;
    c.rounding = static_cast<Rounding>((bits >> 32) & 0xff);
    c.toInteger = (bits >> 40) & 1;
    c.flush = (bits >> 41) & 1;
    c.saturate = (bits >> 42) & 1;
    c.relu = (bits >> 43) & 1;
    return c;
}

Handler roundedHandler(Op op, Type type, Rounding rounding) {
    if (type == Type::F32) return roundedOf<float>(op, rounding);
    if (type == Type::F64) return roundedOf<double>(op, rounding);
    return nullptr;
}

Handler generalConvertHandler(const Conversion& c) {
    if (c.to == Type::F16x2 || c.to == Type::BF16x2) return c.from == Type::F32 ? convertPair : nullptr;
    const auto known = [](Type type) { return isInteger(type) || isFloat(type) || isBits(type); };
    if (!known(c.from) || (!known(c.to) && c.to != Type::TF32)) return nullptr;
    return convertAny;
}

} // namespace lanescope::ptx
