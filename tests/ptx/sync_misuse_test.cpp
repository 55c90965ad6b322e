// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Operations of a warp and mbarriers that are used wrongly, each beside the right use.
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lanescope::ptx {
namespace {

/// %t: the thread, %l: its lane; %bar and %box: a barrier and 512 bytes of shared memory; %p: the parameter,
/// and %o: the thread's own word there. %low: a lane below 16.
std::string kernel(const std::string& body) {
    return withHeader(
        ".visible .entry k(.param .u64 p) {\n.reg .b64 %p, %o, %s<4>;\n.reg .b32 %t, %l, %bar, %box, "
        "%r<9>;\n.reg .pred %low, %first, %q<4>;\n.shared .align 8 .b64 bar[4];\n"
        ".shared .align 128 .b8 box[512];\nld.param.u64 %p, [p];\nmov.u32 %t, %tid.x;\n"
        "and.b32 %l, %t, 31;\nsetp.lt.u32 %low, %l, 16;\nsetp.eq.u32 %first, %t, 0;\n"
        "mov.u32 %bar, bar;\nmov.u32 %box, box;\nmul.wide.u32 %o, %t, 4;\nadd.u64 %o, %p, %o;\n" +
        body + "ret;\n}\n");
}

std::vector<Finding> findings(const std::string& body, std::uint32_t threads = 32) {
    Runner runner(kernel(body));
    runner.config.checks = Checks::all();
    return runner
        .launch("k", {2, 1, 1}, {threads, 1, 1}, Parameters().add(runner.buffer(std::vector<int>(256))))
        .findings;
}

std::string texts(const std::vector<Finding>& all) {
    std::string text;
    for (const Finding& each : all) text += each.text() + "\n";
    return text;
}

void expectNone(const std::string& body, std::uint32_t threads = 32) {
    EXPECT_EQ(texts(findings(body, threads)), "") << body;
}

/// What is found in both blocks, once for each lane that it concerns.
void expectOne(const std::string& body, FindingKind kind, std::uint64_t lanes, const std::string& words,
               std::uint32_t threads = 32) {
    const auto all = findings(body, threads);
    ASSERT_EQ(all.size(), 1U) << body << texts(all);
    EXPECT_EQ(all[0].kind, kind) << all[0].text();
    EXPECT_EQ(all[0].count, 2 * lanes) << all[0].text();
    EXPECT_NE(all[0].text().find(words), std::string::npos) << all[0].text();
}

TEST(Shuffles, ReadLanesThatTakePart) {
    expectNone("shfl.sync.down.b32 %r1, %t, 1, 31, -1;\n", 64);
    // halves of a warp on their own
    expectNone("@%low shfl.sync.down.b32 %r1, %t, 8, 0x100f, 0xffff;\n");
    // a warp that is not full, as far as it goes
    expectNone("shfl.sync.down.b32 %r1, %t, 8, 0x100f, -1;\n", 48);
    expectOne("shfl.sync.down.b32 %r1, %t, 16, 31, -1;\n", FindingKind::InactiveLane, 16,
              "thread (32,0,0) (warp 1, lane 0) reads lane 16, which is beyond the end of the block", 48);
    expectOne("@!%low exit;\nshfl.sync.bfly.b32 %r1, %t, 16, 31, -1;\n", FindingKind::InactiveLane, 16,
              "(warp 0, lane 0) reads lane 16, which has exited");
    expectOne("@!%low bra END;\nshfl.sync.down.b32 %r1, %t, 8, 31, 0xffff;\nEND:\nst.global.u32 [%o], %t;\n",
              FindingKind::InactiveLane, 8, "(warp 0, lane 8) reads lane 16, which does not take part");
}

TEST(MemberMasks, NameWhoComes) {
    expectNone("vote.sync.ballot.b32 %r1, %low, -1;\n", 48);
    expectNone("selp.b32 %r2, 0xffff, 0xffff0000, %low;\nvote.sync.ballot.b32 %r1, %first, %r2;\n");
    // who has exited before may be named
    expectNone("@!%low exit;\nvote.sync.ballot.b32 %r1, %first, -1;\n");
    expectOne("vote.sync.ballot.b32 %r1, %low, 0xfffffffe;\n", FindingKind::MemberMask, 1,
              "a lane is not in its own member mask: thread (0,0,0) (warp 0, lane 0) gives 0xfffffffe");
    expectOne("selp.b32 %r2, -1, 0xfffffffe, %first;\nmatch.any.sync.b32 %r1, %t, %r2;\n",
              FindingKind::MemberMask, 1,
              "lane 0) gives 0xffffffff, which names lane 1, and that one gives 0xfffffffe");
}

TEST(MemberMasks, NameNoLaneOfAnotherBranch) {
    const auto branches = [](const std::string& one, const std::string& other) {
        return "@!%low bra OTHER;\n" + one + "bra END;\nOTHER:\n" + other + "END:\nst.global.u32 [%o], %t;\n";
    };
    const std::string vote = "vote.sync.ballot.b32 %r1, %first, ", meet = "bar.warp.sync ";
    expectNone(branches(vote + "0xffff;\n", vote + "0xffff0000;\n"));
    expectOne(branches(vote + "-1;\n", vote + "-1;\n"), FindingKind::MemberMask, 16,
              "lane 0) names lane 16, which waits at another instruction");
    // a barrier of the warp may be met anywhere
    expectNone(branches(meet + "-1;\n", meet + "-1;\n"));
    const std::string leave = "st.global.u32 [%o], %t;\nexit;\n";
    // who skips it goes to the end
    expectOne("@!%low bra END;\n" + vote + "-1;\nEND:\nst.global.u32 [%o], %t;\n", FindingKind::MemberMask,
              16, "lane 0) names lane 16, which was in another branch and exits there");
    expectNone(branches(vote + "0xffff;\n", leave));
    expectNone(branches(meet + "-1;\n", leave));
}

const std::string kInit = "@%first mbarrier.init.shared::cta.b64 [%bar], 1;\n", kMeet = "bar.sync 0;\n";
const std::string kWait =
    "WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 %q1, [%bar], 0;\n@!%q1 bra WAIT;\n";

TEST(Mbarriers, AreInitializedOnce) {
    expectNone(kInit + kMeet + "@%first mbarrier.inval.shared::cta.b64 [%bar];\n" + kInit, 64);
    expectOne(kInit + kMeet + kInit, FindingKind::MbarrierMisuse, 1,
              "an mbarrier is initialized again, which was");
}

TEST(Mbarriers, AreInitializedBeforeOthersCome) {
    const std::string arrive =
        "setp.eq.u32 %q2, %t, 32;\n@%q2 mbarrier.arrive.shared::cta.b64 %s0, [%bar];\n";
    expectNone(kInit + kMeet + arrive, 64);
    const auto found = findings(kInit + arrive, 64);
    ASSERT_EQ(found.size(), 1U) << texts(found);
    EXPECT_EQ(found[0].kind, FindingKind::Race);
}

TEST(Mbarriers, GetTheBytesThatTheyExpect) {
    const std::string expect = "@%first mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%bar], 64;\n",
                      complete = "@%first mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%bar], ";
    expectNone(kInit + kMeet + expect + complete + "64;\n");
    expectOne(kInit + kMeet + expect + complete + "48;\n", FindingKind::MbarrierMisuse, 1,
              "the kernel ends while an mbarrier still expects 16 bytes");
}

Fault faultOf(const std::string& body, std::uint32_t threads) {
    Runner runner(kernel(body));
    return runner.faultOf("k", {}, {threads, 1, 1}, Parameters().add(runner.buffer(std::vector<int>(256))));
}

TEST(Mbarriers, EndTheirPhases) {
    const std::string two = "@%first mbarrier.init.shared::cta.b64 [%bar], 2;\n" + kMeet,
                      arrive = "@%first mbarrier.arrive.shared::cta.b64 %s0, [%bar];\n";
    for (const std::uint32_t threads : {32U, 96U}) {
        const Fault fault = faultOf(two + arrive + kWait, threads);
        EXPECT_EQ(fault.kind, FaultKind::Deadlock) << fault.what();
        EXPECT_NE(std::string(fault.what()).find("1 of 2 arrivals are missing"), std::string::npos)
            << fault.what();
    }
    // one lane waits
    EXPECT_EQ(
        faultOf(two + arrive + "@!%first bra END;\n" + kWait + "END:\nst.global.u32 [%o], %t;\n", 32).kind,
        FaultKind::Deadlock);
    // and one that is invalidated has none
    const Fault gone = faultOf(two + "@%first mbarrier.inval.shared::cta.b64 [%bar];\n" + kMeet + kWait, 32);
    EXPECT_EQ(gone.kind, FaultKind::Trap);
    EXPECT_NE(std::string(gone.what()).find("was invalidated"), std::string::npos) << gone.what();
}

TEST(BulkCopies, AreReadBehindTheirMbarrier) {
    const std::string
        copy = kInit + kMeet +
               "@%first mbarrier.arrive.expect_tx.shared::cta.b64 %s0, [%bar], 256;\n"
               "@%first cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%box], [%p], "
               "256, [%bar];\n",
        read = "shl.b32 %r1, %t, 2;\nadd.u32 %r1, %r1, %box;\nld.shared.u32 %r2, [%r1];\n";
    expectNone(copy + kWait + read, 64);
    // and once one thread has waited, behind a barrier
    expectNone(copy + "@!%first bra MEET;\n" + kWait + "MEET:\n" + kMeet + read, 64);
    for (const bool meets : {false, true}) {
        const std::uint32_t threads = meets ? 64 : 32;
        const auto found = findings(copy + (meets ? kMeet : "") + read, threads);
        ASSERT_EQ(found.size(), 1U) << texts(found);
        EXPECT_EQ(found[0].kind, FindingKind::Race);
        EXPECT_EQ(found[0].count, 2 * threads);
        EXPECT_EQ(found[0].earlier->thread.x, 0U);
        EXPECT_NE(found[0].text().find("wait for the copy's mbarrier before"), std::string::npos)
            << found[0].text();
    }
}

TEST(Misuse, IsLookedForWhenAsked) {
    Runner runner(kernel("shfl.sync.down.b32 %r1, %t, 16, 31, -1;\n" + kInit + kMeet + kInit));
    runner.config.checks = {.races = true, .uninitialised = true};
    EXPECT_TRUE(runner.launch("k", {}, {48, 1, 1}, Parameters().add(runner.buffer(std::vector<int>(256))))
                    .findings.empty());
}

} // namespace
} // namespace lanescope::ptx
