// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "plain_run.h"

#include "kit/background_sweep.h"
#include "kit/background_trials.h"
#include "kit/lab_sweep.h"
#include "kit/registry.h"
#include "kit/words/suggestion.h"
#include "labs/occupancy/model.h"
#include "labs/occupancy/picture.h"
#include "labs/occupancy/words.h"
#include "session/sweep.h"
#include "session/timing.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_occupancy {
namespace {

using namespace labs_test;
using model::OccupancyLimit;

const model::Architecture& h200() {
    return *model::findArchitecture("9.0");
}

/// No two warps come to the same line, so a sample of them tells what all of them move.
TEST(OccupancyModel, EachStepOfAWarpHasALineOfItsOwn) {
    for (const std::uint32_t threads : {1U, 32U, 300U}) {
        const Lines lines = linesFor(threads);
        const std::uint32_t warps = (threads + 31) / 32;
        std::vector<bool> seen(lines.count());
        for (std::uint32_t warp = 0; warp < warps; ++warp) {
            std::uint32_t at = warp * 32 + 7;
            for (std::uint32_t step = 0; step < stepsOf(Kernel::Follow); ++step) {
                ASSERT_EQ(at % 32, 7U) << "a lane stays in its column";
                EXPECT_FALSE(seen.at(at / 32)) << threads;
                seen.at(at / 32) = true;
                at = lines.next(at);
            }
            EXPECT_EQ(at, warp * 32 + 7) << "and in the end it is back";
        }
        EXPECT_TRUE(std::ranges::all_of(seen, [](bool line) { return line; }));
    }
}

TEST(OccupancyModel, PlacesAreGivenToBlocks) {
    const std::vector<int> places = placesOf(model::occupancy({96, 0, 0}, h200()));
    ASSERT_EQ(places.size(), 64U);
    EXPECT_EQ(places[0], 0);
    EXPECT_EQ(places[2], 0);
    EXPECT_EQ(places[3], 1);
    EXPECT_EQ(places[62], 20);
    EXPECT_EQ(places[63], -1) << "21 blocks of 3 warps leave one place";
    EXPECT_EQ(std::ranges::count(placesOf(model::occupancy({2048, 0, 0}, h200())), -1), 64);
}

TEST(OccupancyModel, ResourcesHaveTheProfilersNames) {
    const std::vector<Resource> all = resourcesOf({128, 48 * 1024, 40}, h200());
    ASSERT_EQ(all.size(), 4U);
    EXPECT_EQ(all[0].profiler, "Block Limit Warps");
    EXPECT_EQ(all[0].room, 16U);
    EXPECT_EQ(all[1].profiler, "Block Limit SM");
    EXPECT_EQ(all[1].room, 32U);
    EXPECT_EQ(all[2].profiler, "Block Limit Registers");
    EXPECT_EQ(usedText(all[2], 4), "20,480 of 65,536 registers");
    EXPECT_EQ(roomText(all[2]), "room for 12 blocks");
    EXPECT_EQ(all[3].profiler, "Block Limit Shared Mem");
    EXPECT_EQ(usedText(all[3], 4), "196 KiB of 228 KiB of shared memory");
    EXPECT_EQ(roomText(resourcesOf({128, 0, 0}, h200())[2]), "no limit");
}

TEST(OccupancyModel, TheBestSizeIsTheNearestOfTheBest) {
    const std::vector<Size> sizes = sizesOf({32, 0, 0}, 1024, h200());
    ASSERT_EQ(sizes.size(), 32U);
    EXPECT_EQ(sizes.front().warps, 32);
    EXPECT_EQ(bestOf(sizes, 32).threads, 64U);
    EXPECT_EQ(bestOf(sizes, 32).warps, 64);
    EXPECT_EQ(bestOf(sizes, 192).threads, 256U) << "as far as 128, and fewer blocks";
    EXPECT_EQ(bestOf(sizes, 900).threads, 1024U);
    EXPECT_EQ(sizesOf({32, 0, 0}, 1024, *model::findArchitecture("1.0")).size(), 16U) << "blocks of 512";
    EXPECT_EQ(bestOf({}, 32).threads, 0U);
    const kit::BarsView bars = sizeBars(sizes, 96, 64);
    EXPECT_EQ(bars.caption, "green: full, blue: not full");
    EXPECT_EQ(bars.along, "threads per block");
    EXPECT_EQ(bars.chosen, 2);
    EXPECT_EQ(bars.bars[0].tone, kit::Tone::Plain);
    EXPECT_EQ(bars.bars[1].tone, kit::Tone::Good);
}

/// A red bar says why: 72 registers a thread are too many for a block of 928.
TEST(OccupancyModel, WhySizesDoNotFitIsSaid) {
    const std::vector<Size> sizes = sizesOf({32, 0, 72}, 1024, h200());
    const auto none = std::ranges::find(sizes, 0, &Size::warps);
    ASSERT_NE(none, sizes.end());
    EXPECT_EQ(none->threads, 928U);
    const kit::BarsView bars = sizeBars(sizes, 32, 64, whyNoBlock({928, 0, 72}, h200()));
    EXPECT_EQ(bars.caption,
              "green: full, blue: not full, red from 928 on: none fits, as its threads need more "
              "than the 65,536 registers that a block has there");
    EXPECT_EQ(bars.bars.back().tone, kit::Tone::Bad);
}

/// 100 threads are four warps, of which the last has four threads: a bar between those of 96 and 128.
TEST(OccupancyModel, ASizeThatIsNoMultipleOfAWarpHasItsBar) {
    const std::vector<Size> sizes = sizesOf({100, 0, 0}, 1024, h200());
    ASSERT_EQ(sizes.size(), 33U);
    const kit::BarsView bars = sizeBars(sizes, 100, 64);
    EXPECT_EQ(bars.chosen, 3);
    EXPECT_EQ(bars.bars[3].label, "100");
    EXPECT_EQ(bars.bars[3].value, 64);
    EXPECT_EQ(sizesShown(20, 64), (std::vector<std::uint32_t>{20, 32, 64}));
    EXPECT_EQ(sizesShown(64, 64), (std::vector<std::uint32_t>{32, 64}));
    const auto lab = prepared("occupancy", {{"block", "100"}});
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 4}));
    EXPECT_EQ(lab->findParameter("block")->text(), "128");
    EXPECT_FALSE(kit::pick(*lab, {render::PickKind::Point, 32}));
}

/// As far as a block may go; an architecture that takes fewer threads has the beginning of the curve.
TEST(OccupancySweep, GoesToTheLargestBlock) {
    const auto lab = prepared("occupancy", {{"size", "64"}});
    EXPECT_EQ(kit::sweepOf(*lab)->last, "1024");
    const auto swept = [&](std::string_view architecture) {
        kit::BackgroundSweep sweep;
        sweep.request(kit::findLab("occupancy"), *lab, *model::findArchitecture(architecture));
        EXPECT_TRUE(sweep.waitUntilDone(60));
        return sweep.snapshot();
    };
    const kit::BackgroundSweep::Snapshot now = swept("9.0"), first = swept("1.0");
    EXPECT_EQ(now.error, "");
    EXPECT_EQ(now.curves.at(0).x.size(), 32U);
    EXPECT_EQ(first.error, "");
    ASSERT_EQ(first.curves.at(0).x.size(), 16U);
    EXPECT_EQ(first.curves.at(0).x.back(), 512);
}

TEST(OccupancyModel, OnlyWhatIsBusyHasABar) {
    const model::LimitedTime time{
        .seconds = 10e-6,
        .fixed = 0,
        .busy = {{model::TimeLimit::Dram, model::Pipe::Any, 1e-6},
                 {model::TimeLimit::Pipe, model::Pipe::Alu, 0.1e-6},
                 {model::TimeLimit::L2, model::Pipe::Any, 7e-6}},
    };
    const kit::BarsView view = busyBars(time);
    ASSERT_EQ(view.bars.size(), 2U);
    EXPECT_DOUBLE_EQ(view.bars[0].value, 70);
    EXPECT_EQ(view.bars[0].tone, kit::Tone::Plain);
    EXPECT_DOUBLE_EQ(view.bars[1].value, 10);
}

/// A thread's result, whatever its block.
std::uint32_t expected(Kernel kernel, std::uint32_t thread, std::uint32_t sums, const Lines& lines) {
    std::vector<std::uint32_t> sum(sums);
    std::uint32_t at = thread % (lines.count() * 32);
    for (std::uint32_t k = 0; k < sums; ++k) sum[k] = kernel == Kernel::Follow ? k : thread + k;
    for (std::uint32_t round = 0; round < stepsOf(kernel) / sums; ++round)
        for (std::uint32_t k = 0; k < sums; ++k) {
            if (kernel == Kernel::Follow) at = lines.next(at);
            sum[k] = sum[k] * 3 + (kernel == Kernel::Follow ? at : round);
        }
    std::uint32_t all = 0;
    for (const std::uint32_t each : sum) all = all * 5 + each;
    return all;
}

TEST(OccupancyResult, IsWhatTheHostComputes) {
    for (const auto& [name, kernel] :
         {std::pair{"follow", Kernel::Follow}, std::pair{"compute", Kernel::Compute}})
        for (const std::uint32_t sums : kSums) {
            const std::string text = fmt::format("{}", sums);
            const auto lab = prepared("occupancy", {{"kernel", name},
                                                    {"sums", text.c_str()},
                                                    {"size", "300"},
                                                    {"block", "96"},
                                                    {"shared", "3"}});
            const std::vector<std::uint32_t> out = PlainRun(*lab, 0).read<std::uint32_t>("out");
            ASSERT_EQ(out.size(), 384U) << "four blocks";
            for (std::uint32_t i = 0; i < out.size(); ++i)
                ASSERT_EQ(out[i], expected(kernel, i, sums, linesFor(300)))
                    << name << " " << sums << " " << i;
        }
}

TEST(OccupancyCounts, AStepIsALoadOfFourSectors) {
    const LabRun run("occupancy", {{"size", "1024"}, {"block", "128"}});
    const model::Counts loads = run.result().total(model::Space::Global, model::Direction::Load);
    EXPECT_EQ(loads.accesses, 32U * stepsOf(Kernel::Follow));
    EXPECT_EQ(loads.sectors, 4 * loads.accesses);
    const LabRun other("occupancy", {{"size", "1024"}, {"kernel", "compute"}});
    EXPECT_EQ(other.result().total(model::Space::Global, model::Direction::Load).accesses, 0U);
}

TEST(OccupancyCounts, MoreSumsTakeMoreRegisters) {
    std::uint64_t before = 0;
    for (const std::uint32_t sums : kSums) {
        const std::string text = fmt::format("{}", sums);
        const LabRun run("occupancy", {{"sums", text.c_str()}, {"shared", "7"}});
        const model::BlockResources taken = run.result().launches.front().observation->resources;
        EXPECT_GT(taken.registersPerThread, std::max<std::uint64_t>(before, sums));
        EXPECT_EQ(taken.sharedBytes, 7U * 1024);
        EXPECT_EQ(taken.threads, 32U);
        EXPECT_GT(model::occupancy({mostThreads(sums), 0, taken.registersPerThread}, h200()).blocks, 0)
            << "the largest block can be launched";
        before = taken.registersPerThread;
    }
}

double secondsOf(const Sets& sets) {
    kit::SessionOptions options;
    options.architectures = {&h200()};
    kit::Session session(device::openEmulated(), options);
    session.setLab(kit::findLab("occupancy"), std::shared_ptr<kit::Lab>(prepared("occupancy", sets)));
    session.step(0, 0);
    EXPECT_EQ(session.error(), "");
    const model::LaunchTime* time = session::launchTime(session.drawn()->result.launches.front());
    EXPECT_NE(time, nullptr);
    return time ? time->cold.seconds : 0;
}

/// The lesson that it opens with, by the modelled time: half the warps, and much slower where it waits.
TEST(OccupancyTime, RoomForWarpsMattersWhereAKernelWaits) {
    const double few = secondsOf({});
    const double many = secondsOf({{"block", "64"}});
    EXPECT_GT(few, 1.3 * many);
    EXPECT_GT(secondsOf({{"block", "64"}, {"shared", "48"}}), 1.8 * many);
    const Sets compute{{"kernel", "compute"}}, wider{{"kernel", "compute"}, {"block", "64"}};
    EXPECT_LT(secondsOf(compute), 1.15 * secondsOf(wider));
}

/// 192 threads leave 4 places of 64 empty, 64 threads none, and yet take longer: what is suggested is tried,
/// and the card says so.
TEST(OccupancyTime, WhatIsSuggestedIsTried) {
    const auto lab = prepared("occupancy", {{"block", "192"}});
    kit::BackgroundTrials trials;
    const kit::Sets smaller{{"block", "64"}}, tooLarge{{"block", "1024"}, {"sums", "64"}};
    trials.request(kit::findLab("occupancy"), *lab, h200(), {smaller, tooLarge});
    ASSERT_TRUE(trials.waitUntilDone(60));
    const kit::BackgroundTrials::Seconds tried = trials.snapshot().seconds;
    const double now = secondsOf({{"block", "192"}});
    EXPECT_DOUBLE_EQ(tried.at(smaller), secondsOf({{"block", "64"}}));
    EXPECT_GT(tried.at(smaller), now);
    EXPECT_TRUE(kit::timeText(now, tried.at(smaller)).starts_with("longer: kernel time "));
    EXPECT_EQ(tried.at(tooLarge), 0) << "the registers are too few";
    // Who undoes a change, or the suggestion, has its times at once.
    lab->set("block", "64");
    const kit::Sets before{{"block", "192"}};
    trials.request(kit::findLab("occupancy"), *lab, h200(), {before});
    ASSERT_TRUE(trials.waitUntilDone(60));
    EXPECT_DOUBLE_EQ(trials.snapshot().seconds.at(before), now);
    lab->set("block", "192");
    trials.request(kit::findLab("occupancy"), *lab, h200(), {smaller});
    EXPECT_TRUE(trials.waitUntilDone(0));
    EXPECT_EQ(trials.snapshot().seconds.at(smaller), tried.at(smaller));
    EXPECT_TRUE(kit::takesLonger(20e-6, 21e-6));
    EXPECT_FALSE(kit::takesLonger(20e-6, 20.001e-6)) << "nobody sees it";
    EXPECT_EQ(kit::timeText(20e-6, 10e-6), "kernel time 10.0 us instead of 20.0 us");
    EXPECT_EQ(kit::timeText(20e-6, 20.001e-6), "kernel time 20.0 us, as now");
}

/// The window's sweep counts a sample of the blocks of large grids: its curve must not jump there.
TEST(OccupancyTime, ASampleOfTheBlocksTellsTheSame) {
    const auto lab = prepared("occupancy", {});
    const auto bandwidth = [&](std::uint64_t sampleAbove) {
        session::SweepPlan plan =
            kit::sweepPlan(kit::findLab("occupancy"), lab->values(), {kit::parseAxis(*lab, "block=64,128")});
        plan.architectures = {&h200()};
        plan.sampleAbove = sampleAbove;
        std::vector<double> all;
        for (const session::SweepPoint& point : session::runSweep(plan)) all.push_back(point.modelledGBps(0));
        return all;
    };
    const std::vector<double> whole = bandwidth(0);
    const std::vector<double> sampled = bandwidth(64);
    ASSERT_EQ(whole.size(), sampled.size());
    for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_NEAR(sampled[i] / whole[i], 1, 0.1) << i;
}

TEST(OccupancyWords, SayWhatLimits) {
    const kit::Reading half = readOccupancy({32, 0, 20}, h200(), Waits::ForMemory);
    EXPECT_EQ(half.tone, kit::Tone::Warn);
    EXPECT_EQ(half.headline, "32 of 64 warps fit");
    EXPECT_NE(half.sentence.find("no more than 32 blocks"), std::string::npos) << half.sentence;
    EXPECT_EQ(readOccupancy({32, 0, 20}, h200(), Waits::Little).tone, kit::Tone::Good);
    EXPECT_EQ(readOccupancy({64, 0, 20}, h200(), Waits::ForMemory).tone, kit::Tone::Good);
    EXPECT_NE(limitSentence(model::occupancy({128, 64 * 1024, 20}, h200())).find("Shared memory"),
              std::string::npos);
    EXPECT_NE(limitSentence(model::occupancy({128, 0, 100}, h200())).find("Registers"), std::string::npos);
    EXPECT_NE(limitSentence(model::occupancy({96, 0, 20}, h200())).find("too few"), std::string::npos);
    EXPECT_EQ(limitSentence(model::occupancy({256, 0, 20}, h200())), "All places can be filled.");

    const model::Architecture& old = *model::findArchitecture("2.0");
    EXPECT_EQ(readOccupancy({128, 100 * 1024, 20}, old, Waits::ForMemory).headline, "Cannot be launched");
    EXPECT_NE(whyNoBlock({128, 100 * 1024, 20}, old).find("48 KiB"), std::string::npos);
    EXPECT_NE(whyNoBlock({128, 0, 70}, old).find("63 registers"), std::string::npos);
    EXPECT_NE(whyNoBlock({2048, 0, 20}, old).find("1024 threads"), std::string::npos);
    EXPECT_NE(whyNoBlock({1024, 0, 60}, old).find("32,768"), std::string::npos);
    EXPECT_EQ(whyNoBlock({128, 0, 20}, old), "");
}

/// "Full" is said of a multiprocessor alone; of a grid that is too small, how many have none.
TEST(OccupancyWords, SayWhatIsIdle) {
    EXPECT_EQ(readOccupancy({1000, 0, 20}, h200(), Waits::ForMemory).headline,
              "64 of 64 warps fit, but some have idle lanes");
    const model::Occupancy held = model::occupancy({256, 0, 20}, h200());
    EXPECT_EQ(roundsSentence(held, 1, h200()), "This grid is too small to fill all multiprocessors: it has 1 "
                                               "block, where each of the 132 has room for 8.");
    EXPECT_EQ(roundsSentence(held, 8 * 132, h200()), "All 1,056 blocks run at once.");
}

/// Why 19 registers of 1,024 threads are 24,576, and no shared memory is 32 KiB.
TEST(OccupancyWords, SayInWhichUnitsIsAllocated) {
    const model::BlockResources block{32, 0, 19};
    const std::vector<Resource> all = resourcesOf(block, h200());
    EXPECT_EQ(usedText(all[2], 32), "24,576 of 65,536 registers");
    EXPECT_EQ(allocationText(all[2], block, h200()), "768 per warp, in units of 256");
    EXPECT_EQ(allocationText(all[3], block, h200()), "1 KiB reserved per block");
    EXPECT_EQ(allocationText(all[0], block, h200()), "");
    EXPECT_EQ(allocationText(resourcesOf({32, 0, 24}, h200())[2], {32, 0, 24}, h200()), "")
        << "as it asks for";
    EXPECT_EQ(
        allocationNote(block, h200()),
        "Registers are allocated per warp, in units of 256: 19 x 32 = 608, so a warp gets 768. Each of the 4 "
        "schedulers has 16,384 registers: room for 21 warps. The system reserves 1 KiB of shared memory for "
        "each block.");
    EXPECT_EQ(allocationNote({32, 0, 24}, h200()),
              "Each of the 4 schedulers has 16,384 registers: room for 21 warps. The system reserves 1 KiB "
              "of shared memory for each block.");
    EXPECT_EQ(allocationNote({32, 0, 32}, *model::findArchitecture("7.0")), "");
    const model::Architecture& old = *model::findArchitecture("1.3");
    EXPECT_EQ(allocationText(resourcesOf(block, old)[2], block, old), "1,536 per block, in units of 512");
    const auto value = [&](std::string_view label) {
        for (const kit::Row& row : occupancyRows(block, h200()))
            if (row.label == label) return row.model + ": " + row.tip;
        return std::string();
    };
    EXPECT_TRUE(
        value("registers of a warp").starts_with("768: 19 x 32 threads, rounded up to a multiple of 256"))
        << value("registers of a warp");
    EXPECT_TRUE(value("shared memory of a block").starts_with("1 KiB: "))
        << value("shared memory of a block");
}

TEST(OccupancyLab, RefusesBlocksThatTheRegistersAreTooFewFor) {
    const auto refusal = [](const Sets& sets, std::string_view architecture) -> std::string {
        const auto lab = prepared("occupancy", sets);
        try {
            kit::recordingOf(*lab, *model::findArchitecture(architecture));
        } catch (const BadInput& bad) {
            return bad.what();
        }
        return "";
    };
    EXPECT_NE(refusal({{"block", "1024"}, {"sums", "64"}}, "9.0").find("at most 768"), std::string::npos);
    EXPECT_EQ(refusal({{"block", "768"}, {"sums", "64"}}, "9.0"), "");
    EXPECT_NE(refusal({{"block", "1024"}}, "1.3").find("at most 512"), std::string::npos);
}

TEST(OccupancyLab, AClickOnABarChoosesTheSize) {
    const auto lab = kit::findLab("occupancy").make();
    EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Point, 7}));
    EXPECT_EQ(lab->findParameter("block")->text(), "256");
    EXPECT_FALSE(kit::pick(*lab, {.kind = render::PickKind::Point, .id = 3, .group = 1}))
        << "a bar of the busy parts";
    EXPECT_FALSE(kit::pick(*lab, {render::PickKind::Warp, 1}));
}

} // namespace
} // namespace lanescope::lab_occupancy
