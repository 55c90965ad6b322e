// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Where additions take a product in without rounding it first. Each case was compiled for compute
// capability 9.0 by ptxas 13.0; the instructions it made of it (FMUL, FADD, FFMA and their signs) are the
// formulas below.
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lanescope::ptx {
namespace {

// Inputs whose products are not exact, so that a fused sum differs from a rounded product's.
constexpr float a = 0.649F, b = 1.625F, c = -0.92F, d = 0.835F;

struct FuseCase {
    const char* name;
    const char* body;
    std::vector<float> expected;
};

/// Fused, and with two roundings.
float fused(float x, float y, float z) {
    return std::fmaf(x, y, z);
}
float rounded(float x, float y) {
    volatile float product = x * y;
    return product;
}

const std::vector<FuseCase>& fuseCases() {
    static const float ab = rounded(a, b), cd = rounded(c, d);
    static const std::vector<FuseCase> all{
        {"sum", "mul.f32 %f5,%a,%b; add.f32 %f6,%f5,%c; st.global.f32 [%q],%f6;", {fused(a, b, c)}},
        {"difference", "mul.f32 %f5,%a,%b; sub.f32 %f6,%c,%f5; st.global.f32 [%q],%f6;", {fused(-a, b, c)}},
        {"minuend", "mul.f32 %f5,%a,%b; sub.f32 %f6,%f5,%d; st.global.f32 [%q],%f6;", {fused(a, b, -d)}},
        {"constants",
         "mul.f32 %f5,%a,0f3FD00000; sub.f32 %f6,%f5,0f3F55C28F; st.global.f32 [%q],%f6;",
         {fused(a, b, -d)}},
        {"kept product",
         "mul.f32 %f5,%a,%b; add.f32 %f6,%f5,%c; st.global.f32 [%q],%f5; st.global.f32 [%q+4],%f6;",
         {ab, ab + c}},
        {"product of a fused one",
         "mul.f32 %f5,%a,%b; fma.rn.f32 %f6,%f5,%c,%d; add.f32 %f7,%f5,%f6; st.global.f32 [%q],%f7;",
         {ab + fused(ab, c, d)}},
        {"two sums",
         "mul.f32 %f5,%a,%b; add.f32 %f6,%f5,%c; sub.f32 %f7,%d,%f5; st.global.f32 [%q],%f6; "
         "st.global.f32 [%q+4],%f7;",
         {fused(a, b, c), fused(-a, b, d)}},
        {"two products",
         "mul.f32 %f5,%a,%b; mul.f32 %f6,%c,%d; add.f32 %f7,%f5,%f6; st.global.f32 [%q],%f7;",
         {fused(a, b, cd)}},
        {"two products, the later one first",
         "mul.f32 %f5,%a,%b; mul.f32 %f6,%c,%d; sub.f32 %f7,%f6,%f5; st.global.f32 [%q],%f7;",
         {fused(c, d, -ab)}},
        {"the product used once",
         "mul.f32 %f5,%a,%b; mul.f32 %f6,%c,%d; sub.f32 %f7,%f5,%f6; sub.f32 %f8,%f5,%d; "
         "st.global.f32 [%q],%f7; st.global.f32 [%q+4],%f8;",
         {fused(-c, d, ab), ab - d}},
        {"products used twice",
         "mul.f32 %f5,%a,%b; mul.f32 %f6,%c,%d; add.f32 %f7,%f5,%f6; sub.f32 %f8,%f5,%f6; "
         "st.global.f32 [%q],%f7; st.global.f32 [%q+4],%f8;",
         {fused(a, b, cd), fused(a, b, -cd)}},
        {"fewer uses first",
         "mul.f32 %f5,%a,%b; mul.f32 %f6,%c,%d; add.f32 %f7,%f5,%c; sub.f32 %f8,%f5,%f6; add.f32 %f9,%f5,%d; "
         "add.f32 %f10,%f6,%a; st.global.f32 [%q],%f7; st.global.f32 [%q+4],%f8; st.global.f32 [%q+8],%f9; "
         "st.global.f32 [%q+12],%f10;",
         {fused(a, b, c), fused(-c, d, ab), ab + d, fused(c, d, a)}},
        {"twice itself", "mul.f32 %f5,%a,%b; add.f32 %f6,%f5,%f5; st.global.f32 [%q],%f6;", {ab + ab}},
        {"negated",
         "mul.f32 %f5,%a,%b; neg.f32 %f6,%f5; sub.f32 %f7,%f6,%c; st.global.f32 [%q],%f7;",
         {fused(-a, b, -c)}},
        {"negated and kept",
         "mul.f32 %f5,%a,%b; neg.f32 %f6,%f5; add.f32 %f7,%f6,%c; st.global.f32 [%q],%f7; "
         "st.global.f32 [%q+4],%f6;",
         {-ab + c, -ab}},
        {"moved",
         "mul.f32 %f5,%a,%b; mov.f32 %f6,%f5; add.f32 %f7,%f6,%c; st.global.f32 [%q],%f7;",
         {fused(a, b, c)}},
        {"absolute",
         "mul.f32 %f5,%a,%b; abs.f32 %f6,%f5; add.f32 %f7,%f6,%c; st.global.f32 [%q],%f7;",
         {ab + c}},
        {"rounded sum", "mul.f32 %f5,%a,%b; add.rn.f32 %f6,%f5,%c; st.global.f32 [%q],%f6;", {ab + c}},
        {"rounded product", "mul.rn.f32 %f5,%a,%b; add.f32 %f6,%f5,%c; st.global.f32 [%q],%f6;", {ab + c}},
        {"flushed",
         "mul.ftz.f32 %f5,%a,%b; add.ftz.f32 %f6,%f5,%c; st.global.f32 [%q],%f6;",
         {fused(a, b, c)}},
        {"flushed product only",
         "mul.ftz.f32 %f5,%a,%b; add.f32 %f6,%f5,%c; st.global.f32 [%q],%f6;",
         {ab + c}},
        {"flushed sum only", "mul.f32 %f5,%a,%b; add.ftz.f32 %f6,%f5,%c; st.global.f32 [%q],%f6;", {ab + c}},
        {"saturated sum",
         "mul.f32 %f5,%a,%b; sub.sat.f32 %f6,%f5,%d; st.global.f32 [%q],%f6;",
         {fused(a, b, -d)}},
        {"saturated product",
         "mul.sat.f32 %f5,%c,%d; mul.sat.f32 %f7,%d,%d; add.f32 %f6,%f7,%c; "
         "st.global.f32 [%q],%f6;",
         {rounded(d, d) + c}},
        {"predicated sum",
         "mul.f32 %f5,%a,%b; mov.f32 %f6,%d; @%p add.f32 %f6,%f5,%c; st.global.f32 [%q],%f6;",
         {fused(a, b, c)}},
        {"predicated product",
         "mov.f32 %f5,%d; @%p mul.f32 %f5,%a,%b; add.f32 %f6,%f5,%c; st.global.f32 [%q],%f6;",
         {ab + c}},
        {"another block",
         "mul.f32 %f5,%a,%b; mov.f32 %f6,%d; @!%p bra L; add.f32 %f6,%f5,%c; L: st.global.f32 [%q],%f6;",
         {ab + c}},
        {"this block and another",
         "mul.f32 %f5,%a,%b; add.f32 %f6,%f5,%d; @!%p bra L; add.f32 %f7,%f5,%c; st.global.f32 [%q+4],%f7; "
         "L: st.global.f32 [%q],%f6;",
         {ab + d, ab + c}},
        {"a label for nobody",
         "mul.f32 %f5,%a,%b; L: add.f32 %f6,%f5,%c; st.global.f32 [%q],%f6;",
         {fused(a, b, c)}},
        {"a barrier between",
         "mul.f32 %f5,%a,%b; bar.sync 0; add.f32 %f6,%f5,%c; st.global.f32 [%q],%f6;",
         {fused(a, b, c)}},
        {"from turn to turn",
         "mov.f32 %f6,%d; L: mul.f32 %f5,%a,%b; add.f32 %f6,%f6,%f5; add.u32 %r,%r,1; "
         "setp.lt.u32 %l,%r,2; @%l bra L; st.global.f32 [%q],%f6;",
         {fused(a, b, fused(a, b, d))}},
        {"after the turns",
         "L: mul.f32 %f5,%a,%b; add.u32 %r,%r,1; setp.lt.u32 %l,%r,2; @%l bra L; add.f32 %f6,%f5,%c; "
         "st.global.f32 [%q],%f6;",
         {ab + c}},
        {"across a signed remainder",
         "mul.f32 %f5,%a,%b; rem.s32 %r,7,%r; st.global.u32 [%q+16],%r; add.f32 %f7,%f5,%c; "
         "st.global.f32 [%q],%f7;",
         {ab + c}},
        {"across a remainder by a constant",
         "ld.param.u32 %r2,[s+8]; mul.f32 %f5,%a,%b; rem.s32 %r,%r2,7; st.global.u32 [%q+16],%r; "
         "add.f32 %f7,%f5,%c; st.global.f32 [%q],%f7;",
         {ab + c}},
        {"across an unsigned remainder",
         "mul.f32 %f5,%a,%b; rem.u32 %r,7,%r; st.global.u32 [%q+16],%r; add.f32 %f7,%f5,%c; "
         "st.global.f32 [%q],%f7;",
         {fused(a, b, c)}},
        {"across an exact quotient",
         "mul.f32 %f5,%a,%b; div.rn.f32 %f6,%c,%d; add.f32 %f7,%f5,%c; st.global.f32 [%q],%f7; "
         "st.global.f32 [%q+4],%f6;",
         {ab + c, c / d}},
        {"across an approximate quotient",
         "mul.f32 %f5,%a,%b; div.full.f32 %f6,%d,%d; st.global.f32 [%q+4],%f6; add.f32 %f7,%f5,%c; "
         "st.global.f32 [%q],%f7;",
         {fused(a, b, c)}},
        {"across a fence",
         "mul.f32 %f5,%a,%b; membar.gl; add.f32 %f7,%f5,%c; st.global.f32 [%q],%f7;",
         {ab + c}},
        {"across a call",
         "mul.f32 %f5,%a,%b; call.uni (%f6), other, (%c); add.f32 %f7,%f5,%f6; st.global.f32 [%q],%f7;",
         {ab + c}},
        // b as a constant: 0f3FD00000, the parameter %s, k[1].
        {"constant and another block",
         "mul.f32 %f5,%a,0f3FD00000; mov.f32 %f6,%d; @!%p bra L; add.f32 %f6,%f5,%c; L: st.global.f32 "
         "[%q],%f6;",
         {fused(a, b, c)}},
        {"constant first and another block",
         "mul.f32 %f5,0f3FD00000,%a; mov.f32 %f6,%d; @!%p bra L; sub.f32 %f6,%c,%f5; L: st.global.f32 "
         "[%q],%f6;",
         {fused(-a, b, c)}},
        {"constant and this block and another",
         "mul.f32 %f5,%a,0f3FD00000; add.f32 %f6,%f5,%d; @!%p bra L; neg.f32 %f8,%f5; add.f32 %f7,%f8,%c; "
         "st.global.f32 [%q+4],%f7; L: st.global.f32 [%q],%f6;",
         {fused(a, b, d), fused(-a, b, c)}},
        {"constant and another use in another block",
         "mul.f32 %f5,%a,0f3FD00000; add.f32 %f6,%f5,%c; @!%p bra L; st.global.f32 [%q+4],%f5; "
         "L: st.global.f32 [%q],%f6;",
         {ab + c, ab}},
        {"parameter and another block",
         "mul.f32 %f5,%a,%s; mov.f32 %f6,%d; @!%p bra L; add.f32 %f6,%f5,%c; L: st.global.f32 [%q],%f6;",
         {fused(a, b, c)}},
        {"what is computed of a parameter and another block",
         "ld.param.f32 %f7,[s+4]; add.f32 %f7,%f7,0f3F800000; mul.f32 %f5,%a,%f7; mov.f32 %f6,%d; "
         "@!%p bra L; add.f32 %f6,%f5,%c; L: st.global.f32 [%q],%f6;",
         {ab + c}},
        {"constant memory and another block",
         "ld.const.f32 %f7,[k+4]; mul.f32 %f5,%a,%f7; mov.f32 %f6,%d; @!%p bra L; add.f32 %f6,%f5,%c; "
         "L: st.global.f32 [%q],%f6;",
         {fused(a, b, c)}},
        {"constant memory at a sum and another block",
         "mov.u64 %rd3,k; add.s64 %rd2,%rd3,4; ld.const.f32 %f7,[%rd2]; mul.f32 %f5,%a,%f7; mov.f32 %f6,%d; "
         "@!%p bra L; add.f32 %f6,%f5,%c; L: st.global.f32 [%q],%f6;",
         {fused(a, b, c)}},
        {"constant memory at an index and another block",
         "ld.param.u32 %r2,[s+8]; mul.wide.u32 %rd2,%r2,4; mov.u64 %rd3,k; add.s64 %rd2,%rd3,%rd2; "
         "ld.const.f32 %f7,[%rd2]; mul.f32 %f5,%a,%f7; mov.f32 %f6,%d; @!%p bra L; add.f32 %f6,%f5,%c; "
         "L: st.global.f32 [%q],%f6;",
         {ab + c}},
        {"constant and a factor that changes",
         "mul.f32 %f5,%a,0f3FD00000; @!%p bra L; mov.f32 %a,%d; add.f32 %f6,%f5,%a; L: st.global.f32 "
         "[%q],%f6;",
         {fused(a, b, d)}},
        {"constant across an exact quotient",
         "mul.f32 %f5,%a,0f3FD00000; div.rn.f32 %f6,%c,%d; add.f32 %f7,%f5,%c; st.global.f32 [%q],%f7; "
         "st.global.f32 [%q+4],%f6;",
         {fused(a, b, c), c / d}},
        {"constant across a call",
         "mul.f32 %f5,%a,0f3FD00000; call.uni (%f6), other, (%c); add.f32 %f7,%f5,%f6; st.global.f32 "
         "[%q],%f7;",
         {fused(a, b, c)}},
        {"constant after turns that are unrolled",
         "L: mul.f32 %f5,%a,0f3FD00000; add.u32 %r,%r,1; setp.lt.u32 %l,%r,2; @%l bra L; add.f32 %f6,%f5,%c; "
         "st.global.f32 [%q],%f6;",
         {ab + c}},
        {"constant after turns that are not unrolled",
         "L: .pragma \"nounroll\"; mul.f32 %f5,%a,0f3FD00000; add.u32 %r,%r,1; setp.lt.u32 %l,%r,2; @%l bra "
         "L; "
         "add.f32 %f6,%f5,%c; st.global.f32 [%q],%f6;",
         {fused(a, b, c)}},
        {"constant behind another product",
         "mul.f32 %f5,%a,0f3FD00000; @!%p bra L; mul.f32 %f7,%c,%d; add.f32 %f6,%f7,%f5; "
         "L: st.global.f32 [%q],%f6;",
         {fused(c, d, ab)}},
        {"constant before another product",
         "mul.f32 %f5,%a,0f3FD00000; @!%p bra L; mul.f32 %f7,%c,%d; add.f32 %f6,%f5,%f7; "
         "L: st.global.f32 [%q],%f6;",
         {fused(a, b, cd)}},
    };
    return all;
}

std::string moduleOf(const std::string& body, const std::string& target = "sm_90") {
    return ".version 8.0\n.target " + target +
           "\n.address_size 64\n"
           ".func (.reg .f32 %y) other(.reg .f32 %x)\n{\nmov.f32 %y,%x;\nret;\n}\n"
           ".const .align 4 .f32 k[2] = {0f00000000, 0f3FD00000};\n"
           ".visible .entry fusing(.param .u64 p, .param .u64 q, .param .align 4 .b8 s[12])\n{\n"
           ".reg .f32 %f<20>, %a, %b, %c, %d, %s;\n.reg .b64 %rd, %rd2, %rd3, %q;\n.reg .b32 %r, %r2;\n"
           ".reg .pred %p, %l;\n"
           "ld.param.u64 %rd,[p];\nld.param.u64 %q,[q];\nld.param.f32 %s,[s];\n"
           "ld.global.f32 %a,[%rd];\nld.global.f32 %b,[%rd+4];\nld.global.f32 %c,[%rd+8];\n"
           "ld.global.f32 %d,[%rd+12];\nmov.u32 %r,0;\nsetp.eq.u32 %p,%r,0;\n" +
           body + "\nret;\n}\n";
}

/// Launches the kernel with its buffers and the parameter s.
void launch(Runner& runner, const Parameters& buffers) {
    struct {
        float b, lessOne;
        std::uint32_t index;
    } s{b, b - 1, 1};
    runner.launch("fusing", {1, 1, 1}, {1, 1, 1}, Parameters(buffers).add(s));
}

std::vector<float> resultsOf(const std::string& text, std::size_t count) {
    Runner runner(text);
    const auto in = runner.buffer(std::vector<float>{a, b, c, d}), out = runner.buffer(std::vector<float>(8));
    launch(runner, Parameters().add(in).add(out));
    return runner.read<float>(out, count);
}

class Fuse : public ::testing::TestWithParam<FuseCase> {};

TEST_P(Fuse, AsMachineCodeHasIt) {
    EXPECT_EQ(resultsOf(moduleOf(GetParam().body), GetParam().expected.size()), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(Ptxas, Fuse, ::testing::ValuesIn(fuseCases()),
                         [](const ::testing::TestParamInfo<FuseCase>& each) {
                             std::string name;
                             for (const char letter : std::string(each.param.name))
                                 if (std::isalnum(static_cast<unsigned char>(letter))) name += letter;
                             return name;
                         });

TEST(FuseInputs, TellFusedFromRounded) {
    EXPECT_NE(fused(a, b, c), rounded(a, b) + c);
    EXPECT_NE(fused(a, b, -d), rounded(a, b) - d);
    EXPECT_NE(fused(a, b, d), rounded(a, b) + d);
    EXPECT_NE(fused(a, b, rounded(c, d)), fused(c, d, rounded(a, b)));
    EXPECT_NE(fused(c, d, -rounded(a, b)), -fused(a, b, -rounded(c, d)));
}

// MUFU.RCP, FFMA: the reciprocal is what rcp.approx.ftz gives.
TEST(FuseQuotients, TheirProductIsFused) {
    const std::vector<float> out = resultsOf(
        moduleOf("rcp.approx.ftz.f32 %f1,%d; st.global.f32 [%q],%f1; "
                 "div.full.f32 %f2,%a,%d; add.f32 %f3,%f2,%c; st.global.f32 [%q+4],%f3; "
                 "div.approx.f32 %f4,%b,%d; sub.f32 %f5,%a,%f4; st.global.f32 [%q+8],%f5; "
                 "div.approx.ftz.f32 %f6,%a,%d; sub.ftz.f32 %f7,%f6,%d; add.sat.ftz.f32 %f8,%f6,%b; "
                 "st.global.f32 [%q+12],%f7; st.global.f32 [%q+16],%f8; "
                 "div.full.f32 %f9,%c,%d; add.f32 %f10,%f9,%b; st.global.f32 [%q+20],%f9; "
                 "st.global.f32 [%q+24],%f10;"),
        7);
    const float r = out[0], cd = rounded(c, r);
    EXPECT_EQ(out[1], fused(a, r, c));
    EXPECT_EQ(out[2], fused(-b, r, a));
    EXPECT_EQ(out[3], fused(a, r, -d));
    EXPECT_EQ(out[4], 1.0F);
    EXPECT_EQ(out[5], cd);
    EXPECT_EQ(out[6], cd + b);
    EXPECT_NE(fused(a, r, c), rounded(a, r) + c);
    EXPECT_NE(fused(-b, r, a), a - rounded(b, r));
    EXPECT_NE(fused(a, r, -d), rounded(a, r) - d);
}

TEST(FuseQuotients, LargeAndSmallDivisorsAreScaledFirst) {
    const std::vector<float> out =
        resultsOf(moduleOf("mov.f32 %f1,0f3F800000; mul.f32 %f2,%d,0f7F000000; mul.f32 %f3,%a,0f7F000000; "
                           "div.full.f32 %f4,%f3,%f2; add.f32 %f5,%f4,%c; st.global.f32 [%q],%f5; "
                           "mul.f32 %f2,%d,0f00200000; mul.f32 %f3,%a,0f00200000; "
                           "div.full.f32 %f4,%f3,%f2; add.f32 %f6,%f4,%c; st.global.f32 [%q+4],%f6;"),
                  2);
    EXPECT_NEAR(out[0], a / d + c, 1e-6F);
    EXPECT_NEAR(out[1], a / d + c, 1e-6F);
}

// FMUL by 0.09090909 and FFMA by it, in another block, too; from 2^126 on the divisor is scaled first.
TEST(FuseQuotients, ByAConstantTheyAreProducts) {
    const std::vector<float> out = resultsOf(
        moduleOf("div.approx.f32 %f1,%b,0f41300000; st.global.f32 [%q],%f1; "
                 "mov.f32 %f2,0f41300000; div.full.f32 %f3,%b,%f2; @!%p bra L; add.f32 %f4,%f3,%c; "
                 "st.global.f32 [%q+4],%f4; L: "
                 "mul.f32 %f5,%a,0f7F000000; div.full.f32 %f6,%f5,0f7F000000; st.global.f32 [%q+8],%f6;"),
        3);
    const float r = 1.0F / 11.0F;
    EXPECT_EQ(out[0], b * r);
    EXPECT_EQ(out[1], fused(b, r, c));
    EXPECT_EQ(out[2], a);
    EXPECT_NE(b * r, b / 11.0F);
    EXPECT_NE(fused(b, r, c), rounded(b, r) + c);
}

TEST(FuseDebug, NothingIsFusedForADebugger) {
    const std::string body = fuseCases()[0].body;
    EXPECT_EQ(resultsOf(moduleOf(body, "sm_90, debug"), 1)[0], rounded(a, b) + c);
}

TEST(FuseTypes, DoublesAndHalves) {
    const std::string text = moduleOf("{.reg .f64 %g<6>; cvt.f64.f32 %g1,%a; mul.f64 %g2,%g1,%g1; div.rn.f64 "
                                      "%g3,%g1,%g2; mul.f64 %g4,%g3,%g1; sub.f64 %g5,0d3FF0000000000000,%g4; "
                                      "st.global.f64 [%q],%g5;}"
                                      "{.reg .f16 %h<8>; cvt.rn.f16.f32 %h1,%a; cvt.rn.f16.f32 %h2,%b; "
                                      "cvt.rn.f16.f32 %h3,%c; mul.f16 %h7,%h1,%h2; sub.f16 %h6,%h3,%h7; "
                                      "cvt.f32.f16 %f1,%h6; st.global.f32 [%q+8],%f1;}");
    Runner runner(text);
    const auto in = runner.buffer(std::vector<float>{a, b, c, d}), out = runner.buffer(std::vector<float>(8));
    launch(runner, Parameters().add(in).add(out));
    const double x = a, third = x / (x * x);
    EXPECT_EQ(runner.read<double>(out, 1)[0], std::fma(-third, x, 1.0));
    // The three as halves, and the exact c - a b rounded to 11 bits.
    const double ha = 0.64892578125, hb = 1.625, hc = -0.919921875, exact = hc - ha * hb;
    const double step = std::ldexp(1.0, std::ilogb(exact) - 10);
    EXPECT_EQ(runner.read<float>(out, 3)[2], static_cast<float>(std::nearbyint(exact / step) * step));
}

} // namespace
} // namespace lanescope::ptx
