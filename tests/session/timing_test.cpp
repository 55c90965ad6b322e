// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/session.h"
#include "session/timing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

namespace lanescope::session {
namespace {

using namespace kit;

TEST(Statistics, AreThoseOfTheSortedValues) {
    const std::vector<double> times{5, 1, 4, 2, 3};
    const Statistics all = statisticsOf(times);
    EXPECT_EQ(all.count, 5U);
    EXPECT_DOUBLE_EQ(all.median, 3);
    EXPECT_DOUBLE_EQ(all.least, 1);
    EXPECT_DOUBLE_EQ(all.most, 5);
    EXPECT_DOUBLE_EQ(all.p5, 1.2) << "a twentieth of the way from the first to the last";
    EXPECT_DOUBLE_EQ(all.p95, 4.8);
    EXPECT_DOUBLE_EQ(statisticsOf(std::vector<double>{2, 4}).median, 3);
    EXPECT_EQ(statisticsOf({}).count, 0U);
}

TEST(Histogram, HasEveryValueOnce) {
    std::vector<double> times;
    for (int i = 0; i < 1000; ++i) times.push_back(1e-5 + 1e-8 * (i % 100));
    times.push_back(1); // one straggler must not squeeze the rest into one bin
    const Histogram bins = histogramOf(times, 20);
    ASSERT_EQ(bins.counts.size(), 20U);
    EXPECT_DOUBLE_EQ(std::accumulate(bins.counts.begin(), bins.counts.end(), 0.0) +
                         static_cast<double>(bins.beyond),
                     1001);
    EXPECT_GE(bins.beyond, 1U);
    EXPECT_LT(bins.step, 1e-7);
    EXPECT_GT(bins.counts[0], 0);
    EXPECT_GT(bins.counts[15], 0);
}

TEST(Histogram, OfEqualTimesIsOneBar) {
    const Histogram bins = histogramOf(std::vector<double>(50, 3e-6), 10);
    EXPECT_DOUBLE_EQ(bins.counts[0], 50);
    EXPECT_EQ(bins.beyond, 0U);
}

RunResult resultOf(std::initializer_list<double> milliseconds) {
    RunResult result;
    for (const double each : milliseconds) {
        LaunchResult& launch = result.launches.emplace_back();
        launch.label = "test.kernel" + std::to_string(result.launches.size());
        launch.record.milliseconds = each;
    }
    return result;
}

TEST(LiveTimes, LeaveTheWarmUpOutAndBeginAnewWithAnotherKey) {
    LiveTimes live;
    for (int i = 0; i < kWarmUpLaunches; ++i) live.add("a", resultOf({100, 200}));
    EXPECT_TRUE(live.runSeconds().empty());
    live.add("a", resultOf({1, 2}));
    live.add("a", resultOf({3, 2}));
    ASSERT_EQ(live.samples().size(), 2U);
    EXPECT_EQ(live.samples()[1].kernel, "test.kernel2");
    EXPECT_DOUBLE_EQ(live.samples()[0].statistics().most, 3e-3);
    EXPECT_DOUBLE_EQ(live.runSeconds().back(), 5e-3);
    live.add("b", resultOf({7, 7}));
    EXPECT_TRUE(live.runSeconds().empty()) << "another key has a warm-up of its own";
}

TEST(LiveTimes, KeepTheNewestThousand) {
    LiveTimes live;
    for (int i = 0; i < kWarmUpLaunches + 2500; ++i) live.add("a", resultOf({static_cast<double>(i)}));
    EXPECT_EQ(live.runSeconds().size(), 1000U);
    EXPECT_DOUBLE_EQ(live.runSeconds().back(), (kWarmUpLaunches + 2499) * 1e-3);
}

/// Stores one float a thread, so many apart.
class StoreLab final : public Lab {
public:
    Integer stride{this, "stride", 1, 1, 32, "elements between neighbouring threads"};
    Integer blocks{this, "blocks", 512, 1, 65536, "blocks of 256 threads"};
    Integer focus{this, "focus", 0, 0, 65535, "block that is looked at"};
    void record(Recorder& recorder) const override {
        const Buffer array = recorder.buffer("array", std::size_t(256) * blocks * stride * 4);
        recorder.options().focus = {static_cast<std::uint64_t>(focus.value()), 0};
        recorder.launch("coalescing.strideFloat", {static_cast<unsigned>(blocks.value()), 1, 1}, {256, 1, 1},
                        0, array, stride.value());
    }
    void draw(const Frame&, render::Canvas&) const override {}
    void readout(const Frame&, Panel&) const override {}
};
const LabEntry kEntry{.name = "store-test", .chapter = "Test", .make = [] {
                          return std::unique_ptr<Lab>(std::make_unique<StoreLab>());
                      }};

struct Played {
    Played(SessionOptions options, int stride, int blocks = 512, int focus = 0)
        : session(device::openEmulated(std::size_t{1} << 30, 2), options) {
        const auto lab = std::make_shared<StoreLab>();
        lab->stride.assign(stride);
        lab->blocks.assign(blocks);
        lab->focus.assign(focus);
        session.setLab(kEntry, lab);
        session.step(0, 0);
        session.throwError();
    }
    const LaunchResult& launch() const { return session.drawn()->result.launches.front(); }

    Session session;
};
SessionOptions sampling(std::uint64_t above) {
    SessionOptions options;
    options.sampleAbove = above;
    return options;
}

RunBytes bytesOfRun(std::uint64_t sampleAbove, int stride) {
    const Played played(sampling(sampleAbove), stride);
    EXPECT_EQ(played.session.drawn()->result.sampled(), sampleAbove != 0);
    return bytesOf(played.session.drawn()->result);
}

TEST(SampledRun, IsScaledToAllBlocks) {
    for (const int stride : {1, 3, 16}) {
        const RunBytes whole = bytesOfRun(0, stride), sampled = bytesOfRun(100, stride);
        EXPECT_DOUBLE_EQ(whole.requested, 512.0 * 256 * 4 * 2);
        EXPECT_NEAR(sampled.requested / whole.requested, 1, 1e-9);
        EXPECT_NEAR(sampled.transferred / whole.transferred, 1, 1e-9);
        // Blocks that are not neighbours share no 64-byte block, which neighbours may.
        EXPECT_NEAR(static_cast<double>(sampled.dram.bytesRead) / static_cast<double>(whole.dram.bytesRead),
                    1, 0.05);
    }
}

TEST(ModelledTime, IsTheSimulationsWhereTheChipIsMeasured) {
    SessionOptions options;
    options.architectures = {model::findArchitecture("6.0"), &model::defaultArchitecture()};
    const Played played(options, 16, 4096);
    EXPECT_EQ(launchTime(played.launch(), 0), nullptr) << "nothing is known of the latencies of that chip";
    const model::LaunchTime* time = launchTime(played.launch(), 1);
    ASSERT_NE(time, nullptr);
    EXPECT_GE(time->cold.seconds, time->warm.seconds);
    EXPECT_GT(time->warm.seconds, time->warm.fixed);
    const ModelledTime cold = modelledTime(played.launch(), model::Cache::Cold, 1),
                       warm = modelledTime(played.launch(), model::Cache::Warm, 1),
                       other = modelledTime(played.launch(), model::Cache::Cold, 0);
    EXPECT_DOUBLE_EQ(cold.seconds, time->cold.seconds);
    EXPECT_DOUBLE_EQ(warm.seconds, time->warm.seconds);
    EXPECT_EQ(cold.bound, "dram") << "a float every 64 bytes";
    EXPECT_GT(cold.eventSeconds(), cold.seconds);
    EXPECT_LT(cold.ideal, 0.5 * cold.seconds);
    EXPECT_GE(cold.ideal, time->cold.fixed);
    EXPECT_EQ(cold.ideal, time->cold.withoutWaste);
    // Without waste it takes what a float beside the other takes, which has nothing to gain.
    const Played side(options, 1, 4096);
    const ModelledTime best = modelledTime(side.launch(), model::Cache::Cold, 1);
    EXPECT_NEAR(cold.ideal / best.seconds, 1, 0.1);
    EXPECT_EQ(best.ideal, best.seconds);
    EXPECT_EQ(std::ranges::count_if(cold.parts, &ModelledTime::Part::binds), 1);
    EXPECT_GT(other.seconds, 0) << "its bandwidth is known";
    EXPECT_EQ(other.bound, "dram");
}

TEST(ModelledTime, HasTheShareOfEachLine) {
    SessionOptions options;
    options.architectures = {model::findArchitecture("6.0"), &model::defaultArchitecture()};
    const Played played(options, 16, 4096);
    const LaunchResult& launch = played.launch();
    ASSERT_EQ(launch.observation->lineShares.size(), 2U);
    EXPECT_TRUE(launch.observation->lineShares[0].empty()) << "its time is not known";
    const auto& lines = launch.observation->lineShares[1];
    ASSERT_FALSE(lines.empty());
    double sum = 0;
    for (const ptx::LineSum& line : lines) sum += line.sum;
    EXPECT_NEAR(sum, 1, 1e-9);
    EXPECT_TRUE(std::ranges::is_sorted(lines, std::ranges::greater(), &ptx::LineSum::sum));
    EXPECT_TRUE(lines.front().file.ends_with(launch.file->path)) << lines.front().file;
    // What a warp waits for is the value that it loads.
    const model::Site& site = launch.observation->site(launch.observation->trace.front().site);
    EXPECT_EQ(lines.front().line, site.line);
}

TEST(ModelledTime, OfFewBlocksIsLaunchAndLatency) {
    const Played played({}, 1, 8);
    const ModelledTime time = modelledTime(played.launch(), model::Cache::Cold);
    EXPECT_EQ(time.bound, "launch_and_latency");
    EXPECT_LT(time.seconds, 4e-6);
}

TEST(ModelledTime, OfASampleIsAboutThatOfAllBlocks) {
    for (const int stride : {1, 16}) {
        const Played all({}, stride, 8192), some(sampling(100), stride, 8192),
            elsewhere(sampling(100), stride, 8192, 4001);
        ASSERT_TRUE(some.session.drawn()->result.sampled());
        const model::LaunchTime *whole = launchTime(all.launch()), *sampled = launchTime(some.launch());
        ASSERT_TRUE(whole && sampled && launchTime(elsewhere.launch()));
        EXPECT_NEAR(sampled->cold.seconds / whole->cold.seconds, 1, 0.1) << stride;
        EXPECT_NEAR(sampled->warm.seconds / whole->warm.seconds, 1, 0.1) << stride;
        EXPECT_NEAR(launchTime(elsewhere.launch())->cold.seconds / sampled->cold.seconds, 1, 0.02)
            << "whichever block is looked at";
    }
}

TEST(Timing, IsOfNoEffectOnAnEmulatedDevice) {
    Session session(device::openEmulated(std::size_t{1} << 30, 2), {});
    session.setLab(kEntry, std::make_shared<StoreLab>());
    EXPECT_TRUE(session.step(0, 0));
    session.setTiming(Timing::Warm);
    EXPECT_FALSE(session.step(1, 0)) << "the emulator's times say nothing about a kernel";
}

} // namespace
} // namespace lanescope::session
