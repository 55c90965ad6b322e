// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The stream of accesses that a sink gets: spaces, addresses, masks and lines of known kernels.
#include "run_ptx.h"

#include "model/report.h"
#include "model/trace.h"

#include <gtest/gtest.h>

namespace lanescope::ptx {
namespace {

class Accesses : public ::testing::Test {
protected:
    void SetUp() override {
        if (const std::string why = whyNoKernels(); !why.empty()) GTEST_SKIP() << why;
        runner = std::make_unique<Runner>(kernelPtx("control"), "control.ptx");
        runner->config.sink = &trace;
    }
    std::unique_ptr<Runner> runner;
    model::Trace trace;
};

TEST_F(Accesses, OfEveryKindWithTheirLines) {
    const std::uint64_t in = runner->buffer(std::vector<float>(32 * 7), "in"),
                        out = runner->buffer(std::vector<float>(65), "out");
    runner->launch("accesses", {2, 1, 1}, {32, 1, 1}, Parameters().add(in).add(out).add(7));
    const auto& list = trace.accesses();
    struct Expected {
        model::Space space;
        model::Operation operation;
        std::uint8_t width;
        const char* mark;
        std::uint32_t mask;
        std::uint64_t base, step;
    };
    using enum model::Space;
    using enum model::Operation;
    // the compiler loads the float4 as one access of 16 bytes, or only its x
    const Expected all[] = {{Global, Load, 4, "gather", 0xffffffff, in, 28},
                            {Shared, Store, 4, "gather", 0xffffffff, 12, 132},
                            {Shared, Load, 4, "scatter", 0x11111111, 3 * 132, 4},
                            {Global, Store, 4, "scatter", 0x11111111, out, 4}};
    ASSERT_EQ(list.size(), 2 * (std::size(all) + 2));
    for (std::size_t block = 0; block < 2; ++block) {
        const std::size_t first = block * (std::size(all) + 2);
        for (std::size_t i = 0; i < std::size(all); ++i) {
            SCOPED_TRACE(i);
            const model::WarpAccess& access = list[first + i];
            const Expected& expected = all[i];
            EXPECT_EQ(access.space, expected.space);
            EXPECT_EQ(access.operation, expected.operation);
            EXPECT_EQ(access.width, expected.width);
            EXPECT_EQ(access.activeMask, expected.mask);
            EXPECT_EQ(access.block, (model::Dim3{static_cast<std::uint32_t>(block), 0, 0}));
            EXPECT_EQ(access.warp, 0u);
            const model::Site& site = runner->module->sites()[access.site];
            EXPECT_EQ(site.line, lineOf(expected.mark)) << site.ptx;
            EXPECT_TRUE(site.file.ends_with("control.cu")) << site.file;
            EXPECT_EQ(site.space, expected.space);
            EXPECT_EQ(site.operation, expected.operation);
            EXPECT_EQ(site.width, expected.width);
            for (std::uint64_t lane = 0; lane < 32; ++lane) {
                if (!access.active(static_cast<int>(lane))) continue;
                EXPECT_EQ(access.address[lane], expected.base + lane * expected.step);
            }
        }
        const model::WarpAccess &vector = list[first + 4], &atomic = list[first + 5];
        EXPECT_EQ(vector.address[5], in + 5 * 16);
        EXPECT_EQ(runner->module->sites()[vector.site].line, lineOf("vector"));
        EXPECT_TRUE(atomic.operation == Atomic || atomic.operation == Reduction);
        EXPECT_EQ(runner->module->sites()[atomic.site].line, lineOf("atomic"));
        EXPECT_EQ(atomic.activeMask, 0xffffffffu);
        EXPECT_EQ(atomic.address[31], out + 256);
    }
}

TEST_F(Accesses, ConstantsAreASpaceOfTheirOwn) {
    const std::uint64_t in = runner->buffer(std::vector<int>(32, 6), "in"),
                        out = runner->buffer(std::vector<int>(32), "out");
    runner->launch("fromConstants", {}, {32, 1, 1}, Parameters().add(in).add(out));
    ASSERT_EQ(trace.accesses().size(), 3u);
    const model::WarpAccess& access = trace.accesses()[1];
    EXPECT_EQ(access.space, model::Space::Constant);
    EXPECT_EQ(access.address[17], runner->state->variable("table").address + 24);
    EXPECT_EQ(runner->module->sites()[access.site].line, lineOf("constant"));
}

TEST_F(Accesses, LocalMemoryIsToldByItsOffset) {
    const std::uint64_t in = runner->buffer(std::vector<int>(32, 3), "in"),
                        out = runner->buffer(std::vector<int>(32), "out");
    runner->launch("localArray", {}, {32, 1, 1}, Parameters().add(in).add(out));
    std::uint64_t stored = 0;
    bool loaded = false;
    for (const model::WarpAccess& access : trace.accesses()) {
        if (access.space != model::Space::Local) continue;
        EXPECT_LT(access.address[9], 64u);
        EXPECT_EQ(access.address[9], access.address[20]);
        if (access.operation == model::Operation::Store)
            stored += access.width;
        else
            loaded = true;
    }
    EXPECT_EQ(stored, 32u);
    EXPECT_TRUE(loaded);
}

TEST_F(Accesses, DoNotDependOnTheWorkers) {
    const std::uint64_t in = runner->buffer(std::vector<float>(32 * 7), "in"),
                        out = runner->buffer(std::vector<float>(65), "out");
    runner->launch("accesses", {300, 1, 1}, {32, 1, 1}, Parameters().add(in).add(out).add(7));
    model::Trace other;
    runner->config.sink = &other;
    runner->config.workers = 4;
    runner->launch("accesses", {300, 1, 1}, {32, 1, 1}, Parameters().add(in).add(out).add(7));
    ASSERT_EQ(trace.accesses().size(), other.accesses().size());
    for (std::size_t i = 0; i < other.accesses().size(); ++i) {
        ASSERT_EQ(trace.accesses()[i].block, other.accesses()[i].block) << i;
        ASSERT_EQ(trace.accesses()[i].site, other.accesses()[i].site) << i;
        ASSERT_EQ(trace.accesses()[i].address, other.accesses()[i].address) << i;
    }
}

/// One generic store whose lanes point to two spaces is one access of each.
TEST(GenericAccesses, AreSplitBySpace) {
    Runner runner(withHeader(
        ".visible .entry k(.param .u64 p) {\n.reg .b64 %p, %s;\n.reg .b32 %t;\n.reg .pred %q;\n.shared "
        ".align 4 .b8 box[4];\nld.param.u64 %p, [p];\nmov.u64 %s, box;\ncvta.shared.u64 %s, %s;\n"
        "mov.u32 %t, %laneid;\nsetp.lt.u32 %q, %t, 8;\n@%q mov.u64 %p, %s;\nst.u32 [%p], %t;\nret;\n}\n"));
    model::Trace trace;
    runner.config.sink = &trace;
    const std::uint64_t p = runner.buffer(std::vector<int>{0});
    runner.launch("k", {}, {32, 1, 1}, Parameters().add(p));
    ASSERT_EQ(trace.accesses().size(), 2u);
    EXPECT_EQ(trace.accesses()[0].space, model::Space::Global);
    EXPECT_EQ(trace.accesses()[0].activeMask, 0xffffff00u);
    EXPECT_EQ(trace.accesses()[0].address[9], p);
    EXPECT_EQ(trace.accesses()[1].space, model::Space::Shared);
    EXPECT_EQ(trace.accesses()[1].activeMask, 0xffu);
    EXPECT_EQ(trace.accesses()[1].address[3], 0u);
}

TEST(MatrixAccesses, TellTheirRows) {
    Runner runner(
        withHeader(".visible .entry k() {\n.reg .b32 %t, %r<4>;\n.shared .align 16 .b8 box[1024];\nmov.u32 "
                   "%t, %laneid;\nshl.b32 %t, %t, 4;\nmov.u32 %r0, box;\nadd.u32 %t, %t, %r0;\n"
                   "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r1, %r2}, [%t];\nret;\n}\n"));
    model::Trace trace;
    runner.config.sink = &trace;
    runner.launch("k", {}, {32, 1, 1}, {});
    ASSERT_EQ(trace.accesses().size(), 1u);
    const model::WarpAccess& access = trace.accesses()[0];
    EXPECT_EQ(access.operation, model::Operation::MatrixLoad);
    EXPECT_EQ(access.matrices, 2);
    EXPECT_EQ(access.width, 16);
    EXPECT_EQ(access.activeMask, 0xffffu);
    EXPECT_EQ(access.address[15], 240u);
}

} // namespace
} // namespace lanescope::ptx
