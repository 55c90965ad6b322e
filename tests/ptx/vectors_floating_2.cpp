// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Test vectors of floats, worked out with exact integers and fractions from the rules of the PTX ISA.
#include "vectors.h"

namespace lanescope::ptx {

// clang-format off
constexpr Vector kFloatingTable2[] = {
    {"fma.rn.bf16 %d, %a, %b, %c;", "hhhh", {0x3f80, 0x4000, 0x4040}, 0x40a0},
    {"add.rn.bf16x2 %d, %a, %b;", "www", {0x3f803f80, 0x40003f80}, 0x40404000},
    {"fma.rn.relu.f16 %d, %a, %b, %c;", "hhhh", {0x3c00, 0xbc00, 0x0}, 0x0},
    {"setp.lt.f16 %d, %a, %b;", "phh", {0x3c00, 0x4000}, 0x1},
    {"setp.gt.f16x2 %u|%d, %a, %b;", "pww", {0x40003c00, 0x3c004000}, 0x1},
    {"set.lt.f16.f16 %d, %a, %b;", "hhh", {0x3c00, 0x4000}, 0x3c00},
    {"set.gtu.f16x2.f16x2 %d, %a, %b;", "www", {0x7e003c00, 0x3c004000}, 0x3c000000},
    {"ex2.approx.f16 %d, %a;", "hh", {0x4000}, 0x4400},
};
const std::span<const Vector> kFloatingVectors2 = kFloatingTable2;
// clang-format on

} // namespace lanescope::ptx
