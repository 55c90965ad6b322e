// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// mbarrier, the copies that it counts, and what a cluster of one block makes of its instructions.
#include "model/trace.h"
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

namespace lanescope::ptx {
namespace {

/// %t: the thread; %bar and %box: a barrier and 4096 bytes of shared memory; %p: the parameter.
std::string kernel(const std::string& body) {
    return withHeader(
        ".visible .entry k(.param .u64 p) {\n.reg .b64 %p, %o, %s<4>;\n.reg .b32 %t, %bar, %box, "
        "%r<9>;\n.reg "
        ".pred %q<4>;\n.shared .align 8 .b64 bar[4];\n.shared .align 128 .b8 box[4096];\nld.param.u64 %p, "
        "[p];\nmov.u32 %t, %tid.x;\nmov.u32 %bar, bar;\nmov.u32 %box, box;\n" +
        body + "ret;\n}\n");
}
std::string initialize(unsigned count) {
    return "setp.ne.u32 %q0, %t, 0;\n@!%q0 mbarrier.init.shared::cta.b64 [%bar], " + std::to_string(count) +
           ";\nfence.mbarrier_init.release.cluster;\nbar.sync 0;\n";
}
const std::string kOwnWord = "mul.wide.u32 %o, %t, 4;\nadd.u64 %o, %p, %o;\n";

std::vector<std::uint32_t> run(const std::string& body, std::uint32_t threads,
                               std::vector<std::uint32_t> memory, Checks checks = {},
                               std::vector<Finding>* findings = nullptr) {
    Runner runner(kernel(body));
    runner.config.checks = checks;
    const std::uint64_t p = runner.buffer(memory);
    const LaunchOutcome outcome = runner.launch("k", {}, {threads, 1, 1}, Parameters().add(p));
    if (findings) *findings = outcome.findings;
    return runner.read<std::uint32_t>(p, memory.size());
}
FaultKind faultOf(const std::string& body, std::string* what = nullptr) {
    Runner runner(kernel(body));
    const Fault fault =
        runner.faultOf("k", {}, {32, 1, 1}, Parameters().add(runner.buffer(std::vector<int>(64))));
    if (what) *what = fault.what();
    return fault.kind;
}

/// Every thread writes a word, arrives, waits, and reads what one of another warp has written; five phases.
std::string exchange(const std::string& wait) {
    return initialize(96) +
           "mov.u32 %r0, 0;\nmov.u32 %r5, 0;\nPHASE:\nmad.lo.u32 %r1, %r0, 1000, %t;\nshl.b32 %r2, %t, "
           "2;\nadd.u32 %r2, %r2, "
           "%box;\nst.shared.u32 [%r2], %r1;\nmbarrier.arrive.release.cta.shared::cta.b64 %s0, "
           "[%bar];\nand.b32 %r7, %r0, "
           "1;\nWAIT:\n" +
           wait +
           "@!%q1 bra WAIT;\nadd.u32 %r3, %t, 32;\nsetp.ge.u32 %q2, %r3, 96;\n@%q2 sub.u32 %r3, %r3, 96;\n"
           "shl.b32 %r3, %r3, 2;\nadd.u32 %r3, %r3, %box;\nld.shared.u32 %r4, [%r3];\nadd.u32 %r5, %r5, "
           "%r4;\nbar.sync 0;\nadd.u32 "
           "%r0, %r0, 1;\nsetp.lt.u32 %q2, %r0, 5;\n@%q2 bra PHASE;\n" +
           kOwnWord + "st.global.u32 [%o], %r5;\n";
}

TEST(Mbarriers, HoldThreadsUntilAllHaveArrived) {
    std::vector<std::uint32_t> expected(96);
    for (std::uint32_t t = 0; t < 96; ++t) expected[t] = 10000 + 5 * ((t + 32) % 96);
    for (const char* wait : {"mbarrier.try_wait.shared::cta.b64 %q1, [%bar], %s0;\n",
                             "mbarrier.try_wait.acquire.cta.shared::cta.b64 %q1, [%bar], %s0, 100;\n",
                             "mbarrier.test_wait.shared.b64 %q1, [%bar], %s0;\n@!%q1 nanosleep.u32 20;\n",
                             "mbarrier.try_wait.parity.shared.b64 %q1, [%bar], %r7;\n",
                             "mbarrier.test_wait.parity.shared::cta.b64 %q1, [%bar], %r7;\n"})
        EXPECT_EQ(run(exchange(wait), 96, std::vector<std::uint32_t>(96)), expected) << wait;
}

TEST(Mbarriers, PutThreadsInOrder) {
    std::vector<Finding> findings;
    const std::string wait = "mbarrier.try_wait.parity.shared.b64 %q1, [%bar], %r7;\n";
    run(exchange(wait), 96, std::vector<std::uint32_t>(96), {.races = true}, &findings);
    EXPECT_TRUE(findings.empty());
    // who only looks once, and goes on, reads what another warp is still to write
    run(exchange("mbarrier.test_wait.parity.shared.b64 %q1, [%bar], %r7;\nsetp.eq.u32 %q1, %t, %t;\n"), 96,
        std::vector<std::uint32_t>(96), {.races = true}, &findings);
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings[0].kind, FindingKind::Race);
}

/// The first lane of a warp waits for another warp, which takes its time: it is no loop that waits for lanes
/// of its own warp.
TEST(Mbarriers, OneLaneMayWaitForAnotherWarp) {
    std::vector<Finding> findings;
    const auto results = run(initialize(1) +
                                 "setp.ge.u32 %q1, %t, 32;\n@%q1 bra PRODUCER;\nsetp.ne.u32 %q2, %t, "
                                 "0;\n@%q2 bra MEET;\nWAIT:\nmbarrier.try_wait.parity"
                                 ".shared.b64 %q3, [%bar], 0;\n@!%q3 bra WAIT;\nMEET:\nbar.warp.sync "
                                 "0xffffffff;\nld.shared.u32 %r1, [%box];\n" +
                                 kOwnWord +
                                 "st.global.u32 [%o], %r1;\nret;\nPRODUCER:\nmov.u32 %r0, 0;\nBUSY:\nadd.u32 "
                                 "%r0, %r0, 1;\nsetp.lt.u32 %q1, "
                                 "%r0, 200000;\n@%q1 bra BUSY;\nsetp.ne.u32 %q1, %t, 32;\n@%q1 bra "
                                 "END;\nst.shared.u32 [%box], %r0;\n"
                                 "mbarrier.arrive.shared.b64 _, [%bar];\nEND:\n",
                             64, std::vector<std::uint32_t>(32), {}, &findings);
    EXPECT_EQ(results, std::vector<std::uint32_t>(32, 200000));
    EXPECT_TRUE(findings.empty());
}

TEST(Mbarriers, CountArrivalsThatAreManyOrTheLastOfTheirs) {
    // of 8 expected, 3 come at once, 4 drop out, then 1; the next phase expects 4
    const auto results =
        run("setp.ne.u32 %q0, %t, 0;\n@%q0 ret;\nmbarrier.init.shared.b64 [%bar], 8;\n"
            "mbarrier.arrive.shared.b64 %s0, [%bar], 3;\nmbarrier.arrive_drop.shared.b64 %s1, [%bar], 4;\n"
            "mbarrier.pending_count.b64 %r0, %s0;\nmbarrier.pending_count.b64 %r1, %s1;\n"
            "mbarrier.test_wait.shared.b64 %q1, [%bar], %s1;\nselp.u32 %r2, 1, 0, %q1;\n"
            "mbarrier.arrive.shared.b64 %s2, [%bar];\nmbarrier.test_wait.shared.b64 %q1, [%bar], %s2;\n"
            "selp.u32 %r3, 1, 0, %q1;\nmbarrier.arrive.noComplete.shared.b64 %s3, [%bar], 1;\n"
            "mbarrier.pending_count.b64 %r4, %s3;\nst.global.v4.u32 [%p], {%r0, %r1, %r2, %r3};\n"
            "st.global.u32 [%p+16], %r4;\n",
            32, std::vector<std::uint32_t>(5));
    EXPECT_EQ(results, (std::vector<std::uint32_t>{8, 5, 0, 1, 4}));
}

TEST(Mbarriers, CountBytesBeforeAndAfterTheyAreAnnounced) {
    const auto results = run(
        "setp.ne.u32 %q0, %t, 0;\n@%q0 ret;\nmbarrier.init.shared.b64 [%bar], 1;\n"
        "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%bar], 40;\n"
        "mbarrier.arrive.expect_tx.shared.b64 %s0, [%bar], 100;\n"
        "mbarrier.test_wait.shared.b64 %q1, [%bar], %s0;\nselp.u32 %r0, 1, 0, %q1;\n"
        "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%bar], 7;\n"
        "mbarrier.complete_tx.shared::cta.b64 [%bar], 60;\nmbarrier.test_wait.shared.b64 %q1, [%bar], %s0;\n"
        "selp.u32 %r1, 1, 0, %q1;\nmbarrier.complete_tx.shared::cta.b64 [%bar], 7;\n"
        "mbarrier.test_wait.shared.b64 %q1, [%bar], %s0;\nselp.u32 %r2, 1, 0, %q1;\n"
        "st.global.u32 [%p], %r0;\nst.global.u32 [%p+4], %r1;\nst.global.u32 [%p+8], %r2;\n",
        32, std::vector<std::uint32_t>(3));
    EXPECT_EQ(results, (std::vector<std::uint32_t>{0, 0, 1}));
}

TEST(Mbarriers, MisuseIsAFault) {
    std::string what;
    EXPECT_EQ(faultOf("mbarrier.arrive.shared.b64 %s0, [%bar];\n", &what), FaultKind::Trap);
    EXPECT_NE(what.find("not initialized"), std::string::npos) << what;
    EXPECT_EQ(
        faultOf(initialize(4) +
                "mbarrier.inval.shared.b64 [%bar];\nmbarrier.test_wait.parity.shared.b64 %q1, [%bar], 0;\n"),
        FaultKind::Trap);
    EXPECT_EQ(faultOf(initialize(40) + "mbarrier.arrive.shared.b64 %s0, [%bar], 3;\n", &what),
              FaultKind::Trap);
    EXPECT_NE(what.find("more arrivals"), std::string::npos) << what;
    EXPECT_EQ(faultOf("mbarrier.init.shared.b64 [%bar], 0;\n"), FaultKind::Trap);
    EXPECT_EQ(faultOf(initialize(32) + "mbarrier.arrive.noComplete.shared.b64 %s0, [%bar], 1;\n"),
              FaultKind::Trap);
    EXPECT_EQ(faultOf("mbarrier.init.shared.b64 [%bar+4], 1;\n"), FaultKind::Misaligned);
}

TEST(Mbarriers, TellWhatTheyTouch) {
    Runner runner(
        kernel(initialize(32) +
               "mbarrier.arrive.shared.b64 %s0, [%bar];\nWAIT:\nmbarrier.try_wait.shared.b64 %q1, [%bar], "
               "%s0;\n@!%q1 bra WAIT;\n"));
    model::Trace trace;
    runner.config.sink = &trace;
    runner.launch("k", {}, {32, 1, 1}, Parameters().add(runner.buffer(std::vector<int>(1))));
    ASSERT_EQ(trace.accesses().size(), 3U);
    const model::Operation expected[] = {model::Operation::Store, model::Operation::Atomic,
                                         model::Operation::Load};
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(trace.accesses()[i].space, model::Space::Shared);
        EXPECT_EQ(trace.accesses()[i].operation, expected[i]);
        EXPECT_EQ(trace.accesses()[i].width, 8);
        EXPECT_EQ(trace.accesses()[i].activeMask, i == 0 ? 1U : 0xffffffffU);
    }
}

TEST(AsynchronousCopies, ArriveAtAnMbarrier) {
    // with .noinc 32 threads are all that is expected; without it they arrive themselves besides
    for (const bool counted : {true, false}) {
        std::vector<std::uint32_t> memory(32);
        std::iota(memory.begin(), memory.end(), 5U);
        std::vector<Finding> findings;
        const auto results = run(initialize(32) + kOwnWord +
                                     "shl.b32 %r0, %t, 2;\nadd.u32 %r0, %r0, %box;\n"
                                     "cp.async.ca.shared.global [%r0], [%o], 4;\ncp.async.mbarrier.arrive" +
                                     (counted ? ".noinc" : "") + ".shared::cta.b64 [%bar];\n" +
                                     (counted ? "" : "mbarrier.arrive.shared.b64 %s0, [%bar];\n") +
                                     "WAIT:\nmbarrier.try_wait.parity.shared.b64 %q1, [%bar], 0;\n@!%q1 bra "
                                     "WAIT;\nxor.b32 %r0, %r0, 4;\n"
                                     "ld.shared.u32 %r1, [%r0];\nst.global.u32 [%o], %r1;\n",
                                 32, memory, {.races = true}, &findings);
        for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(results[t], (t ^ 1) + 5) << t;
        EXPECT_TRUE(findings.empty()) << (findings.empty() ? "" : findings[0].text());
    }
}

TEST(AsynchronousCopies, MayBeToldToWriteZeros) {
    std::vector<std::uint32_t> memory(32, 9);
    const auto results = run(
        kOwnWord +
            "shl.b32 %r0, %t, 2;\nadd.u32 %r0, %r0, %box;\nst.shared.u32 [%r0], %t;\nsetp.lt.u32 %q0, %t, "
            "8;\nsetp.lt.u32 %q1, %t, 20;\n@%q1 cp.async.ca.shared.global [%r0], [%o], 4, "
            "!%q0;\ncp.async.wait_all;\n"
            "ld.shared.u32 %r1, [%r0];\nst.global.u32 [%o], %r1;\n",
        32, memory);
    for (std::uint32_t t = 0; t < 32; ++t) EXPECT_EQ(results[t], t < 8 ? 9 : t < 20 ? 0 : t) << t;
}

TEST(Clusters, AddressesOfTheirSharedMemory) {
    EXPECT_EQ(run("cvt.u64.u32 %s0, %box;\ncvta.shared::cluster.u64 %s1, %s0;\nisspacep.shared::cluster %q0, "
                  "%s1;\nselp.u32 %r0, 1, 0, "
                  "%q0;\nisspacep.shared::cluster %q0, %p;\nselp.u32 %r1, 1, 0, %q0;\nst.global.v2.u32 [%p], "
                  "{%r0, %r1};\n",
                  1, {7, 7}),
              (std::vector<std::uint32_t>{1, 0}));
}

/// Thread 0 brings 2080 bytes, all threads wait for them; then it takes them elsewhere.
const std::string kBulk =
    initialize(1) +
    "mov.u32 %r0, 2080;\n@%q0 bra WAIT;\nmbarrier.arrive.expect_tx.shared::cta.b64 _, [%bar], %r0;\n"
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%box+16], [%p], %r0, [%bar];\nWAIT:\n"
    "mbarrier.try_wait.parity.shared.b64 %q1, [%bar], 0;\n@!%q1 bra WAIT;\nshl.b32 %r1, %t, 2;\nadd.u32 %r1, "
    "%r1, %box;\n"
    "ld.shared.u32 %r2, [%r1+16];\nadd.u32 %r2, %r2, 1000;\nst.shared.u32 [%r1+16], "
    "%r2;\nfence.proxy.async.shared::cta;\nbar.sync 0;\n"
    "@%q0 ret;\nadd.u64 %o, %p, 2080;\ncp.async.bulk.global.shared::cta.bulk_group [%o], [%box+16], %r0;\n"
    "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;\n";

TEST(BulkCopies, MoveBytesAndCompleteAPhase) {
    std::vector<std::uint32_t> memory(1040);
    std::iota(memory.begin(), memory.begin() + 520, 7U);
    std::vector<Finding> findings;
    const auto results = run(kBulk, 64, memory, {.races = true}, &findings);
    for (std::uint32_t i = 0; i < 520; ++i) {
        EXPECT_EQ(results[i], i + 7);
        EXPECT_EQ(results[520 + i], i + 7 + (i < 64 ? 1000 : 0));
    }
    EXPECT_TRUE(findings.empty());
}

TEST(BulkCopies, AreToldInPieces) {
    Runner runner(kernel(kBulk));
    model::Trace trace;
    runner.config.sink = &trace;
    const std::uint64_t p = runner.buffer(std::vector<std::uint32_t>(1040));
    runner.launch("k", {}, {32, 1, 1}, Parameters().add(p));
    std::vector<model::WarpAccess> pieces;
    for (const model::WarpAccess& access : trace.accesses())
        if (access.width == 16) pieces.push_back(access);
    ASSERT_EQ(pieces.size(), 20U); // five times a load and a store, there and back
    for (std::size_t i = 0; i < 20; ++i) {
        const bool back = i >= 10, store = i % 2 == 1;
        EXPECT_EQ(pieces[i].operation, store ? model::Operation::Store : model::Operation::Load);
        EXPECT_EQ(pieces[i].space, store == back ? model::Space::Global : model::Space::Shared);
        EXPECT_EQ(pieces[i].activeMask, i % 10 < 8 ? 0xffffffffU : 3U);
        EXPECT_EQ(pieces[i].address[1] - pieces[i].address[0], 16U);
    }
    EXPECT_EQ(pieces[0].address[0], p);
    EXPECT_EQ(pieces[8].address[1], p + 2064);
    EXPECT_EQ(pieces[11].address[0], p + 2080);
}

TEST(BulkCopies, WithinTheBlock) {
    const auto results =
        run(initialize(1) +
                "@%q0 bra WAIT;\nst.shared.v2.u32 [%box], {17, 18};\nadd.u32 %r1, %box, 256;\n"
                "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%bar], 16;\n"
                "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r1], [%box], 16, "
                "[%bar];\nWAIT:\n"
                "mbarrier.try_wait.parity.shared.b64 %q1, [%bar], 0;\n@!%q1 bra WAIT;\nld.shared.u32 %r2, "
                "[%box+260];\n" +
                kOwnWord + "st.global.u32 [%o], %r2;\n",
            32, std::vector<std::uint32_t>(32));
    EXPECT_EQ(results, std::vector<std::uint32_t>(32, 18));
}

TEST(BulkCopies, FaultsOfSizeAndPlace) {
    const std::string copy = "setp.ne.u32 %q0, %t, 0;\n@!%q0 cp.async.bulk.global.shared::cta.bulk_group ";
    EXPECT_EQ(faultOf(copy + "[%p], [%box], 24;\n"), FaultKind::Misaligned);
    EXPECT_EQ(faultOf(copy + "[%p+8], [%box], 32;\n"), FaultKind::Misaligned);
    EXPECT_EQ(faultOf(copy + "[%p], [%box+4000], 256;\n"), FaultKind::OutOfBounds);
    EXPECT_EQ(faultOf(copy + "[%p], [%box], 272;\n"), FaultKind::OutOfBounds);
}

TEST(Clusters, OfOneBlock) {
    const auto results =
        run("mapa.shared::cluster.u32 %r0, %box, 0;\ngetctarank.shared::cluster.u32 %r1, %r0;\nsetp.ne.u32 "
            "%q0, %t, 63;\n"
            "@!%q0 st.shared::cluster.u32 [%r0], 41;\nbarrier.cluster.arrive.release.aligned;\n"
            "barrier.cluster.wait.acquire.aligned;\nld.shared::cta.u32 %r2, [%box];\nadd.u32 %r2, %r2, %r1;\n"
            "bar.sync 0;\n@!%q0 st.shared.u32 [%box], 1;\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\n"
            "ld.shared.u32 %r3, [%box];\nadd.u32 %r2, %r2, "
            "%r3;\ngriddepcontrol.wait;\nsetmaxnreg.inc.sync.aligned.u32 "
            "240;\n" +
                kOwnWord + "st.global.u32 [%o], %r2;\n",
            64, std::vector<std::uint32_t>(64));
    EXPECT_EQ(results, std::vector<std::uint32_t>(64, 42));
    // a block's own barriers have the numbers 0 to 15
    EXPECT_EQ(faultOf("mov.u32 %r0, 16;\nbar.sync %r0;\n"), FaultKind::Trap);
}

/// docs/ptx.md has this list.
TEST(Instructions, WhatIsNotThereIsRefusedByName) {
    for (const char* instruction :
         {"tcgen05.wait::ld.sync.aligned", "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [%box], {%r0}",
          "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r0, %r1}, [%box]",
          "cp.async.bulk.tensor.4d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes [%box], "
          "[%p, "
          "{%t, "
          "%t, %t, %t}], [%bar], {%r0, %r0}",
          "cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%p], [%box], %t, 1",
          "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u8 [%p], [%box], %t",
          "tensormap.replace.tile.swizzle_atomicity.global.b1024.b32 [%p], 1",
          "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%box], "
          "[%bar]",
          "multimem.red.relaxed.sys.global.add.u32 [%p], %t",
          "multimem.ld_reduce.relaxed.sys.global.add.u32 %t, [%p]", "cvt.rs.f16x2.f32 %r0, %t, %t, %t",
          "atom.global.v2.f64.add {%s0, %s1}, [%p], {%s0, %s1}", "alloca.u64 %s0, 8", "stacksave.u64 %s0",
          "sured.b.add.1d.u32.trap [%p, %t], %t", "mbarrier.arrive.shared.b32 %s0, [%bar]"}) {
        const auto module = Module::parse(kernel(std::string(instruction) + ";\n"), "t");
        ASSERT_EQ(module->find("k")->unsupported.size(), 1U) << instruction;
        EXPECT_EQ(module->find("k")->unsupported[0].text, instruction);
    }
}

} // namespace
} // namespace lanescope::ptx
