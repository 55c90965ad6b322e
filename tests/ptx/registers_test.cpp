// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// How many registers a kernel is taken to need.
#include "run_ptx.h"

#include <gtest/gtest.h>

namespace lanescope::ptx {
namespace {

TEST(Registers, AreThoseOfMachineCodeWhereThereIsSome) {
    const std::string text = withHeader(".visible .entry one() { ret; }\n.visible .entry other() { ret; }\n");
    const auto module = Module::parse(text, "registers.ptx", {{"one", 40}});
    EXPECT_EQ(module->find("one")->registers, 40);
    EXPECT_EQ(module->find("other")->registers,
              Module::parse(text, "registers.ptx")->find("other")->registers);
}

int registersOfText(const std::string& text, const std::string& kernel = "kernel") {
    return Module::parse(withHeader(text), "registers.ptx")->find(kernel)->registers;
}

/// Loads so many values before it adds them, of a type ("f32") with registers of its size.
std::string sumOf(int values, const std::string& type, const std::string& directives = "") {
    const std::string bits = "b" + type.substr(1);
    const int size = std::stoi(type.substr(1)) / 8;
    std::string body;
    for (int i = 0; i < values; ++i)
        body +=
            "ld.global." + type + " %v" + std::to_string(i) + ", [%rd0+" + std::to_string(i * size) + "];\n";
    body += "bar.sync 0;\n"; // no load goes beyond it
    for (int i = 1; i < values; ++i) body += "add." + type + " %v0, %v0, %v" + std::to_string(i) + ";\n";
    return ".visible .entry kernel(.param .u64 p)\n" + directives + "\n{ .reg ." + bits + " %v<" +
           std::to_string(values) + ">; .reg .b64 %rd<1>;\nld.param.u64 %rd0, [p];\n" + body + "st.global." +
           type + " [%rd0], %v0;\nret; }\n";
}

TEST(Registers, GrowWithWhatIsLiveAtOnce) {
    const int few = registersOfText(sumOf(8, "f32")), many = registersOfText(sumOf(60, "f32"));
    EXPECT_GE(few, 8);
    EXPECT_LE(few, 32) << "with so many a multiprocessor is full";
    EXPECT_GE(many, 60);
    EXPECT_LE(many, 70);
}

TEST(Registers, OfSixtyFourBitsAreTwo) {
    const int wide = registersOfText(sumOf(40, "f64"));
    EXPECT_GE(wide, 80);
    EXPECT_LE(wide, 90);
}

TEST(Registers, AreBoundByDirectives) {
    EXPECT_EQ(registersOfText(sumOf(60, "f32", ".maxnreg 40")), 40);
    // 2 blocks of 32 warps: 65536 / 2048 threads.
    EXPECT_EQ(registersOfText(sumOf(60, "f32", ".maxntid 1024, 1, 1\n.minnctapersm 2")), 32);
    // 65536 / 32 / 9 warps = 227.6, in units of 8.
    EXPECT_EQ(registersOfText(sumOf(240, "f32", ".maxntid 288, 1, 1")), 224);
    EXPECT_LE(registersOfText(sumOf(400, "f32")), 255);
}

TEST(Registers, PredicatesAndConstantsAndParametersTakeNone) {
    std::string body;
    for (int i = 0; i < 80; ++i) {
        const std::string n = std::to_string(i);
        body += "ld.param.u32 %r" + n + ", [n];\nmov.u32 %c" + n + ", " + n + ";\nsetp.gt.u32 %p" + n +
                ", %tid.x, " + n + ";\n";
    }
    body += "mov.u32 %s, 0;\nbar.sync 0;\n";
    for (int i = 0; i < 80; ++i) {
        const std::string n = std::to_string(i);
        body += "@%p" + n + " add.u32 %s, %s, %r" + n + ";\nadd.u32 %s, %s, %c" + n + ";\n";
    }
    const int found = registersOfText(".visible .entry kernel(.param .u64 p, .param .u32 n)\n{ .reg .pred "
                                      "%p<80>; .reg .b32 %r<80>, %c<80>, "
                                      "%s; .reg .b64 %rd;\n" +
                                      body + "ld.param.u64 %rd, [p];\nst.global.u32 [%rd], %s;\nret; }\n");
    EXPECT_GT(found, 0);
    EXPECT_LE(found, 16);
}

TEST(Registers, OfAKernelAreThoseOfWhatItCalls) {
    const std::string sum = sumOf(60, "f32");
    const std::string function =
        ".func big(.param .u64 p)\n" + sum.substr(sum.find('{')) +
        ".visible .entry kernel(.param .u64 q)\n{ .reg .b64 %rd;\nld.param.u64 %rd, [q];\n{ .param .b64 a;\n"
        "st.param.b64 [a], %rd;\ncall.uni big, (a);\n}\nret; }\n";
    EXPECT_GE(registersOfText(function), 60);
}

TEST(Registers, LiveThroughALoopThatDoesNotUseThem) {
    std::string body, after;
    for (int i = 0; i < 50; ++i) {
        const std::string n = std::to_string(i), at = std::to_string(4 * i);
        body += "ld.global.u32 %r" + n + ", [%rd+" + at + "];\n";
        after += "st.global.u32 [%rd+" + at + "], %r" + n + ";\n";
    }
    const std::string text = ".visible .entry kernel(.param .u64 p)\n{ .reg .pred %p; .reg .b32 %r<50>, %i; "
                             ".reg .b64 %rd;\nld.param.u64 %rd, [p];\n" +
                             body +
                             "mov.u32 %i, 0;\nagain:\nadd.u32 %i, %i, 1;\nsetp.lt.u32 %p, %i, 100;\n"
                             "@%p bra again;\n";
    EXPECT_GE(registersOfText(text + after + "ret; }\n"), 50);
    EXPECT_LE(registersOfText(text + "ret; }\n"), 16) << "nobody reads what was loaded";
}

} // namespace
} // namespace lanescope::ptx
