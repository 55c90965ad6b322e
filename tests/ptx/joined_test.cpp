// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Which lanes make an atomic, and that those for which one makes it have the results of their own.
#include "run_ptx.h"

#include "model/trace.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace lanescope::ptx {
namespace {

std::vector<std::string> kernelsOf(const std::string& text) {
    std::vector<std::string> names;
    const std::string word = ".entry ";
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const std::size_t begin = at + word.size();
        names.push_back(text.substr(begin, text.find('(', begin) - begin));
    }
    return names;
}

class Joined : public ::testing::Test {
protected:
    void SetUp() override {
        if (const std::string why = whyNoKernels(); !why.empty()) GTEST_SKIP() << why;
        runner = std::make_unique<Runner>(kernelPtx("joined"), "joined.ptx");
        runner->config.sink = &trace;
    }
    /// Counters from 0, all results -1.
    void launch(const std::string& kernel, unsigned threads = 32) {
        counters = runner->buffer(std::vector<int>(256));
        std::vector<int> flags(threads);
        for (std::size_t i = 0; i < threads; ++i) flags[i] = static_cast<int>(i % 2);
        out = runner->buffer(std::vector<int>(std::max(threads, 32U), kernel == "eachWhereCounted" ? 0 : -1));
        runner->launch(kernel, {1, 1, 1}, {threads, 1, 1},
                       Parameters().add(counters).add(runner->buffer(flags)).add(out).add(7));
    }
    std::vector<const model::WarpAccess*> atomics() const {
        std::vector<const model::WarpAccess*> all;
        for (const model::WarpAccess& access : trace.accesses())
            if (model::directionOf(access.operation) == model::Direction::Atomic) all.push_back(&access);
        return all;
    }
    std::unique_ptr<Runner> runner;
    model::Trace trace;
    std::uint64_t counters = 0, out = 0;
};

TEST_F(Joined, OneLaneMakesAnAtomicForAllAtOneAddress) {
    const std::vector<std::string> kernels = kernelsOf(kernelPtx("joined"));
    ASSERT_GT(kernels.size(), 30U);
    for (const std::string& kernel : kernels) {
        SCOPED_TRACE(kernel);
        trace = {};
        launch(kernel);
        const auto all = atomics();
        ASSERT_FALSE(all.empty());
        const model::WarpAccess& last = *all.back();
        const std::uint32_t there = kernel.find("OfSome") == std::string::npos ? ~0U
                                    : kernel == "oneInLoopOfSome"              ? (1U << 20) - 1
                                                                               : 0xaaaaaaaa;
        if (kernel.starts_with("each"))
            EXPECT_EQ(last.activeMask, there);
        else
            EXPECT_EQ(last.activeMask, std::bit_floor(there)) << "the highest of them, as on a GPU";
        EXPECT_EQ(runner->module->sites()[last.site].joined,
                  !kernel.starts_with("each") || (there == 0xaaaaaaaa && kernel == "eachOfSomeAddsOwn"));
    }
}

TEST_F(Joined, EveryLaneHasItsResult) {
    for (const char* kernel : {"oneAddsWithResult", "oneInSharedWithResult"}) {
        launch(kernel);
        const int first = std::string(kernel) == "oneAddsWithResult" ? 0 : 7;
        std::vector<int> expected(32);
        std::iota(expected.begin(), expected.end(), first);
        EXPECT_EQ(runner->read<int>(out, 32), expected) << kernel;
    }
    launch("oneInLoopOfSome");
    EXPECT_EQ(runner->read<int>(counters, 8), (std::vector<int>{20, 20, 20, 20, 20, 20, 20, 0}));
    launch("oneJoinsBits");
    EXPECT_EQ(runner->read<int>(counters, 1), std::vector<int>{0}) << "sixteen ones";
}

/// A part of a warp makes each its own where the values differ and are asked for.
TEST_F(Joined, OnlyAWholeWarpSumsUpBeforehand) {
    launch("wholeAddsOwn", 48);
    const auto all = atomics();
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(std::popcount(all[0]->activeMask) + std::popcount(all[1]->activeMask), 1 + 16);
}

} // namespace
} // namespace lanescope::ptx
