// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/session.h"
#include "session/timing.h"

#include <gtest/gtest.h>

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
    void record(Recorder& recorder) const override {
        const Buffer array = recorder.buffer("array", std::size_t(256) * blocks * stride * 4);
        recorder.launch("coalescing.strideFloat", {static_cast<unsigned>(blocks.value()), 1, 1}, {256, 1, 1},
                        0, array, stride.value());
    }
    void draw(const Frame&, render::Canvas&) const override {}
    void readout(const Frame&, Panel&) const override {}
};
const LabEntry kEntry{.name = "store-test", .chapter = "Test", .make = [] {
                          return std::unique_ptr<Lab>(std::make_unique<StoreLab>());
                      }};

RunBytes bytesOfRun(std::uint64_t sampleAbove, int stride) {
    SessionOptions options;
    options.sampleAbove = sampleAbove;
    Session session(device::openEmulated(std::size_t{1} << 30, 2), options);
    const auto lab = std::make_shared<StoreLab>();
    lab->stride.assign(stride);
    session.setLab(kEntry, lab);
    session.step(0, 0);
    session.throwError();
    EXPECT_EQ(session.result().sampled(), sampleAbove != 0);
    return bytesOf(session.result());
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

TEST(Timing, IsOfNoEffectOnAnEmulatedDevice) {
    Session session(device::openEmulated(std::size_t{1} << 30, 2), {});
    session.setLab(kEntry, std::make_shared<StoreLab>());
    EXPECT_TRUE(session.step(0, 0));
    session.setTiming(Timing::Warm);
    EXPECT_FALSE(session.step(1, 0)) << "the emulator's times say nothing about a kernel";
}

} // namespace
} // namespace lanescope::session
