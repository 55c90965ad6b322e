// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Grids that are launched cooperatively: all of their blocks are under way at once. Kernels run as optimised
// PTX and as written.
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <numeric>
#include <thread>

namespace lanescope::ptx {
namespace {

using Ints = std::vector<int>;

class Cooperative : public ::testing::TestWithParam<bool> {
protected:
    void SetUp() override {
        if (const std::string why = whyNoKernels(); !why.empty()) GTEST_SKIP() << why;
        runner = std::make_unique<Runner>(kernelPtx("cooperative", GetParam()), "cooperative.ptx");
        runner->config.cooperative = true;
    }
    static std::uint32_t line(const std::string& mark) { return lineOf(mark, "cooperative"); }
    std::unique_ptr<Runner> runner;
};
INSTANTIATE_TEST_SUITE_P(Ptx, Cooperative, ::testing::Values(false, true),
                         [](const auto& which) { return which.param ? "AsWritten" : "Optimised"; });

TEST_P(Cooperative, ASumOfAllBlocksInOneLaunch) {
    Ints in(20011);
    std::iota(in.begin(), in.end(), -700);
    const int expected = std::accumulate(in.begin(), in.end(), 0);
    const std::uint64_t a = runner->buffer(in);
    for (const unsigned workers : {1U, 2U, 5U})
        for (const std::uint32_t blocks : {1U, 2U, 7U, 132U}) {
            runner->config.workers = workers;
            const std::uint64_t partial = runner->buffer(Ints(blocks)), out = runner->buffer(Ints(1));
            const LaunchOutcome result = runner->launch("sumOfAll", {blocks, 1, 1}, {96, 1, 1},
                                                        Parameters().add(a).add(20011).add(partial).add(out));
            EXPECT_EQ(runner->read<int>(out, 1)[0], expected) << blocks << " blocks, " << workers;
            EXPECT_EQ(result.blocksRun, blocks);
            EXPECT_TRUE(result.findings.empty()) << result.findings.front().text();
        }
}

TEST_P(Cooperative, BarriersBetweenTheStepsOfAStencil) {
    constexpr int n = 3000, steps = 7; // small whole numbers, so that no step rounds
    std::vector<float> now(n);
    for (int i = 0; i < n; ++i) now[static_cast<std::size_t>(i)] = static_cast<float>(i * 37 % 256);
    const std::vector<float> start = now;
    for (int step = 0; step < steps; ++step) {
        const std::vector<float> before = now;
        for (std::size_t i = 0; i < n; ++i)
            now[i] = 0.25F * before[(i + n - 1) % n] + 0.5F * before[i] + 0.25F * before[(i + 1) % n];
    }
    for (const unsigned workers : {1U, 2U, 4U}) {
        runner->config.workers = workers;
        const std::uint64_t a = runner->buffer(start), b = runner->buffer(std::vector<float>(n));
        const LaunchOutcome result =
            runner->launch("pingPong", {10, 2, 1}, {64, 1, 1}, Parameters().add(a).add(b).add(n).add(steps));
        EXPECT_EQ(runner->read<float>(b, n), now) << workers;
        EXPECT_TRUE(result.findings.empty()) << result.findings.front().text();
    }
}

TEST_P(Cooperative, ABlockWorksBetweenItsArrivalAndItsWait) {
    constexpr int blocks = 9, threads = 40;
    const std::uint64_t flags = runner->buffer(Ints(blocks)), own = runner->buffer(Ints(blocks * threads)),
                        seen = runner->buffer(Ints(blocks * threads));
    runner->config.workers = 2;
    runner->launch("arriveAndWait", {blocks, 1, 1}, {threads, 1, 1},
                   Parameters().add(flags).add(own).add(seen));
    const Ints mine = runner->read<int>(own, blocks * threads),
               others = runner->read<int>(seen, blocks * threads);
    for (int block = 0; block < blocks; ++block)
        for (int thread = 0; thread < threads; ++thread) {
            const auto i = static_cast<std::size_t>(block * threads + thread);
            ASSERT_EQ(mine[i], thread * block);
            ASSERT_EQ(others[i], (block + 1 + thread) % blocks + 1) << block << ", " << thread;
        }
}

TEST_P(Cooperative, OnlySuchAGridHasAGridGroup) {
    const std::uint64_t out = runner->buffer(Ints(2, -1));
    runner->launch("isValid", {2, 1, 1}, {32, 1, 1}, Parameters().add(out));
    EXPECT_EQ(runner->read<int>(out, 2), (Ints{1, 1}));
    runner->config.cooperative = false;
    runner->launch("isValid", {2, 1, 1}, {32, 1, 1}, Parameters().add(out));
    EXPECT_EQ(runner->read<int>(out, 2), (Ints{0, 0}));
}

TEST_P(Cooperative, ABarrierOfAnyOtherGridIsATrap) {
    runner->config.cooperative = false;
    const std::uint64_t a = runner->buffer(std::vector<float>(64));
    const Fault fault =
        runner->faultOf("pingPong", {2, 1, 1}, {32, 1, 1}, Parameters().add(a).add(a).add(64).add(1));
    EXPECT_EQ(fault.kind, FaultKind::Trap) << fault.what();
    if (!GetParam()) {
        EXPECT_EQ(fault.line, line("sync")) << "the caller's line, not the header's";
    }
}

TEST_P(Cooperative, ABlockThatLeavesKeepsTheOthersWaitingForEver) {
    for (const unsigned workers : {1U, 2U, 3U})
        for (const std::uint32_t away : {0U, 3U, 7U}) {
            runner->config.workers = workers;
            const std::uint64_t out = runner->buffer(Ints(8));
            const auto start = std::chrono::steady_clock::now();
            const Fault fault =
                runner->faultOf("oneLeaves", {8, 1, 1}, {64, 1, 1}, Parameters().add(out).add(away));
            EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
            EXPECT_EQ(fault.kind, FaultKind::Deadlock) << fault.what();
            EXPECT_NE(std::string(fault.what())
                          .find("deadlock: a barrier of the grid that not all blocks reach, and none of them "
                                "goes on: 1 of 8 have ended, the others wait: kernel oneLeaves, block ("),
                      std::string::npos)
                << fault.what();
            EXPECT_EQ(fault.block, (model::Dim3{away == 0 ? 1U : 0U, 0, 0}));
            if (!GetParam()) {
                EXPECT_EQ(fault.line, line("leaves"));
            }
            Ints expected(8, 1);
            expected[away] = 0;
            EXPECT_EQ(runner->read<int>(out, 8), expected);
        }
}

TEST_P(Cooperative, ALaunchThatWaitsGoesOnWhenOthersHaveWritten) {
    for (const bool cooperative : {true, false})
        for (const unsigned workers : {1U, 2U}) {
            runner->config.workers = workers;
            runner->config.cooperative = cooperative;
            const std::uint64_t flag = runner->buffer(Ints(2));
            const Parameters parameters = Parameters().add(flag).add(0);
            LaunchConfig config = runner->config;
            config.grid = {3, 1, 1};
            config.block = {64, 1, 1};
            config.parameters = parameters.bytes();
            Machine machine(runner->memory, runner->textures);
            const Kernel& kernel = *runner->module->find("waitForEver");
            RunningLaunch launch = machine.begin(*runner->state, kernel, config);
            EXPECT_NE(launch.goOn(), Progress::Ended);
            EXPECT_EQ(launch.goOn(), Progress::Waits);
            const int one = 1;
            std::memcpy(runner->memory.view(flag, sizeof one).data(), &one, sizeof one);
            EXPECT_EQ(launch.goOn(), Progress::Ended);
            const LaunchOutcome outcome = launch.outcome();
            EXPECT_FALSE(outcome.fault) << outcome.fault->what();
            EXPECT_EQ(outcome.blocksRun, 3);
        }
}

/// Three blocks that look at memory that nobody writes, in every way, end so.
void expectDeadlock(Runner& runner, std::uint64_t flag, const std::string& said) {
    for (const int how : {0, 1, 2}) {
        const Fault fault =
            runner.faultOf("waitForEver", {3, 1, 1}, {64, 1, 1}, Parameters().add(flag).add(how));
        EXPECT_EQ(fault.kind, FaultKind::Deadlock) << how << ": " << fault.what();
        EXPECT_NE(std::string(fault.what()).find(said), std::string::npos) << fault.what();
    }
}

TEST_P(Cooperative, AnyOtherGridThatWaitsForEverIsKnownSoon) {
    runner->config.cooperative = false;
    expectDeadlock(*runner, runner->buffer(Ints(2)),
                   "deadlock: a loop that waits for what nobody writes, 0 of 3 blocks have ended");
}

TEST_P(Cooperative, LoopsThatOnlyReadAreKnownToWaitForEver) {
    const std::uint64_t flag = runner->buffer(Ints(2));
    expectDeadlock(
        *runner, flag,
        "deadlock: a loop that waits for other blocks, and none of them goes on: 0 of 3 have ended");
    // one that writes may wait for its own writes
    runner->config.instructionBudget = 200000;
    const Fault fault = runner->faultOf("waitForEver", {3, 1, 1}, {64, 1, 1}, Parameters().add(flag).add(3));
    EXPECT_EQ(fault.kind, FaultKind::Budget) << fault.what();
}

TEST_P(Cooperative, CancelEndsBlocksThatWait) {
    const std::uint64_t flag = runner->buffer(Ints(2));
    std::atomic<bool> cancel{false};
    runner->config.cancel = &cancel;
    runner->config.workers = 2;
    for (const char* kernel : {"waitForEver", "waitLong"}) {
        cancel = false;
        std::thread other([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            cancel = true;
        });
        const auto start = std::chrono::steady_clock::now();
        const std::uint64_t out = runner->buffer(Ints(9));
        const Fault fault =
            runner->faultOf(kernel, {8, 1, 1}, {64, 1, 1},
                            kernel == std::string("waitLong") ? Parameters().add(flag).add(out).add(1 << 30)
                                                              : Parameters().add(flag).add(3));
        other.join();
        EXPECT_EQ(fault.kind, FaultKind::Cancelled) << kernel;
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
    }
}

TEST_P(Cooperative, WaitingCostsNextToNothing) {
    constexpr int rounds = 100000;
    std::uint64_t alone = 0;
    for (const std::uint32_t blocks : {1U, 40U}) {
        const std::uint64_t flag = runner->buffer(Ints(1)), out = runner->buffer(Ints(blocks + 1));
        const LaunchOutcome result = runner->launch("waitLong", {blocks, 1, 1}, {32, 1, 1},
                                                    Parameters().add(flag).add(out).add(rounds));
        EXPECT_EQ(runner->read<int>(out, blocks), Ints(blocks, 1));
        if (blocks == 1) alone = result.warpInstructions;
        EXPECT_LT(result.warpInstructions, 2 * alone + 1) << blocks;
        EXPECT_TRUE(result.findings.empty()) << result.findings.front().text();
    }
}

TEST_P(Cooperative, LanesThatWaitForOneAnotherGoOnByThemselves) {
    for (const unsigned workers : {1U, 2U}) {
        runner->config.workers = workers;
        const std::uint64_t lock = runner->buffer(Ints(1)), count = runner->buffer(Ints(2));
        const LaunchOutcome locked =
            runner->launch("lockOfTheGrid", {4, 1, 1}, {64, 1, 1}, Parameters().add(lock).add(count));
        EXPECT_EQ(runner->read<int>(count, 2), (Ints{256, 256})) << workers;
        const std::uint64_t flags = runner->buffer(Ints(12)), out = runner->buffer(Ints(192));
        const LaunchOutcome lanes =
            runner->launch("lanesOfAGrid", {3, 1, 1}, {64, 1, 1}, Parameters().add(flags).add(out));
        EXPECT_EQ(runner->read<int>(out, 192), Ints(192, 1));
        ASSERT_FALSE(lanes.findings.empty());
        EXPECT_EQ(lanes.findings.front().kind, FindingKind::LanesApart);
        // as written, halves of a warp that were let go stay apart, and reach the barrier so
        if (!GetParam()) {
            EXPECT_EQ(lanes.findings.size(), 1U) << lanes.findings.back().text();
        }
        EXPECT_EQ(lanes.findings.front().count, 6U) << "once in each warp, and not at the grid's barrier";
    }
}

TEST_P(Cooperative, BlocksTakeTurnsOfTheirOwn) {
    constexpr std::uint32_t blocks = 23;
    float expected = 1;
    for (std::uint32_t block = blocks; block-- > 0;) expected = expected * 1.5F + static_cast<float>(block);
    for (const unsigned workers : {1U, 2U, 4U}) {
        runner->config.workers = workers;
        const std::uint64_t sum = runner->buffer(std::vector<float>{1}), turn = runner->buffer(Ints(1));
        runner->launch("oneAfterAnother", {blocks, 1, 1}, {64, 1, 1}, Parameters().add(sum).add(turn));
        EXPECT_EQ(runner->read<float>(sum, 1)[0], expected) << workers;
    }
}

TEST_P(Cooperative, WhatIsPrintedIsInTheOrderOfTheBlocks) {
    std::atomic<std::uint64_t> progress{0};
    runner->config.progress = &progress;
    for (const unsigned workers : {1U, 2U}) {
        runner->config.workers = workers;
        const LaunchOutcome result = runner->launch("printInBlocks", {3, 1, 1}, {32, 1, 1}, Parameters());
        EXPECT_EQ(result.printed, "a0 b0\na1 b1\na2 b2\n");
    }
    EXPECT_EQ(progress, 6U);
}

TEST_P(Cooperative, OfTwoFaultsTheSameOneComesFirst) {
    const std::uint64_t data = runner->buffer(Ints(4));
    for (const unsigned workers : {1U, 2U, 5U})
        for (const int before : {0, 3})
            for (int round = 0; round < 10; ++round) {
                runner->config.workers = workers;
                const Fault fault = runner->faultOf("faultsBehindBarriers", {40, 1, 1}, {32, 1, 1},
                                                    Parameters().add(data).add(11U).add(before));
                ASSERT_EQ(fault.kind, FaultKind::OutOfBounds) << fault.what();
                ASSERT_EQ(fault.line, line("behind"));
                if (before == 0) {
                    ASSERT_EQ(fault.block.x, 11U) << workers;
                }
            }
}

TEST_P(Cooperative, AFaultIsToldRatherThanThatTheOthersWaitForItsBlock) {
    const std::uint64_t data = runner->buffer(Ints(4));
    for (const unsigned workers : {1U, 2U, 5U})
        for (int round = 0; round < 10; ++round) {
            runner->config.workers = workers;
            const Fault fault = runner->faultOf("faultsBehindBarriers", {40, 1, 1}, {32, 1, 1},
                                                Parameters().add(data).add(39U).add(round % 3));
            ASSERT_EQ(fault.kind, FaultKind::OutOfBounds) << fault.what();
            ASSERT_EQ(fault.block.x, 39U);
        }
}

TEST_P(Cooperative, ChecksSeeAllBlocks) {
    const std::uint64_t data = runner->memory.allocate(6 * sizeof(int), "data", true),
                        out = runner->buffer(Ints(6));
    const std::vector<std::uint64_t> sample{1, 4};
    for (const unsigned workers : {1U, 2U}) {
        runner->config.workers = workers;
        runner->config.checks = {.races = true, .uninitialised = true};
        runner->config.blocks =
            workers == 2 ? std::span<const std::uint64_t>(sample) : std::span<const std::uint64_t>();
        runner->memory.markUnwritten(data, 6 * sizeof(int));
        LaunchOutcome result =
            runner->launch("racesAndReads", {6, 1, 1}, {64, 1, 1}, Parameters().add(data).add(out));
        // as written, the first assignment to a bit-field of a cooperative group reads the word it is in
        if (GetParam())
            std::erase_if(result.findings,
                          [](const Finding& each) { return each.space == model::Space::Local; });
        ASSERT_EQ(result.findings.size(), 1U) << result.findings.back().text();
        EXPECT_EQ(result.findings[0].kind, FindingKind::Race);
        EXPECT_EQ(result.findings[0].line, line("race"));
        EXPECT_EQ(result.findings[0].block, (model::Dim3{2, 0, 0}));
    }
}

/// Counts accesses by block and site.
class BlockSink final : public model::AccessSink {
public:
    void access(const model::WarpAccess& access) override { ++counts[{access.block.x, access.site}]; }
    std::unique_ptr<AccessSink> fork() const override { return std::make_unique<BlockSink>(); }
    void join(AccessSink& fork) override {
        for (const auto& [key, count] : static_cast<BlockSink&>(fork).counts) counts[key] += count;
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> counts;
};

TEST_P(Cooperative, WhatASinkGetsDoesNotDependOnTheWorkers) {
    const std::vector<float> start(512, 1);
    const std::uint64_t a = runner->buffer(start), b = runner->buffer(start);
    const auto counted = [&](unsigned workers, std::span<const std::uint64_t> blocks) {
        BlockSink sink;
        runner->config.workers = workers;
        runner->config.blocks = blocks;
        runner->config.sink = &sink;
        const LaunchOutcome result =
            runner->launch("pingPong", {8, 1, 1}, {64, 1, 1}, Parameters().add(a).add(b).add(512).add(5));
        EXPECT_EQ(result.blocksRun, 8U);
        return sink.counts;
    };
    const auto all = counted(1, {});
    EXPECT_FALSE(all.empty());
    for (int round = 0; round < 5; ++round) EXPECT_EQ(counted(3, {}), all);
    const std::vector<std::uint64_t> sample{6, 1};
    auto part = all;
    std::erase_if(part, [](const auto& each) { return each.first.first != 1 && each.first.first != 6; });
    EXPECT_EQ(counted(2, sample), part) << "the whole grid runs, and two of its blocks are looked at";
}

TEST_P(Cooperative, MoreThanTheMemoryHoldsIsRefused) {
    const std::uint64_t out = runner->buffer(Ints(1 << 16));
    runner->config.cooperativeBytes = 16 << 20;
    const auto whyRefused = [&](std::uint32_t blocks, int n) {
        const Fault fault =
            runner->faultOf("deep", {blocks, 1, 1}, {128, 1, 1}, Parameters().add(out).add(n));
        EXPECT_EQ(fault.kind, FaultKind::BadLaunch) << fault.what();
        return std::string(fault.what());
    };
    const std::string text = "kernel deep cannot be launched cooperatively: its {} blocks run at once, and "
                             "take more than 16 MiB of the emulator's memory";
    EXPECT_EQ(whyRefused(100000, 0), std::string(text).replace(text.find("{}"), 2, "100000"));
    // known only when it runs
    EXPECT_EQ(whyRefused(16, 500), std::string(text).replace(text.find("{}"), 2, "16"));
    runner->launch("deep", {4, 1, 1}, {32, 1, 1}, Parameters().add(out).add(3));
    runner->config.cooperative = false;
    runner->launch("deep", {16, 1, 1}, {128, 1, 1}, Parameters().add(out).add(500));
}

} // namespace
} // namespace lanescope::ptx
