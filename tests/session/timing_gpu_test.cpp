// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Times on a GPU: from a cold L2 no faster than the DRAM, series are as long as asked and can be given up.
#include "kit/lab_sweep.h"
#include "kit/registry.h"
#include "kit/session.h"
#include "session/timing.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace lanescope::session {
namespace {

using namespace kit;

class TimesOnGpu : public testing::Test {
protected:
    std::vector<KernelSamples> series(int sizeMiB, SeriesOptions options) {
        const LabEntry& entry = findLab("coalescing");
        const std::shared_ptr<Lab> lab = entry.make();
        lab->set("size-mib", std::to_string(sizeMiB));
        lab->set("stride", "1");
        lab->set("element", "float4");
        Session session(m_device, {});
        session.setLab(entry, lab);
        session.step(0, 0);
        return timeSeries(session.playback(), options);
    }
    std::shared_ptr<device::Device> m_device = device::openDevice("cuda");
};

TEST_F(TimesOnGpu, FromAColdL2TheDramSetsTheLimit) {
    SeriesOptions options;
    options.launches = 50;
    // An eighth of the L2, so that both arrays' worth stays in it.
    const int size = static_cast<int>(m_device->info().l2Bytes >> 23);
    ASSERT_GT(size, 0);
    const auto warm = series(size, options);
    options.cache = model::Cache::Cold;
    const auto cold = series(size, options);
    ASSERT_EQ(warm.size(), 1U);
    EXPECT_EQ(warm.front().seconds.size(), 50U);
    EXPECT_EQ(warm.front().kernel, "coalescing.strideFloat4");
    EXPECT_GT(warm.front().statistics().least, 0);
    const double bytes = 2.0 * size * 1048576;
    const double peak = m_device->info().peakBytesPerSecond();
    EXPECT_LT(bytes / cold.front().statistics().median, peak) << "what is not in the L2 comes from DRAM";
    std::printf("%d MiB: warm %.2f us, cold %.2f us\n", size, warm.front().statistics().median * 1e6,
                cold.front().statistics().median * 1e6);
}

TEST_F(TimesOnGpu, LargeArraysComeNearTheModel) {
    SeriesOptions options;
    const auto large = series(1024, options);
    const double bandwidth = 2.0 * 1024 * 1048576 / large.front().statistics().median;
    const double peak = m_device->info().peakBytesPerSecond();
    EXPECT_GT(bandwidth, 0.5 * peak);
    EXPECT_LT(bandwidth, peak);
}

TEST_F(TimesOnGpu, ASeriesIsGivenUpHalfWay) {
    std::atomic<bool> cancel{false};
    SeriesOptions options;
    options.launches = 1000;
    options.cancel = &cancel;
    options.progress = [&](double done) { cancel = done > 0.1; };
    const auto some = series(16, options);
    ASSERT_EQ(some.size(), 1U);
    EXPECT_GT(some.front().seconds.size(), 50U);
    EXPECT_LT(some.front().seconds.size(), 200U);
    EXPECT_EQ(series(16, {}).front().seconds.size(), 30U) << "the device goes on";
}

TEST_F(TimesOnGpu, ASweepMeasuresEachPoint) {
    const LabEntry& entry = findLab("coalescing");
    const std::unique_ptr<Lab> lab = entry.make();
    lab->set("size-mib", "256");
    const SweepAxis strides = parseAxis(*lab, "stride=1:17:8");
    SweepPlan plan = sweepPlan(entry, lab->values(), {strides});
    plan.architectures = {&model::defaultArchitecture()};
    plan.measureOn = m_device;
    std::size_t seen = 0;
    const auto points = runSweep(plan, nullptr, [&](const SweepPoint&) { ++seen; });
    ASSERT_EQ(points.size(), 3U);
    EXPECT_EQ(seen, 3U);
    for (const SweepPoint& point : points) {
        EXPECT_EQ(point.measured.count, 30U);
        EXPECT_DOUBLE_EQ(point.bytesRequested, 2.0 * 256 * 1048576);
        EXPECT_LT(point.blocksCounted, point.blocksTotal) << "a large grid is sampled";
    }
    lab->set("size-mib", "16");
    plan.record = sweepPlan(entry, lab->values(), {strides}).record;
    for (const SweepPoint& point : runSweep(plan)) {
        EXPECT_EQ(point.blocksTotal, 16384U);
        EXPECT_EQ(point.blocksCounted, point.blocksTotal)
            << "a grid that is cheap to emulate is counted whole";
    }
    EXPECT_GT(points[1].measured.median, 2 * points[0].measured.median);
    EXPECT_GT(points[2].measured.median, 1.3 * points[1].measured.median);
}

} // namespace
} // namespace lanescope::session
