// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Races on shared memory: what is one by the PTX memory consistency model is found, with both accesses, and
// what is none is not.
#include "check_kernels.h"

namespace lanescope::ptx {
namespace {

class Race : public CheckKernels {
protected:
    /// The finding of this pair of lines, later access first; fails when it is not there.
    static Finding pair(const std::vector<Finding>& findings, const std::string& later,
                        const std::string& earlier) {
        for (const Finding& finding : findings)
            if (finding.kind == FindingKind::Race && finding.access && finding.earlier &&
                finding.access->line == line(later) && finding.earlier->line == line(earlier))
                return finding;
        ADD_FAILURE() << "no race of " << later << " with " << earlier << " in\n" << texts(findings);
        Finding none;
        none.access.emplace();
        none.earlier.emplace();
        return none;
    }
};
INSTANTIATE_TEST_SUITE_P(Ptx, Race, ::testing::Values(false, true),
                         [](const auto& which) { return which.param ? "AsWritten" : "Optimised"; });

TEST_P(Race, ABarrierInAReduction) {
    const std::uint64_t in = numbers(128), out = zeros(4);
    const Parameters parameters = Parameters().add(in).add(out);
    const auto right = run("reduceRight", {}, {128, 1, 1}, parameters);
    EXPECT_TRUE(right.empty()) << texts(right);
    EXPECT_EQ(runner->read<int>(out, 1).front(), 128 * 129 / 2);
    const auto wrong = run("reduceWrong", {}, {128, 1, 1}, parameters);
    const Finding race = pair(wrong, "reduce", "reduce");
    // sums[t] + sums[t + 32] of warp 0 meets what warp 1 adds up in the first step: 64 threads apart from t
    EXPECT_EQ(race.array, "sums");
    EXPECT_EQ(race.bytes, 4u);
    EXPECT_EQ(race.block, (model::Dim3{0, 0, 0}));
    EXPECT_NE(race.access->thread, race.earlier->thread);
    EXPECT_EQ(race.offset % 4, 0u);
}

TEST_P(Race, AreKeptWhenAFaultStopsTheKernel) {
    const std::uint64_t in = numbers(128), nowhere = 0x1000;
    const LaunchOutcome outcome =
        runner->run("reduceWrong", {}, {128, 1, 1}, Parameters().add(in).add(nowhere));
    ASSERT_TRUE(outcome.fault.has_value());
    EXPECT_EQ(outcome.fault->kind, FaultKind::OutOfBounds);
    EXPECT_EQ(pair(outcome.findings, "reduce", "reduce").array, "sums");
    EXPECT_GT(outcome.warpInstructions, 0u);
}

/// What is missing between two lines is one barrier.
TEST(FindingLog, OnePairOfLinesHasOneCure) {
    const auto race = [](std::uint32_t line, std::uint32_t earlier, RaceCure cure) {
        Finding finding;
        finding.kind = FindingKind::Race;
        finding.cure = cure;
        finding.access.emplace().line = line;
        finding.earlier.emplace().line = earlier;
        return finding;
    };
    FindingLog log;
    log.add({FindingKind::Race, 1, 2, ""}, race(5, 6, RaceCure::BlockBarrier), 0);
    log.add({FindingKind::Race, 2, 1, ""}, race(6, 5, RaceCure::WarpBarrier), 0);
    log.add({FindingKind::Race, 3, 1, ""}, race(7, 5, RaceCure::WarpBarrier), 0);
    log.add({FindingKind::Race, 8, 8, "a"}, race(8, 8, RaceCure::OneLine), 0);
    log.add({FindingKind::Race, 8, 8, "b"}, race(8, 8, RaceCure::OneLine), 0);
    log.add({FindingKind::Race, 9, 9, ""}, race(9, 9, RaceCure::OneLine), 0);
    const std::vector<Finding> all = log.take();
    ASSERT_EQ(all.size(), 5U) << "a line that races with itself does so once";
    EXPECT_EQ(all[3].access->line, 8U);
    EXPECT_EQ(all[4].access->line, 9U);
    EXPECT_EQ(all[0].cure, RaceCure::BlockBarrier);
    EXPECT_EQ(all[1].cure, RaceCure::BlockBarrier);
    EXPECT_EQ(all[2].cure, RaceCure::WarpBarrier) << "another pair";
}

TEST_P(Race, ATransposeWithoutABarrier) {
    const std::uint64_t in = runner->buffer(std::vector<float>(32 * 32, 1.0F)), out = zeros(32 * 32 * 4);
    const Parameters parameters = Parameters().add(in).add(out).add(32);
    const auto right = run("transposeRight", {2, 2, 1}, {16, 16, 1}, parameters);
    EXPECT_TRUE(right.empty()) << texts(right);
    const auto wrong = run("transposeWrong", {2, 2, 1}, {16, 16, 1}, parameters);
    // warps run one after another here: those that read before the tile is full read nothing that was written
    const Finding race = pair(wrong, "tileRead", "tileWrite");
    EXPECT_EQ(race.array, "tile");
    EXPECT_EQ(race.access->operation, model::Operation::Load);
    EXPECT_EQ(race.earlier->operation, model::Operation::Store);
    // the word that thread (x, y) reads is tile[x][y], which thread (y, x) has written
    EXPECT_EQ(race.access->thread.x, race.earlier->thread.y);
    EXPECT_EQ(race.access->thread.y, race.earlier->thread.x);
    EXPECT_EQ(race.offset, (race.access->thread.x * 17 + race.access->thread.y) * 4);
    const Finding other = pair(wrong, "tileWrite", "tileRead");
    EXPECT_EQ(other.earlier->operation, model::Operation::Load);
}

TEST_P(Race, LanesOfAWarpNeedASyncFromVoltaOn) {
    const std::uint64_t in = numbers(64), out = zeros(8);
    const Parameters parameters = Parameters().add(in).add(out);
    const auto right = run("warpSumRight", {}, {64, 1, 1}, parameters);
    EXPECT_TRUE(right.empty()) << texts(right);
    EXPECT_EQ(runner->read<int>(out, 2), (std::vector<int>{32 * 33 / 2, 32 * 33 / 2 + 32 * 32}));
    const Finding race = pair(run("warpSumWrong", {}, {64, 1, 1}, parameters), "warpRead", "warpWrite");
    EXPECT_EQ(race.access->warp, race.earlier->warp);
    EXPECT_NE(race.access->lane, race.earlier->lane);
    runner->config.checks.lockstep = true;
    const auto before = run("warpSumWrong", {}, {64, 1, 1}, parameters);
    EXPECT_TRUE(before.empty()) << texts(before);
}

TEST_P(Race, VolatileAccessesAreStrongAndRaceWithNoOther) {
    const std::uint64_t in = numbers(64), out = zeros(8);
    const auto found = run("warpSumVolatile", {}, {64, 1, 1}, Parameters().add(in).add(out));
    EXPECT_TRUE(found.empty()) << texts(found);
}

TEST_P(Race, AShuffleOrdersNoMemory) {
    const auto found = run("shuffleOrdersNothing", {}, {32, 1, 1}, Parameters().add(zeros(128)));
    const Finding race = pair(found, "shuffleRead", "shuffleWrite");
    EXPECT_EQ(race.access->lane, race.earlier->lane ^ 1);
    EXPECT_EQ(race.count, 32u);
    EXPECT_EQ(found.size(), 1u) << texts(found);
}

TEST_P(Race, AtomicsRaceWithPlainReadsOnly) {
    const std::uint64_t in = numbers(64), out = zeros(32);
    const auto right = run("histogram", {}, {64, 1, 1}, Parameters().add(in).add(out));
    EXPECT_TRUE(right.empty()) << texts(right);
    const auto wrong = run("histogramEarly", {}, {64, 1, 1}, Parameters().add(in).add(out));
    // the emulator runs warp 0 to the end first, so that warp 1's atomics come after its reads
    ASSERT_EQ(wrong.size(), 1u) << texts(wrong);
    EXPECT_EQ(wrong[0].access->line, line("binRead"));
    EXPECT_NE(wrong[0].access->thread, wrong[0].earlier->thread);
    EXPECT_NE(wrong[0].text().find("updates"), std::string::npos) << wrong[0].text();
    if (!GetParam()) pair(wrong, "binRead", "binAdd"); // as written, atomicAdd is a function without lines
}

TEST_P(Race, TwoBuffersNeedOneBarrierAStep) {
    const std::uint64_t in = numbers(64 * 5), out = zeros(256);
    const Parameters parameters = Parameters().add(in).add(out).add(5);
    const auto right = run("doubleBuffer", {}, {64, 1, 1}, parameters);
    EXPECT_TRUE(right.empty()) << texts(right);
    const auto wrong = run("singleBuffer", {}, {64, 1, 1}, parameters);
    pair(wrong, "refill", "drain");
}

TEST_P(Race, StoresOfOneValueAreNone) {
    const auto same = run("sameValue", {}, {96, 1, 1}, Parameters().add(zeros(384)));
    EXPECT_TRUE(same.empty()) << texts(same);
    const auto others = run("otherValues", {}, {96, 1, 1}, Parameters().add(zeros(384)));
    const Finding race = pair(others, "manyValues", "manyValues");
    EXPECT_EQ(race.earlier->lane, 0);
    EXPECT_EQ(race.access->lane, 1);
    EXPECT_NE(race.text().find("same instruction"), std::string::npos) << race.text();
    // in step or not, one instruction stores all at once
    runner->config.checks.lockstep = true;
    EXPECT_FALSE(run("otherValues", {}, {32, 1, 1}, Parameters().add(zeros(384))).empty());
}

TEST_P(Race, NamedBarriersOrderThoseThatTakePart) {
    const std::uint64_t in = numbers(96), out = zeros(384);
    const Parameters parameters = Parameters().add(in).add(out).add(3);
    const auto right = run("producer", {}, {64, 1, 1}, parameters);
    EXPECT_TRUE(right.empty()) << texts(right);
    const auto values = runner->read<int>(out, 96);
    for (int i = 0; i < 96; ++i)
        EXPECT_EQ(values[static_cast<std::size_t>(i)], i / 32 * 32 + 32 - i % 32) << i;
    const auto wrong = run("producerNeverWaits", {}, {64, 1, 1}, Parameters().add(in).add(out).add(1));
    EXPECT_TRUE(wrong.empty()) << texts(wrong); // one step: nothing is overwritten
}

TEST_P(Race, FencesAroundAFlagHandAValueOn) {
    const std::uint64_t out = zeros(4);
    const auto right = run("handOnRight", {}, {64, 1, 1}, Parameters().add(out).add(42));
    EXPECT_TRUE(right.empty()) << texts(right);
    EXPECT_EQ(runner->read<int>(out, 1).front(), 42);
    pair(run("handOnWrong", {}, {64, 1, 1}, Parameters().add(out).add(42)), "handRead", "handWrite");
}

TEST_P(Race, ALockOrdersItsHolders) {
    const std::uint64_t out = zeros(4);
    const auto found = run("lockedCount", {}, {128, 1, 1}, Parameters().add(out));
    EXPECT_TRUE(found.empty()) << texts(found);
    EXPECT_EQ(runner->read<int>(out, 1).front(), 32 + 64 + 96);
}

TEST_P(Race, OffFindsNothingAndOnIsTheSameWithManyWorkers) {
    const std::uint64_t in = runner->buffer(std::vector<float>(64 * 64, 1.0F)), out = zeros(64 * 64 * 4);
    const Parameters parameters = Parameters().add(in).add(out).add(64);
    const auto one = run("transposeWrong", {4, 4, 1}, {16, 16, 1}, parameters);
    runner->config.workers = 4;
    const auto four = run("transposeWrong", {4, 4, 1}, {16, 16, 1}, parameters);
    EXPECT_EQ(texts(one), texts(four));
    ASSERT_FALSE(one.empty());
    for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].count, four[i].count);
    // every block has the same race
    const std::uint64_t count = one.front().count;
    EXPECT_EQ(run("transposeWrong", {2, 4, 1}, {16, 16, 1}, parameters).front().count, count / 2);
    runner->config.checks = {};
    EXPECT_TRUE(run("transposeWrong", {4, 4, 1}, {16, 16, 1}, parameters).empty());
}

// ---- what nvcc for compute capability 7.5 does not write

std::vector<Finding> findings(const std::string& body, model::Dim3 block) {
    Runner runner(withHeader(".visible .entry k(.param .u64 p) {\n"
                             ".reg .b32 %r<10>; .reg .b64 %rd<5>; .reg .pred %p<4>;\n"
                             ".shared .align 16 .b8 s[512];\n"
                             "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nshl.b32 %r2, %r1, 2;\n"
                             "mov.u32 %r3, s;\nadd.s32 %r3, %r3, %r2;\nmul.wide.u32 %rd2, %r1, 4;\n"
                             "add.s64 %rd2, %rd1, %rd2;\n" +
                             body + "\nret;\n}\n"));
    runner.config.checks.races = true;
    return runner.launch("k", {}, block, Parameters().add(runner.buffer(std::vector<int>(128)))).findings;
}

TEST(CopyAsync, IsWrittenWhenItsThreadHasWaited) {
    const std::string copy = "cp.async.ca.shared.global [%r3], [%rd2], 4;\ncp.async.commit_group;\n";
    EXPECT_TRUE(findings(copy + "cp.async.wait_group 0;\nld.shared.u32 %r4, [%r3];", {64, 1, 1}).empty());
    EXPECT_TRUE(
        findings(copy + "cp.async.wait_all;\nbar.sync 0;\nld.shared.u32 %r4, [s+4];", {64, 1, 1}).empty());
    // not waited for: its own thread may read what was there before
    auto found = findings(copy + "ld.shared.u32 %r4, [%r3];", {64, 1, 1});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].count, 64u);
    // the newest group may be under way still
    EXPECT_EQ(findings(copy + "cp.async.wait_group 1;\nld.shared.u32 %r4, [%r3];", {64, 1, 1}).size(), 1u);
    // a barrier does not wait for copies
    EXPECT_EQ(findings(copy + "bar.sync 0;\nld.shared.u32 %r4, [s+4];", {64, 1, 1}).size(), 1u);
    // and what one thread has waited for, others see after a barrier only
    EXPECT_EQ(findings(copy + "cp.async.wait_all;\nld.shared.u32 %r4, [s+4];", {64, 1, 1}).size(), 1u);
}

TEST(Bytes, OfOneWordAreApart) {
    const std::string bytes = "mov.u32 %r4, s;\nadd.s32 %r4, %r4, %r1;\nst.shared.u8 [%r4], %r1;\n";
    EXPECT_TRUE(findings(bytes + "ld.shared.u8 %r5, [%r4];", {64, 1, 1}).empty());
    EXPECT_EQ(findings(bytes + "and.b32 %r6, %r4, -4;\nld.shared.u32 %r5, [%r6];", {64, 1, 1}).size(), 1u);
}

TEST(AcquireAndRelease, OrderTwoThreads) {
    // thread 32 fills s[1] and releases s[0]; thread 0 acquires s[0] and reads s[1]
    const auto handOver = [](const std::string& store, const std::string& load) {
        return findings("setp.eq.u32 %p1, %r1, 0;\n@%p1 st.shared.u32 [s], 0;\nbar.sync 0;\n"
                        "setp.ne.u32 %p2, %r1, 32;\n@%p2 bra NOT;\nst.shared.u32 [s+4], 42;\n" +
                            store + " [s], 1;\nNOT:\n@!%p1 bra END;\nWAIT:\n" + load +
                            " %r4, [s];\nsetp.eq.u32 %p3, %r4, 0;\n@%p3 bra WAIT;\nld.shared.u32 %r5, "
                            "[s+4];\nEND:",
                        {64, 1, 1})
            .size();
    };
    EXPECT_EQ(handOver("st.release.cta.shared.u32", "ld.acquire.cta.shared.u32"), 0u);
    EXPECT_EQ(handOver("st.release.cta.shared.u32", "ld.relaxed.cta.shared.u32"), 1u);
    EXPECT_EQ(handOver("st.relaxed.cta.shared.u32", "ld.acquire.cta.shared.u32"), 1u);
}

} // namespace
} // namespace lanescope::ptx
