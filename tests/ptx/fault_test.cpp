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
             << ", just past the end of 'in' (4096 bytes): kernel pastTheEnd, block (3,0,0), warp 2, lane "
                "6, thread (70,0,0)";
    EXPECT_EQ(text, expected.str());
    const std::uint64_t one = runner->buffer(std::vector<std::uint8_t>(1), "one");
    const std::string small =
        runner->faultOf("pastTheEnd", {}, {1, 1, 1}, Parameters().add(one).add(out).add(0)).what();
    EXPECT_NE(small.find("1 byte before the end of 'one' (1 byte)"), std::string::npos) << small;
}

/// nvcc's names of what has none in the source say nothing.
TEST(FaultsOfData, NameWhatTheAuthorKnows) {
    const auto near = [](const std::string& name) {
        Runner runner(
            withHeader(".global .align 1 .b8 " + name +
                       "[8];\n.visible .entry k() { .reg .b64 %rd<2>; .reg .b32 %r<1>; mov.u64 %rd0, " +
                       name + "; ld.global.u32 %r0, [%rd0+8]; ret; }\n"),
            "data.ptx");
        return std::string(runner.faultOf("k", {}, {1, 1, 1}, {}).what());
    };
    for (const auto& [name, said] :
         {std::pair("$str", "a text of the module"), std::pair("$str$1", "a text of the module"),
          std::pair("__unnamed_1", "data of the module"), std::pair("table", "table")}) {
        const std::string text = near(name);
        EXPECT_NE(text.find("just past the end of '" + std::string(said) + "' (8 bytes)"), std::string::npos)
            << text;
    }
}

/// What a sink is told of the access at which the kernel stops.
class StopSink final : public model::AccessSink {
public:
    void access(const model::WarpAccess&) override {}
    void stopped(const model::WarpAccess& access, std::uint32_t wrong) override {
        last = access;
        lanes = wrong;
    }
    std::unique_ptr<AccessSink> fork() const override { return std::make_unique<StopSink>(); }
    void join(AccessSink& fork) override {
        if (const auto& other = static_cast<StopSink&>(fork); other.lanes != 0) *this = other;
    }
    model::WarpAccess last;
    std::uint32_t lanes = 0;
};

TEST_F(Faults, ASinkIsToldOfTheAccessThatIsNotMade) {
    const std::uint64_t in = runner->buffer(std::vector<float>(1024), "in"),
                        out = runner->buffer(std::vector<float>(1024), "out");
    StopSink sink;
    runner->config.sink = &sink;
    const Fault fault = runner->faultOf("pastTheEnd", {4, 1, 1}, {128, 2, 1},
                                        Parameters().add(in).add(out).add(1024 - 3 * 128 - 70));
    EXPECT_EQ(sink.last.block, fault.block);
    EXPECT_EQ(sink.last.warp, fault.warp);
    EXPECT_EQ(sink.last.address[6], fault.address);
    EXPECT_EQ(sink.last.activeMask, ~0U);
    EXPECT_EQ(sink.lanes, ~0U << 6);
    sink = {};
    runner->faultOf("misaligned", {}, {32, 1, 1}, Parameters().add(in).add(in));
    EXPECT_EQ(sink.lanes & 0xFU, 0b1110U);
    sink = {};
    runner->faultOf("sharedPastTheEnd", {}, {16, 1, 1}, Parameters().add(out).add(4));
    EXPECT_EQ(sink.last.space, model::Space::Shared);
    EXPECT_NE(sink.lanes, 0U);
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

/// Sets a flag at the first access.
class CancellingSink final : public model::AccessSink {
public:
    explicit CancellingSink(std::atomic<bool>& cancel) : m_cancel(cancel) {}
    void access(const model::WarpAccess&) override { m_cancel = true; }
    std::unique_ptr<model::AccessSink> fork() const override {
        return std::make_unique<CancellingSink>(m_cancel);
    }
    void join(model::AccessSink&) override {}

private:
    std::atomic<bool>& m_cancel;
};

// Each of these runs for ever within one turn of one warp, whose budget ends it long after the flag is set.
TEST(Cancelling, IsSeenInsideALongBlock) {
    const std::string start =
        ".visible .entry k(.param .u64 p) {\n.reg .b64 %p; .reg .b32 %t, %r; .reg .pred "
        "%q;\nld.param.u64 %p, [p];\nmov.u32 %t, %tid.x;\nst.global.u32 [%p], %t;\n";
    const std::vector<std::string> loops = {
        "L: add.u32 %t, %t, 1;\nbra L;\n}",
        // lanes that wait for one another in two branches, are together again, and part again
        "setp.lt.u32 %q, %t, 16;\nL: @%q bra A;\nshfl.sync.bfly.b32 %r, %t, 16, 31, -1;\nbra.uni J;\n"
        "A: shfl.sync.bfly.b32 %r, %t, 16, 31, -1;\nJ: bra.uni L;\n}"};
    for (const std::string& loop : loops) {
        Runner runner(withHeader(start + loop));
        std::atomic<bool> cancel{false};
        CancellingSink sink(cancel);
        runner.config.cancel = &cancel;
        runner.config.sink = &sink;
        runner.config.instructionBudget = 5 * kCancelInterval;
        const std::uint64_t out = runner.buffer(std::vector<int>(32));
        EXPECT_EQ(runner.faultOf("k", {}, {32, 1, 1}, Parameters().add(out)).kind, FaultKind::Cancelled)
            << loop;
    }
}

/// Notes how many blocks have ended at each access.
class ProgressSink final : public model::AccessSink {
public:
    ProgressSink(const std::atomic<std::uint64_t>& progress, std::vector<std::uint64_t>& seen)
        : m_progress(progress), m_seen(seen) {}
    void access(const model::WarpAccess&) override { m_seen.push_back(m_progress); }
    std::unique_ptr<model::AccessSink> fork() const override {
        return std::make_unique<ProgressSink>(m_progress, m_seen);
    }
    void join(model::AccessSink&) override {}

private:
    const std::atomic<std::uint64_t>& m_progress;
    std::vector<std::uint64_t>& m_seen;
};

TEST(Progress, CountsTheBlocksThatHaveEnded) {
    Runner runner(withHeader(".visible .entry k(.param .u64 p) {\n.reg .b64 %p;\nld.param.u64 %p, [p];\n"
                             "st.global.u32 [%p], 1;\nret;\n}"));
    std::atomic<std::uint64_t> progress{0};
    std::vector<std::uint64_t> seen;
    ProgressSink sink(progress, seen);
    runner.config.workers = 1;
    runner.config.sink = &sink;
    runner.config.progress = &progress;
    const std::uint64_t out = runner.buffer(std::vector<int>(1));
    runner.launch("k", {4, 1, 1}, {1, 1, 1}, Parameters().add(out));
    EXPECT_EQ(seen, (std::vector<std::uint64_t>{0, 1, 2, 3}));
    EXPECT_EQ(progress, 4U);
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
    EXPECT_TRUE(fault.said.starts_with("a trap: __trap(), or ")) << fault.said;
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
    EXPECT_NE(why({}, {1, 1, 65}, Parameters().add(out)).find("at most 64 in z"), std::string::npos);
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
    const LaunchOutcome result =
        runner->launch("faultInBlocks", {16, 1, 1}, {32, 1, 1}, Parameters().add(out).add(16));
    EXPECT_EQ(result.blocksRun, 3u);
    const auto values = runner->read<int>(out, 16);
    for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(values[i], i == 2 || i == 7 || i == 11 ? 1 : 0);
}

} // namespace
} // namespace lanescope::ptx
