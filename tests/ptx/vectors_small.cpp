// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Test vectors of floats of 8 bits and fewer, cvt.pack and the video instructions, worked out by hand from
// the PTX ISA.
#include "vectors.h"

namespace lanescope::ptx {

// clang-format off
constexpr Vector kSmallTable[] = {
    // pairs of 8-bit floats: the first operand is the upper half
    {"cvt.rn.satfinite.e4m3x2.f32 %d, %a, %b;", "hww", {0x3ed00000, 0x414e6666}, 0x2d55}, // 0.40625, 12.9
    {"cvt.rn.satfinite.e5m2x2.f32 %d, %a, %b;", "hww", {0x3ec00000, 0xc5a444cd}, 0x36ed}, // 0.375, -5256.6
    {"cvt.rn.satfinite.e4m3x2.f32 %d, %a, %b;", "hww", {0x43e00000, 0x43fa0000}, 0x7e7e}, // 448, 500
    {"cvt.rn.satfinite.e4m3x2.f32 %d, %a, %b;", "hww", {0xff800000, 0x7fc00000}, 0xfe7f}, // -infinity, no number
    {"cvt.rn.satfinite.e5m2x2.f32 %d, %a, %b;", "hww", {0x7f800000, 0xffc00000}, 0x7b7f},
    {"cvt.rn.satfinite.e4m3x2.f32 %d, %a, %b;", "hww", {0x3b000000, 0x3a800000}, 0x0100}, // 2^-9, 2^-10
    {"cvt.rn.satfinite.e4m3x2.f32 %d, %a, %b;", "hww", {0x3b400000, 0xbb400000}, 0x0282}, // 1.5 x 2^-9
    {"cvt.rn.satfinite.e4m3x2.f32 %d, %a, %b;", "hww", {0x3c7c0000, 0x3f800000}, 0x0838}, // almost 2^-6, 1
    {"cvt.rn.satfinite.e5m2x2.f32 %d, %a, %b;", "hww", {0x37800000, 0x37c00000}, 0x0102}, // 2^-16, 1.5 x 2^-16
    {"cvt.rn.satfinite.relu.e4m3x2.f32 %d, %a, %b;", "hww", {0xbf800000, 0x40000000}, 0x0040},
    {"cvt.rn.satfinite.e4m3x2.f16x2 %d, %a;", "hw", {0x36804a73}, 0x2d55},
    {"cvt.rn.satfinite.e5m2x2.f16x2 %d, %a;", "hw", {0x7bfffc00}, 0x7bfb},
    {"cvt.rn.satfinite.relu.e5m2x2.f16x2 %d, %a;", "hw", {0xbc003c00}, 0x003c},
    {"cvt.rn.f16x2.e4m3x2 %d, %a;", "wh", {0x2d55}, 0x36804a80},
    {"cvt.rn.f16x2.e5m2x2 %d, %a;", "wh", {0x36ed}, 0x3600ed00},
    {"cvt.rn.f16x2.e4m3x2 %d, %a;", "wh", {0x0187}, 0x1800a300}, // 2^-9, -7 x 2^-9
    {"cvt.rn.f16x2.e4m3x2 %d, %a;", "wh", {0x7efe}, 0x5f00df00},
    {"cvt.rn.f16x2.e4m3x2 %d, %a;", "wh", {0x7fff}, 0x7fff7fff},
    {"cvt.rn.f16x2.e5m2x2 %d, %a;", "wh", {0x7cfd}, 0x7c007fff},
    {"cvt.rn.relu.f16x2.e4m3x2 %d, %a;", "wh", {0xb838}, 0x00003c00},
    // pairs of 6-bit floats
    {"cvt.rn.satfinite.e2m3x2.f32 %d, %a, %b;", "hww", {0x40e80000, 0xbf100000}, 0x1e24}, // 7.25 (even), -0.5625
    {"cvt.rn.satfinite.e2m3x2.f32 %d, %a, %b;", "hww", {0x41200000, 0x7fc00000}, 0x1f1f}, // 10, no number
    {"cvt.rn.satfinite.e2m3x2.f32 %d, %a, %b;", "hww", {0x3e000000, 0xbd800000}, 0x0120}, // 0.125, half of it
    {"cvt.rn.satfinite.e3m2x2.f32 %d, %a, %b;", "hww", {0x41a00000, 0xc2000000}, 0x1d3f}, // 20, -32
    {"cvt.rn.satfinite.e3m2x2.f32 %d, %a, %b;", "hww", {0x3d800000, 0x3dc00000}, 0x0102}, // 1 and 1.5 x 2^-4
    {"cvt.rn.satfinite.relu.e3m2x2.f32 %d, %a, %b;", "hww", {0xbf800000, 0x3f800000}, 0x000c},
    {"cvt.rn.f16x2.e2m3x2 %d, %a;", "wh", {0x1e24}, 0x4700b800}, // 7, -0.5
    {"cvt.rn.f16x2.e2m3x2 %d, %a;", "wh", {0x0121}, 0x3000b000}, // 0.125, -0.125
    {"cvt.rn.f16x2.e3m2x2 %d, %a;", "wh", {0x1d3f}, 0x4d00cf00}, // 20, -28
    {"cvt.rn.relu.f16x2.e3m2x2 %d, %a;", "wh", {0x2c0c}, 0x00003c00},
    // powers of two
    {"cvt.rz.ue8m0x2.f32 %d, %a, %b;", "hww", {0x3fc00000, 0xc0800000}, 0x7f81}, // 1.5, -4
    {"cvt.rp.ue8m0x2.f32 %d, %a, %b;", "hww", {0x3fc00000, 0xc0800000}, 0x8081},
    {"cvt.rp.satfinite.ue8m0x2.f32 %d, %a, %b;", "hww", {0x7f800000, 0x7fc00000}, 0xfeff},
    {"cvt.rz.ue8m0x2.f32 %d, %a, %b;", "hww", {0x7f800000, 0x00000001}, 0xff00},
    {"cvt.rp.ue8m0x2.f32 %d, %a, %b;", "hww", {0x00400000, 0x00400001}, 0x0001}, // 2^-127 and more
    {"cvt.rp.satfinite.ue8m0x2.bf16x2 %d, %a;", "hw", {0x3fc07f7f}, 0x80fe},
    {"cvt.rz.ue8m0x2.bf16x2 %d, %a;", "hw", {0x3fc07f80}, 0x7fff},
    {"cvt.rn.bf16x2.ue8m0x2 %d, %a;", "wh", {0x80ff}, 0x40007fff},
    {"cvt.rn.bf16x2.ue8m0x2 %d, %a;", "wh", {0x0001}, 0x00400080},
    {"cvt.pack.sat.u8.s32.b32 %d, %a, %b, %c;", "wwww", {0xfffffeff, 0x00000101, 0xf839b0ed}, 0xb0ed00ff},
    {"cvt.pack.sat.s8.s32.b32 %d, %a, %b, %c;", "wwww", {0xfffffeff, 0x00000101, 0xf839b0ed}, 0xb0ed807f},
    {"cvt.pack.sat.s16.s32 %d, %a, %b;", "www", {0x00012345, 0xffff7fff}, 0x7fff8000},
    {"cvt.pack.sat.u16.s32 %d, %a, %b;", "www", {0x00001234, 0xffffffff}, 0x12340000},
    // video instructions on one part of a register
    {"vadd.s32.u32.s32.sat %d, %a.b1, %b.h1;", "www", {0x0000ff00, 0xfffe0000}, 253},
    {"vadd.u32.u32.u32.sat %d.b2, %a.b0, %b.b0, %c;", "wwww", {200, 100, 0x11223344}, 0x11ff3344},
    {"vadd.s32.s32.s32 %d.h1, %a, %b, %c;", "wwww", {1, 0xfffffffd, 0x11223344}, 0xfffe3344},
    {"vsub.s32.u32.u32 %d, %a, %b;", "www", {3, 5}, 0xfffffffe},
    {"vsub.u32.u32.u32.sat %d, %a, %b;", "www", {3, 5}, 0},
    {"vabsdiff.u32.s32.s32.add %d, %a, %b, %c;", "wwww", {0xfffffffb, 7, 100}, 112},
    {"vmin.s32.s32.u32 %d, %a.b3, %b;", "www", {0x80000000, 5}, 0xffffff80},
    {"vmax.s32.s32.s32.min %d, %a, %b, %c;", "wwww", {3, 9, 0xfffffffc}, 0xfffffffc},
    {"vmax.u32.u32.u32.max %d, %a, %b, %c;", "wwww", {3, 9, 0xfffffffc}, 0xfffffffc},
    {"vshl.u32.u32.u32.sat.clamp %d, %a, %b;", "www", {0x10000, 20}, 0xffffffff},
    {"vshl.u32.u32.u32.clamp %d, %a, %b;", "www", {0x10001, 20}, 0x00100000},
    {"vshl.u32.u32.u32.wrap %d, %a, %b;", "www", {3, 33}, 6},
    {"vshr.u32.u32.u32.clamp.add %d, %a, %b, %c;", "wwww", {0x8e2da590, 16, 0x248a9f70}, 613100957},
    {"vshr.u32.u32.u32.clamp.add %d, %a, 32, %c;", "wwww", {0x8e2da590, 0, 0x248a9f70}, 613064560},
    {"vshr.s32.s32.u32.clamp %d, %a, %b;", "www", {0xfffffff0, 40}, 0xffffffff},
    {"vmad.s32.s32.s32 %d, %a, %b, %c;", "wwww", {0xfffffffd, 7, 100}, 79},
    {"vmad.s32.s32.s32.po.shr7 %d, %a, %b, %c;", "wwww", {1000, 1000, 63}, 7813},
    {"vmad.u32.u32.u32.sat %d, %a, %b, %c;", "wwww", {0xffffffff, 0xffffffff, 1}, 0xffffffff},
    {"vmad.s32.u32.s32.sat.shr15 %d, %a.h0, %b.h1, %c;", "wwww", {0xffff, 0x80000000, 0}, 0xffff0001},
    {"vset.s32.s32.lt %d, %a, %b;", "www", {0xffffffff, 0}, 1},
    {"vset.u32.u32.ge.add %d, %a, %b, %c;", "wwww", {7, 7, 41}, 42},
    {"vset4.u32.u32.eq %d, %a, %b, %c;", "wwww", {0x01020304, 0x01ff03ff, 9}, 0x01000100},
    {"vset2.s32.s32.lt.add %d, %a, %b, %c;", "wwww", {0xffff0005, 0x00000004, 9}, 10},
};
// clang-format on
const std::span<const Vector> kSmallVectors = kSmallTable;

} // namespace lanescope::ptx
