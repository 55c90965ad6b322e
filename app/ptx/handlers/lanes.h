// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/handlers/operation.h"
#include "ptx/instruction_set.h"
#include "ptx/state/warp.h"

#include <cstdint>
#include <type_traits>

/// Loops over the lanes of a warp.
namespace lanescope::ptx::LANESCOPE_ISA {

inline constexpr std::uint32_t kBit[32] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

/// d[i] = f(i) in the lanes of mask; f is computed in every lane, so it may not fail in any. d may be an
/// operand of f, because slots overlap wholly or not at all.
template<class D, class F>
[[gnu::always_inline]] inline void forLanes(D* d, std::uint32_t mask, F f) {
    if (mask == kFullMask) {
#pragma GCC ivdep
        for (int i = 0; i < 32; ++i) d[i] = f(i);
    } else {
#pragma GCC ivdep
        for (int i = 0; i < 32; ++i) {
            const D result = f(i);
            d[i] = (mask & kBit[i]) != 0 ? result : d[i];
        }
    }
}

/// f(i) for each lane of mask only, lowest first.
template<class F>
[[gnu::always_inline]] inline void forActive(std::uint32_t mask, F f) {
    if (mask == kFullMask) {
        for (int i = 0; i < 32; ++i) f(i);
    } else {
        for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) f(__builtin_ctz(rest));
    }
}

/// An element of emulated memory. Blocks run on several threads and may write one word, or read what another
/// writes; a GPU then gives one of the values, whole. A relaxed atomic access says that to the compiler and
/// is an ordinary move.
template<class M>
[[gnu::always_inline]] inline M readElement(const M* from) {
    return __atomic_load_n(from, __ATOMIC_RELAXED);
}
template<class M>
[[gnu::always_inline]] inline void writeElement(M* to, M value) {
    __atomic_store_n(to, value, __ATOMIC_RELAXED);
}

/// The lanes, as bits, in which test(i) holds, out of all 32.
template<class T, class F>
[[gnu::always_inline]] inline std::uint32_t lanesWhere(F test) {
    using Word = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    Word bits = 0;
#pragma GCC ivdep
    for (int i = 0; i < 32; ++i) bits |= test(i) ? Word{kBit[i]} : Word{0};
    return static_cast<std::uint32_t>(bits);
}

} // namespace lanescope::ptx::LANESCOPE_ISA
