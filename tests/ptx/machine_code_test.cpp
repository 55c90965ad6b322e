// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What ptxas is taken to make of PTX: which loops it unrolls, what it shares, what it predicates.
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace lanescope::ptx {
namespace {

using model::MachineCode;
using model::MachineInstruction;

MachineCode codeOf(const std::string& body) {
    const std::string registers =
        "{ .reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .f32 %f<20>; .reg .pred %p<5>;\n";
    return Module::parse(withHeader(".visible .entry kernel(.param .u64 p)\n" + registers +
                                    "ld.param.u64 %rd0, [p];\nld.param.u32 %r9, [p];\n" + body + "ret; }\n"),
                         "code.ptx")
        ->machineCode();
}

/// A loop whose turn begins with `turn` and that is counted by %r0.
std::string countedLoop(const std::string& turn) {
    return "mov.u32 %r0, 0;\nloop:\n" + turn +
           "add.s32 %r0, %r0, 1;\nsetp.ne.s32 %p0, %r0, %r9;\n@%p0 bra loop;\n";
}

/// The first instruction of the loop that is unrolled; nullptr: none is.
const MachineInstruction* unrolled(const MachineCode& code) {
    const auto first = std::ranges::find_if(code.instructions, [](const auto& in) { return in.turn != 0; });
    return first == code.instructions.end() ? nullptr : &*first;
}

constexpr const char* kSum = "ld.global.f32 %f1, [%rd0];\nadd.f32 %f0, %f0, %f1;\nadd.s64 %rd0, %rd0, 4;\n";

TEST(MachineCode, LoadsOfFourTurnsAreInFlightAtOnce) {
    const MachineCode code = codeOf(countedLoop(kSum));
    const MachineInstruction* load = unrolled(code);
    ASSERT_NE(load, nullptr);
    EXPECT_EQ(load->turn, 6);
    const MachineInstruction& sum = load[1];
    EXPECT_LT(*std::ranges::max_element(load->placeOfFour), *std::ranges::min_element(sum.placeOfFour));
    EXPECT_LT(*std::ranges::max_element(load->placeOfTwo), *std::ranges::min_element(sum.placeOfTwo));
    EXPECT_TRUE(std::ranges::is_sorted(sum.placeOfFour)) << "each waits for the one before";
    EXPECT_EQ(load->every, 1);
    EXPECT_EQ(load[2].every, 4) << "an offset of the address";
}

TEST(MachineCode, LoadsThatWaitForEachOtherAreNot) {
    const MachineCode code = codeOf(countedLoop("ld.global.u64 %rd0, [%rd0];\nadd.s64 %rd1, %rd1, %rd0;\n"));
    const MachineInstruction* load = unrolled(code);
    ASSERT_NE(load, nullptr);
    EXPECT_TRUE(std::ranges::is_sorted(load->placeOfFour));
    EXPECT_EQ(load->turnOf(0, 3), 2U) << "from the turn before";
    EXPECT_EQ(load->turnOf(0, 1), 0U) << "from before the loop";
    EXPECT_EQ(load[1].turnOf(1, 3), 3U);
}

TEST(MachineCode, SixteenRegistersWaitForLoads) {
    std::string turn;
    for (int i = 1; i <= 8; ++i) {
        const std::string n = std::to_string(i);
        turn += "ld.global.f32 %f" + n + ", [%rd0+" + std::to_string(i * 256) + "];\n";
        turn += "add.f32 %f0, %f0, %f" + n + ";\n";
    }
    const MachineCode code = codeOf(countedLoop(turn + "add.s64 %rd0, %rd0, 4;\n"));
    const MachineInstruction* load = unrolled(code);
    ASSERT_NE(load, nullptr);
    const unsigned firstUse = load[1].placeOfFour[0];
    unsigned before = 0;
    for (int i = 0; i < 8; ++i)
        before += static_cast<unsigned>(
            std::ranges::count_if(load[2 * i].placeOfFour, [&](unsigned place) { return place < firstUse; }));
    EXPECT_EQ(before, 16U);
}

TEST(MachineCode, OnlyLoopsWhoseTurnsAreCountedAreUnrolled) {
    EXPECT_EQ(unrolled(codeOf("loop:\nld.global.u32 %r1, [%rd0];\nadd.s64 %rd0, %rd0, 4;\n"
                              "setp.ne.s32 %p0, %r1, 0;\n@%p0 bra loop;\n")),
              nullptr)
        << "a search";
    EXPECT_EQ(unrolled(codeOf("mov.u32 %r0, 0;\nloop:\nld.global.f32 %f1, [%rd0];\nadd.f32 %f0, %f0, %f1;\n"
                              "add.s32 %r0, %r0, %r9;\nsetp.lt.s32 %p0, %r0, 1000;\n@%p0 bra loop;\n")),
              nullptr)
        << "a step that is not known";
    EXPECT_EQ(unrolled(codeOf(countedLoop(".pragma \"nounroll\";\n" + std::string(kSum)))), nullptr);
    std::string large;
    for (int i = 0; i < 30; ++i) large += "fma.rn.f32 %f0, %f0, %f0, %f0;\n";
    EXPECT_EQ(unrolled(codeOf(countedLoop(large))), nullptr) << "too large without loads";
    EXPECT_NE(unrolled(codeOf(countedLoop(kSum + large))), nullptr);
}

unsigned instructionsOf(const MachineCode& code, std::size_t index) {
    const auto& all = code.costs[code.instructions[index].cost].instructions;
    return std::accumulate(all.begin(), all.end(), 0U);
}

/// LDS.128 of four words at a multiple of 16 bytes; a fifth alone, and those at 4 bytes' alignment alone.
TEST(MachineCode, NeighbouringLoadsAreJoinedWhereTheyAreAligned) {
    const auto merged = [](const std::string& scale) {
        const auto module = Module::parse(
            withHeader(
                ".visible .entry kernel(.param .u64 p)\n{ .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 "
                "%f<9>; .shared .align 16 .b8 tile[4096];\n"
                "mov.u32 %r0, %tid.x;\nshl.b32 %r1, %r0, " +
                scale +
                ";\nmov.u32 %r2, tile;\nadd.s32 %r3, %r2, %r1;\n"
                "ld.shared.f32 %f0, [%r3];\nld.shared.f32 %f1, [%r3+4];\nld.shared.f32 %f2, [%r3+8];\n"
                "ld.shared.f32 %f3, [%r3+12];\nld.shared.f32 %f4, [%r3+20];\n"
                "ld.param.u64 %rd0, [p];\nadd.f32 %f0, %f0, %f1;\nadd.f32 %f2, %f2, %f3;\n"
                "add.f32 %f0, %f0, %f2;\nadd.f32 %f0, %f0, %f4;\nst.global.f32 [%rd0], %f0;\nret; }\n"),
            "code.ptx");
        std::vector<bool> all;
        for (const model::Site& site : module->sites()) all.push_back(site.merged);
        return all;
    };
    EXPECT_EQ(merged("4"), (std::vector<bool>{true, true, true, true, false, false}));
    EXPECT_EQ(merged("2"), std::vector<bool>(6));
}

TEST(MachineCode, AsynchronousCopiesAreWaitedForByGroups) {
    const MachineCode code = codeOf("cp.async.ca.shared.global [%r0], [%rd0], 4, 4;\ncp.async.commit_group;\n"
                                    "cp.async.wait_group 1;\ncp.async.wait_all;\n");
    const MachineInstruction* copy = &code.instructions[2];
    EXPECT_TRUE(copy->copies);
    EXPECT_EQ(copy->results[0], MachineInstruction::kNoRegister) << "the address is none";
    EXPECT_EQ(copy[1].kind, model::MachineKind::Nothing) << "the emulator stores what it has loaded";
    EXPECT_EQ(copy[2].kind, model::MachineKind::CopyGroup);
    EXPECT_EQ(copy[3].kind, model::MachineKind::CopyWait);
    EXPECT_EQ(copy[3].groups, 1);
    EXPECT_EQ(copy[4].kind, model::MachineKind::CopyWait);
    EXPECT_EQ(copy[4].groups, 0);
}

TEST(MachineCode, LanesAreReducedBeforeAtomicsOf32Bits) {
    const MachineCode code =
        codeOf("atom.global.add.u32 %r1, [%rd0], %r2;\natom.global.max.u32 %r1, [%rd0], %r2;\n"
               "red.global.add.u64 [%rd0], %rd1;\nred.global.add.f32 [%rd0], %f1;\n"
               "atom.global.exch.b32 %r1, [%rd0], %r2;\n");
    std::vector<bool> aggregates;
    for (const MachineInstruction& in : code.instructions)
        if (in.kind == model::MachineKind::Access) aggregates.push_back(in.aggregates);
    EXPECT_EQ(aggregates, (std::vector<bool>{true, true, false, false, false}));
}

TEST(MachineCode, DivisionsByTheSameShareItsReciprocal) {
    const MachineCode code =
        codeOf("div.u32 %r1, %r2, %r9;\nrem.u32 %r3, %r4, %r9;\nbra next;\nnext:\nrem.u32 %r5, %r6, %r9;\n");
    std::vector<unsigned> divisions;
    for (std::size_t i = 0; i < code.instructions.size(); ++i)
        if (instructionsOf(code, i) > 6) divisions.push_back(instructionsOf(code, i));
    ASSERT_EQ(divisions.size(), 3U);
    EXPECT_LT(divisions[1] + 4, divisions[0]);
    EXPECT_GT(divisions[2], divisions[1]) << "behind a branch";
}

TEST(MachineCode, WhatHasABranchOfItsOwnIsNotPredicated) {
    const auto predicated = [](const char* inside) {
        const MachineCode code = codeOf("setp.gt.f32 %p1, %f2, %f3;\n@%p1 bra over;\n" + std::string(inside) +
                                        "over:\nst.global.f32 [%rd0], %f2;\n");
        return std::ranges::any_of(code.instructions, [](const auto& in) { return in.predicates != 0; });
    };
    EXPECT_TRUE(predicated("add.f32 %f2, %f2, %f3;\n"));
    EXPECT_FALSE(predicated("sqrt.rn.f32 %f2, %f3;\n"));
}

TEST(MachineCode, LoadsStayBehindWhatHasABranchOfItsOwn) {
    const auto endsStretch = [](const char* divides) {
        const MachineCode code = codeOf("ld.global.f32 %f1, [%rd0];\n" + std::string(divides) +
                                        " %f2, %f1, %f3;\nld.global.f32 %f4, [%rd0+4];\n");
        return code.instructions[3].last; // behind two parameters and a load
    };
    EXPECT_TRUE(endsStretch("div.rn.f32"));
    EXPECT_FALSE(endsStretch("div.approx.f32"));
}

} // namespace
} // namespace lanescope::ptx
