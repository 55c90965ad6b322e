// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What goes wrong is told with its place: kernel, line, block, warp, lane.
#include "run_ptx.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <sstream>
#include <thread>

namespace lanescope::ptx {
namespace {

class Faults : public ::testing::Test {
protected:
    void SetUp() override {
        if (const std::string why = whyNoKernels(); !why.empty()) GTEST_SKIP() << why;
        runner = std::make_unique<Runner>(kernelPtx("control"), "control.ptx");
    }
    std::unique_ptr<Runner> runner;
};

TEST_F(Faults, ReadPastTheEndOfAnAllocation) {
    const std::uint64_t in = runner->buffer(std::vector<float>(1024), "in"),
                        out = runner->buffer(std::vector<float>(1024), "out");
    const Fault fault = runner->faultOf("pastTheEnd", {4, 1, 1}, {128, 2, 1},
                                        Parameters().add(in).add(out).add(1024 - 3 * 128 - 70));
    EXPECT_EQ(fault.kind, FaultKind::OutOfBounds);
    EXPECT_EQ(fault.line, lineOf("past"));
    EXPECT_EQ(fault.block, (model::Dim3{3, 0, 0}));
    EXPECT_EQ(fault.warp, 2u);
    EXPECT_EQ(fault.lane, 6);
    EXPECT_EQ(fault.thread, (model::Dim3{70, 0, 0}));
    EXPECT_EQ(fault.address, in + 4096);
    EXPECT_EQ(fault.kernel, "pastTheEnd");
    const std::string text = fault.what();
    std::ostringstream expected;
    expected << "control.cu:" << lineOf("past") << ": out-of-bounds 4-byte load at 0x" << std::hex
             << in + 4096 << std::dec
             << ", 0 bytes past the end of 'in' (4096 bytes): kernel pastTheEnd, block (3,0,0), warp 2, lane "
                "6, thread (70,0,0)";
    EXPECT_EQ(text, expected.str());
}

TEST_F(Faults, MisalignedAccess) {
    const std::uint64_t in = runner->buffer(std::vector<float>(64), "in");
    const Fault fault = runner->faultOf("misaligned", {}, {32, 1, 1}, Parameters().add(in).add(in));
    EXPECT_EQ(fault.kind, FaultKind::Misaligned);
    EXPECT_EQ(fault.line, lineOf("misaligned"));
    EXPECT_EQ(fault.lane, 1);
}

TEST_F(Faults, NullPointer) {
    const Fault fault = runner->faultOf("nullPointer", {}, {32, 1, 1}, Parameters().add(std::uint64_t{0}));
    EXPECT_EQ(fault.kind, FaultKind::OutOfBounds);
    EXPECT_EQ(fault.line, lineOf("null"));
    EXPECT_EQ(fault.lane, 9);
    EXPECT_NE(std::string(fault.what()).find("a null pointer with an offset"), std::string::npos)
        << fault.what();
}

TEST_F(Faults, SharedMemoryHasAnEnd) {
    const std::uint64_t out = runner->buffer(std::vector<int>(32), "out");
    const Fault fault = runner->faultOf("sharedPastTheEnd", {}, {16, 1, 1}, Parameters().add(out).add(4));
    EXPECT_EQ(fault.kind, FaultKind::OutOfBounds);
    EXPECT_EQ(fault.line, lineOf("shared"));
    EXPECT_EQ(fault.lane, 12);
    EXPECT_EQ(fault.address, 64u);
}

TEST_F(Faults, FreedMemoryIsGone) {
    const std::uint64_t in = runner->buffer(std::vector<float>(64), "in"),
                        out = runner->buffer(std::vector<float>(64), "out");
    runner->launch("pastTheEnd", {}, {32, 1, 1}, Parameters().add(in).add(out).add(0));
    runner->memory.release(in);
    EXPECT_EQ(runner->faultOf("pastTheEnd", {}, {32, 1, 1}, Parameters().add(in).add(out).add(0)).kind,
              FaultKind::OutOfBounds);
}

TEST_F(Faults, BudgetEndsAnEndlessLoop) {
    const std::uint64_t flag = runner->buffer(std::vector<int>{0}, "flag");
    runner->config.instructionBudget = 100000;
    const Fault fault = runner->faultOf("endless", {}, {32, 1, 1}, Parameters().add(flag));
    EXPECT_EQ(fault.kind, FaultKind::Budget);
    EXPECT_NE(fault.line, 0u);
}

TEST_F(Faults, CancelEndsALaunch) {
    const std::uint64_t flag = runner->buffer(std::vector<int>{0}, "flag");
    std::atomic<bool> cancel{false};
    runner->config.cancel = &cancel;
    runner->config.workers = 2;
    std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        cancel = true;
    });
    const auto start = std::chrono::steady_clock::now();
    const Fault fault = runner->faultOf("endless", {8, 1, 1}, {256, 1, 1}, Parameters().add(flag));
    other.join();
    EXPECT_EQ(fault.kind, FaultKind::Cancelled);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST_F(Faults, DeadlockAtABarrier) {
    const std::uint64_t out = runner->buffer(std::vector<int>(64), "out");
    const Fault fault = runner->faultOf("barrierNeverReached", {}, {64, 1, 1}, Parameters().add(out));
    EXPECT_EQ(fault.kind, FaultKind::Deadlock);
    EXPECT_EQ(fault.line, lineOf("deadlock"));
    EXPECT_EQ(fault.warp, 0u);
}

TEST_F(Faults, RecursionWithoutEnd) {
    const std::uint64_t out = runner->buffer(std::vector<int>(64), "out");
    const Fault fault = runner->faultOf("bottomless", {}, {32, 1, 1}, Parameters().add(out));
    EXPECT_EQ(fault.kind, FaultKind::StackOverflow);
    EXPECT_EQ(fault.line, lineOf("deeper"));
}

TEST_F(Faults, Trap) {
    std::vector<int> values(64);
    values[40] = 3;
    const std::uint64_t out = runner->buffer(values, "out");
    const Fault fault = runner->faultOf("trapped", {}, {64, 1, 1}, Parameters().add(out));
    EXPECT_EQ(fault.kind, FaultKind::Trap);
    EXPECT_EQ(fault.line, lineOf("trap"));
    EXPECT_EQ(fault.warp, 1u);
    EXPECT_EQ(fault.lane, 8);
}

TEST_F(Faults, WhatIsNotSupportedStopsOnlyWhereItIsReached) {
    const Kernel* kernel = runner->module->find("needsMma");
    ASSERT_NE(kernel, nullptr);
    ASSERT_EQ(kernel->unsupported.size(), 1u);
    EXPECT_EQ(kernel->unsupported[0].line, lineOf("mma"));
    EXPECT_EQ(kernel->unsupported[0].text.substr(0, 8), "mma.sync");
    const std::uint64_t out = runner->buffer(std::vector<unsigned>(32), "out");
    runner->launch("needsMma", {}, {32, 1, 1}, Parameters().add(out).add(0));
    EXPECT_EQ(runner->read<unsigned>(out, 32), std::vector<unsigned>(32, 5));
    const Fault fault = runner->faultOf("needsMma", {}, {32, 1, 1}, Parameters().add(out).add(1));
    EXPECT_EQ(fault.kind, FaultKind::Unsupported);
    EXPECT_EQ(fault.line, lineOf("mma"));
    EXPECT_NE(std::string(fault.what()).find("mma.sync"), std::string::npos);
}

TEST_F(Faults, TheLowestBlockIsReportedWhateverTheWorkers) {
    const std::uint64_t out = runner->buffer(std::vector<int>(4096), "out");
    for (const unsigned workers : {1u, 2u, 5u}) {
        runner->config.workers = workers;
        for (int round = 0; round < 20; ++round)
            ASSERT_EQ(
                runner->faultOf("faultInBlocks", {4096, 1, 1}, {32, 1, 1}, Parameters().add(out).add(1500))
                    .block.x,
                1500u);
    }
}

TEST_F(Faults, LaunchesThatNoDeviceTakes) {
    const std::uint64_t out = runner->buffer(std::vector<int>(64), "out");
    const auto why = [&](model::Dim3 grid, model::Dim3 block, const Parameters& parameters) {
        const Fault fault = runner->faultOf("barrierAfterExit", grid, block, parameters);
        EXPECT_EQ(fault.kind, FaultKind::BadLaunch) << fault.what();
        return std::string(fault.what());
    };
    EXPECT_NE(why({}, {1025, 1, 1}, Parameters().add(out)).find("1025"), std::string::npos);
    EXPECT_NE(why({}, {1, 1, 65}, Parameters().add(out)).find("64 deep"), std::string::npos);
    EXPECT_NE(why({0, 1, 1}, {32, 1, 1}, Parameters().add(out)).find("empty"), std::string::npos);
    EXPECT_NE(
        why({}, {32, 1, 1}, Parameters().add(out).add(1)).find("12 bytes of parameters where it takes 8"),
        std::string::npos);
    runner->config.dynamicSharedBytes = 1 << 20;
    EXPECT_NE(why({}, {32, 1, 1}, Parameters().add(out)).find("shared memory"), std::string::npos);
    runner->config.dynamicSharedBytes = 0;
    const std::vector<std::uint64_t> blocks{3};
    runner->config.blocks = blocks;
    EXPECT_NE(why({3, 1, 1}, {32, 1, 1}, Parameters().add(out)).find("block 3 of a grid of 3"),
              std::string::npos);
}

TEST_F(Faults, OnlyTheBlocksAskedForRun) {
    const std::uint64_t out = runner->buffer(std::vector<int>(16), "out");
    const std::vector<std::uint64_t> blocks{2, 7, 11};
    runner->config.blocks = blocks;
    const LaunchResult result =
        runner->launch("faultInBlocks", {16, 1, 1}, {32, 1, 1}, Parameters().add(out).add(16));
    EXPECT_EQ(result.blocksRun, 3u);
    const auto values = runner->read<int>(out, 16);
    for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(values[i], i == 2 || i == 7 || i == 11 ? 1 : 0);
}

} // namespace
} // namespace lanescope::ptx
