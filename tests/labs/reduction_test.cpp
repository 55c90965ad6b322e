// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "plain_run.h"

#include "kit/background_sweep.h"
#include "kit/registry.h"
#include "labs/reduction/model.h"
#include "labs/reduction/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace lanescope::lab_reduction {
namespace {

using namespace labs_test;

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
        EXPECT_EQ(run.result().total(model::Space::Shared).sharedWavefronts, (256 + 1) * each) << variant;
        const std::uint64_t conflicts = run.result().total(model::Space::Shared).bankConflicts;
        EXPECT_EQ(conflicts > 0, variant == "strided") << variant;
    }
}

/// The window's plot compares the variants: of their wavefronts those that conflicts add, and their times.
TEST(ReductionSweep, HasConflictsAndTimesByVariant) {
    const auto lab = prepared("reduction", {{"size", "4096"}});
    kit::BackgroundSweep sweep;
    sweep.request(kit::findLab("reduction"), *lab, model::defaultArchitecture());
    ASSERT_TRUE(sweep.waitUntilDone(60));
    const kit::BackgroundSweep::Snapshot made = sweep.snapshot();
    EXPECT_EQ(made.names, std::vector<std::string>(std::begin(kVariants), std::end(kVariants)));
    const kit::BackgroundSweep::Curve& curve = made.curves.at(0);
    ASSERT_EQ(curve.needed.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(curve.needed[i] < curve.y[i], i == 1) << kVariants[i];
        EXPECT_GT(curve.microseconds.at(i), 1) << kVariants[i];
    }
    EXPECT_LT(curve.microseconds[3], curve.microseconds[0]) << "shuffles, and the variant with idle lanes";
}

std::vector<lab_reduction::TreeStep> treeOf(const LabRun& run) {
    const session::LaunchResult& launch = run.result().launches.front();
    const lab_reduction::BlockTrace trace{
        .accesses = launch.observation->blockTrace,
        .lineOf = [&](std::uint32_t site) { return launch.observation->site(site).line; },
        .threads = launch.block.count(),
    };
    return lab_reduction::sharedAdditions(trace, model::defaultArchitecture(), {});
}

using lab_reduction::Variant;

/// 1,000 numbers in blocks of 128: 8 sums, which one more block adds.
TEST(ReductionModel, RoundsGoOnUntilOneSumIsLeft) {
    using Rounds = std::vector<lab_reduction::Round>;
    EXPECT_EQ(lab_reduction::roundsOf(1000, 128), (Rounds{{1000, 8}, {8, 1}}));
    EXPECT_EQ(lab_reduction::roundsOf(65536, 64), (Rounds{{65536, 1024}, {1024, 16}, {16, 1}}));
    EXPECT_EQ(lab_reduction::roundsOf(1, 64), (Rounds{{1, 1}}));
    EXPECT_EQ(lab_reduction::roundsOf(64, 64), (Rounds{{64, 1}}));
    EXPECT_EQ(lab_reduction::roundsOf(65, 64), (Rounds{{65, 2}, {2, 1}}));
}

TEST(ReductionModel, EachStepHalvesTheElementsThatAreLeft) {
    for (const std::uint32_t threads : {64U, 128U, 256U, 512U, 1024U})
        for (const Variant variant : {Variant::Interleaved, Variant::Strided, Variant::Sequential}) {
            std::vector<std::uint64_t> values(threads, 1);
            const std::uint32_t steps = lab_reduction::stepsOf(variant, threads);
            for (std::uint32_t step = 0; step < steps; ++step) {
                const std::uint32_t k = lab_reduction::distanceOf(variant, threads, step);
                const bool sequential = variant == Variant::Sequential;
                for (std::uint32_t to = 0; to < (sequential ? k : threads); to += sequential ? 1 : 2 * k)
                    values[to] += values.at(to + k);
            }
            EXPECT_EQ(values[0], threads);
        }
    EXPECT_EQ(lab_reduction::stepsOf(Variant::Strided, 64), 6U);
    EXPECT_EQ(lab_reduction::stepsOf(Variant::Sequential, 1024), 10U);
    EXPECT_EQ(lab_reduction::stepsOf(Variant::Shuffle, 64), 7U); // 5, through shared memory, 1
    for (const std::uint32_t threads : {64U, 256U, 1024U})
        EXPECT_EQ(lab_reduction::stepsOf(Variant::Shuffle, threads),
                  lab_reduction::shuffleAdditions(threads).size());
}

/// A load and a store of shared memory as made by hand: 4 lanes, each so many words after the last.
model::WarpAccess wordsAt(model::Operation operation, std::uint32_t site, std::uint32_t warp,
                          std::uint64_t first, std::uint64_t stride) {
    model::WarpAccess access;
    access.space = model::Space::Shared;
    access.operation = operation;
    access.site = site;
    access.warp = warp;
    access.activeMask = 0b1111;
    for (std::uint64_t lane = 0; lane < 4; ++lane) access.address[lane] = 4 * (first + lane * stride);
    return access;
}

/// Line 10 loads what is added, line 20 loads the sum and stores it; line 5 only fills the array.
TEST(ReductionModel, AStepIsFoundByItsLines) {
    using model::Operation;
    std::vector<model::WarpAccess> accesses;
    accesses.push_back(wordsAt(Operation::Store, 5, 1, 32, 1));
    for (const std::uint64_t k : {1U, 64U}) {
        accesses.push_back(wordsAt(Operation::Load, 10, 1, k, 128));
        accesses.push_back(wordsAt(Operation::Load, 20, 1, 0, 128));
        accesses.push_back(wordsAt(Operation::Store, 21, 1, 0, 128));
    }
    const lab_reduction::BlockTrace trace{
        .accesses = accesses,
        .lineOf = [](std::uint32_t site) { return site / 5 * 5; },
        .threads = 48, // the second warp has 16 lanes
    };
    const auto steps = lab_reduction::sharedAdditions(trace, *model::findArchitecture("9.0"), {});
    ASSERT_EQ(steps.size(), 2U);
    for (std::size_t step = 0; step < 2; ++step) {
        EXPECT_EQ(steps[step].lanes, 4U);
        EXPECT_EQ(steps[step].warpLanes, 16U);
        EXPECT_EQ(steps[step].wavefronts, 3U * 4); // all words lie in one bank
        EXPECT_EQ(steps[step].idealWavefronts, 3U);
        EXPECT_EQ(steps[step].lanesOf(1), 0b1111U);
        EXPECT_EQ(steps[step].lanesOf(0), 0U);
        ASSERT_EQ(steps[step].additions.size(), 4U);
        for (std::uint32_t i = 0; i < 4; ++i) {
            EXPECT_EQ(steps[step].additions[i].from, 128 * i + (step == 0 ? 1 : 64));
            EXPECT_EQ(steps[step].additions[i].to, 128 * i);
            EXPECT_EQ(steps[step].additions[i].lane, static_cast<int>(i));
        }
    }
}

TEST(ReductionModel, AShufflesLanesAreTheLowerHalf) {
    const auto steps = lab_reduction::shuffleAdditions(128);
    ASSERT_EQ(steps.size(), 8U);
    EXPECT_EQ(steps[0].lanesOf(3), 0xFFFFU);
    EXPECT_EQ(steps[4].lanesOf(0), 1U);
    EXPECT_TRUE(steps[5].throughMemory);
    EXPECT_EQ(steps[6].lanesOf(0), 0b11U); // 4 sums of warps: the first warp's lanes 0 and 1
    EXPECT_EQ(steps[6].lanesOf(1), 0U);
    for (const std::size_t step : {0U, 4U, 6U, 7U}) EXPECT_FALSE(steps[step].throughMemory);
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
        return lab_reduction::readStep(treeOf(run).at(step), 128).headline;
    };
    // 128 threads: first every second lane of 4 warps, or all lanes of 2.
    EXPECT_EQ(headline("interleaved", 0), "64 of 128 lanes add");
    EXPECT_EQ(headline("strided", 0), "All lanes of 2 warps add");
    EXPECT_EQ(headline("sequential", 1), "All lanes of 1 warp add");
    EXPECT_EQ(headline("sequential", 2), "16 of 32 lanes add");
    EXPECT_EQ(lab_reduction::readStep(lab_reduction::shuffleAdditions(64).front(), 64).sentence,
              "Warps that take part: 2 of 2. Their other lanes compute a sum that is never used.");
}

TEST(Reduction, WhoWaitsIsCountedApartFromAll) {
    const LabRun run("reduction", {{"variant", "sequential"}, {"block", "128"}});
    EXPECT_EQ(lab_reduction::readStep(treeOf(run).at(0), 128).takenText, "64 lanes in 2 warps");
    EXPECT_EQ(lab_reduction::readStep(treeOf(run).at(3), 128).takenText, "24 of 32 do not");
}

/// 128 lanes add in either way, of 4 warps or of all 16: what a number is of stands beside it.
TEST(Reduction, LanesAreNamedWithTheirWarps) {
    const auto reading = [](const char* variant) {
        const LabRun run("reduction", {{"variant", variant}, {"block", "512"}});
        return lab_reduction::readStep(treeOf(run).at(1), 512);
    };
    const kit::Reading few = reading("sequential"), all = reading("interleaved");
    EXPECT_EQ(few.neededText, "128 lanes add");
    EXPECT_EQ(few.takenText, "128 lanes in 4 warps");
    EXPECT_EQ(few.sentence,
              "Warps that take part: 4 of 16; the others only wait at the barrier. No lane waits "
              "for others of its warp.");
    EXPECT_EQ(all.neededText, "128 lanes add");
    EXPECT_EQ(all.headline, "128 of 512 lanes add");
    EXPECT_EQ(all.sentence, "Warps that take part: 16 of 16. Their other lanes wait for their warp.");
}

/// 16 warps write a sum each; the first one reads them.
TEST(Reduction, ABarIsOfTheAccessThatIsShown) {
    using AtWork = lab_reduction::TreeStep::AtWork;
    const std::vector<lab_reduction::TreeStep> tree = lab_reduction::shuffleAdditions(512);
    EXPECT_EQ(tree.at(5).atWork(false), (AtWork{.lanes = 16, .of = 512}));
    EXPECT_EQ(tree.at(5).atWork(true), (AtWork{.lanes = 16, .of = 32}));
    EXPECT_EQ(tree.at(0).atWork(true), (AtWork{.lanes = 256, .of = 512})) << "a shuffle reads nothing";
}

/// 512 threads leave 16 sums of warps.
TEST(Reduction, WhatIsSaidOfShufflesIsOfTheStep) {
    const auto ends = [](std::uint32_t warps, const char* text) {
        return lab_reduction::readShuffles(warps, false).sentence.ends_with(text);
    };
    EXPECT_TRUE(ends(4, "its steps down to k = 4 add zeros, and the tree leaves them out."));
    EXPECT_TRUE(ends(16, "only 16 sums: its first step adds zeros, and the tree leaves it out."));
    EXPECT_TRUE(ends(32, "one sum per warp goes through shared memory."));
    EXPECT_EQ(lab_reduction::readShuffles(16, true).headline, "Sums meet in shared memory");
    const lab_reduction::TreeStep meeting = lab_reduction::shuffleAdditions(512).at(5);
    EXPECT_EQ(meeting.lanes, 16U);
    EXPECT_EQ(meeting.warpLanes, 512U);
    EXPECT_EQ(lab_reduction::describeStep(meeting), "shared: 16 lanes write a sum");
    EXPECT_EQ(lab_reduction::describeStep(meeting, true), "shared: 16 lanes read a sum");
    EXPECT_EQ(lab_reduction::describeShuffle(meeting, 3, 0), "lane 0 writes its warp's sum to shared memory");
    EXPECT_EQ(lab_reduction::describeShuffle(meeting, 0, 7, true), "lane 7 reads the sum of warp 7");
    EXPECT_EQ(lab_reduction::describeShuffle(meeting, 0, 16, true), "lane 16 reads no sum");
}

TEST(Reduction, ShufflesAddEveryElementOnce) {
    for (const std::uint32_t threads : {64U, 256U, 1024U}) {
        std::vector<std::uint64_t> values(threads, 1);
        for (const lab_reduction::TreeStep& step : lab_reduction::shuffleAdditions(threads)) {
            std::vector<std::uint64_t> next = values;
            for (const lab_reduction::Addition& add : step.additions)
                next[add.to] = step.throughMemory ? values[add.from] : values[add.to] + values[add.from];
            values = next;
        }
        EXPECT_EQ(values[0], threads);
    }
}

TEST(Reduction, ThreadsWithoutANumberHaveAZero) {
    EXPECT_EQ(lab_reduction::numbersText(0, 128, 65536), "128 numbers");
    EXPECT_EQ(lab_reduction::numbersText(511, 128, 65536), "128 numbers");
    EXPECT_EQ(lab_reduction::numbersText(0, 64, 1), "1 number and 63 zeros");
    EXPECT_EQ(lab_reduction::numbersText(0, 1024, 100), "100 numbers and 924 zeros");
    EXPECT_EQ(lab_reduction::numbersText(2, 128, 383), "127 numbers and 1 zero");
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
} // namespace lanescope::lab_reduction
