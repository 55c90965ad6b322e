// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Registers of several elements, with initial values, and predicates that functions take and give; accesses
// wider than 16 bytes.
#include "../texture_fetch.h"
#include "model/trace.h"
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

namespace lanescope::ptx {
namespace {

using Words = std::vector<std::uint32_t>;

/// One thread; %p: the parameter.
Words run(const std::string& body, Words memory, const std::string& functions = "") {
    Runner runner(withHeader(functions +
                             ".visible .entry k(.param .u64 p) {\n.reg .b64 %p;\nld.param.u64 %p, [p];\n" +
                             body + "ret;\n}\n"));
    const std::uint64_t p = runner.buffer(memory);
    runner.launch("k", {}, {1, 1, 1}, Parameters().add(p));
    return runner.read<std::uint32_t>(p, memory.size());
}

TEST(VectorRegisters, HaveElements) {
    EXPECT_EQ(run(".reg .v4 .u32 %v, %w<3>;\n.reg .v2.f32 %f;\nld.global.v4.u32 %v, [%p];\nadd.u32 %v.x, "
                  "%v.y, %v.w;\n"
                  "mov.v4.u32 %w2, %v;\nadd.u32 %w2.b, %w2.r, 7;\nmov.v4.u32 %w1, {%w2.w, %w2.z, %w2.y, "
                  "%w2.x};\nst.global.v4.u32 "
                  "[%p], %w1;\nmov.v2.f32 %f, {0f3F800000, 0f40000000};\nst.global.v2.f32 [%p+16], %f;\n",
                  {1, 2, 3, 4, 0, 0}),
              (Words{4, 13, 2, 6, 0x3f800000, 0x40000000}));
}

TEST(VectorRegisters, MoveAllElementsAtOnce) {
    EXPECT_EQ(run(".reg .u16 %t<8>;\nld.global.v8.u8 {%t0, %t1, %t2, %t3, %t4, %t5, %t6, %t7}, "
                  "[%p];\nmov.v8.u16 {%t4, %t5, %t6, "
                  "%t7, %t0, %t1, %t2, %t3}, {%t3, %t4, %t5, %t6, %t7, %t0, %t1, %t2};\nst.global.v8.u8 "
                  "[%p], {%t0, %t1, %t2, "
                  "%t3, %t4, %t5, %t6, %t7};\n",
                  {0x04030201, 0x08070605}),
              (Words{0x03020108, 0x07060504}));
}

TEST(VectorRegisters, WhatTheyDoNotHave) {
    for (const char* body :
         {".reg .v2 .u32 %v;\nmov.u32 %v.z, 1;\n", ".reg .v2 .u32 %v<2> = 1;\n",
          ".reg .u32 %r;\nadd.u32 %r, %r.b9, 1;\n", ".reg .u32 %r;\nadd.u32 %r, %r.b1, 1;\n",
          ".reg .v2 .u32 %v;\nadd.u32 %v, %v, %v;\n", ".reg .v4 .u32 %v, %w;\nmov.v2.u32 %v, %w;\n"})
        EXPECT_THROW(
            Module::parse(withHeader(std::string(".visible .entry k() {\n") + body + "ret;\n}\n"), "t"),
            ParseError)
            << body;
}

TEST(Registers, HaveInitialValues) {
    EXPECT_EQ(run(".reg .u32 %i = 0, %n = 40;\n.reg .f32 %f = 0f3F800000;\n.reg .pred %q = "
                  "1;\nLOOP:\n{\n.reg .u32 %step = 3;\nadd.u32 "
                  "%n, %n, %step;\nmov.u32 %step, 100;\n}\nadd.u32 %i, %i, 1;\n.reg .pred "
                  "%more;\nsetp.lt.u32 %more, %i, 4;\n@%more bra "
                  "LOOP;\nst.global.u32 [%p], %n;\n@%q st.global.f32 [%p+4], %f;\n",
                  {0, 0}),
              (Words{52, 0x3f800000}));
}

// As ptxas 13.0 takes them: for any operand but the first, in the register's width.
TEST(Operands, AreSumsOfARegisterAndAConstant) {
    EXPECT_EQ(run(".reg .u64 %w;\n.reg .u32 %r, %s;\n.reg .u16 %h;\n.reg .v2 .u32 %v;\n.reg .pred %q;\n"
                  "ld.global.u32 %r, [%p];\nst.global.u32 [%p], %r + 5;\nst.global.u32 [%p+4], %r+-5;\n"
                  "cvt.u16.u32 %h, %r;\nst.global.u16 [%p+8], %h + 0xfffe;\ncvt.u64.u32 %w, %r;\n"
                  "shl.b64 %w, %w, 29;\nst.global.u64 [%p+16], %w + 0x100000001;\n"
                  "add.u32 %s, %r + 1, %r + 2;\nst.global.u32 [%p+24], %s;\nmov.u32 %v.y, 40;\n"
                  "setp.eq.u32 %q, %r + 1, 8;\n@%q st.global.u32 [%p+28], %v.y + 2;\n"
                  "@!%q st.global.u32 [%p+28], %v.y + 3;\n",
                  {7, 0, 0, 0, 0, 0, 0, 0}),
              (Words{12, 2, 5, 0, 0xe0000001, 1, 17, 42}));
}

TEST(Operands, AreNotSumsOfFloatsOrInResultsAndVectors) {
    for (const char* body :
         {".reg .f32 %r;\nst.global.f32 [0], %r + 1;\n", ".reg .u32 %r;\nmov.u32 %r + 1, %r;\n",
          ".reg .u32 %r;\nst.global.v2.u32 [0], {%r + 1, %r};\n",
          ".reg .u32 %r;\nst.global.u32 [0], %r - 1;\n", ".reg .pred %r;\nnot.pred %r, %r + 1;\n",
          ".reg .u32 %r;\nst.global.u32 [0], %r + %r;\n"})
        EXPECT_THROW(
            Module::parse(withHeader(std::string(".visible .entry k() {\n") + body + "ret;\n}\n"), "t"),
            ParseError)
            << body;
}

TEST(Functions, TakeAndGivePredicates) {
    const std::string functions = ".func (.reg .pred %result, .reg .u32 %twice) both(.reg .pred %a, .reg "
                                  ".pred %b, .reg .u32 %x) {\nand.pred "
                                  "%result, %a, %b;\nadd.u32 %twice, %x, %x;\nret;\n}\n";
    Runner runner(withHeader(
        functions +
        ".visible .entry k(.param .u64 p) {\n.reg .b64 %p, %o;\n.reg .u32 %t, %d, %e;\n.reg .pred %a, %b, "
        "%q, %u;\nld.param.u64 %p, [p];\nmov.u32 %t, %laneid;\nsetp.gt.u32 %a, %t, 3;\nsetp.lt.u32 %b, %t, "
        "20;\n"
        "setp.lt.u32 %u, %t, 30;\nsetp.eq.u32 %q, %t, 31;\n@%u call (%q, %d), both, (%a, %b, %t);\n@!%u "
        "mov.u32 %d, 5;\n"
        "selp.u32 %e, 1000, 0, %q;\nadd.u32 %d, %d, %e;\ncall (_, %e), both, (1, %a, %t);\nadd.u32 %d, %d, "
        "%e;\n"
        "call (%q, _), both, (%a, 1, %t);\n@%q add.u32 %d, %d, 100000;\ncall (%q, _), both, (%a, 0, "
        "%t);\n@%q "
        "add.u32 %d, %d, 200000;\nmul.wide.u32 %o, %t, 4;\nadd.u64 %p, %p, %o;\nst.global.u32 [%p], "
        "%d;\nret;\n}\n"));
    const std::uint64_t p = runner.buffer(Words(32));
    runner.launch("k", {}, {32, 1, 1}, Parameters().add(p));
    const auto results = runner.read<std::uint32_t>(p, 32);
    for (std::uint32_t t = 0; t < 32; ++t) {
        const bool inside = t > 3 && t < 20;
        const std::uint32_t first = t < 30 ? 2 * t + (inside ? 1000 : 0) : 5 + (t == 31 ? 1000 : 0);
        EXPECT_EQ(results[t], first + 2 * t + (t > 3 ? 100000 : 0)) << t;
    }
}

/// Each element is an argument.
TEST(Functions, TakeAndGiveVectors) {
    Runner runner(withHeader(R"(
.func (.reg .v2 .u32 out) swapped(.reg .v2 .u32 in, .reg .u32 more)
{
    mov.u32 out.x, in.y;
    add.u32 out.y, in.x, more;
    ret;
}
.visible .entry k(.param .u64 p)
{
    .reg .u64 %a;
    .reg .u32 %r<3>;
    .reg .v2 .u32 %v;
    ld.param.u64 %a, [p];
    ld.global.v2.u32 %v, [%a];
    mov.u32 %r0, 100;
    call (%v), swapped, (%v, %r0);
    st.global.v2.u32 [%a], %v;
    ret;
}
)"));
    const std::uint64_t buffer = runner.buffer(std::vector<std::uint32_t>{3, 5});
    runner.launch("k", {}, {}, Parameters().add(buffer));
    EXPECT_EQ(runner.read<std::uint32_t>(buffer, 2), (std::vector<std::uint32_t>{5, 103}));
}

TEST(WideAccesses, AreMovedAndToldInHalves) {
    Words memory(64);
    std::iota(memory.begin(), memory.end(), 1U);
    Runner runner(withHeader(
        ".visible .entry k(.param .u64 p) {\n.reg .b64 %p, %q, %d<4>;\n.reg .b32 %r<8>;\nld.param.u64 %p, "
        "[p];\nld.global.v8.b32 "
        "{%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%p+32];\nst.global.v8.f32 [%p], {%r7, %r6, %r5, %r4, "
        "%r3, %r2, %r1, "
        "%r0};\nadd.u64 %q, %p, 64;\nld.global.v4.b64 {%q, %d1, %d2, %d3}, [%q];\nadd.u64 %d0, %p, 128;\n"
        "st.global.v4.u64 [%d0], {%q, %d1, %d2, %d3};\nadd.u64 %q, %p, 64;\nld.global.v4.u64 {%d0, %d1, %d2, "
        "%q}, "
        "[%q];\nst.global.v4.u64 [%p+160], {%d0, %d1, %d2, %q};\nret;\n}\n"));
    model::Trace trace;
    runner.config.sink = &trace;
    const std::uint64_t p = runner.buffer(memory);
    runner.launch("k", {}, {1, 1, 1}, Parameters().add(p));
    Words expected = memory;
    for (std::uint32_t i = 0; i < 8; ++i) {
        expected[i] = memory[15 - i];
        expected[32 + i] = expected[40 + i] = memory[16 + i];
    }
    EXPECT_EQ(runner.read<std::uint32_t>(p, 64), expected);
    ASSERT_EQ(trace.accesses().size(), 12U);
    for (const model::WarpAccess& access : trace.accesses()) EXPECT_EQ(access.width, 16);
    EXPECT_EQ(trace.accesses()[0].address[0], p + 32);
    EXPECT_EQ(trace.accesses()[1].address[0], p + 48);
    EXPECT_EQ(trace.accesses()[4].address[0], p + 80) << "the half with the address' register comes last";
}

/// Six faces of 2 x 2 texels: 10 x face + number of the texel.
TEST(CubeTextures, AreReadWhereADirectionMeetsThem) {
    std::vector<float> texels;
    for (int face = 0; face < 12; ++face)
        for (int i = 0; i < 4; ++i) texels.push_back(static_cast<float>(10 * face + i));
    const auto array = makeArray(ChannelKind::Float, 1, 2, 2, 12, true, texels);
    struct Direction {
        float x, y, z, expected;
    };
    // s and t are -0.5 or 0.5 of the way: texels 0 1 in the first row, 2 3 in the second
    const Direction directions[] = {
        {2, 1, 1, 0},    {2, 1, -1, 1},   {2, -1, 1, 2},    {2, -1, -1, 3},    // +x: s = -z, t = -y
        {-2, 1, -1, 10}, {-2, 1, 1, 11},  {-2, -1, -1, 12}, {-2, -1, 1, 13},   // -x: s = z, t = -y
        {-1, 2, -1, 20}, {1, 2, -1, 21},  {-1, 2, 1, 22},   {1, 2, 1, 23},     // +y: s = x, t = z
        {-1, -2, 1, 30}, {1, -2, 1, 31},  {-1, -2, -1, 32}, {1, -2, -1, 33},   // -y: s = x, t = -z
        {-1, 1, 2, 40},  {1, 1, 2, 41},   {-1, -1, 2, 42},  {1, -1, 2, 43},    // +z: s = x, t = -y
        {1, 1, -2, 50},  {-1, 1, -2, 51}, {1, -1, -2, 52},  {-1, -1, -2, 53}}; // -z: s = -x, t = -y
    for (const bool layered : {false, true}) {
        Fetch fetch(array, samplerOf(AddressMode::Wrap, FilterMode::Point, false),
                    layered ? TexelGeometry::ACube : TexelGeometry::Cube);
        fetch.layer.fill(1);
        for (std::size_t lane = 0; lane < std::size(directions); ++lane) {
            fetch.x[lane] = word(directions[lane].x);
            fetch.y[lane] = word(directions[lane].y);
            fetch.z[lane] = word(directions[lane].z);
        }
        fetch.run((1U << std::size(directions)) - 1);
        for (std::size_t lane = 0; lane < std::size(directions); ++lane)
            EXPECT_EQ(fetch.at(0, static_cast<int>(lane)), directions[lane].expected + (layered ? 60 : 0))
                << lane;
        EXPECT_EQ(fetch.footprint.y0[4], 1 * 2 + (layered ? 12 : 0));
    }
}

TEST(CubeTextures, ThroughTheInstruction) {
    Runner runner(withHeader(".visible .entry k(.param .u64 p, .param .u64 t) {\n.reg .b64 %p, %t;\n.reg "
                             ".f32 %f<8>;\nld.param.u64 %p, "
                             "[p];\nld.param.u64 %t, [t];\nmov.f32 %f0, 0fBF800000;\nmov.f32 %f1, "
                             "0fC0000000;\nmov.f32 %f2, 0f3F800000;\n"
                             "tex.cube.v4.f32.f32 {%f4, %f5, %f6, %f7}, [%t, {%f0, %f1, %f2, "
                             "%f2}];\nst.global.f32 [%p], %f4;\ntex.level.cube.v4.f32"
                             ".f32 {%f4, %f5, %f6, %f7}, [%t, {%f2, %f2, %f1, %f1}], %f2;\nst.global.f32 "
                             "[%p+4], %f4;\nret;\n}\n"));
    std::vector<float> texels(24);
    std::iota(texels.begin(), texels.end(), 0.0F);
    const std::uint64_t texture =
        runner.textures.addTexture(makeArray(ChannelKind::Float, 1, 2, 2, 6, true, texels),
                                   samplerOf(AddressMode::Clamp, FilterMode::Linear, true));
    const std::uint64_t p = runner.buffer(std::vector<float>(2));
    runner.launch("k", {}, {1, 1, 1}, Parameters().add(p).add(texture));
    EXPECT_EQ(runner.read<float>(p, 2), (std::vector<float>{12, 20}));
}

} // namespace
} // namespace lanescope::ptx
