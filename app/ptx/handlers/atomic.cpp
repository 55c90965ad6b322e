// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/handlers/float_rules.h"
#include "ptx/handlers/half.h"
#include "ptx/handlers/lanes.h"

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

/// A cell of 128 bits.
__extension__ using Wide = unsigned __int128;

#ifdef __x86_64__
/// Every processor with 64 bits has it but the very first.
[[gnu::target("cx16")]] Wide exchangeIf(Wide* p, Wide expected, Wide next) {
    return __sync_val_compare_and_swap(p, expected, next);
}
#else
Wide exchangeIf(Wide* p, Wide expected, Wide next) {
    return __sync_val_compare_and_swap(p, expected, next);
}
#endif
template<class F>
Wide replace(Wide* p, F next) {
    for (Wide expected = 0;;) {
        const Wide before = exchangeIf(p, expected, next(expected));
        if (before == expected) return before;
        expected = before;
    }
}

template<class T, class F>
T replace(T* p, F next) {
    T before = __atomic_load_n(p, __ATOMIC_SEQ_CST);
    while (
        !__atomic_compare_exchange_n(p, &before, next(before), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
    return before;
}

std::uint16_t addHalf(std::uint16_t a, std::uint16_t b) {
    return halfFromDouble(roundTo(halfToDouble(a) + halfToDouble(b), kHalf, Rounding::Nearest));
}
std::uint16_t addBrain(std::uint16_t a, std::uint16_t b) {
    return brainFromDouble(roundTo(brainToDouble(a) + brainToDouble(b), kBrain, Rounding::Nearest));
}

// The value after an atomic operation: T is the unsigned integer of the memory cell.
struct AddOp {
    template<class T>
    static T run(T a, T b, T) {
        return static_cast<T>(a + b);
    }
};
struct AndOp {
    template<class T>
    static T run(T a, T b, T) {
        return a & b;
    }
};
struct OrOp {
    template<class T>
    static T run(T a, T b, T) {
        return a | b;
    }
};
struct XorOp {
    template<class T>
    static T run(T a, T b, T) {
        return a ^ b;
    }
};
struct MinOp {
    template<class T>
    static T run(T a, T b, T) {
        return a < b ? a : b;
    }
};
struct MaxOp {
    template<class T>
    static T run(T a, T b, T) {
        return a < b ? b : a;
    }
};
struct MinSignedOp {
    template<class T>
    static T run(T a, T b, T) {
        using S = std::make_signed_t<T>;
        return S(a) < S(b) ? a : b;
    }
};
struct MaxSignedOp {
    template<class T>
    static T run(T a, T b, T) {
        using S = std::make_signed_t<T>;
        return S(a) < S(b) ? b : a;
    }
};
struct IncOp {
    template<class T>
    static T run(T a, T b, T) {
        return a >= b ? T{0} : static_cast<T>(a + 1);
    }
};
struct DecOp {
    template<class T>
    static T run(T a, T b, T) {
        return a == 0 || a > b ? b : static_cast<T>(a - 1);
    }
};
struct ExchangeOp {
    template<class T>
    static T run(T, T b, T) {
        return b;
    }
};
struct CompareOp {
    template<class T>
    static T run(T a, T b, T c) {
        return a == b ? c : a;
    }
};
struct AddSingleOp {
    static std::uint32_t run(std::uint32_t a, std::uint32_t b, std::uint32_t) {
        return std::bit_cast<std::uint32_t>(canonical(std::bit_cast<float>(a) + std::bit_cast<float>(b)));
    }
};
/// Global memory adds floats with denormals flushed, shared memory does not: PTX ISA, atom.
struct AddSingleFlushOp {
    static std::uint32_t run(std::uint32_t a, std::uint32_t b, std::uint32_t) {
        return std::bit_cast<std::uint32_t>(
            canonical(flush(flush(std::bit_cast<float>(a)) + flush(std::bit_cast<float>(b)))));
    }
};
struct AddDoubleOp {
    static std::uint64_t run(std::uint64_t a, std::uint64_t b, std::uint64_t) {
        return std::bit_cast<std::uint64_t>(std::bit_cast<double>(a) + std::bit_cast<double>(b));
    }
};
/// The smaller or the larger one; of not-a-number and a number the number.
template<double (*Value)(std::uint16_t), bool Larger>
std::uint16_t extreme(std::uint16_t a, std::uint16_t b) {
    const double left = Value(a), right = Value(b);
    if (left != left) return right != right ? std::uint16_t{0x7fff} : b;
    if (right != right) return a;
    // -0 is below +0
    const bool less = left < right || (left == right && a > b);
    return less != Larger ? a : b;
}
constexpr auto leastHalf = extreme<halfToDouble, false>, mostHalf = extreme<halfToDouble, true>,
               leastBrain = extreme<brainToDouble, false>, mostBrain = extreme<brainToDouble, true>;

template<std::uint16_t (*Element)(std::uint16_t, std::uint16_t)>
struct ElementOp {
    static std::uint16_t run(std::uint16_t a, std::uint16_t b, std::uint16_t) { return Element(a, b); }
};
template<std::uint16_t (*Element)(std::uint16_t, std::uint16_t)>
struct PairOp {
    static std::uint32_t run(std::uint32_t a, std::uint32_t b, std::uint32_t) {
        const std::uint32_t low = Element(static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b));
        const std::uint32_t high =
            Element(static_cast<std::uint16_t>(a >> 16), static_cast<std::uint16_t>(b >> 16));
        return low | high << 16;
    }
};

/// Slots: d result, a address, b and c operands. Lanes follow one another in the order of their number.
template<class T, class F, bool Result, bool Plain>
void atomic(Warp& w, const Instruction& in, std::uint32_t mask) {
    in.resolve(w, in, mask);
    const Resolved r = w.block->resolved;
    T* d = w.slot<T>(in.d);
    const T *b = w.slot<T>(in.b), *c = w.slot<T>(in.c);
    bool changed = false;
    forActive(mask, [&](int i) {
        T* p = reinterpret_cast<T*>(r.address[i] + r.delta);
        const T operand = b[i], second = c[i];
        T before, after;
        if constexpr (Plain) {
            before = *p;
            *p = after = F::run(before, operand, second);
        } else {
            before = replace(p, [&](T value) { return after = F::run(value, operand, second); });
        }
        changed |= after != before;
        if constexpr (Result) d[i] = before;
    });
    if (changed) w.block->changed = true;
}

template<class T, class F>
Handler variants(bool result, bool plain) {
    if (result) return plain ? atomic<T, F, true, true> : atomic<T, F, true, false>;
    return plain ? atomic<T, F, false, true> : atomic<T, F, false, false>;
}

template<class T>
Handler integerAtomic(AtomicOp op, bool isSignedType, bool result, bool plain) {
    switch (op) {
    case AtomicOp::Add:
        return variants<T, AddOp>(result, plain);
    case AtomicOp::And:
        return variants<T, AndOp>(result, plain);
    case AtomicOp::Or:
        return variants<T, OrOp>(result, plain);
    case AtomicOp::Xor:
        return variants<T, XorOp>(result, plain);
    case AtomicOp::Min:
        return isSignedType ? variants<T, MinSignedOp>(result, plain) : variants<T, MinOp>(result, plain);
    case AtomicOp::Max:
        return isSignedType ? variants<T, MaxSignedOp>(result, plain) : variants<T, MaxOp>(result, plain);
    case AtomicOp::Inc:
        return sizeof(T) == 4 ? variants<T, IncOp>(result, plain) : nullptr;
    case AtomicOp::Dec:
        return sizeof(T) == 4 ? variants<T, DecOp>(result, plain) : nullptr;
    case AtomicOp::Exch:
        return variants<T, ExchangeOp>(result, plain);
    case AtomicOp::Cas:
        return variants<T, CompareOp>(result, plain);
    }
    return nullptr;
}

/// Slots: a address; operands and results as the VectorAtomic has them.
template<class T, class F>
void vectorAtomic(Warp& w, const Instruction& in, std::uint32_t mask) {
    const VectorAtomic& vector = w.block->program->vectorAtomics[in.e];
    in.resolve(w, in, mask);
    const Resolved r = w.block->resolved;
    bool changed = false;
    forActive(mask, [&](int i) {
        T operands[8];
        for (unsigned k = 0; k < vector.elements; ++k) operands[k] = w.slot<T>(vector.operands[k])[i];
        for (unsigned k = 0; k < vector.elements; ++k) {
            T after = 0;
            const T before = replace(reinterpret_cast<T*>(r.address[i] + r.delta) + k,
                                     [&](T value) { return after = F::run(value, operands[k], 0); });
            changed |= after != before;
            w.slot<T>(vector.results[k])[i] = before;
        }
    });
    if (changed) w.block->changed = true;
}

template<std::uint16_t (*Half)(std::uint16_t, std::uint16_t),
         std::uint16_t (*Brain)(std::uint16_t, std::uint16_t)>
Handler vectorOfHalves(Type type) {
    switch (type) {
    case Type::F16:
        return vectorAtomic<std::uint16_t, ElementOp<Half>>;
    case Type::BF16:
        return vectorAtomic<std::uint16_t, ElementOp<Brain>>;
    case Type::F16x2:
        return vectorAtomic<std::uint32_t, PairOp<Half>>;
    case Type::BF16x2:
        return vectorAtomic<std::uint32_t, PairOp<Brain>>;
    default:
        return nullptr;
    }
}

} // namespace

Handler vectorAtomicHandler(AtomicOp op, Type type) {
    if (op == AtomicOp::Add && type == Type::F32) return vectorAtomic<std::uint32_t, AddSingleFlushOp>;
    if (op == AtomicOp::Add) return vectorOfHalves<addHalf, addBrain>(type);
    if (op == AtomicOp::Min) return vectorOfHalves<leastHalf, leastBrain>(type);
    return op == AtomicOp::Max ? vectorOfHalves<mostHalf, mostBrain>(type) : nullptr;
}

Handler atomicHandler(AtomicOp op, Type type, bool result, bool plain) {
    if (op == AtomicOp::Add) {
        switch (type) {
        case Type::F32:
            return plain ? variants<std::uint32_t, AddSingleOp>(result, true)
                         : variants<std::uint32_t, AddSingleFlushOp>(result, false);
        case Type::F64:
            return variants<std::uint64_t, AddDoubleOp>(result, plain);
        case Type::F16:
            return variants<std::uint16_t, ElementOp<addHalf>>(result, plain);
        case Type::BF16:
            return variants<std::uint16_t, ElementOp<addBrain>>(result, plain);
        case Type::F16x2:
            return variants<std::uint32_t, PairOp<addHalf>>(result, plain);
        case Type::BF16x2:
            return variants<std::uint32_t, PairOp<addBrain>>(result, plain);
        default:
            break;
        }
    }
    if (op == AtomicOp::Min || op == AtomicOp::Max) {
        const bool larger = op == AtomicOp::Max;
        if (type == Type::F16)
            return larger ? variants<std::uint16_t, ElementOp<mostHalf>>(result, plain)
                          : variants<std::uint16_t, ElementOp<leastHalf>>(result, plain);
        if (type == Type::BF16)
            return larger ? variants<std::uint16_t, ElementOp<mostBrain>>(result, plain)
                          : variants<std::uint16_t, ElementOp<leastBrain>>(result, plain);
    }
    if (type == Type::B128) {
        if (op == AtomicOp::Exch) return variants<Wide, ExchangeOp>(result, plain);
        return op == AtomicOp::Cas ? variants<Wide, CompareOp>(result, plain) : nullptr;
    }
    const bool bits = isBits(type);
    const bool logic = op == AtomicOp::And || op == AtomicOp::Or || op == AtomicOp::Xor ||
                       op == AtomicOp::Exch || op == AtomicOp::Cas;
    if (logic != bits) return nullptr;
    switch (sizeOf(type)) {
    case 2:
        return op == AtomicOp::Cas || op == AtomicOp::Exch
                   ? integerAtomic<std::uint16_t>(op, false, result, plain)
                   : nullptr;
    case 4:
        return isFloat(type) ? nullptr : integerAtomic<std::uint32_t>(op, isSigned(type), result, plain);
    case 8:
        return isFloat(type) ? nullptr : integerAtomic<std::uint64_t>(op, isSigned(type), result, plain);
    default:
        return nullptr;
    }
}

} // namespace lanescope::ptx
