// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Registers of 128 bits and of 8, and atomics of wide ones and of vectors.
#include "model/trace.h"
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace lanescope::ptx {
namespace {

std::string kernel(const std::string& body) {
    return ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p) {\n.reg .b128 "
           "%w<4>;\n"
           ".reg .b64 %p, %o, %s<5>;\n.reg .b32 %t, %r<10>;\n.reg .b16 %h<10>;\n.reg .f32 %f<5>;\n"
           ".reg .pred %q, %z;\n.shared .align 16 .b8 box[512];\nld.param.u64 %p, [p];\nmov.u32 %t, "
           "%tid.x;\n" +
           body + "ret;\n}\n";
}

template<class T>
std::vector<T> run(const std::string& body, const std::vector<T>& memory, std::uint32_t threads = 1,
                   std::uint32_t blocks = 1, model::AccessSink* sink = nullptr) {
    Runner runner(kernel(body));
    runner.config.sink = sink;
    const std::uint64_t p = runner.buffer(memory);
    runner.launch("k", {blocks, 1, 1}, {threads, 1, 1}, Parameters().add(p));
    return runner.read<T>(p, memory.size());
}

TEST(WideRegisters, AreMovedLoadedAndStored) {
    model::Trace trace;
    const auto results = run<std::uint64_t>(
        "ld.global.b128 %w0, [%p];\nmov.b128 {%s0, %s1}, %w0;\nmov.b128 %w1, {%s1, %s0};\nmov.b128 %w2, "
        "%w1;\n"
        "st.shared.b128 [box+16], %w2;\nld.shared.b128 %w3, [box+16];\nst.global.b128 [%p+16], %w3;\n",
        {0x0123456789abcdef, 0xfedcba9876543210, 0, 0}, 1, 1, &trace);
    EXPECT_EQ(results, (std::vector<std::uint64_t>{0x0123456789abcdef, 0xfedcba9876543210, 0xfedcba9876543210,
                                                   0x0123456789abcdef}));
    ASSERT_EQ(trace.accesses().size(), 4U);
    for (const model::WarpAccess& access : trace.accesses()) EXPECT_EQ(access.width, 16);
}

TEST(WideRegisters, AreExchanged) {
    const auto results = run<std::uint64_t>(
        "mov.b64 %s0, 7;\nmov.b64 %s1, 9;\nmov.b128 %w0, {%s0, %s1};\natom.global.exch.b128 %w1, [%p], %w0;\n"
        "st.global.b128 [%p+16], %w1;\natom.global.cas.b128 %w2, [%p], %w1, %w1;\nst.global.b128 [%p+32], "
        "%w2;\n"
        "atom.global.cas.b128 %w2, [%p], %w0, %w1;\n",
        {1, 2, 0, 0, 0, 0});
    EXPECT_EQ(results, (std::vector<std::uint64_t>{1, 2, 1, 2, 7, 9}));
}

/// All threads of all blocks count in both halves at once.
TEST(WideRegisters, AreCountedUpByAll) {
    const auto results = run<std::uint64_t>(
        "ld.global.b128 %w0, [%p];\nLOOP:\nmov.b128 {%s0, %s1}, %w0;\nadd.u64 %s0, %s0, 1;\nadd.u64 "
        "%s1, %s1, 3;\nmov.b128 %w1, {%s0, %s1};\natom.global.cas.b128 %w2, [%p], %w0, %w1;\nmov.b128 "
        "{%s2, %s3}, %w2;\nmov.b128 {%s0, %s1}, %w0;\nmov.b128 %w0, %w2;\nsetp.ne.u64 "
        "%q, %s0, %s2;\nsetp.ne.or.u64 %z, %s1, %s3, %q;\n@%z bra LOOP;\n",
        {0, 5}, 64, 8);
    EXPECT_EQ(results, (std::vector<std::uint64_t>{512, 5 + 3 * 512}));
}

TEST(SmallFloats, OfFourBitsComeTwoInAByte) {
    const auto results = run<std::uint32_t>(
        ".reg .b8 %y, %z;\nld.global.v2.f32 {%f0, %f1}, [%p];\ncvt.rn.satfinite.e2m1x2.f32 %y, %f0, %f1;\n"
        "ld.global.v2.f32 {%f0, %f1}, [%p+8];\ncvt.rn.satfinite.e2m1x2.f32 %z, %f0, %f1;\nmov.b16 %h0, {%y, "
        "%z};\n"
        "cvt.u32.u16 %r0, %h0;\nmov.b32 %r1, {%y, 0, 0, %z};\nmov.b16 {%z, %y}, %h0;\ncvt.rn.f16x2.e2m1x2 "
        "%r2, %y;\n"
        "cvt.rn.relu.f16x2.e2m1x2 %r3, %z;\nst.global.v4.b32 [%p], {%r0, %r1, %r2, %r3};\n",
        {0x40a00000, 0xbf400000, 0xff800000, 0x7fc00000}); // 5, -0.75, -infinity, not-a-number
    // 4 and -1, -6 and 6
    EXPECT_EQ(results, (std::vector<std::uint32_t>{0xf76a, 0xf700006a, 0xc6004600, 0x44000000}));
}

TEST(VectorAtomics, AddEachElement) {
    model::Trace trace;
    const auto results = run<float>(
        "mov.f32 %f0, 0f3F800000;\nmov.f32 %f1, 0f40000000;\nred.global.v4.f32.add [%p], {%f0, %f1, %f0, "
        "%f1};\n"
        "bar.sync 0;\nmov.f32 %f2, 0f00000000;\natom.global.v2.f32.add {%f3, %f4}, [%p], {%f2, %f2};\n"
        "st.global.v2.f32 [%p+16], {%f3, %f4};\n",
        {0, 0, 0.5F, 0, 0, 0}, 32, 1, &trace);
    EXPECT_EQ(results, (std::vector<float>{32, 64, 32.5F, 64, 32, 64}));
    ASSERT_EQ(trace.accesses().size(), 3U);
    EXPECT_EQ(trace.accesses()[0].width, 16);
    EXPECT_EQ(trace.accesses()[0].operation, model::Operation::Reduction);
    EXPECT_EQ(trace.accesses()[1].width, 8);
    EXPECT_EQ(trace.accesses()[1].operation, model::Operation::Atomic);
}

TEST(VectorAtomics, OfHalvesTakeTheLeastAndTheMost) {
    // 1, -2, not-a-number, 3 and the same in bf16; against 2, -1, 5, not-a-number
    const auto results = run<std::uint16_t>(
        "mov.b16 %h0, 0x4000;\nmov.b16 %h1, 0xbc00;\nmov.b16 %h2, 0x4500;\nmov.b16 %h3, 0x7e00;\n"
        "atom.global.v4.f16.min.noftz {%h4, %h5, %h6, %h7}, [%p], {%h0, %h1, %h2, %h3};\n"
        "st.global.v4.b16 [%p+8], {%h4, %h5, %h6, %h7};\nred.global.v2.f16.max.noftz [%p+24], {%h0, %h1};\n"
        "mov.b32 %r0, 0x4000c000;\nred.global.v2.bf16x2.add.noftz [%p+16], {%r0, %r0};\n",
        {0x3c00, 0xc000, 0x7e00, 0x4200, 0, 0, 0, 0, 0x3f80, 0x3f80, 0xc000, 0x4000, 0x3c00, 0xc000});
    EXPECT_EQ(results, (std::vector<std::uint16_t>{0x3c00, 0xc000, 0x4500, 0x4200, 0x3c00, 0xc000, 0x7e00,
                                                   0x4200, 0xbf80, 0x4040, 0xc080, 0x4080, 0x4000, 0xbc00}));
}

} // namespace
} // namespace lanescope::ptx
