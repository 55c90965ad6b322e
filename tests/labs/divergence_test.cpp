// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "plain_run.h"

#include "kit/lab_sweep.h"
#include "kit/registry.h"
#include "labs/divergence/model.h"
#include "labs/divergence/words.h"
#include "recording/file.h"
#include "session/sweep.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>

namespace lanescope::lab_divergence {
namespace {

using namespace labs_test;

TEST(DivergenceModel, NumbersAreWithinTheirRange) {
    constexpr std::uint64_t kCount = 1000;
    std::set<std::uint32_t> mixed;
    std::uint32_t before = 0;
    for (std::uint64_t i = 0; i < kCount; ++i) {
        const std::uint32_t sorted = numberAt(i, kCount, 100, true);
        EXPECT_EQ(sorted, i / 10);
        EXPECT_GE(sorted, before);
        before = sorted;
        mixed.insert(numberAt(i, kCount, 100, false));
    }
    EXPECT_EQ(mixed.size(), 100U) << "all of them come up";
    EXPECT_EQ(*mixed.rbegin(), 99U);
    EXPECT_EQ(numberAt(7, kCount, 1, false), 0U);
}

TEST(DivergenceModel, StretchesEndWhereTheLanesChange) {
    const std::vector<model::IssuedStep> steps{{0, ~0U},  {1, ~0U},  {2, 0x55}, {3, 0x55},
                                               {2, 0x55}, {9, 0xaa}, {5, ~0U}};
    const auto lineOf = [](std::uint32_t instruction) {
        return std::map<std::uint32_t, std::uint32_t>{{0, 0}, {1, 7}, {2, 8}, {3, 9}, {9, 12}}[instruction];
    };
    const std::vector<Stretch> stretches = stretchesOf(steps, lineOf);
    EXPECT_EQ(stretches, (std::vector<Stretch>{{~0U, 2, 7}, {0x55, 3, 8, 1}, {0xaa, 1, 12}, {~0U, 1, 0}}));
    EXPECT_EQ(waysOf(stretches), (std::vector<std::uint32_t>{8, 12}));
    EXPECT_TRUE(waysOf(std::vector<Stretch>{{0xff, 3, 7}}).empty())
        << "a block of eight threads parts nothing";
    EXPECT_TRUE(stretchesOf({}, lineOf).empty());
}

TEST(DivergenceModel, HeightsFillTheRoom) {
    const std::vector<Stretch> stretches{{~0U, 10, 1}, {1, 1000, 2}, {2, 1, 3}};
    const std::vector<float> heights = heightsOf(stretches, 200);
    ASSERT_EQ(heights.size(), 3U);
    EXPECT_NEAR(std::accumulate(heights.begin(), heights.end(), 0.F), 200, 0.01);
    EXPECT_GT(heights[1], 100);
    EXPECT_GE(heights[2], 3) << "it can be seen";
    EXPECT_EQ(heightsOf(stretches, 7).size(), 2U) << "and no more of them than can be seen";
    EXPECT_TRUE(heightsOf(stretches, 2).empty());
    EXPECT_TRUE(heightsOf({}, 100).empty());
}

TEST(DivergenceModel, AVoteIsReadFromWhereLanesWrite) {
    model::WarpAccess store;
    store.activeMask = 0x90;
    store.address[4] = 4096 + 20;
    store.address[7] = 4096 + 24;
    const Vote vote = voteOf(store, 4096);
    EXPECT_EQ(vote.found, 0x90U);
    EXPECT_EQ(vote.first, 5U);
}

std::uint32_t worked(std::uint32_t x, int rounds, std::uint32_t factor = 5, std::uint32_t addend = 1) {
    for (int k = 0; k < rounds; ++k) x = x * factor + addend;
    return x;
}

constexpr int kRounds = 9;

std::vector<std::uint32_t> outOf(const Sets& sets) {
    Sets all{
        {"size", "500"}, {"block", "128"}, {"rounds", "9"}}; // 4 blocks, all of whose threads have a number
    all.insert(all.end(), sets.begin(), sets.end());
    const auto lab = prepared("divergence", all);
    return PlainRun(*lab, 0).read<std::uint32_t>("out");
}

TEST(DivergenceResult, IsWhatTheHostComputes) {
    for (const unsigned group : {1U, 8U, 32U}) {
        const std::vector<std::uint32_t> out = outOf({{"group", std::to_string(group).c_str()}});
        ASSERT_EQ(out.size(), 512U);
        for (std::uint32_t i = 0; i < out.size(); ++i)
            ASSERT_EQ(out[i], (i % 128 & group) == 0 ? worked(i, kRounds) : worked(i, kRounds, 7, 3))
                << group << " " << i;
    }
    for (const bool sorted : {false, true}) {
        const char* order = sorted ? "sorted" : "mixed";
        for (const char* share : {"0", "30", "100"}) {
            const std::vector<std::uint32_t> data =
                outOf({{"kernel", "data"}, {"order", order}, {"share", share}});
            const std::vector<std::uint32_t> gathered =
                outOf({{"kernel", "gathered"}, {"order", order}, {"share", share}});
            for (std::uint32_t i = 0; i < data.size(); ++i) {
                const std::uint32_t x = numberAt(i, data.size(), 100, sorted);
                const auto limit = static_cast<std::uint32_t>(std::stoi(share));
                ASSERT_EQ(data[i], x < limit ? worked(x, kRounds) : x) << order << " " << share << " " << i;
            }
            EXPECT_EQ(gathered, data) << order << " " << share;
        }
        const std::vector<std::uint32_t> loop = outOf({{"kernel", "loop"}, {"order", order}});
        for (std::uint32_t i = 0; i < loop.size(); ++i)
            ASSERT_EQ(loop[i], worked(i, static_cast<int>(1 + numberAt(i, loop.size(), kRounds, sorted))))
                << order << " " << i;
    }
}

/// 4 blocks of 8 warps.
constexpr std::uint64_t kCount = 1024, kWarps = 32, kThreads = 256;

model::Issues issuesOf(const Sets& sets) {
    Sets all{{"size", "1024"}, {"block", "256"}};
    all.insert(all.end(), sets.begin(), sets.end());
    return LabRun("divergence", all).result().launches.front().observation->reports.front().issued;
}

/// Four instructions are a turn of every loop: the sum, the counter, the comparison and the branch.
constexpr std::uint64_t kTurn = 4;

TEST(DivergenceCounts, BothSidesOfABranchAreIssuedWhereLanesPart) {
    for (const char* group : {"1", "2", "4", "8", "16", "32"}) {
        const model::Issues ten = issuesOf({{"group", group}, {"rounds", "10"}});
        const model::Issues thirty = issuesOf({{"group", group}, {"rounds", "30"}});
        const std::uint64_t sides = std::string_view(group) == "32" ? 1 : 2;
        EXPECT_EQ(thirty.warps - ten.warps, kWarps * sides * 20 * kTurn) << group;
        EXPECT_EQ(thirty.lanes - ten.lanes, kCount * 20 * kTurn) << group << ": a lane goes one way";
        if (sides == 1)
            EXPECT_EQ(thirty.lanesPerInstruction(), 32);
        else
            EXPECT_LT(thirty.lanesPerInstruction(), 18) << group;
    }
}

TEST(DivergenceCounts, AWarpWorksWhileOneOfItsLanesDoes) {
    constexpr std::uint64_t kTurns = 20;
    const model::Issues none = issuesOf({{"kernel", "data"}, {"share", "0"}, {"rounds", "20"}});
    EXPECT_EQ(none.lanesPerInstruction(), 32);
    for (const bool sorted : {false, true})
        for (const char* share : {"1", "25", "100"}) {
            const model::Issues some = issuesOf({{"kernel", "data"},
                                                 {"share", share},
                                                 {"rounds", "20"},
                                                 {"order", sorted ? "sorted" : "mixed"}});
            const auto limit = static_cast<std::uint32_t>(std::stoi(share));
            std::uint64_t lanes = 0;
            std::set<std::uint64_t> warps;
            for (std::uint64_t i = 0; i < kCount; ++i) {
                if (numberAt(i, kCount, 100, sorted) >= limit) continue;
                ++lanes;
                warps.insert(i / 32);
            }
            constexpr std::uint64_t kWork = kTurns * kTurn + 1; // and the counter's start
            EXPECT_EQ(some.lanes - none.lanes, lanes * kWork) << share;
            EXPECT_EQ(some.warps - none.warps, warps.size() * kWork) << share;
        }
}

TEST(DivergenceCounts, GatheredNumbersFillWholeWarps) {
    const auto at = [](const char* rounds) {
        return issuesOf({{"kernel", "gathered"}, {"share", "25"}, {"rounds", rounds}});
    };
    const model::Issues ten = at("10"), thirty = at("30");
    std::uint64_t lanes = 0, warps = 0;
    for (std::uint64_t block = 0; block < kCount / kThreads; ++block) {
        std::uint64_t found = 0;
        for (std::uint64_t i = 0; i < kThreads; ++i)
            found += numberAt(block * kThreads + i, kCount, 100, false) < 25 ? 1 : 0;
        lanes += found;
        warps += (found + 31) / 32;
    }
    EXPECT_EQ(thirty.lanes - ten.lanes, lanes * 20 * kTurn);
    EXPECT_EQ(thirty.warps - ten.warps, warps * 20 * kTurn);
    EXPECT_LT(warps, kWarps / 2) << "of the block's warps, most rest";
}

TEST(DivergenceCounts, ALoopLastsAsLongAsItsLongestLane) {
    for (const bool sorted : {false, true}) {
        const model::Issues issued =
            issuesOf({{"kernel", "loop"}, {"rounds", "64"}, {"order", sorted ? "sorted" : "mixed"}});
        std::uint64_t turns = 0, longest = 0;
        for (std::uint64_t warp = 0; warp < kWarps; ++warp) {
            std::uint64_t most = 0;
            for (std::uint64_t i = warp * 32; i < warp * 32 + 32; ++i) {
                const std::uint64_t each = 1 + numberAt(i, kCount, 64, sorted);
                turns += each;
                most = std::max(most, each);
            }
            longest += most;
        }
        const std::uint64_t around = issued.lanes - turns * kTurn; // before and behind the loop
        ASSERT_EQ(around % kCount, 0U);
        EXPECT_EQ(issued.warps, kWarps * (around / kCount) + longest * kTurn) << sorted;
    }
}

TEST(DivergenceCounts, TheFocusWarpsStepsAreKept) {
    const LabRun run("divergence", {{"size", "1024"}, {"group", "4"}, {"rounds", "10"}, {"focus-warp", "3"}});
    const session::Observation& seen = *run.result().launches.front().observation;
    ASSERT_TRUE(seen.issued);
    EXPECT_EQ(seen.focusWarp, 3U);
    const std::vector<Stretch> stretches =
        stretchesOf(seen.issued->steps, [&](std::uint32_t i) { return seen.lineOf(i); });
    std::set<std::uint32_t> masks;
    std::uint64_t steps = 0;
    for (const Stretch& each : stretches) {
        masks.insert(each.lanes);
        steps += each.instructions;
        EXPECT_GT(each.line, 0U);
    }
    EXPECT_EQ(masks, (std::set<std::uint32_t>{~0U, 0x0f0f0f0f, 0xf0f0f0f0}));
    EXPECT_EQ(steps * kWarps, seen.issued->total().warps) << "all warps of this kernel do the same";
    EXPECT_EQ(seen.issued->total().warps, seen.warpInstructions);
    EXPECT_EQ(waysOf(stretches).size(), 2U);
}

TEST(DivergenceCounts, NobodyCountsInstructionsWhereTheRecordingDoesNotAsk) {
    const LabRun run("banks", {});
    const session::Observation& seen = *run.result().launches.front().observation;
    EXPECT_FALSE(seen.issued);
    EXPECT_EQ(seen.reports.front().issued, model::Issues{});
}

TEST(DivergenceCounts, TheSweepPlotsActiveLanes) {
    const kit::LabEntry& entry = kit::findLab("divergence");
    const auto lab = prepared("divergence", {{"size", "1024"}});
    session::SweepPlan plan = kit::sweepPlan(entry, lab->values(), {kit::parseAxis(*lab, "group=16:32")});
    plan.architectures = {&model::defaultArchitecture()};
    const std::vector<session::SweepPoint> points = session::runSweep(plan);
    ASSERT_EQ(points.size(), 2U);
    const std::string metric = kit::sweepOf(*lab)->metric;
    EXPECT_LT(model::metricValue(points[0].reports[0], metric), 17);
    EXPECT_EQ(model::metricValue(points[1].reports[0], metric), 32);
}

TEST(DivergenceRecording, AFileAsksForInstructionsToo) {
    const auto lab = prepared("divergence", {{"size", "64"}});
    const recording::Recording recorded = kit::recordingOf(*lab, model::defaultArchitecture());
    EXPECT_TRUE(recorded.options.instructions);
    EXPECT_EQ(recording::unpack(recording::pack(recorded), "it").options, recorded.options);
    const auto other = prepared("banks", {});
    EXPECT_FALSE(
        recording::unpack(recording::pack(kit::recordingOf(*other, model::defaultArchitecture())), "it")
            .options.instructions);
}

TEST(DivergenceWords, SayWhoWorksAndWhoWaits) {
    const Stretch half{0x55555555, 128, 17};
    EXPECT_EQ(describeStretch(half, 2, "x = 5 * x + 1;"),
              "lane 2 is one of 16 lanes that run 128 instructions\nline 17: x = 5 * x + 1;");
    EXPECT_EQ(describeStretch(half, 3, "x"), "lane 3 waits while 16 lanes run 128 instructions\nline 17: x");
    EXPECT_EQ(describeStretch({1, 1, 0}, 0, ""), "lane 0 runs 1 instruction alone");
    const kit::Reading bad = readIssues({100, 1660}, Kernel::Branch);
    EXPECT_EQ(bad.tone, kit::Tone::Warn);
    EXPECT_EQ(bad.headline, "16.6 of 32 lanes active on average");
    EXPECT_EQ(bad.neededText, "52 needed");
    EXPECT_EQ(bad.takenText, "100 issued");
    EXPECT_EQ(readIssues({100, 3200}, Kernel::Branch).headline, "All lanes work");
    EXPECT_NE(lessonOf(Kernel::Loop, true), lessonOf(Kernel::Loop, false));
}

TEST(DivergenceLab, ParametersAreIdleWhereTheKernelDoesNotLookAtThem) {
    const auto lab = kit::findLab("divergence").make();
    EXPECT_EQ(kit::sweepOf(*lab)->parameter, "group");
    EXPECT_NE(kit::idleReason(*lab, *lab->findParameter("share"), model::defaultArchitecture()), "");
    lab->set("kernel", "data");
    EXPECT_EQ(kit::idleReason(*lab, *lab->findParameter("share"), model::defaultArchitecture()), "");
    EXPECT_EQ(kit::sweepOf(*lab)->parameter, "share");
}

} // namespace
} // namespace lanescope::lab_divergence
