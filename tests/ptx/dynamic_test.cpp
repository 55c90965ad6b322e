// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Grids that are launched from the device. What a launch is refused with, and how many may be pending, was
// read off an H200 with driver 580; the rest is what the CUDA C++ Programming Guide promises.
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <thread>

namespace lanescope::ptx {
namespace {

using Ints = std::vector<int>;

class Dynamic : public ::testing::TestWithParam<bool> {
protected:
    void SetUp() override {
        if (const std::string why = whyNoKernels(); !why.empty()) GTEST_SKIP() << why;
        std::string text = kernelPtx("dynamic", GetParam());
        // device code could wait for its children until CUDA 11; today's compiler has no declaration of it
        for (std::size_t at = 0; (at = text.find("oldSynchronize", at)) != std::string::npos;)
            text.replace(at, std::string("oldSynchronize").size(), "cudaDeviceSynchronize");
        runner = std::make_unique<Runner>(text, "dynamic.ptx");
    }
    std::uint64_t log() { return runner->buffer(Ints(512), "log"); }
    Ints entries(std::uint64_t log) const {
        Ints all = runner->read<int>(log, 512);
        return Ints(all.begin() + 1, all.begin() + 1 + all[0]);
    }
    Ints visible(bool synchronize, int threads, Ints* back = nullptr) {
        const std::uint64_t data = runner->buffer(Ints(threads), "data"),
                            seen = runner->buffer(Ints(threads), "seen"),
                            returned = runner->buffer(Ints(threads), "back");
        runner->launch("visibility", {}, {static_cast<std::uint32_t>(threads), 1, 1},
                       Parameters().add(data).add(seen).add(returned).add(synchronize));
        if (back) *back = runner->read<int>(returned, threads);
        return runner->read<int>(seen, threads);
    }
    std::unique_ptr<Runner> runner;
};

/// 1, 2, ... as the parent writes them; those from `from` on are missing.
Ints counted(int n, int from) {
    Ints values(n);
    for (int i = 0; i < from; ++i) values[i] = i + 1;
    return values;
}

TEST_P(Dynamic, ChildrenOfAStreamRunInOrderAtTheirLaunch) {
    for (const int kind : {0, 1, 2}) {
        const std::uint64_t to = log();
        const LaunchOutcome result =
            runner->launch("inOrder", {2, 1, 1}, {64, 1, 1}, Parameters().add(to).add(kind));
        EXPECT_EQ(entries(to), (Ints{100, 0, 1, 2, 200, 101, 10, 11, 12, 201})) << kind;
        ASSERT_EQ(result.grids.size(), 7u);
        EXPECT_EQ(result.grids[0].kernel, "inOrder");
        EXPECT_EQ(result.grids[0].stream, LaunchStream::Host);
        EXPECT_EQ(result.grids[5].kernel, "note");
        EXPECT_EQ(result.grids[5].parent, 0u);
        EXPECT_EQ(result.grids[5].launchBlock, (model::Dim3{1, 0, 0}));
        EXPECT_EQ(result.grids[5].grid, (model::Dim3{2, 1, 1}));
        EXPECT_EQ(result.grids[5].block, (model::Dim3{64, 1, 1}));
        EXPECT_EQ(result.grids[5].stream, static_cast<LaunchStream>(kind + 1));
        EXPECT_EQ(result.grids[5].streamNumber, kind == 1 ? 2u : 0u);
    }
}

TEST_P(Dynamic, OrWhenTheBlocksOfTheParentHaveEnded) {
    runner->config.childStart = ChildStart::AfterParent;
    const std::uint64_t to = log();
    runner->launch("inOrder", {2, 1, 1}, {64, 1, 1}, Parameters().add(to).add(0));
    EXPECT_EQ(entries(to), (Ints{100, 200, 101, 201, 0, 1, 2, 10, 11, 12}));
}

TEST_P(Dynamic, TailsRunWhenTheGridIsComplete) {
    for (const ChildStart start : {ChildStart::AtLaunch, ChildStart::AfterParent}) {
        runner->config.childStart = start;
        std::uint64_t to = log();
        runner->launch("inOrder", {2, 1, 1}, {32, 1, 1}, Parameters().add(to).add(3));
        EXPECT_EQ(entries(to), (Ints{100, 200, 101, 201, 0, 1, 2, 10, 11, 12}));
        to = log();
        const LaunchOutcome result = runner->launch("withTail", {}, {32, 1, 1}, Parameters().add(to).add(0));
        EXPECT_EQ(entries(to), start == ChildStart::AtLaunch ? (Ints{1, 91, 0, 90}) : (Ints{0, 1, 91, 90}));
        // launched: withTail, its tail, withTail of level 1, that one's tail
        ASSERT_EQ(result.grids.size(), 4u);
        EXPECT_EQ(result.grids[3].parent, 2u);
        EXPECT_GE(result.grids[3].start, result.grids[2].end);
        EXPECT_EQ(result.grids[2].complete, result.grids[3].complete);
        EXPECT_GE(result.grids[1].start, result.grids[2].complete);
        EXPECT_EQ(result.grids[0].complete, result.grids[1].complete);
    }
}

TEST_P(Dynamic, GridsNest) {
    const std::uint64_t to = log();
    const LaunchOutcome result = runner->launch("nested", {}, {1, 1, 1}, Parameters().add(to).add(0).add(24));
    Ints expected;
    for (int i = 0; i <= 24; ++i) expected.push_back(i);
    for (int i = 24; i >= 0; --i) expected.push_back(-i);
    EXPECT_EQ(entries(to), expected);
    ASSERT_EQ(result.grids.size(), 25u);
    for (std::uint32_t i = 1; i < 25; ++i) {
        EXPECT_EQ(result.grids[i].parent, i - 1);
        EXPECT_GE(result.grids[i].start, result.grids[i - 1].start);
        EXPECT_LE(result.grids[i].complete, result.grids[i - 1].complete);
    }
    const Fault fault = runner->faultOf("nested", {}, {1, 1, 1}, Parameters().add(to).add(0).add(1000));
    EXPECT_EQ(fault.kind, FaultKind::StackOverflow);
    EXPECT_NE(std::string(fault.what()).find("launch of nested as grid number 129 within each other"),
              std::string::npos)
        << fault.what();
}

TEST_P(Dynamic, AChildSeesWhatWasWrittenBeforeItsLaunch) {
    // the warp of thread 0 has written; the others write behind the barrier, or never mind
    EXPECT_EQ(visible(true, 256), counted(256, 256));
    EXPECT_EQ(visible(false, 256), counted(256, 32));
    EXPECT_EQ(visible(false, 33), counted(33, 32));
}

TEST_P(Dynamic, WhatTheParentSeesOfItsChildIsLeftToChance) {
    Ints back;
    visible(true, 96, &back);
    EXPECT_EQ(back, counted(96, 64)); // the last warp to reach the barrier goes on first
    runner->config.childStart = ChildStart::AfterParent;
    EXPECT_EQ(visible(false, 96, &back), counted(96, 96));
    EXPECT_EQ(back, Ints(96));
}

TEST_P(Dynamic, ABlockThatWaitsSeesItsChildrensWrites) {
    for (const ChildStart start : {ChildStart::AtLaunch, ChildStart::AfterParent}) {
        runner->config.childStart = start;
        const std::uint64_t data = runner->buffer(Ints(64)), seen = runner->buffer(Ints(64)),
                            back = runner->buffer(Ints(64));
        const LaunchOutcome result =
            runner->launch("waiting", {}, {64, 1, 1}, Parameters().add(data).add(seen).add(back));
        EXPECT_EQ(runner->read<int>(back, 64), counted(64, 64));
        EXPECT_GE(result.grids[0].end, result.grids[1].complete);
    }
}

TEST_P(Dynamic, PendingLaunchesAreLimited) {
    const std::uint64_t to = runner->buffer(Ints(2));
    const LaunchOutcome result = runner->launch("tooMany", {}, {1, 1, 1}, Parameters().add(to).add(5000));
    EXPECT_EQ(runner->read<int>(to, 2), (Ints{69, 2048}));
    const auto ran = runner->state->variable("ran");
    EXPECT_EQ(runner->read<int>(ran.address, 1), Ints{2048});
    EXPECT_EQ(result.printed,
              "cudaErrorLaunchPendingCountExceeded: launch failed because launch would exceed "
              "cudaLimitDevRuntimePendingLaunchCount\n");
    ASSERT_EQ(result.findings.size(), 1u);
    EXPECT_NE(
        result.findings[0].text().find("refused with cudaErrorLaunchPendingCountExceeded: 2048 launches"),
        std::string::npos)
        << result.findings[0].text();
}

TEST_P(Dynamic, LaunchesThatNoGridCanComeOfAreRefused) {
    const std::map<int, Ints> expected{
        {0, {9, 9, 0}}, {1, {9, 9, 0}}, {2, {9, 9, 0}}, {3, {1, 1, 0}}, {4, {0, 0, 0}}};
    for (const auto& [which, errors] : expected) {
        const std::uint64_t to = runner->buffer(Ints(3));
        const LaunchOutcome result =
            runner->launch("refused", {}, {1, 1, 1}, Parameters().add(to).add(which));
        EXPECT_EQ(runner->read<int>(to, 3), errors) << which;
        EXPECT_EQ(result.findings.size(), which == 4 ? 0u : 1u) << which;
    }
}

TEST_P(Dynamic, WhatAKernelWritesIntoATextOfErrorsEndsWithTheLaunch) {
    for (int turn = 0; turn < 2; ++turn) {
        const std::uint64_t first = runner->buffer(Ints(1));
        runner->launch("spoilErrorText", {}, {1, 1, 1}, Parameters().add(first));
        EXPECT_EQ(runner->read<int>(first, 1), Ints{'i'}) << "of \"invalid argument\", turn " << turn;
    }
}

TEST_P(Dynamic, PointersThatNoChildCanFollowAreFoundAtTheLaunch) {
    for (const int which : {0, 1}) {
        const std::uint64_t to = runner->buffer(Ints(1));
        const Fault fault =
            runner->faultOf("privatePointer", {2, 1, 1}, {32, 1, 1}, Parameters().add(to).add(which));
        EXPECT_EQ(fault.kind, FaultKind::IllegalPointer);
        EXPECT_EQ(fault.kernel, "privatePointer");
        EXPECT_EQ(fault.thread, (model::Dim3{5, 0, 0}));
        EXPECT_EQ(fault.line, lineOf("private", "dynamic"));
        const std::string where = which == 0 ? "shared memory of its block" : "local memory of its thread";
        EXPECT_EQ(fault.what(),
                  "dynamic.cu:" + std::to_string(fault.line) + ": argument 1 of readTwo points to " + where +
                      ", which a child grid cannot see: pass a pointer to global memory: kernel "
                      "privatePointer, block (0,0,0), warp 0, lane 5, thread (5,0,0)");
    }
}

TEST_P(Dynamic, OrAtTheAccessWhenTheyComeByAnotherWay) {
    const std::uint64_t pointer = runner->buffer(std::vector<std::uint64_t>(1));
    const Fault fault = runner->faultOf("hiddenPointer", {}, {32, 1, 1}, Parameters().add(pointer));
    EXPECT_EQ(fault.kind, FaultKind::OutOfBounds);
    EXPECT_EQ(fault.kernel, "follow");
    EXPECT_EQ(fault.line, lineOf("follow", "dynamic"));
    const std::string text = fault.what();
    EXPECT_NE(
        text.find("; the grid was launched at dynamic.cu:" + std::to_string(lineOf("hidden", "dynamic")) +
                  " by hiddenPointer, block (0,0,0), thread (0,0,0)"),
        std::string::npos)
        << text;
}

TEST_P(Dynamic, AFaultOfAChildNamesItAndItsLaunch) {
    const std::uint64_t data = runner->buffer(Ints(8), "data");
    const Fault fault = runner->faultOf("childFault", {3, 1, 1}, {32, 1, 1}, Parameters().add(data).add(8));
    EXPECT_EQ(fault.kind, FaultKind::OutOfBounds);
    EXPECT_EQ(fault.kernel, "outside");
    EXPECT_EQ(fault.line, lineOf("outside", "dynamic"));
    const std::string text = fault.what();
    EXPECT_NE(text.find("just past the end of 'data'"), std::string::npos) << text;
    EXPECT_NE(text.find("by childFault, block (0,0,0), thread (2,0,0)"), std::string::npos) << text;
}

TEST_P(Dynamic, AChildWithoutEndIsStopped) {
    const std::uint64_t data = runner->buffer(Ints(1));
    runner->config.instructionBudget = 100000;
    const Fault budget = runner->faultOf("launchForever", {}, {1, 1, 1}, Parameters().add(data));
    EXPECT_EQ(budget.kind, FaultKind::Budget);
    EXPECT_EQ(budget.kernel, "forever");
    runner->config.instructionBudget = 0;
    std::atomic<bool> cancel{false};
    runner->config.cancel = &cancel;
    const std::jthread canceller([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        cancel = true;
    });
    EXPECT_EQ(runner->faultOf("launchForever", {}, {1, 1, 1}, Parameters().add(data)).kind,
              FaultKind::Cancelled);
}

TEST_P(Dynamic, WhatAWarpsChildrenRunCountsForItsBudget) {
    const std::uint64_t out = runner->buffer(Ints(32));
    const auto grids = runner->launch("timed", {}, {1, 1, 1}, Parameters().add(out).add(0)).grids;
    // each of the three children stays below it
    runner->config.instructionBudget = grids[0].warpInstructions + grids[1].warpInstructions * 5 / 2;
    const Fault fault = runner->faultOf("timed", {}, {1, 1, 1}, Parameters().add(out).add(0));
    EXPECT_EQ(fault.kind, FaultKind::Budget);
    EXPECT_EQ(fault.kernel, "timed");
}

TEST_P(Dynamic, PrintsInTheOrderOfExecution) {
    runner->config.workers = 4;
    EXPECT_EQ(runner->launch("printParent", {2, 1, 1}, {1, 1, 1}, Parameters()).printed,
              "parent 0\nchild 0\nparent 0 done\nparent 1\nchild 1\nparent 1 done\nchild 10\nchild 11\n");
}

/// A clock of what has been executed: grids that ran one after another do not overlap in it, and one that the
/// parent's block stood still for lies within it.
TEST_P(Dynamic, OneClockCountsAllThatIsExecuted) {
    const std::uint64_t out = runner->buffer(Ints(32));
    for (const int kind : {0, 1, 2, 3}) {
        const std::vector<GridRecord> grids =
            runner->launch("timed", {}, {1, 1, 1}, Parameters().add(out).add(kind)).grids;
        ASSERT_EQ(grids.size(), 4u);
        for (int i = 1; i < 4; ++i) {
            EXPECT_GT(grids[i].end, grids[i].start + 1000);
            EXPECT_EQ(grids[i].end - grids[i].start, grids[i].warpInstructions);
        }
        for (int i = 2; i < 4; ++i) {
            EXPECT_GE(grids[i].start, grids[i - 1].complete) << kind;
            if (kind != 3) {
                EXPECT_EQ(grids[i].start, grids[i].launched) << kind;
            }
        }
        std::uint64_t all = 0;
        for (const GridRecord& grid : grids) all += grid.warpInstructions;
        EXPECT_EQ(grids[0].complete, all) << kind;
        EXPECT_EQ(grids[kind == 3 ? 3 : 0].end, all) << kind;
        EXPECT_GE(grids[1].start, kind == 3 ? grids[0].end : grids[0].start);
    }
}

/// Keeps the grids, blocks and lines of the accesses to global memory.
class Collector final : public model::AccessSink {
public:
    explicit Collector(const Module& module) : m_module(module) {}
    void access(const model::WarpAccess& access) override {
        const model::Site& site = m_module.sites()[access.site];
        if (access.space != model::Space::Global) return;
        ++counts[{access.grid, site.operation == model::Operation::Store}];
    }
    std::unique_ptr<AccessSink> fork() const override { return std::make_unique<Collector>(m_module); }
    void join(AccessSink& fork) override {
        for (const auto& [key, count] : static_cast<Collector&>(fork).counts) counts[key] += count;
    }
    std::map<std::pair<std::uint32_t, bool>, int> counts;

private:
    const Module& m_module;
};

TEST_P(Dynamic, AccessesOfChildrenAreTold) {
    Collector collector(*runner->module);
    runner->config.sink = &collector;
    visible(true, 96);
    // parent: 3 warps store data and back, and load seen; child: 3 warps load and store. What is stored as
    // arguments of the launch is the runtime's.
    const std::map<std::pair<std::uint32_t, bool>, int> expected{
        {{0, false}, 3}, {{0, true}, 6}, {{1, false}, 3}, {{1, true}, 3}};
    EXPECT_EQ(collector.counts, expected);
}

INSTANTIATE_TEST_SUITE_P(All, Dynamic, ::testing::Bool(),
                         [](const auto& kind) { return kind.param ? "AsWritten" : "Optimised"; });

TEST_P(Dynamic, ChildrenAreCheckedAsTheirParentIs) {
    runner->config.checks = {.races = true, .uninitialised = true};
    const std::uint64_t out = runner->buffer(Ints(64), "out");
    const auto found = runner->launch("launchRacing", {}, {32, 1, 1}, Parameters().add(out)).findings;
    std::uint64_t races = 0;
    for (const Finding& finding : found) {
        EXPECT_EQ(finding.kernel, "racing") << finding.text();
        EXPECT_EQ(finding.array, "part") << finding.text();
        // the first warp reads what the second writes later: that is a read of nothing, too
        if (finding.kind != FindingKind::Race) continue;
        races += finding.count;
    }
    // in each of two blocks the second warp writes what was read, and reads what was written
    EXPECT_EQ(races, 2U * 64);
    runner->config.checks = {};
    EXPECT_TRUE(runner->launch("launchRacing", {}, {32, 1, 1}, Parameters().add(out)).findings.empty());
}

} // namespace
} // namespace lanescope::ptx
