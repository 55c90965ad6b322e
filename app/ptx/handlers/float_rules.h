// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

/// PTX's rules about zero, denormals and NaN, as functions of one lane. They are static, so that every
/// handler file gets them compiled for its own instruction set.
namespace lanescope::ptx {

/// What an f32 arithmetic instruction gives for not-a-number, PTX ISA "Floating-Point Instructions".
inline constexpr std::uint32_t kCanonicalNan = 0x7fffffff;

[[gnu::always_inline]] static inline float canonical(float value) {
    return value != value ? std::bit_cast<float>(kCanonicalNan) : value;
}
/// f64 results keep the payload, as the hardware's do.
[[gnu::always_inline]] static inline double canonical(double value) {
    return value;
}

/// .ftz: a denormal becomes a zero of its sign.
[[gnu::always_inline]] static inline float flush(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return std::bit_cast<float>((bits & 0x7f800000) == 0 ? bits & 0x80000000 : bits);
}
[[gnu::always_inline]] static inline double flush(double value) {
    return value;
}

/// .sat: clamped to 0..1, not-a-number gives +0.
template<class T>
[[gnu::always_inline]] static inline T saturate(T value) {
    const T low = value > T{0} ? value : T{0};
    return low < T{1} ? low : T{1};
}

template<bool Flush, class T>
[[gnu::always_inline]] static inline T input(T value) {
    if constexpr (Flush) return flush(value);
    return value;
}
template<bool Flush, bool Saturate, class T>
[[gnu::always_inline]] static inline T output(T value) {
    if constexpr (Flush) value = flush(value);
    if constexpr (Saturate) return saturate(value);
    return canonical(value);
}

} // namespace lanescope::ptx
