// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Lanes that part and meet, wait for one another, and the barriers of a block. Kernels run as optimised PTX
// and as written.
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <thread>

namespace lanescope::ptx {
namespace {

class Control : public ::testing::TestWithParam<bool> {
protected:
    void SetUp() override {
        if (const std::string why = whyNoKernels(); !why.empty()) GTEST_SKIP() << why;
        runner = std::make_unique<Runner>(kernelPtx("control", GetParam()), "control.ptx");
    }
    std::unique_ptr<Runner> runner;
};
INSTANTIATE_TEST_SUITE_P(Ptx, Control, ::testing::Values(false, true),
                         [](const auto& which) { return which.param ? "AsWritten" : "Optimised"; });

TEST_P(Control, LoopsOfDifferentLength) {
    std::vector<int> in(1000);
    std::iota(in.begin(), in.end(), 1);
    const std::uint64_t a = runner->buffer(in), b = runner->buffer(std::vector<int>(1000));
    runner->launch("collatz", {4, 1, 1}, {256, 1, 1}, Parameters().add(a).add(b).add(1000));
    const auto steps = runner->read<int>(b, 1000);
    for (int start = 1; start <= 1000; ++start) {
        int count = 0;
        for (long long x = start; x != 1; x = x % 2 == 0 ? x / 2 : 3 * x + 1) ++count;
        ASSERT_EQ(steps[static_cast<std::size_t>(start) - 1], count) << start;
    }
}

TEST_P(Control, LanesOfAWarpTakeALockInTurn) {
    const std::uint64_t lock = runner->buffer(std::vector<int>{0, 0});
    const LaunchOutcome result =
        runner->launch("lockEachLane", {3, 1, 1}, {96, 1, 1}, Parameters().add(lock).add(lock + 4));
    EXPECT_EQ(runner->read<int>(lock, 2), (std::vector<int>{0, 3 * 96}));
    ASSERT_FALSE(result.findings.empty());
    EXPECT_NE(result.findings.front().text().find("a loop waited for lanes of its own warp"),
              std::string::npos)
        << result.findings.front().text();
}

TEST_P(Control, LanesWaitForAnotherLane) {
    const std::uint64_t flag = runner->buffer(std::vector<int>{0}),
                        out = runner->buffer(std::vector<int>(32));
    runner->launch("handOver", {}, {32, 1, 1}, Parameters().add(flag).add(out));
    const auto values = runner->read<int>(out, 32);
    EXPECT_EQ(values[0], 42);
    for (int lane = 0; lane < 31; ++lane) EXPECT_EQ(values[static_cast<std::size_t>(lane) + 1], 42 + lane);
}

TEST_P(Control, AWarpWaitsForAnotherWarp) {
    const std::uint64_t flag = runner->buffer(std::vector<int>{0}),
                        out = runner->buffer(std::vector<int>(32));
    runner->launch("warpWaitsForWarp", {}, {64, 1, 1}, Parameters().add(flag).add(out));
    EXPECT_EQ(runner->read<int>(out, 32), std::vector<int>(32, 7));
}

TEST_P(Control, ShuffleAcrossBranches) {
    const std::uint64_t out = runner->buffer(std::vector<int>(33, 1));
    runner->launch("exchangeAcrossBranches", {}, {32, 1, 1}, Parameters().add(out));
    const auto values = runner->read<int>(out, 32);
    for (int lane = 0; lane < 32; ++lane) {
        const int other = lane ^ 16;
        EXPECT_EQ(values[static_cast<std::size_t>(lane)], other < 16 ? other * 10 + other : other * 100)
            << lane;
    }
}

TEST_P(Control, ABarrierOnBothSidesOfABranchIsOneBarrier) {
    const std::uint64_t out = runner->buffer(std::vector<int>(64));
    const LaunchOutcome result = runner->launch("barrierOnBothSides", {}, {64, 1, 1}, Parameters().add(out));
    const auto values = runner->read<int>(out, 64);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(values[static_cast<std::size_t>(i)], i % 2 == 0 ? 63 - i : i - 63);
    ASSERT_FALSE(result.findings.empty());
    EXPECT_NE(result.findings.front().text().find("divergent barrier: 16 of 32 live lanes"),
              std::string::npos)
        << result.findings.front().text();
    // lanes of one side of the branch, by name
    EXPECT_NE(result.findings.front().text().find(", block (0,0,0); there: lanes 0,2,4,6,8,10,12,14,16"),
              std::string::npos)
        << result.findings.front().text();
}

TEST_P(Control, ExitedThreadsCountAsArrived) {
    const std::uint64_t out = runner->buffer(std::vector<int>(64));
    const LaunchOutcome result = runner->launch("barrierAfterExit", {}, {64, 1, 1}, Parameters().add(out));
    const auto values = runner->read<int>(out, 64);
    EXPECT_EQ(std::count(values.begin(), values.end(), 1), 40);
    ASSERT_EQ(result.findings.size(), 1u);
    EXPECT_NE(result.findings[0].text().find("reached by 40 of 64 threads"), std::string::npos)
        << result.findings[0].text();
    EXPECT_EQ(result.findings[0].count, 1u);
    EXPECT_TRUE(result.findings[0].text().ends_with(
        ", block (0,0,0); there: all of warp 0, lanes 0-7 of warp 1; missing: lanes 8-31 of warp 1"))
        << result.findings[0].text();
}

TEST(Findings, LanesAreNamedByRangesAndWarpsByGroups) {
    const auto text = [](std::vector<std::uint32_t> lanes, std::uint64_t threads) {
        return lanesText(lanes, threads);
    };
    EXPECT_EQ(text({0xffffffff, 0xff}, 64), "all of warp 0, lanes 0-7 of warp 1");
    EXPECT_EQ(text({0xffffffff, 0xff}, 40), "all of warps 0-1"); // the second warp has 8 lanes
    EXPECT_EQ(text({0, 0x80000000, 0x80000000}, 96), "lane 31 of warps 1-2");
    EXPECT_EQ(text({0x80000201}, 32), "lanes 0,9,31 of warp 0");
    EXPECT_EQ(text({1, 2, 4, 8, 16, 32}, 192),
              "lane 0 of warp 0, lane 1 of warp 1, lane 2 of warp 2, lane 3 of warp 3 and 2 more warps");
    EXPECT_EQ(text({}, 32), "");
}

TEST_P(Control, LocalArraysAreALanesOwn) {
    std::vector<int> indices(32);
    for (int i = 0; i < 32; ++i) indices[static_cast<std::size_t>(i)] = i * 5;
    const std::uint64_t in = runner->buffer(indices), out = runner->buffer(std::vector<int>(32));
    runner->launch("localArray", {}, {32, 1, 1}, Parameters().add(in).add(out));
    const auto values = runner->read<int>(out, 32);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(values[static_cast<std::size_t>(i)], (i * 5 & 7) * i);
}

TEST_P(Control, ConstantsCanBeWrittenByTheHost) {
    const ModuleState::Variable table = runner->state->variable("table");
    ASSERT_NE(table.address, 0u);
    EXPECT_TRUE(table.constant);
    EXPECT_EQ(table.bytes, 128u);
    std::vector<int> values(32), indices(32);
    for (int i = 0; i < 32; ++i) {
        values[static_cast<std::size_t>(i)] = i * i;
        indices[static_cast<std::size_t>(i)] = 31 - i;
    }
    std::memcpy(runner->memory.view(table.address, 128).data(), values.data(), 128);
    const std::uint64_t in = runner->buffer(indices), out = runner->buffer(std::vector<int>(32));
    runner->launch("fromConstants", {}, {32, 1, 1}, Parameters().add(in).add(out));
    for (int i = 0; i < 32; ++i)
        EXPECT_EQ(runner->read<int>(out, 32)[static_cast<std::size_t>(i)], (31 - i) * (31 - i));
}

// --- PTX that a compiler does not write ---

std::vector<std::uint32_t> runBody(const std::string& body, std::uint32_t threads,
                                   const std::string& before = "") {
    Runner runner(withHeader(before +
                             ".visible .entry k(.param .u64 out) {\n.reg .b64 %out, %wide, %l<8>;\n.reg .b32 "
                             "%t, %r<16>;\n.reg .pred %p<8>;\n.reg .f32 %f<4>;\n.reg .b16 %h<8>;\n"
                             "ld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\nmul.wide.u32 %wide, %t, "
                             "4;\nadd.u64 %out, %out, %wide;\n" +
                             body + "\nst.global.u32 [%out], %r0;\nret;\n}\n"));
    const std::uint64_t out = runner.buffer(std::vector<std::uint32_t>(threads));
    runner.launch("k", {}, {threads, 1, 1}, Parameters().add(out));
    return runner.read<std::uint32_t>(out, threads);
}

TEST(Ptx, BarrierReductionsSeeTheWholeBlock) {
    const auto counts = runBody("setp.lt.u32 %p0, %t, 37;\nbar.red.popc.u32 %r0, 0, %p0;", 96);
    EXPECT_EQ(counts, std::vector<std::uint32_t>(96, 37));
    const auto logic =
        runBody("setp.lt.u32 %p0, %t, 95;\nbar.red.and.pred %p1, 0, %p0;\nbar.red.or.pred %p2, 0, "
                "!%p0;\nselp.u32 %r1, 1, 0, %p1;\nselp.u32 %r0, 2, 0, %p2;\nadd.u32 %r0, %r0, %r1;",
                96);
    EXPECT_EQ(logic, std::vector<std::uint32_t>(96, 2));
}

TEST(Ptx, ABranchTableTakesEachLaneToItsOwnPlace) {
    const auto values =
        runBody("and.b32 %r1, %t, 3;\nts: .branchtargets L0, L1, L2, L1;\nbrx.idx %r1, ts;\nL0: mov.u32 %r0, "
                "100;\nbra J;\nL1: mov.u32 %r0, 200;\nbra J;\nL2: mov.u32 %r0, 300;\n"
                "J: activemask.b32 %r2;\npopc.b32 %r2, %r2;\nadd.u32 %r0, %r0, %r2;",
                32);
    for (std::size_t i = 0; i < 32; ++i)
        EXPECT_EQ(values[i], (i % 4 == 0 ? 100u : i % 4 == 2 ? 300u : 200u) + 32);
}

// As ptxas has it; CUTLASS waits for its mbarriers so.
TEST(Ptx, ALabelInABlockIsSeenInItAndHidesOthers) {
    const auto wait = [](const char* amount) {
        return "{ .reg .pred %q; L: add.u32 %r0, %r0, " + std::string(amount) +
               "; setp.lt.u32 %q, %r0, 60; @%q bra L; bra DONE; { L: add.u32 %r0, %r0, 1000; } DONE: }\n";
    };
    const auto values = runBody("mov.u32 %r0, %t;\n" + wait("7") + wait("50") +
                                    "bra L;\nadd.u32 %r0, %r0, 5000;\nL: { ts: .branchtargets A, L, B;\n"
                                    "and.b32 %r1, %t, 1;\nbrx.idx %r1, ts;\nA: add.u32 %r0, %r0, 100;\n"
                                    "L: add.u32 %r0, %r0, 200;\nB: }",
                                32);
    for (std::uint32_t i = 0; i < 32; ++i) {
        std::uint32_t expected = i;
        for (const std::uint32_t amount : {7U, 50U}) do
                expected += amount;
            while (expected < 60);
        EXPECT_EQ(values[i], expected + (i % 2 == 0 ? 300 : 200)) << i;
    }
}

// An H200 gives 0 for a lane that does not take part, whatever the member mask says.
TEST(Ptx, AShuffleFromALaneThatIsNotThereGives0) {
    for (const char* elsewhere : {"@%p0 exit;", "@%p0 bra J;"})
        for (const char* mode : {"up", "down", "bfly", "idx"}) {
            const bool lowGone = std::string_view(mode) == "up"; // which reads the lanes below
            const std::string partner = std::string_view(mode) == "idx" ? "%r2" : "16";
            const bool exits = std::string_view(elsewhere).find("exit") != std::string_view::npos;
            const char* members = exits ? "0xffffffff" : lowGone ? "0xffff0000" : "0x0000ffff";
            const auto values =
                runBody("add.u32 %r1, %t, 100;\nadd.u32 %r2, %t, 16;\nmov.u32 %r0, 7;\nsetp." +
                            std::string(lowGone ? "lt" : "ge") + ".u32 %p0, %t, 16;\n" + elsewhere +
                            "\nshfl.sync." + mode + ".b32 %r0|%p1, %r1, " + partner + ", " +
                            (lowGone ? "0" : "31") + ", " + members + ";\n@!%p1 add.u32 %r0, %r0, 1000;\nJ:",
                        32);
            for (std::size_t lane = lowGone ? 16 : 0; lane < (lowGone ? 32U : 16U); ++lane)
                EXPECT_EQ(values[lane], 0U) << elsewhere << mode << lane;
        }
}

TEST(Ptx, LanesMeetBehindABranch) {
    const auto values =
        runBody("setp.lt.u32 %p0, %t, 5;\n@%p0 bra A;\nactivemask.b32 %r0;\nbra J;\nA: activemask.b32 "
                "%r0;\nJ: activemask.b32 %r1;\nnot.b32 %r1, %r1;\nor.b32 %r0, %r0, %r1;",
                32);
    for (std::size_t i = 0; i < 32; ++i) EXPECT_EQ(values[i], i < 5 ? 0x1fu : 0xffffffe0u);
}

// Lanes 16..31 leave while the others, which have waited for them, are in a function: what is left of the
// warp goes on in lockstep there and still returns.
TEST(Ptx, LanesThatAreLeftAloneInAFunctionReturn) {
    Runner runner(withHeader(R"(.func (.reg .u32 %r) slow(.reg .u32 %x) {
.reg .pred %q; .reg .u32 %n;
mov.u32 %n, 20000;
$more: add.u32 %x, %x, 1; sub.u32 %n, %n, 1; setp.ne.u32 %q, %n, 0; @%q bra $more;
mov.u32 %r, %x;
ret;
}
.visible .entry k(.param .u64 p) {
.reg .b64 %p, %o; .reg .u32 %t, %v, %n; .reg .pred %q;
ld.param.u64 %p, [p]; mov.u32 %t, %tid.x; mad.wide.u32 %o, %t, 4, %p;
setp.lt.u32 %q, %t, 16;
@%q bra $wait;
st.volatile.u32 [%p+128], 1;
mov.u32 %n, 2000;
$busy: sub.u32 %n, %n, 1; setp.ne.u32 %q, %n, 0; @%q bra $busy;
exit;
$wait: ld.volatile.u32 %v, [%p+128]; setp.eq.u32 %q, %v, 0; @%q bra $wait;
call (%v), slow, (%t);
st.u32 [%o], %v;
ret;
})"));
    const std::uint64_t out = runner.buffer(std::vector<int>(33));
    runner.launch("k", {}, {32, 1, 1}, Parameters().add(out));
    const auto values = runner.read<int>(out, 16);
    for (int lane = 0; lane < 16; ++lane)
        EXPECT_EQ(values[static_cast<std::size_t>(lane)], 20000 + lane) << lane;
}

TEST(Ptx, RecursionAndArgumentsInRegisters) {
    // sum(n) = n + sum(n - 1), called with another n in each lane, so that lanes return at different depths
    const auto values = runBody(
        "{ .param .b32 a; .param .b32 r; st.param.b32 [a], %t; call (r), sum, (a); ld.param.b32 %r0, [r]; "
        "}\ncall (%r1), twice, (%r0);\nmov.b32 %r0, %r1;",
        32,
        ".func (.param .b32 result) sum(.param .b32 n) {\n.reg .b32 %n, %m;\n.reg .pred %p;\nld.param.b32 "
        "%n, [n];\nsetp.eq.u32 %p, %n, 0;\n@%p bra done;\nsub.u32 %m, %n, 1;\n"
        "{ .param .b32 a; .param .b32 r; st.param.b32 [a], %m; call (r), sum, (a); ld.param.b32 %m, [r]; "
        "}\nadd.u32 %n, %n, %m;\ndone: st.param.b32 [result], %n;\nret;\n}\n"
        ".func (.reg .b32 %result) twice(.reg .b32 %value) { add.u32 %result, %value, %value; ret; }\n");
    for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(values[i], i * (i + 1));
}

TEST(Ptx, CallsThroughPointersGoToSeveralFunctionsAtOnce) {
    const auto values =
        runBody("mov.u64 %l0, one;\nmov.u64 %l1, two;\nand.b32 %r1, %t, 1;\nsetp.eq.u32 %p0, %r1, "
                "0;\nselp.b64 %l0, %l0, %l1, %p0;\n"
                "{ .param .b32 a; .param .b32 r; st.param.b32 [a], %t; proto: .callprototype (.param .b32 _) "
                "_ (.param .b32 _); call (r), %l0, (a), proto; ld.param.b32 %r0, [r]; }",
                32,
                ".func (.param .b32 r) one(.param .b32 a) { .reg .b32 %x; ld.param.b32 %x, [a]; add.u32 %x, "
                "%x, 1000; st.param.b32 [r], %x; ret; }\n"
                ".func (.param .b32 r) two(.param .b32 a) { .reg .b32 %x; ld.param.b32 %x, [a]; mul.lo.u32 "
                "%x, %x, 7; st.param.b32 [r], %x; ret; }\n");
    for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(values[i], i % 2 == 0 ? i + 1000 : i * 7);
}

TEST(Ptx, InitialValuesAndTheirAddresses) {
    const auto values =
        runBody("ld.global.u64 %l0, [where];\nld.u32 %r1, [%l0];\nld.const.u16 %r2, [half+2];\nld.global.u8 "
                "%r3, [bytes+1];\nadd.u32 %r0, %r1, %r2;\nadd.u32 %r0, %r0, %r3;",
                32,
                ".global .align 4 .u32 numbers[4] = {10, 20, 30};\n.global .align 8 .u64 where[1] = "
                "{generic(numbers)+8};\n.const .align 2 .u16 half[2] = {1, 500};\n.global .b8 bytes[3] = "
                "{0xFF(numbers), 0x7F, 1};\n");
    EXPECT_EQ(values, std::vector<std::uint32_t>(32, 30 + 500 + 0x7f));
}

TEST(Ptx, GenericAddressesFindTheirSpace) {
    // each lane's pointer goes to another space: shared, local, global
    const auto values =
        runBody(".local .align 4 .b8 stack[16];\nrem.u32 %r1, %t, 3;\nmov.u64 %l1, box;\ncvta.shared.u64 "
                "%l1, %l1;\nmov.u64 %l2, stack;\ncvta.local.u64 %l2, %l2;\nmov.u64 %l3, cell;\n"
                "setp.eq.u32 %p0, %r1, 0;\nsetp.eq.u32 %p1, %r1, 1;\nselp.b64 %l0, %l1, %l2, %p0;\nor.pred "
                "%p2, %p0, %p1;\nselp.b64 %l0, %l0, %l3, %p2;\n"
                "add.u32 %r2, %r1, 5;\nst.u32 [%l0], %r2;\nld.u32 %r0, [%l0];\nisspacep.shared %p3, "
                "%l0;\nisspacep.local %p4, %l0;\nisspacep.global %p5, %l0;\n"
                "selp.u32 %r3, 100, 0, %p3;\nselp.u32 %r4, 200, 0, %p4;\nselp.u32 %r5, 300, 0, %p5;\nadd.u32 "
                "%r0, %r0, %r3;\nadd.u32 %r0, %r0, %r4;\nadd.u32 %r0, %r0, %r5;\n",
                32, ".shared .align 4 .b8 box[4];\n.global .u32 cell;\n.visible .func unused() { ret; }\n");
    for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(values[i], i % 3 + 5 + 100 * (i % 3 + 1)) << i;
}

// Each warp reads what it has not written, then writes; through an address of local memory and a generic one.
TEST(Ptx, LocalMemoryIsFreshInEachBlock) {
    for (const bool generic : {false, true}) {
        const std::string space = generic ? "" : ".local";
        Runner runner(withHeader(
            ".visible .entry k(.param .u64 out) {\n.local .align 4 .b8 stack[4096];\n.reg .b64 %o, %w, %l;\n"
            ".reg .b32 %x, %n, %a, %b;\nld.param.u64 %o, [out];\nmov.u32 %x, %tid.x;\nmov.u32 %n, %ctaid.x;\n"
            "mad.lo.u32 %n, %n, 32, %x;\nmul.wide.u32 %w, %n, 4;\nadd.u64 %o, %o, %w;\nmov.u64 %l, stack;\n" +
            std::string(generic ? "cvta.local.u64 %l, %l;\n" : "") + "ld" + space + ".u32 %a, [%l+8];\nld" +
            space + ".u32 %b, [%l+4092];\nor.b32 %a, %a, %b;\nst.global.u32 [%o], %a;\nst" + space +
            ".u32 [%l+8], 77;\nst" + space + ".u32 [%l+4092], 99;\nret;\n}\n"));
        constexpr std::uint32_t kBlocks = 64;
        const std::uint64_t out = runner.buffer(std::vector<std::uint32_t>(kBlocks * 32, 1));
        runner.launch("k", {kBlocks, 1, 1}, {32, 1, 1}, Parameters().add(out));
        EXPECT_EQ(runner.read<std::uint32_t>(out, kBlocks * 32), std::vector<std::uint32_t>(kBlocks * 32, 0))
            << (generic ? "generic" : "local");
    }
}

TEST(Ptx, SpecialRegistersOfABlock) {
    Runner runner(withHeader(
        ".visible .entry k(.param .u64 out) {\n.reg .b64 %o, %w;\n.reg .b32 %x, %y, %z, %n, "
        "%r<8>;\nld.param.u64 %o, [out];\nmov.u32 %x, %tid.x;\nmov.u32 %y, %tid.y;\nmov.u32 %z, %tid.z;\n"
        "mad.lo.u32 %n, %z, 6, %y;\nmad.lo.u32 %n, %n, 5, %x;\nmul.wide.u32 %w, %n, 16;\nadd.u64 %o, %o, "
        "%w;\nshl.b32 %r0, %y, 8;\nshl.b32 %r1, %z, 16;\nor.b32 %x, %x, %r0;\nor.b32 %x, %x, %r1;\n"
        "mov.u32 %r2, %laneid;\nmov.u32 %r3, %warpid;\nmov.u32 %r4, %lanemask_lt;\nst.global.v4.u32 [%o], "
        "{%x, %r2, %r3, %r4};\nret;\n}\n"));
    const std::uint64_t out = runner.buffer(std::vector<std::uint32_t>(5 * 6 * 3 * 4));
    runner.launch("k", {}, {5, 6, 3}, Parameters().add(out));
    const auto values = runner.read<std::uint32_t>(out, 5 * 6 * 3 * 4);
    for (std::uint32_t n = 0; n < 90; ++n) {
        EXPECT_EQ(values[n * 4], n % 5 | (n / 5 % 6) << 8 | (n / 30) << 16);
        EXPECT_EQ(values[n * 4 + 1], n % 32);
        EXPECT_EQ(values[n * 4 + 2], n / 32);
        EXPECT_EQ(values[n * 4 + 3], (1u << (n % 32)) - 1);
    }
}

} // namespace
} // namespace lanescope::ptx
