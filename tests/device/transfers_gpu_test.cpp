// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "contract.h"

#include "device/cuda/pcie_link.h"
#include "device/cuda/transfers.h"

#include <chrono>
#include <set>

namespace lanescope::device::test {
namespace {

using model::Transfer;
using model::TransferMemory;

Info gpu() {
    return makeDevice()->info();
}

TEST(Transfers, EveryKindHasPointsWithinTheHardwaresLimits) {
    const Info info = gpu();
    TransferRequest request;
    request.mostBytes = 16 << 20;
    request.secondsAPoint = 0.002;
    double last = -1;
    std::set<std::string, std::less<>> said;
    const auto curves = measureTransfers(info, request, [&](double fraction, std::string_view what) {
        EXPECT_GE(fraction, last);
        EXPECT_LE(fraction, 1);
        last = fraction;
        said.emplace(what);
    });
    EXPECT_EQ(last, 1);
    EXPECT_TRUE(said.contains("h2d, page-locked, portable"));
    ASSERT_EQ(curves.size(), request.kinds.size());
    const PcieLink link = pcieLinkOf(info);
    const double bus = link.generation ? model::Bus{link.mostGeneration, link.mostLanes, {}}.peakGBps() : 1e9;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const model::TransferCurve& curve = curves[i];
        SCOPED_TRACE(std::string(model::nameOf(curve.direction)) + " " +
                     std::string(model::nameOf(curve.memory)));
        EXPECT_EQ((TransferKind{curve.direction, curve.memory, curve.portable}), request.kinds[i]);
        EXPECT_EQ(curve.wallClock, curve.memory == TransferMemory::Pageable);
        ASSERT_EQ(curve.points.size(), model::transferSizes(request.mostBytes).size());
        for (const model::TransferPoint& point : curve.points) {
            EXPECT_GE(point.repetitions, 5);
            EXPECT_LE(point.repetitions, 100);
            EXPECT_GT(point.low, 0);
            EXPECT_LE(point.low, point.median);
            EXPECT_LE(point.median, point.high);
            if (!curve.wallClock && point.median < 50e-6) {
                EXPECT_GT(point.batch, 1) << "shorter than the clock tells";
            }
        }
        // Ten times the bytes of the smallest cost latency alone; large ones cost bytes.
        EXPECT_GT(curve.gbPerSecond(curve.points.back()), 20 * curve.gbPerSecond(curve.points.front()));
        if (curve.direction != Transfer::DeviceToDevice) {
            EXPECT_LT(curve.bestGBps(), bus * (curve.direction == Transfer::Both ? 2 : 1));
        }
    }
}

TEST(Transfers, PageLockedMemoryIsFasterThanPageableAndBothWaysThanOne) {
    TransferRequest request;
    request.mostBytes = 64 << 20;
    request.kinds = {{Transfer::HostToDevice, TransferMemory::Pageable, false},
                     {Transfer::HostToDevice, TransferMemory::PageLocked, false},
                     {Transfer::Both, TransferMemory::PageLocked, false}};
    request.secondsAPoint = 0.005;
    const auto curves = measureTransfers(gpu(), request);
    ASSERT_EQ(curves.size(), 3U);
    EXPECT_GT(curves[1].bestGBps(), curves[0].bestGBps());
    EXPECT_GT(curves[2].bestGBps(), 1.2 * curves[1].bestGBps());
}

TEST(Transfers, CancellingKeepsWhatThereIs) {
    TransferRequest request;
    request.mostBytes = 1 << 20;
    request.secondsAPoint = 0.01;
    std::atomic<bool> cancel{false};
    std::chrono::steady_clock::time_point asked;
    const auto curves = measureTransfers(
        gpu(), request,
        [&](double fraction, std::string_view) {
            if (fraction < 0.5 || cancel) return;
            asked = std::chrono::steady_clock::now();
            cancel = true;
        },
        &cancel);
    EXPECT_LT(std::chrono::steady_clock::now() - asked, std::chrono::seconds(2));
    EXPECT_GE(curves.size(), request.kinds.size() / 2 - 1);
    EXPECT_LT(curves.size(), request.kinds.size());
    std::atomic<bool> before{true};
    EXPECT_TRUE(measureTransfers(gpu(), request, {}, &before).empty());
}

TEST(Transfers, ASizeBeyondTheMemoryIsRefusedBeforeAnythingIsAllocated) {
    const auto device = makeDevice();
    const std::size_t free = device->freeBytes();
    TransferRequest request;
    request.mostBytes = std::uint64_t{1} << 40;
    try {
        measureTransfers(device->info(), request);
        FAIL() << "1 TiB twice fits no machine";
    } catch (const OutOfMemory& failure) {
        EXPECT_GT(failure.largestBytes, 0U);
        EXPECT_LT(failure.largestBytes, request.mostBytes);
    }
    // A context and a module may stay; no buffer does.
    EXPECT_GT(device->freeBytes() + (std::size_t{64} << 20), free);
}

TEST(Transfers, TheBestCopyIsNearTheMemorysPeak) {
    const Info info = gpu();
    const BestCopy best = bestCopy(info);
    EXPECT_FALSE(best.how.empty());
    EXPECT_NEAR(best.bytesPerSecond, 2 * static_cast<double>(best.bytes) / best.seconds,
                best.bytesPerSecond * 1e-6);
    if (info.peakBytesPerSecond() > 0) {
        EXPECT_GT(best.bytesPerSecond, 0.5 * info.peakBytesPerSecond());
        EXPECT_LT(best.bytesPerSecond, 1.02 * info.peakBytesPerSecond());
    }
    TransferRequest request;
    request.mostBytes = std::uint64_t{512} << 20;
    request.kinds = {{Transfer::DeviceToDevice, TransferMemory::CopyCall, false}};
    const auto curves = measureTransfers(info, request);
    ASSERT_EQ(curves.size(), 1U);
    EXPECT_GT(best.bytesPerSecond / 1e9, 0.97 * curves[0].gbPerSecond(curves[0].points.back()));
}

} // namespace
} // namespace lanescope::device::test
