// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

/// The inputs that tests/data/h200_approximations.csv has results of: measure.cu measured them,
/// approximations_test.cpp computes them.
namespace lanescope::ptx::approximations {

/// An instruction of one or two operands of one type. width: h 16 bits, w 32, l 64; element: bits of a
/// number.
struct Form {
    const char* instruction;
    char width;
    int element;
    int operands;
};

inline constexpr Form kForms[] = {{"rcp.approx.ftz.f32", 'w', 32, 1},    {"rcp.approx.f32", 'w', 32, 1},
                                  {"rsqrt.approx.ftz.f32", 'w', 32, 1},  {"rsqrt.approx.f32", 'w', 32, 1},
                                  {"sqrt.approx.ftz.f32", 'w', 32, 1},   {"sqrt.approx.f32", 'w', 32, 1},
                                  {"ex2.approx.ftz.f32", 'w', 32, 1},    {"ex2.approx.f32", 'w', 32, 1},
                                  {"lg2.approx.ftz.f32", 'w', 32, 1},    {"lg2.approx.f32", 'w', 32, 1},
                                  {"sin.approx.ftz.f32", 'w', 32, 1},    {"sin.approx.f32", 'w', 32, 1},
                                  {"cos.approx.ftz.f32", 'w', 32, 1},    {"cos.approx.f32", 'w', 32, 1},
                                  {"tanh.approx.f32", 'w', 32, 1},       {"div.approx.ftz.f32", 'w', 32, 2},
                                  {"div.approx.f32", 'w', 32, 2},        {"div.full.ftz.f32", 'w', 32, 2},
                                  {"div.full.f32", 'w', 32, 2},          {"rcp.approx.ftz.f64", 'l', 64, 1},
                                  {"rsqrt.approx.ftz.f64", 'l', 64, 1},  {"ex2.approx.f16", 'h', 16, 1},
                                  {"ex2.approx.ftz.bf16", 'h', 16, 1},   {"tanh.approx.f16", 'h', 16, 1},
                                  {"tanh.approx.bf16", 'h', 16, 1},      {"ex2.approx.f16x2", 'w', 16, 1},
                                  {"ex2.approx.ftz.bf16x2", 'w', 16, 1}, {"tanh.approx.f16x2", 'w', 16, 1},
                                  {"tanh.approx.bf16x2", 'w', 16, 1}};

struct Input {
    std::uint64_t a, b;
};

/// 64 bits that look random (splitmix64).
inline std::uint64_t mixed(std::uint64_t z) {
    z += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
}

/// Any bits.
inline std::uint64_t anyInput(int element, std::uint64_t i) {
    return element == 64 ? mixed(i) : (mixed(i) >> 16) & 0xffffffff;
}

/// Both signs of every exponent (of f64 of every eighth), with a fraction of zeros and of ones.
inline std::uint64_t edgeInput(int element, std::uint64_t i) {
    const std::uint64_t exponent = (i >> 2) & 255;
    if (element == 64)
        return (i & 1) << 63 | (exponent == 0 ? 0 : exponent * 8 + 7) << 52 | (i & 2 ? 0xfffffffffffff : 0);
    return (i & 1) << 31 | exponent << 23 | (i & 2 ? 0x7fffff : 0);
}

/// kind: "from" is the number i itself, in f64 the upper word; "any" random bits; "near" random bits of f32
/// with an exponent near 0; "edges" as above, the other operand random.
inline Input input(const Form& form, std::string_view kind, std::uint64_t i) {
    if (kind == "from") return {form.element == 64 ? i << 32 : i, 0};
    if (kind == "edges") {
        const std::uint64_t edge = edgeInput(form.element, i);
        return form.operands == 1 ? Input{edge, 0} : Input{anyInput(32, i), edge};
    }
    if (form.operands == 2) return {anyInput(32, 2 * i), anyInput(32, 2 * i + 1)};
    const std::uint64_t bits = anyInput(form.element, i);
    if (kind == "near") return {(bits & 0x83ffffff) | (bits & 0x4000000 ? 0x3c000000 : 0x40000000), 0};
    return {bits, 0};
}

inline constexpr std::uint64_t kNoDigest = 0xcbf29ce484222325;
/// Of one result after another.
inline std::uint64_t digest(std::uint64_t before, std::uint64_t result) {
    return (before ^ result) * 0x100000001b3;
}

} // namespace lanescope::ptx::approximations
