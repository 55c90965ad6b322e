// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "plain_run.h"

#include "kit/registry.h"
#include "labs/reduction/tree_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope::labs_test {
namespace {

constexpr const char* kVariants[] = {"interleaved", "strided", "sequential", "shuffle"};

TEST(ReductionResult, IsTheSumOfAPlainLoop) {
    for (const char* variant : kVariants)
        for (const char* block : {"64", "256", "1024"})
            for (const int size : {1, 2, 63, 64, 65, 1000, 4097, 70000}) {
                const auto lab = prepared(
                    "reduction",
                    {{"variant", variant}, {"block", block}, {"size", std::to_string(size).c_str()}});
                PlainRun run(*lab, 0);
                long long sum = 0;
                for (const int number : run.read<int>("in")) sum += number;
                int rounds = 0;
                for (int left = size; rounds == 0 || left > 1; ++rounds)
                    left = (left + std::stoi(block) - 1) / std::stoi(block);
                const std::vector<int> last = run.read<int>(fmt::format("sums {}", rounds));
                ASSERT_EQ(last.size(), 1U);
                ASSERT_EQ(last[0], sum) << variant << " " << block << " " << size;
            }
}

/// By hand, of 256 threads: in step i 128 / 2^i of them add, with 2 loads and a store each; a warp fills its
/// part of the array with a store, and one lane reads the sum.
TEST(Reduction, WavefrontsOfABlock) {
    const std::map<std::string_view, std::uint64_t> wavefronts{
        {"interleaved", 3 * (5 * 8 + 4 + 2 + 1) + 9}, // warps with a lane that adds: no conflict
        {"strided", 3 * (5 * 8 + 4 + 2 + 1) + 9},     // 4 warps x 2 ways, 2 x 4, 1 x 8, 8, 8, 4, 2, 1
        {"sequential", 3 * (4 + 2 + 1 + 5 * 1) + 9},  // 4, 2, 1 warps, then parts of one
        {"shuffle", 8 + 1}};                          // a sum a warp, and the first warp reads them
    for (const auto& [variant, each] : wavefronts) {
        const LabRun run("reduction", {{"variant", variant.data()}, {"block", "256"}, {"size", "65536"}});
        EXPECT_EQ(run.result().total(model::Space::Shared).wavefronts, (256 + 1) * each) << variant;
        const std::uint64_t conflicts = run.result().total(model::Space::Shared).bankConflicts;
        EXPECT_EQ(conflicts > 0, variant == "strided") << variant;
    }
}

std::vector<lab_reduction::TreeStep> treeOf(const LabRun& run) {
    const device::Info device;
    const kit::View view;
    const kit::Brush brush;
    const kit::Frame frame{model::defaultArchitecture(), {}, device, run.result(), view, brush,
                           render::darkTheme(),          {}, {}};
    return lab_reduction::sharedAdditions(frame, run.result().launches.front());
}

TEST(Reduction, TheTreeIsWhatTheWarpsAdded) {
    for (const char* variant : {"interleaved", "strided", "sequential"}) {
        const LabRun run("reduction",
                         {{"variant", variant}, {"block", "256"}, {"size", "65536"}, {"focus-block", "5"}});
        const std::vector<lab_reduction::TreeStep> tree = treeOf(run);
        ASSERT_EQ(tree.size(), 8U) << variant;
        // The numbers of the block, added as the tree says, by a plain loop.
        std::vector<int> values(256);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1 << (i % 8);
        const int sum = 32 * 255;
        for (std::size_t i = 0; i < tree.size(); ++i) {
            EXPECT_EQ(tree[i].lanes, 128U >> i) << variant;
            EXPECT_EQ(tree[i].additions.size(), 128U >> i) << variant;
            std::vector<int> next = values;
            for (const lab_reduction::Addition& add : tree[i].additions) {
                next[add.to] += values[add.from];
                const bool sequential = std::string_view(variant) == "sequential";
                EXPECT_EQ(add.from - add.to, sequential ? 128U >> i : 1U << i) << variant;
            }
            values = next;
        }
        EXPECT_EQ(values[0], sum) << variant;
    }
    const auto steps = [](const char* variant, std::uint64_t lab_reduction::TreeStep::*what) {
        const LabRun run("reduction", {{"variant", variant}, {"block", "256"}, {"size", "65536"}});
        std::vector<std::uint64_t> all;
        for (const lab_reduction::TreeStep& step : treeOf(run)) all.push_back(step.*what);
        return all;
    };
    using Numbers = std::vector<std::uint64_t>;
    EXPECT_EQ(steps("interleaved", &lab_reduction::TreeStep::warpLanes),
              (Numbers{256, 256, 256, 256, 256, 128, 64, 32}));
    EXPECT_EQ(steps("sequential", &lab_reduction::TreeStep::warpLanes),
              (Numbers{128, 64, 32, 32, 32, 32, 32, 32}));
    EXPECT_EQ(steps("strided", &lab_reduction::TreeStep::wavefronts),
              (Numbers{24, 24, 24, 24, 24, 12, 6, 3}));
    EXPECT_EQ(steps("strided", &lab_reduction::TreeStep::idealWavefronts),
              (Numbers{12, 6, 3, 3, 3, 3, 3, 3}));
}

TEST(Reduction, AStepSaysWhetherLanesWait) {
    const auto headline = [](const char* variant, std::size_t step) {
        const LabRun run("reduction", {{"variant", variant}, {"block", "128"}});
        return lab_reduction::readStep(treeOf(run).at(step)).headline;
    };
    // 128 threads: first every second lane of 4 warps, or all lanes of 2.
    EXPECT_EQ(headline("interleaved", 0), "64 of 128 lanes add");
    EXPECT_EQ(headline("strided", 0), "Every lane adds");
    EXPECT_EQ(headline("sequential", 1), "Every lane adds");
    EXPECT_EQ(headline("sequential", 2), "16 of 32 lanes add");
    EXPECT_EQ(lab_reduction::readStep(lab_reduction::shuffleAdditions(64).front()).sentence,
              "The others get a sum that nobody uses.");
}

TEST(Reduction, ShufflesAddEveryElementOnce) {
    for (const std::uint32_t threads : {64U, 256U, 1024U}) {
        std::vector<std::uint64_t> values(threads, 1);
        for (const lab_reduction::TreeStep& step : lab_reduction::shuffleAdditions(threads)) {
            std::vector<std::uint64_t> next = values;
            for (const lab_reduction::Addition& add : step.additions)
                next[add.to] = step.label == "shared" ? values[add.from] : values[add.to] + values[add.from];
            values = next;
        }
        EXPECT_EQ(values[0], threads);
    }
}

TEST(Reduction, ThreadsWithoutANumberHaveAZero) {
    EXPECT_EQ(lab_reduction::numbersOf(0, 128, 65536), "128 numbers");
    EXPECT_EQ(lab_reduction::numbersOf(511, 128, 65536), "128 numbers");
    EXPECT_EQ(lab_reduction::numbersOf(0, 64, 1), "1 number and 63 zeros");
    EXPECT_EQ(lab_reduction::numbersOf(0, 1024, 100), "100 numbers and 924 zeros");
    EXPECT_EQ(lab_reduction::numbersOf(2, 128, 383), "127 numbers and 1 zero");
}

TEST(Reduction, AClickChoosesTheStepAndOnlyTheFirstLaunchIsShown) {
    const auto lab = kit::findLab("reduction").make();
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 6}));
    EXPECT_EQ(lab->findParameter("step")->text(), "6");
    EXPECT_EQ(kit::shrink(*lab, 4000), "size=1000");
    const LabRun run("reduction", {{"block", "256"}, {"size", "65536"}, {"step", "3"}});
    ASSERT_EQ(run.result().launches.size(), 2U);
    EXPECT_EQ(run.subject().maxWays, 8U);
    for (const model::WarpAccess& access : run.result().launches.back().observation->trace)
        EXPECT_FALSE(kit::isSubject(*run.lab, run.result().launches.back(), access));
}

} // namespace
} // namespace lanescope::labs_test
