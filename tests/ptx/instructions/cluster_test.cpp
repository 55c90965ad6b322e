// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Clusters of several blocks: their registers, barrier and shared memory, and what is counted in it.
#include "model/trace.h"
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace lanescope::ptx {
namespace {

/// %t: the thread; %rank and %n: the block's and the number of blocks; %x: an address of 64 words of shared
/// memory, %bar: of a barrier behind them; %p: the parameter.
std::string kernel(const std::string& body, const std::string& cluster = "") {
    return ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)" +
           (cluster.empty() ? "" : " .explicitcluster .reqnctapercluster " + cluster) +
           " {\n.reg .b64 %p, %o, %g<9>;\n.reg .b32 %t, %rank, %n, %x, %bar, %r<20>;\n.reg .b16 %h<3>;\n"
           ".reg .pred %q<5>;\n.shared .align 16 .b8 words[1024];\n.shared .align 8 .b64 bar[2];\n"
           "ld.param.u64 %p, [p];\nmov.u32 %t, %tid.x;\nmov.u32 %rank, %cluster_ctarank;\n"
           "mov.u32 %n, %cluster_nctarank;\nmov.u32 %x, words;\nmov.u32 %bar, bar;\n" +
           body + "ret;\n}\n";
}
const std::string kMeet = "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n";
/// %o: the thread's own word of the parameter.
const std::string kOwnWord = "mov.u32 %r19, %ctaid.x;\nmov.u32 %r18, %ntid.x;\nmad.lo.u32 %r19, %r19, %r18, "
                             "%t;\nmul.wide.u32 %o, %r19, 4;\nadd.u64 %o, %p, %o;\n";

struct Launch {
    model::Dim3 grid{4, 1, 1}, block{32, 1, 1}, cluster{2, 1, 1};
    Checks checks;
    model::AccessSink* sink = nullptr;
    std::vector<std::uint64_t> blocks;
    bool cooperative = false;
};
LaunchOutcome start(Runner& runner, const Launch& launch, std::uint64_t p) {
    runner.config.cluster = launch.cluster;
    runner.config.checks = launch.checks;
    runner.config.sink = launch.sink;
    runner.config.blocks = launch.blocks;
    runner.config.cooperative = launch.cooperative;
    return runner.launch("k", launch.grid, launch.block, Parameters().add(p));
}
std::vector<std::uint32_t> run(const std::string& text, const Launch& launch, std::size_t words,
                               std::vector<Finding>* findings = nullptr) {
    Runner runner(text);
    const std::uint64_t p = runner.buffer(std::vector<std::uint32_t>(words));
    const LaunchOutcome outcome = start(runner, launch, p);
    if (findings) *findings = outcome.findings;
    return runner.read<std::uint32_t>(p, words);
}
Fault faultOf(const std::string& body, const model::Dim3& grid = {2, 1, 1}) {
    Runner runner(kernel(body));
    runner.config.cluster = {2, 1, 1};
    return runner.faultOf("k", grid, {32, 1, 1}, Parameters().add(runner.buffer(std::vector<int>(256))));
}

constexpr std::array<const char*, 14> kRegisters{
    "%cluster_ctaid.x",  "%cluster_ctaid.y", "%cluster_ctaid.z",  "%cluster_nctaid.x", "%cluster_nctaid.y",
    "%cluster_nctaid.z", "%cluster_ctarank", "%cluster_nctarank", "%clusterid.x",      "%clusterid.y",
    "%clusterid.z",      "%nclusterid.x",    "%nclusterid.y",     "%nclusterid.z"};

std::string registersText(const std::string& cluster) {
    std::string body =
        "mov.u32 %r0, %ctaid.x;\nmov.u32 %r1, %ctaid.y;\nmov.u32 %r2, %ctaid.z;\nmov.u32 %r3, "
        "%nctaid.x;\nmov.u32 %r4, %nctaid.y;\nmad.lo.u32 %r2, %r2, %r4, %r1;\nmad.lo.u32 %r2, %r2, "
        "%r3, %r0;\nmul.wide.u32 %o, %r2, 60;\nadd.u64 %o, %p, %o;\n";
    for (std::size_t i = 0; i < kRegisters.size(); ++i)
        body += std::string("mov.u32 %r5, ") + kRegisters[i] + ";\nst.global.u32 [%o+" +
                std::to_string(i * 4) + "], %r5;\n";
    return kernel(
        body + "mov.pred %q0, %is_explicit_cluster;\nselp.u32 %r5, 1, 0, %q0;\nst.global.u32 [%o+56], %r5;\n",
        cluster);
}

/// As an H200 gives them.
TEST(Clusters, HaveTheirRegisters) {
    const model::Dim3 grid{6, 4, 2};
    const auto expect = [&](const std::vector<std::uint32_t>& words, const model::Dim3& c, bool isExplicit) {
        for (std::uint32_t b = 0; b < grid.count(); ++b) {
            const model::Dim3 at = model::indexAt(b, grid);
            const std::vector<std::uint32_t> own(words.begin() + b * 15, words.begin() + b * 15 + 15);
            EXPECT_EQ(own, (std::vector<std::uint32_t>{at.x % c.x, at.y % c.y, at.z % c.z, c.x, c.y, c.z,
                                                       at.x % c.x + c.x * (at.y % c.y + c.y * (at.z % c.z)),
                                                       static_cast<std::uint32_t>(c.count()), at.x / c.x,
                                                       at.y / c.y, at.z / c.z, grid.x / c.x, grid.y / c.y,
                                                       grid.z / c.z, isExplicit ? 1U : 0U}))
                << "block " << b;
        }
    };
    const auto words = grid.count() * 15;
    expect(run(registersText("3, 2, 1"), {.grid = grid, .cluster = {0, 0, 0}}, words), {3, 2, 1}, true);
    expect(run(registersText(""), {.grid = grid, .cluster = {2, 2, 2}}, words), {2, 2, 2}, true);
    expect(run(registersText(""), {.grid = grid, .cluster = {1, 1, 1}}, words), {1, 1, 1}, true);
    expect(run(registersText(""), {.grid = grid, .cluster = {0, 0, 0}}, words), {1, 1, 1}, false);
}

/// Each thread writes a word, and after the barrier adds up what its neighbours in all blocks have, by each
/// way there is to them.
std::string sumOfCluster(const std::string& load) {
    return kernel(
        "mad.lo.u32 %r0, %rank, 1000, %t;\nshl.b32 %r1, %t, 2;\nadd.u32 %r1, %r1, %x;\nst.shared.u32 [%r1], "
        "%r0;\n" +
        kMeet + "mov.u32 %r2, 0;\nmov.u32 %r3, 0;\nLOOP:\n" + load +
        "add.u32 %r3, %r3, %r5;\nadd.u32 %r2, %r2, 1;\nsetp.lt.u32 %q0, %r2, %n;\n@%q0 bra LOOP;\n" +
        kOwnWord + "st.global.u32 [%o], %r3;\n" + kMeet);
}

TEST(Clusters, ReadTheSharedMemoryOfAllTheirBlocks) {
    std::vector<std::uint32_t> expected(8 * 64);
    for (std::uint32_t i = 0; i < expected.size(); ++i) expected[i] = 6000 + 4 * (i % 64);
    for (const char* load :
         {"mapa.shared::cluster.u32 %r4, %r1, %r2;\nld.shared::cluster.u32 %r5, [%r4];\n",
          "cvt.u64.u32 %g0, %r1;\ncvta.shared.u64 %g0, %g0;\nmapa.u64 %g1, %g0, %r2;\nld.u32 %r5, [%g1];\n",
          "mapa.shared::cluster.u32 %r4, %r1, %r2;\natom.shared::cluster.add.u32 %r5, [%r4], 0;\n",
          "cvt.u64.u32 %g0, %r1;\nmapa.shared::cluster.u64 %g1, %g0, %r2;\ncvta.shared::cluster.u64 %g1, "
          "%g1;\ncvta.to.shared::cluster.u64 %g1, %g1;\nld.shared::cluster.u32 %r5, [%g1];\n"}) {
        std::vector<Finding> findings;
        EXPECT_EQ(
            run(sumOfCluster(load), {.grid = {8, 1, 1}, .block = {64, 1, 1}, .cluster = {4, 1, 1}}, 512),
            expected)
            << load;
        EXPECT_EQ(run(sumOfCluster(load),
                      {.grid = {8, 1, 1},
                       .block = {64, 1, 1},
                       .cluster = {4, 1, 1},
                       .checks = {.races = true, .uninitialised = true}},
                      512, &findings),
                  expected);
        EXPECT_TRUE(findings.empty()) << findings[0].text();
        EXPECT_EQ(run(sumOfCluster(load),
                      {.grid = {8, 1, 1}, .block = {64, 1, 1}, .cluster = {4, 1, 1}, .cooperative = true},
                      512),
                  expected);
    }
}

TEST(Clusters, AddressesTellTheirBlock) {
    const auto results = run(
        kernel(
            "xor.b32 %r0, %rank, 1;\nmapa.shared::cluster.u32 %r1, %x, %r0;\ngetctarank.shared::cluster.u32 "
            "%r2, "
            "%r1;\ngetctarank.shared::cluster.u32 %r3, %x;\ncvt.u64.u32 %g0, %x;\ncvta.shared.u64 %g0, "
            "%g0;\nmapa.u64 %g1, %g0, %r0;\ngetctarank.u64 %r4, %g1;\nisspacep.shared::cta %q0, "
            "%g1;\nselp.u32 %r5, "
            "1, 0, %q0;\nisspacep.shared::cluster %q0, %g1;\nselp.u32 %r6, 1, 0, %q0;\nisspacep.global %q0, "
            "%g1;\nselp.u32 %r7, 1, 0, %q0;\nmapa.u64 %g1, %g0, %rank;\nisspacep.shared %q0, %g1;\nselp.u32 "
            "%r8, 1, 0, "
            "%q0;\nmul.wide.u32 %o, %rank, 32;\nadd.u64 %o, %p, %o;\nst.global.v4.u32 [%o], {%r2, %r3, %r4, "
            "%r5};\nst.global.v4.u32 [%o+16], {%r6, %r7, %r8, %r8};\n"),
        {.grid = {2, 1, 1}, .block = {1, 1, 1}}, 16);
    EXPECT_EQ(results, (std::vector<std::uint32_t>{1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1}));
}

/// Who has arrived goes on: the flag that block 0 waits for is written by block 1 before it waits.
TEST(ClusterBarriers, LetThreadsGoOnBetweenArrivingAndWaiting) {
    const auto results =
        run(kernel("setp.eq.u32 %q0, %rank, 0;\nbarrier.cluster.arrive.release;\n@!%q0 "
                   "mapa.shared::cluster.u32 %r0, "
                   "%x, 0;\n@!%q0 st.volatile.shared::cluster.u32 [%r0], 7;\nLOOP:\nmov.u32 %r1, 7;\n@%q0 "
                   "ld.volatile.shared.u32 %r1, [%x];\nsetp.ne.u32 %q1, %r1, 7;\n@%q1 bra LOOP;\n"
                   "barrier.cluster.wait.acquire;\n" +
                   kOwnWord + "st.global.u32 [%o], %r1;\n" + kMeet),
            {.grid = {2, 1, 1}}, 64);
    EXPECT_EQ(results, std::vector<std::uint32_t>(64, 7));
    // within one block, without a cluster
    const auto alone = run(
        kernel(
            "setp.lt.u32 %q0, %t, 32;\nbarrier.cluster.arrive.aligned;\n@!%q0 st.volatile.shared.u32 [%x], "
            "9;\nLOOP:\nld.volatile.shared.u32 %r1, [%x];\nsetp.ne.u32 %q1, %r1, 9;\n@%q1 bra LOOP;\n"
            "barrier.cluster.wait.aligned;\n" +
            kOwnWord + "st.global.u32 [%o], %r1;\n"),
        {.grid = {1, 1, 1}, .block = {64, 1, 1}, .cluster = {0, 0, 0}}, 64);
    EXPECT_EQ(alone, std::vector<std::uint32_t>(64, 9));
}

TEST(ClusterBarriers, DoNotWaitForThreadsThatHaveExited) {
    const auto results = run(kernel("setp.gt.u32 %q0, %t, 40;\n@%q0 ret;\nbarrier.cluster.arrive;\n"
                                    "barrier.cluster.wait;\n" +
                                    kOwnWord + "st.global.u32 [%o], 1;\n"),
                             {.block = {64, 1, 1}}, 256);
    EXPECT_EQ(std::accumulate(results.begin(), results.end(), 0U), 4U * 41);
}

TEST(ClusterBarriers, ThatNotAllReachAreADeadlock) {
    const Fault fault =
        faultOf("setp.eq.u32 %q0, %rank, 1;\n@%q0 barrier.cluster.wait;\nbarrier.cluster.arrive;\n@%q0 "
                "bar.sync 1, 64;\nbarrier.cluster.wait;\n");
    EXPECT_EQ(fault.kind, FaultKind::Deadlock);
}

/// Blocks arrive at a barrier of block 0, each with a message.
TEST(ClusterBarriers, InMemoryTakeArrivalsOfOtherBlocks) {
    const auto results = run(
        kernel(
            "setp.eq.u32 %q0, %t, 0;\n@%q0 mbarrier.init.shared::cta.b64 [%bar], 4;\n"
            "fence.mbarrier_init.release.cluster;\n" +
            kMeet +
            "@!%q0 bra MEET;\nmapa.shared::cluster.u32 %r0, %bar, 0;\nmapa.shared::cluster.u32 %r1, %x, "
            "0;\nshl.b32 "
            "%r2, %rank, 2;\nadd.u32 %r1, %r1, %r2;\nadd.u32 %r3, %rank, 100;\nst.shared::cluster.u32 [%r1], "
            "%r3;\nmbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r0];\nsetp.ne.u32 %q1, %rank, "
            "0;\n@%q1 bra "
            "MEET;\nWAIT:\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %q2, [%bar], 0;\n@!%q2 "
            "bra "
            "WAIT;\nld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%x];\nst.global.v4.u32 [%p], {%r4, %r5, %r6, "
            "%r7};\nMEET:\n" +
            kMeet),
        {.cluster = {4, 1, 1}}, 4);
    EXPECT_EQ(results, (std::vector<std::uint32_t>{100, 101, 102, 103}));
}

/// Every block sends words to the next one, whose barrier counts their bytes.
TEST(Clusters, SendWordsThatABarrierCounts) {
    const std::string send =
        "setp.eq.u32 %q0, %t, 0;\n@%q0 mbarrier.init.shared::cta.b64 [%bar], 1;\n@%q0 st.shared.u32 [%x+40], "
        "5;\n"
        "fence.mbarrier_init.release.cluster;\n" +
        kMeet +
        "@!%q0 bra MEET;\nmbarrier.arrive.expect_tx.shared::cta.b64 _, [%bar], 28;\nadd.u32 %r0, %rank, "
        "1;\nrem.u32 %r0, "
        "%r0, %n;\nmapa.shared::cluster.u32 %r1, %x, %r0;\nmapa.shared::cluster.u32 %r2, %bar, "
        "%r0;\nmul.lo.u32 %r3, "
        "%rank, 10;\nadd.u32 %r4, %r3, 1;\nadd.u32 %r5, %r3, 2;\nadd.u32 %r6, %r3, 3;\n"
        "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%r1], {%r3, %r4, %r5, %r6}, "
        "[%r2];\n"
        "mov.b64 %g0, {%r4, %r5};\nst.async.shared::cluster.mbarrier::complete_tx::bytes.b64 [%r1+16], %g0, "
        "[%r2];\n"
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r1+40], %r6, "
        "[%r2];\nWAIT:\n"
        "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %q2, [%bar], 0;\n@!%q2 bra WAIT;\n"
        "ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%x];\nld.shared.v2.u32 {%r8, %r9}, [%x+16];\nld.shared.u32 "
        "%r10, "
        "[%x+40];\nmov.u32 %r11, %ctaid.x;\nmul.wide.u32 %o, %r11, 32;\nadd.u64 %o, %p, "
        "%o;\nst.global.v4.u32 [%o], {%r4, "
        "%r5, %r6, %r7};\nst.global.v4.u32 [%o+16], {%r8, %r9, %r10, %r10};\nMEET:\n" +
        kMeet;
    const auto results = run(kernel(send), {.grid = {6, 1, 1}, .cluster = {3, 1, 1}}, 48);
    for (std::uint32_t block = 0; block < 6; ++block) {
        const std::uint32_t from = (block % 3 + 2) % 3 * 10;
        EXPECT_EQ(std::vector<std::uint32_t>(results.begin() + block * 8, results.begin() + block * 8 + 8),
                  (std::vector<std::uint32_t>{from, from + 1, from + 2, from + 3, from + 1, from + 2,
                                              from + 8, from + 8}));
    }
}

/// One block copies to all of a mask, at the same place in each, and each one's barrier knows of it.
TEST(Clusters, GetOneCopyInSeveralBlocks) {
    const std::string copy =
        "setp.eq.u32 %q0, %t, 0;\n@%q0 mbarrier.init.shared::cta.b64 [%bar], "
        "1;\nfence.mbarrier_init.release.cluster;\n"
        "setp.ne.u32 %q3, %rank, 1;\nand.pred %q1, %q0, %q3;\n@%q1 mbarrier.arrive.expect_tx.shared::cta.b64 "
        "_, [%bar], "
        "128;\n" +
        kMeet +
        "setp.eq.u32 %q2, %rank, 3;\nand.pred %q2, %q0, %q2;\nmov.u16 %h0, 13;\n@%q2 "
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%x], [%p], "
        "128, [%bar], "
        "%h0;\n@!%q1 bra MEET;\nWAIT:\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %q2, [%bar], "
        "0;\n@!%q2 "
        "bra WAIT;\nMEET:\nbar.sync 0;\nshl.b32 %r1, %t, 2;\nadd.u32 %r1, %r1, %x;\nld.shared.u32 %r2, "
        "[%r1];\n" +
        kOwnWord + "st.global.u32 [%o+128], %r2;\n" + kMeet;
    Runner runner(kernel(copy));
    std::vector<std::uint32_t> words(32 + 128);
    std::iota(words.begin(), words.begin() + 32, 1000);
    const std::uint64_t p = runner.buffer(words);
    start(runner, {.cluster = {4, 1, 1}}, p);
    const auto results = runner.read<std::uint32_t>(p, words.size());
    for (std::uint32_t i = 0; i < 128; ++i) EXPECT_EQ(results[32 + i], i / 32 == 1 ? 0 : 1000 + i % 32) << i;
}

TEST(Clusters, AccessesAreToldForEachBlockThatTheyReach) {
    // lanes 0 to 15 read their own block's words, the others the other block's
    Runner runner(
        kernel(kMeet +
               "shr.u32 %r0, %t, 4;\nxor.b32 %r0, %r0, %rank;\nmapa.shared::cluster.u32 %r1, %x, "
               "%r0;\nshl.b32 %r2, %t, 2;\nadd.u32 %r1, %r1, %r2;\nld.shared::cluster.u32 %r3, [%r1];\n" +
               kMeet));
    model::Trace trace;
    start(runner, {.grid = {2, 1, 1}, .sink = &trace}, runner.buffer(std::vector<int>(64)));
    std::vector<std::uint32_t> masks;
    for (const model::WarpAccess& access : trace.accesses()) {
        ASSERT_EQ(access.space, model::Space::Shared);
        masks.push_back(access.activeMask);
        for (std::size_t lane = 0; lane < 32; ++lane) {
            if ((access.activeMask >> lane & 1) != 0) {
                EXPECT_EQ(access.address[lane], lane * 4);
            }
        }
    }
    EXPECT_EQ(masks, (std::vector<std::uint32_t>{0xffff, 0xffff0000, 0xffff, 0xffff0000}));
}

TEST(Clusters, RunWholeForTheBlocksThatAreLookedAt) {
    Runner runner(
        sumOfCluster("mapa.shared::cluster.u32 %r4, %r1, %r2;\nld.shared::cluster.u32 %r5, [%r4];\n"));
    model::Trace trace;
    const std::uint64_t p = runner.buffer(std::vector<std::uint32_t>(256));
    const LaunchOutcome outcome = start(runner, {.grid = {8, 1, 1}, .sink = &trace, .blocks = {5}}, p);
    EXPECT_EQ(outcome.blocksRun, 2U);
    std::set<std::uint32_t> seen;
    for (const model::WarpAccess& access : trace.accesses()) seen.insert(access.block.x);
    EXPECT_EQ(seen, std::set<std::uint32_t>{5});
    const auto results = runner.read<std::uint32_t>(p, 256);
    EXPECT_EQ(results[0], 0U);
    EXPECT_EQ(results[5 * 32 + 1], 1002U);
}

/// As a grid is run of which some blocks are looked at, and then the rest: none runs twice.
TEST(Clusters, RunOnceWhenTheRestFollows) {
    Runner runner(
        kernel("setp.ne.u32 %q0, %t, 0;\n" + kOwnWord + "@!%q0 red.global.add.u32 [%o], 1;\n", "2, 1, 1"));
    const Kernel& own = runner.module->kernels()[0];
    const model::Dim3 grid{8, 1, 1};
    const std::uint64_t p = runner.buffer(std::vector<std::uint32_t>(256));
    const std::vector<std::uint64_t> first = blocksRunWith(own, grid, {0, 0, 0}, {2, 5});
    EXPECT_EQ(first, (std::vector<std::uint64_t>{2, 3, 4, 5}));
    start(runner, {.grid = grid, .cluster = {0, 0, 0}, .blocks = {2, 5}}, p);
    start(runner, {.grid = grid, .cluster = {0, 0, 0}, .blocks = {0, 1, 6, 7}}, p);
    const auto results = runner.read<std::uint32_t>(p, 256);
    for (std::uint32_t block = 0; block < 8; ++block) EXPECT_EQ(results[block * 32], 1U) << block;
}

/// Each block writes its words of global memory and reads those of the other block of its cluster.
TEST(Clusters, TheirBarrierOrdersGlobalMemory) {
    const auto racesOf = [](const std::string& between, const model::Dim3& cluster) {
        Runner runner(kernel(kOwnWord + "st.global.u32 [%o], %t;\n" + between +
                             "mov.u32 %r0, %ctaid.x;\nxor.b32 %r0, %r0, 1;\nmad.lo.u32 %r0, %r0, %r18, %t;\n"
                             "mul.wide.u32 %g0, %r0, 4;\nadd.u64 %g0, %p, %g0;\nld.global.u32 %r1, [%g0];\n" +
                             between + "add.u32 %r1, %r1, 1;\nst.global.u32 [%o], %r1;\n"));
        Launch launch{.cluster = cluster};
        launch.checks.races = true;
        const LaunchOutcome outcome =
            start(runner, launch, runner.buffer(std::vector<std::uint32_t>(4 * 32)));
        return std::ranges::count(outcome.findings, FindingKind::Race, &Finding::kind);
    };
    EXPECT_EQ(racesOf(kMeet, {2, 1, 1}), 0);
    EXPECT_GT(racesOf("bar.sync 0;\n", {2, 1, 1}), 0) << "a block's own barrier is not the cluster's";
    EXPECT_GT(racesOf(kMeet, {1, 1, 1}), 0) << "clusters of one block order no other block";
}

/// .cluster is wider than a block: atomics of that scope are no race among its blocks.
TEST(Clusters, AtomicsOfTheirScopeAreNoRace) {
    const auto racesOf = [](const std::string& scope) {
        Runner runner(kernel("atom.relaxed." + scope + ".global.add.u32 %r0, [%p], 1;\n"));
        Launch launch;
        launch.checks.races = true;
        return start(runner, launch, runner.buffer(std::vector<std::uint32_t>(4))).findings.size();
    };
    EXPECT_EQ(racesOf("cluster"), 0U);
    EXPECT_EQ(racesOf("cta"), 1U);
}

TEST(Clusters, FaultsNameWhatIsNotThere) {
    const std::string load = "ld.shared::cluster.u32 %r1, [%r0];\n";
    const auto expect = [](const Fault& fault, FaultKind kind, const std::string& what) {
        EXPECT_EQ(fault.kind, kind) << fault.what();
        EXPECT_NE(std::string(fault.what()).find(what), std::string::npos) << fault.what();
    };
    expect(faultOf(kMeet + "mapa.shared::cluster.u32 %r0, %x, 9;\n" + load), FaultKind::Trap,
           "block 9 of a cluster of 2");
    expect(
        faultOf(kMeet +
                "add.u32 %r0, %x, 4096;\nxor.b32 %r1, %rank, 1;\nmapa.shared::cluster.u32 %r0, %r0, %r1;\n" +
                load + kMeet),
        FaultKind::OutOfBounds, "of the cluster (1040 bytes)");
    expect(faultOf(kMeet + "add.u32 %r0, %x, 2;\nmapa.shared::cluster.u32 %r0, %r0, 1;\n" + load + kMeet),
           FaultKind::Misaligned, "misaligned");
    // the other one has not waited
    expect(faultOf("setp.eq.u32 %q0, %rank, 1;\n" + kMeet +
                   "@%q0 ret;\nmov.u32 %r2, 0;\nLOOP:\nadd.u32 %r2, %r2, 1;\nsetp.lt.u32 %q1, %r2, "
                   "100000;\n@%q1 bra "
                   "LOOP;\nmapa.shared::cluster.u32 %r0, %x, 1;\n" +
                   load),
           FaultKind::Trap, "has ended");
    expect(faultOf("", {3, 1, 1}), FaultKind::BadLaunch, "no multiple of its clusters");
}

} // namespace
} // namespace lanescope::ptx
