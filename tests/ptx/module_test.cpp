// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What a module says of itself, and text that is no module.
#include "ptx/decode/line_sums.h"
#include "ptx/program/program.h"
#include "ptx/syntax/link_names.h"
#include "run_ptx.h"

#include <gtest/gtest.h>

namespace lanescope::ptx {
namespace {

std::string errorOf(const std::string& text) {
    try {
        Module::parse(text, "broken.ptx");
    } catch (const ParseError& error) {
        return error.what();
    }
    return "";
}

TEST(Module, KernelsAndTheirParameters) {
    const auto module =
        Module::parse(withHeader(".visible .entry _Z5scalePfi(.param .u64 .ptr .global .align 4 p, .param "
                                 ".u32 n, .param .align 8 .b8 s[12], .param .u64 last)\n.maxntid 128, 2, 1\n"
                                 "{ .shared .align 4 .b8 a[100]; .shared .align 16 .b8 b[32]; .reg .b32 "
                                 "%r<3>; mov.u32 %r0, a; mov.u32 %r1, b; ret; }\n"
                                 ".entry other() { ret; }\n"),
                      "two.ptx");
    ASSERT_EQ(module->kernels().size(), 2u);
    const Kernel* kernel = module->find("scale");
    ASSERT_NE(kernel, nullptr);
    EXPECT_EQ(kernel->name, "_Z5scalePfi");
    EXPECT_EQ(module->find("_Z5scalePfi"), kernel);
    EXPECT_EQ(module->find("scalePfi"), nullptr);
    ASSERT_EQ(kernel->parameters.size(), 4u);
    EXPECT_EQ(kernel->parameters[0].type, "u64");
    EXPECT_EQ(kernel->parameters[1].offset, 8u);
    EXPECT_EQ(kernel->parameters[2].type, "b8[12]");
    EXPECT_EQ(kernel->parameters[2].offset, 16u);
    EXPECT_EQ(kernel->parameters[2].size, 12u);
    EXPECT_EQ(kernel->parameters[3].offset, 32u);
    EXPECT_EQ(kernel->parameterBytes, 40u);
    EXPECT_EQ(kernel->maxThreads, 256u);
    EXPECT_EQ(kernel->staticSharedBytes, 112u + 32u);
    EXPECT_EQ(module->find("other")->maxThreads, 1024u);
}

TEST(Module, WhichParametersAreTextures) {
    const auto module = Module::parse(
        withHeader(
            // A structure's second word, and one of two that is chosen.
            ".entry direct(.param .u64 n, .param .align 8 .b8 s[16], .param .u64 a, .param .u64 b)\n"
            "{ .reg .b64 %rd<8>; .reg .f32 %f<8>; .reg .pred %p;\n"
            "ld.param.u64 %rd0, [n]; ld.param.u64 %rd1, [s+8]; ld.param.u64 %rd2, [a]; ld.param.u64 %rd3, "
            "[b];\n"
            "setp.eq.u64 %p, %rd0, 0; selp.b64 %rd4, %rd2, %rd3, %p; mov.u64 %rd5, %rd4;\n"
            "tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%rd1, {%f4, %f5}];\n"
            "tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%rd5, {%f4, %f5}]; ret; }\n"
            ".entry found(.param .u64 list)\n"
            "{ .reg .b64 %rd<4>; .reg .f32 %f<8>; ld.param.u64 %rd0, [list]; ld.global.u64 %rd1, [%rd0];\n"
            "tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%rd1, {%f4, %f5}]; ret; }\n"
            ".entry none(.param .u64 n) { ret; }\n"),
        "textures.ptx");
    EXPECT_EQ(module->find("direct")->textureHandles, (std::vector<std::uint32_t>{16, 24, 32}));
    EXPECT_FALSE(module->find("direct")->findsHandles);
    EXPECT_TRUE(module->find("found")->textureHandles.empty());
    EXPECT_TRUE(module->find("found")->findsHandles);
    EXPECT_TRUE(module->find("none")->textureHandles.empty());
    EXPECT_FALSE(module->find("none")->findsHandles);
}

TEST(Module, PlainNamesMustBeUnique) {
    const auto module =
        Module::parse(withHeader(".entry _Z4copyIfEvPT_() { ret; }\n.entry _Z4copyIiEvPT_() { ret; }\n.entry "
                                 "_ZN3lab4fillEPf() { ret; }\n.entry _ZL5quietv() { ret; }"),
                      "names.ptx");
    EXPECT_EQ(module->find("copy"), nullptr);
    ASSERT_NE(module->find("fill"), nullptr);
    EXPECT_EQ(module->find("fill")->name, "_ZN3lab4fillEPf");
    EXPECT_NE(module->find("quiet"), nullptr);
}

TEST(Module, InlinedHeaderCodeBelongsToTheCallersLine) {
    const auto module = Module::parse(
        withHeader(
            ".visible .entry k(.param .u64 p) {\n.reg .b64 %p;\n.reg .b32 %r;\nld.param.u64 %p, [p];\n.loc 1 "
            "12 5\nld.global.u32 %r, [%p];\n"
            ".loc 2 300 1, function_name $L__info, inlined_at 1 13 7\nst.global.u32 [%p], %r;\n.loc 3 40 1, "
            "function_name $L__info+4, inlined_at 1 14 7\nst.global.u32 [%p+4], %r;\nret;\n}\n"
            ".file 1 \"/home/me/./wave.cu\"\n.file 2 \"/usr/local/cuda/include/sm_30_intrinsics.hpp\"\n"
            ".file 3 \"/home/me/sub/../helper.cuh\", 1700000000, 99\n"),
        "where.ptx");
    ASSERT_EQ(module->sites().size(), 3u);
    EXPECT_EQ(module->sites()[0].line, 12u);
    EXPECT_EQ(module->sites()[0].file, "/home/me/wave.cu");
    EXPECT_EQ(module->sites()[1].line, 13u);
    EXPECT_EQ(module->sites()[1].file, "/home/me/wave.cu");
    EXPECT_EQ(module->sites()[2].line, 40u);
    EXPECT_EQ(module->sites()[2].file, "/home/me/helper.cuh");
    EXPECT_EQ(module->sites()[1].ptx, "st.global.u32 [%p], %r");
}

TEST(Module, HeadersOfTheToolkitAreToldFromAProgramsOwn) {
    for (const char* toolkits :
         {"/usr/local/cuda-13.0/bin/../targets/x86_64-linux/include/cuda_fp16.hpp",
          "/usr/local/cuda/include/sm_30_intrinsics.hpp", "/usr/include/c++/12/cmath",
          "cuda/include/texture_indirect_functions.h", "/opt/cuda/include/cub/block/block_scan.cuh",
          "/home/me/venv/lib/python3/site-packages/nvidia/cu13/include/cccl/thrust/for_each.h"})
        EXPECT_TRUE(isToolkitHeader(toolkits)) << toolkits;
    for (const char* own :
         {"/home/me/project/include/step.cuh", "/home/me/cuda/include/step.cuh",
          "/home/me/cutlass/include/cutlass/array.h", "/home/me/my_cuda_runtime.cu", "step.cuh"})
        EXPECT_FALSE(isToolkitHeader(own)) << own;
}

TEST(Module, AmountsOfInstructionsAreSummedByLine) {
    const auto module = Module::parse(
        withHeader(
            ".visible .entry k() {\n.reg .b32 %r;\nmov.u32 %r, 1;\n.loc 1 12 5\nadd.u32 %r, %r, 1;\n"
            ".loc 1 20 5\nadd.u32 %r, %r, 2;\n.loc 2 300 1, function_name $L__info, inlined_at 1 12 7\n"
            "add.u32 %r, %r, 3;\n.loc 3 12 1\nadd.u32 %r, %r, 4;\nret;\n}\n.file 1 "
            "\"/home/me/wave.cu\"\n.file 2 \"/usr/local/cuda/include/sm_30_intrinsics.hpp\"\n.file 3 "
            "\"/home/me/helper.cuh\"\n"),
        "where.ptx");
    const std::vector<double> amounts{0.5, 1, 8, 2, 4};
    ASSERT_GE(module->machineCode().instructions.size(), amounts.size());
    const std::vector<LineSum> lines = sumByLine(*module, amounts);
    ASSERT_EQ(lines.size(), 4u);
    const auto is = [](const LineSum& line, std::string_view file, std::uint32_t number, double sum) {
        return line.file == file && line.line == number && line.sum == sum;
    };
    EXPECT_TRUE(is(lines[0], "/home/me/wave.cu", 20, 8));
    EXPECT_TRUE(is(lines[1], "/home/me/helper.cuh", 12, 4)) << "a line of that number is in another file too";
    EXPECT_TRUE(is(lines[2], "/home/me/wave.cu", 12, 3)) << "with what was inlined there";
    EXPECT_TRUE(is(lines[3], "", 0, 0.5)) << "without line information";
}

/// A file whose kernel loads from a variable of its own; `more` stands before it.
std::string fileOf(const std::string& kernel, const std::string& source, const std::string& more) {
    return withHeader(more + ".global .align 4 .u32 $own[4] = {" + std::to_string(kernel.size()) +
                      "};\n.visible .entry " + kernel +
                      "() {\n.reg .b32 %r;\n.loc 1 12 5\nld.global.u32 %r, [$own];\nret;\n}\n.file 1 \"" +
                      source + "\"\n");
}

TEST(Module, FilesOfAProgramAreLinked) {
    const std::string first =
                          fileOf("a", "/a.cu", ".weak .global .u32 both = 1;\n.extern .global .u32 far;\n"),
                      second =
                          fileOf("bb", "/b.cu", ".weak .global .u32 both = 1;\n.visible .global .u32 far;\n");
    EXPECT_EQ(filesOf(first + second), (std::vector<std::string_view>{first, second}));
    const auto module = Module::parse(first + second, "linked.ptx");
    ASSERT_EQ(module->sites().size(), 2u);
    EXPECT_EQ(module->sites()[0].file, "/a.cu");
    EXPECT_EQ(module->sites()[1].file, "/b.cu");
    EXPECT_EQ(module->sites()[1].line, 12u);
    EXPECT_EQ(module->program().variables.size(), 4u) << "two own ones, `both` and `far`";

    const std::string weak = ".weak .func f() { ret; }\n",
                      strong = ".visible .func f() { bar.sync 0; ret; }\n";
    for (const auto& [one, other] : {std::pair(weak, strong), std::pair(strong, weak)}) {
        const auto either =
            Module::parse(fileOf("a", "/a.cu", one) + fileOf("bb", "/b.cu", other), "weak.ptx");
        ASSERT_EQ(either->program().functions.size(), 3u);
        const Function& taken = either->program().functions.front();
        EXPECT_GT(taken.end - taken.begin, 1u) << "the strong one is taken";
    }
    EXPECT_EQ(errorOf(fileOf("a", "/a.cu", strong) + fileOf("bb", "/b.cu", strong)),
              "broken.ptx:16: 'f' is defined twice");
    EXPECT_EQ(errorOf(fileOf("a", "/a.cu", ".func f() { ret; }\n") + fileOf("bb", "/b.cu", strong)),
              "broken.ptx:16: 'f' is another file's own");
    EXPECT_EQ(
        errorOf(fileOf("a", "/a.cu", ".func f() { ret; }\n") + fileOf("bb", "/b.cu", ".func f() { ret; }\n")),
        "");
}

TEST(Module, DebugSectionsAreSkipped) {
    EXPECT_EQ(errorOf(withHeader(".entry k() { ret; }\n.section .debug_info\n{\n.b32 84\n.b8 \"}\"\n.b64 "
                                 ".debug_abbrev\n{ .b8 1 }\n}\n")),
              "");
}

struct Broken {
    const char* text;    ///< behind the header
    const char* message; ///< part of the error; "" for any
};

TEST(Module, WhatIsWrongIsToldWithItsLine) {
    const Broken all[] = {
        {".entry k() {\n", "function without its closing brace"},
        {".entry k() { mov.u32 %r0, 1; }", "'%r0' is not declared"},
        {".entry k() { .reg .b32 %r<4>; mov.u32 %r4, 1; }", "is not declared"},
        {".entry k() { bra nowhere; }", "'nowhere' is no label"},
        {".entry k() { L: L: ret; }", "is defined twice"},
        {".entry k() { { L: L: ret; } }", "label 'L' is defined twice"},
        {".entry k() { { L: ret; } bra L; }", "'L' is no label"},
        {".entry k() { .reg .b64 %l; add.u32 %l, %l, 1; }",
         "a register of 64 bits where one of 32 is expected"},
        {".entry k() { .reg .b32 %r; add.u32 %r, %r; }", "'add' with 2 operands"},
        {".entry k() { .reg .b32 %r; mul.u32 %r, %r, %r; }", "needs .lo, .hi or .wide"},
        {".entry k() { .reg .f32 %f; add.f32 %f, %f, 1; }", "an integer constant where a float is expected"},
        {".entry k() { .reg .b32 %r; @%r bra L; L: ret; }", "no predicate register"},
        {".entry k() { .reg .pred %p; .reg .b32 %r; add.u32 %r, %r, %p; }",
         "a predicate where a number is expected"},
        {".entry k() { .reg .b32 %r; ld.global.u32 %r, [%r]; }", "an address register has 64 bits"},
        {".entry k() { .reg .b64 %l; .reg .b32 %r; ld.global.v2.u32 %r, [%l]; }",
         "as many registers as it has elements"},
        {".entry k() { .reg .b64 %l; ld.global.u32 %l, %l; }", "an address in brackets is expected"},
        {".entry k() { .reg .b32 %r; ld.param.u32 %r, [k_param_0]; }", "is not declared"},
        {".entry k(.param .u32 a) { .reg .b64 %l; ld.param.u64 %l, [a]; }", "beyond the kernel's parameters"},
        {".entry k(.param .u32 a) { .reg .b32 %r; st.param.u32 [a], %r; }", "cannot be written"},
        {".entry k() { call f; }", "'f' is not declared"},
        {".func f(.param .b32 a);\n.entry k() { call f; }", "with other arguments"},
        {".entry k() { ret; }\n.entry k() { ret; }", "is defined twice"},
        {".global .u32 a; .global .u32 a;", "is declared twice"},
        {".global .u32 a[2] = {1, 2, 3};", "more initial values than elements"},
        {".global .u64 a = b;", "'b' is not declared"},
        {".global .align 3 .b8 a[4];", "power of two"},
        {".global .b8 a[99999999999999];", ""},
        {".shared .b8 a[1099511627776];\n.entry k() { .reg .b64 %l; mov.u64 %l, a; }",
         "too much shared memory"},
        {".entry k() { .reg .b32 %r<99999999>; ret; }", ""},
        {".entry k() { .local .b8 a[9999999]; ret; }", "512 KiB of local memory"},
        {".entry k() { .reg .b32 %r; mov.u32 %r, 0x; }", ""},
        {".entry k() { .reg .b32 %r; mov.u32 %r, 99999999999999999999999; }", "out of range"},
        {".entry k() { .reg .f32 %f; mov.f32 %f, 0f12; }", "8 hexadecimal digits"},
        {".entry k() { /* no end", "comment without an end"},
        {".file 1 \"no end\n", "string without an end"},
        {".entry k() { \x01 }", "unexpected character"},
        {".nonsense", "unknown directive"},
        {".entry k() { .reg .b32 %r; lop3.b32 %r, %r, %r, %r, 256; }", "8 bits"},
        {".entry k() { .reg .b32 %r; .reg .b64 %l; ld.global.u32 %r, [%l; }", "']' expected"},
        {".entry k() { {{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{ }",
         "nest too deep"},
        {".entry k() { .reg .b32 %r; mov.u32 {{%r}}, 1; }", "lists do not nest"},
        {".entry k() { .reg .b32 %r; brx.idx %r, ts; }", "no list of branch targets"},
        {".entry k() { .reg .b32 %r; .shared .b8 a[4]; ld.global.u32 %r, [a]; }", "another state space"},
    };
    for (const Broken& each : all) {
        SCOPED_TRACE(each.text);
        const std::string error = errorOf(withHeader(each.text));
        EXPECT_EQ(error.rfind("broken.ptx:", 0), 0u) << error;
        EXPECT_NE(error.find(each.message), std::string::npos) << error;
        EXPECT_EQ(error.find('\n'), std::string::npos);
    }
    EXPECT_EQ(errorOf(withHeader(".entry k() {\n.reg .b32 %r;\nadd.u32 %r, %r;\n}")),
              "broken.ptx:6: 'add' with 2 operands");
    EXPECT_NE(errorOf(""), "");
    EXPECT_NE(errorOf("int main() {}"), "");
    EXPECT_NE(errorOf(".version 8.0\n.target sm_50\n.address_size 32\n").find("64-bit"), std::string::npos);
}

TEST(Module, TextCutAnywhereIsAnErrorOrWhole) {
    const std::string whole = withHeader(
        ".global .align 8 .u64 a[2] = {1, generic(b)+8};\n.global .b8 b[16];\n.func (.param .b32 r) f(.param "
        ".b32 x) { .reg .b32 %r<3>; ld.param.b32 %r1, [x]; st.param.b32 [r], %r1; ret; }\n"
        ".visible .entry k(.param .u64 p) {\n.reg .pred %p<2>;\n.reg .b64 %l<3>;\n.reg .b32 "
        "%r<5>;\nld.param.u64 %l1, [p];\nsetp.lt.and.u32 %p1|%p0, %r1, 0x10, %p1;\n@!%p1 bra L;\n"
        "{ .param .b32 q; st.param.b32 [q], %r1; .param .b32 s; call.uni (s), f, (q); ld.param.b32 %r2, [s]; "
        "}\nL: st.global.v2.u32 [%l1+-8], {%r1, %r2};\nret;\n}\n");
    EXPECT_EQ(errorOf(whole), "");
    for (std::size_t length = 0; length < whole.size(); ++length) {
        try {
            Module::parse(whole.substr(0, length), "cut.ptx");
        } catch (const ParseError&) {
            // an error is as good as a shorter module; anything else fails the test
        }
    }
}

} // namespace
} // namespace lanescope::ptx
