// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/handlers/float_rules.h"
#include "ptx/handlers/lanes.h"

namespace lanescope::ptx::LANESCOPE_ISA {

namespace {

template<Compare C, class T>
[[gnu::always_inline]] inline bool holds(T a, T b) {
    if constexpr (C == Compare::Eq) return a == b;
    if constexpr (C == Compare::Ne) return a < b || a > b;
    if constexpr (C == Compare::Lt) return a < b;
    if constexpr (C == Compare::Le) return a <= b;
    if constexpr (C == Compare::Gt) return a > b;
    if constexpr (C == Compare::Ge) return a >= b;
    if constexpr (C == Compare::EqU) return !(a < b || a > b);
    if constexpr (C == Compare::NeU) return a != b;
    if constexpr (C == Compare::LtU) return !(a >= b);
    if constexpr (C == Compare::LeU) return !(a > b);
    if constexpr (C == Compare::GtU) return !(a <= b);
    if constexpr (C == Compare::GeU) return !(a < b);
    if constexpr (C == Compare::Num) return a == a && b == b;
    return a != a || b != b;
}

/// Bits of Instruction::mode: .ftz; the predicate to combine with is negated.
constexpr std::uint8_t kNegated = 2;

/// The comparison of all lanes, combined with predicate c as `extra` says. second: of the comparison's
/// opposite.
template<class T, Compare C>
[[gnu::always_inline]] inline std::uint32_t compareLanes(Warp& w, const Instruction& in) {
    const T *a = w.slot<T>(in.a), *b = w.slot<T>(in.b);
    if constexpr (std::is_same_v<T, float>) {
        if (in.mode & kFlush) return lanesWhere<T>([=](int i) { return holds<C>(flush(a[i]), flush(b[i])); });
    }
    return lanesWhere<T>([=](int i) { return holds<C>(a[i], b[i]); });
}

[[gnu::always_inline]] inline std::uint32_t combine(Warp& w, const Instruction& in, std::uint32_t result) {
    const auto how = static_cast<Combine>(in.extra);
    if (how == Combine::None) return result;
    const std::uint32_t other = w.predicate(in.c) ^ (in.mode & kNegated ? kFullMask : 0);
    return how == Combine::And ? result & other : how == Combine::Or ? result | other : result ^ other;
}

template<class T, Compare C>
void setPredicate(Warp& w, const Instruction& in, std::uint32_t mask) {
    const std::uint32_t result = compareLanes<T, C>(w, in);
    const std::uint32_t first = combine(w, in, result), second = combine(w, in, ~result);
    w.predicate(in.d) = (w.predicate(in.d) & ~mask) | (first & mask);
    w.predicate(in.e) = (w.predicate(in.e) & ~mask) | (second & mask);
}
/// set: all ones, or 1.0 when bit 2 of mode says so.
template<class T, Compare C>
void set(Warp& w, const Instruction& in, std::uint32_t mask) {
    const std::uint32_t result = combine(w, in, compareLanes<T, C>(w, in));
    const std::uint32_t one = in.mode & 4 ? 0x3f800000 : kFullMask;
    auto* d = w.slot<std::uint32_t>(in.d);
    forLanes(d, mask, [=](int i) { return result & kBit[i] ? one : 0u; });
}
template<class T>
void select(Warp& w, const Instruction& in, std::uint32_t mask) {
    T* d = w.slot<T>(in.d);
    const T *a = w.slot<T>(in.a), *b = w.slot<T>(in.b);
    const std::uint32_t choice = w.predicate(in.c) ^ (in.mode & kNegated ? kFullMask : 0);
    forLanes(d, mask, [=](int i) { return choice & kBit[i] ? a[i] : b[i]; });
}
/// slct: a where c >= 0, else b; c is s32, or f32 when bit 2 of mode says so.
template<class T>
void selectBySign(Warp& w, const Instruction& in, std::uint32_t mask) {
    T* d = w.slot<T>(in.d);
    const T *a = w.slot<T>(in.a), *b = w.slot<T>(in.b);
    const auto* c = w.slot<std::int32_t>(in.c);
    const bool isFloat = in.mode & 4, flushing = in.mode & kFlush;
    forLanes(d, mask, [=](int i) {
        bool first = c[i] >= 0;
        if (isFloat) {
            const float value = std::bit_cast<float>(c[i]);
            first = (flushing ? flush(value) : value) >= 0.0f;
        }
        return first ? a[i] : b[i];
    });
}

template<class T, Compare C>
Handler setOrPredicate(unsigned resultBytes) {
    return resultBytes == 0 ? setPredicate<T, C> : resultBytes == 4 ? set<T, C> : nullptr;
}

template<class T>
Handler comparison(Compare compare, unsigned resultBytes) {
    switch (compare) {
    case Compare::Eq:
        return setOrPredicate<T, Compare::Eq>(resultBytes);
    case Compare::Ne:
        return setOrPredicate<T, Compare::Ne>(resultBytes);
    case Compare::Lt:
        return setOrPredicate<T, Compare::Lt>(resultBytes);
    case Compare::Le:
        return setOrPredicate<T, Compare::Le>(resultBytes);
    case Compare::Gt:
        return setOrPredicate<T, Compare::Gt>(resultBytes);
    case Compare::Ge:
        return setOrPredicate<T, Compare::Ge>(resultBytes);
    default:
        break;
    }
    if constexpr (std::is_floating_point_v<T>) {
        switch (compare) {
        case Compare::EqU:
            return setOrPredicate<T, Compare::EqU>(resultBytes);
        case Compare::NeU:
            return setOrPredicate<T, Compare::NeU>(resultBytes);
        case Compare::LtU:
            return setOrPredicate<T, Compare::LtU>(resultBytes);
        case Compare::LeU:
            return setOrPredicate<T, Compare::LeU>(resultBytes);
        case Compare::GtU:
            return setOrPredicate<T, Compare::GtU>(resultBytes);
        case Compare::GeU:
            return setOrPredicate<T, Compare::GeU>(resultBytes);
        case Compare::Num:
            return setOrPredicate<T, Compare::Num>(resultBytes);
        case Compare::Nan:
            return setOrPredicate<T, Compare::Nan>(resultBytes);
        default:
            break;
        }
    }
    return nullptr;
}

} // namespace

Handler compareHandler(Op op, Type type, Compare compare, unsigned resultBytes) {
    if (op == Op::Selp || op == Op::Slct) {
        const bool bySign = op == Op::Slct;
        switch (sizeOf(type)) {
        case 2:
            return bySign ? selectBySign<std::uint16_t> : select<std::uint16_t>;
        case 4:
            return bySign ? selectBySign<std::uint32_t> : select<std::uint32_t>;
        case 8:
            return bySign ? selectBySign<std::uint64_t> : select<std::uint64_t>;
        default:
            return nullptr;
        }
    }
    switch (type) {
    case Type::B16:
    case Type::U16:
        return comparison<std::uint16_t>(compare, resultBytes);
    case Type::S16:
        return comparison<std::int16_t>(compare, resultBytes);
    case Type::B32:
    case Type::U32:
        return comparison<std::uint32_t>(compare, resultBytes);
    case Type::S32:
        return comparison<std::int32_t>(compare, resultBytes);
    case Type::B64:
    case Type::U64:
        return comparison<std::uint64_t>(compare, resultBytes);
    case Type::S64:
        return comparison<std::int64_t>(compare, resultBytes);
    case Type::F32:
        return comparison<float>(compare, resultBytes);
    case Type::F64:
        return comparison<double>(compare, resultBytes);
    default:
        return nullptr;
    }
}

} // namespace lanescope::ptx::LANESCOPE_ISA
