// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Expected figures are worked out by hand from the PCI Express line rates and the packet sizes.
#include "model/transfers/bus.h"

#include <gtest/gtest.h>

#include <set>

namespace lanescope::model {
namespace {

const Architecture& row(const char* name) {
    return *findArchitecture(name);
}

double seconds(const char* name, Transfer direction, TransferMemory memory, std::uint64_t bytes) {
    const auto legs = modelTransfer(row(name), direction, memory, bytes);
    return legs ? legs->total : -1;
}

constexpr std::uint64_t kMiB = 1 << 20;

TEST(Bus, PeaksFollowLineRateAndEncoding) {
    // 16 lanes: 2.5 GT/s x 16 / 8 x 8/10; 5; 8 x 16 / 8 x 128/130; 16; 32.
    EXPECT_NEAR(busOf(row("Tesla C870"))->peakGBps(), 4.0, 1e-9);
    EXPECT_NEAR(busOf(row("Tesla C1060"))->peakGBps(), 8.0, 1e-9);
    EXPECT_NEAR(busOf(row("Tesla K40"))->peakGBps(), 15.7538, 1e-4);
    EXPECT_NEAR(busOf(row("A100 40 GB SXM"))->peakGBps(), 31.5077, 1e-4);
    EXPECT_NEAR(busOf(row("H200"))->peakGBps(), 63.0154, 1e-4);
    EXPECT_NEAR(busOf(row("GeForce RTX 5090"))->peakGBps(), 63.0154, 1e-4);
    EXPECT_NEAR((Bus{4, 8, {}}.peakGBps()), 15.7538, 1e-4);
}

TEST(Bus, EveryArchitectureHasABusOrSharesTheHostsMemory) {
    const std::set<std::string> integrated{"3.2", "5.3", "6.2", "7.2", "8.7", "11.0", "12.1"};
    int last = 0;
    for (const Architecture& each : architectures()) {
        const auto bus = busOf(each);
        EXPECT_EQ(bus.has_value(), !integrated.contains(each.cc.text())) << each.name;
        if (!bus || each.cc == ComputeCapability{10, 3}) continue;
        EXPECT_GE(bus->generation, last) << each.name;
        EXPECT_FALSE(bus->source.empty());
        last = bus->generation;
    }
    EXPECT_EQ(last, 5);
}

TEST(Bus, PacketsTakeTheirShare) {
    const Bus five{5, 16, {}}, one{1, 16, {}};
    EXPECT_NEAR(five.packetGBps(256, false), 58.449, 1e-3); // 63.0154 x 256 / 276
    EXPECT_NEAR(five.packetGBps(256, true), 57.614, 1e-3);  // 256 / 280
    EXPECT_NEAR(one.packetGBps(128, false), 3.4595, 1e-4);  // 4 x 128 / 148
    EXPECT_EQ(one.payloadBytes(), 128);
    EXPECT_EQ(five.payloadBytes(), 256);
}

TEST(Transfers, PageLockedMemoryIsBoundByTheBus) {
    // 3.9 us, then 2^30 bytes at 58.449 GB/s.
    EXPECT_NEAR(seconds("H200", Transfer::HostToDevice, TransferMemory::PageLocked, 1 << 30), 18.3745e-3,
                2e-6);
    for (const TransferMemory same : {TransferMemory::WriteCombining, TransferMemory::Registered})
        EXPECT_EQ(seconds("H200", Transfer::HostToDevice, same, kMiB),
                  seconds("H200", Transfer::HostToDevice, TransferMemory::PageLocked, kMiB));
    // A kernel's packets carry 128 bytes: 63.0154 x 128 / 148 = 54.500, after 4.8 us.
    EXPECT_NEAR(seconds("H200", Transfer::HostToDevice, TransferMemory::Mapped, 64 * kMiB),
                4.8e-6 + 67108864 / 54.500e9, 1e-7);
}

TEST(Transfers, PageableMemoryIsBoundByTheCopyOfACore) {
    // Half of a DDR3-1333 channel is 5.33 GB/s, less than 8 x 128 / 148 = 6.92 of PCI Express 2.0.
    EXPECT_NEAR(seconds("Tesla C2050", Transfer::HostToDevice, TransferMemory::Pageable, 64 * kMiB),
                6.4e-6 + 67108864 / 5.3335e9, 1e-7);
    const auto legs = modelTransfer(row("H200"), Transfer::DeviceToHost, TransferMemory::Pageable, kMiB);
    EXPECT_NEAR(legs->staging, 1048576 / 19.2e9, 1e-9);
    EXPECT_NEAR(legs->bus, 1048576 / 57.614e9, 1e-9);
    EXPECT_NEAR(legs->total, legs->latency + legs->staging, 1e-12);
}

TEST(Transfers, BothWaysOverlapExceptForPageableMemory) {
    const auto time = [](Transfer direction, TransferMemory memory) {
        return seconds("A100", direction, memory, 256 * kMiB);
    };
    // Each way 31.5077 x 256 / (256 + 24 + 24 + 16) = 25.206 GB/s.
    EXPECT_NEAR(time(Transfer::Both, TransferMemory::PageLocked), 11.3e-6 + 268435456 / 25.2062e9, 1e-7);
    EXPECT_LT(time(Transfer::Both, TransferMemory::PageLocked),
              1.3 * time(Transfer::HostToDevice, TransferMemory::PageLocked));
    // One copy engine: one after the other.
    const auto old = [](Transfer direction) {
        return seconds("Tesla C1060", direction, TransferMemory::PageLocked, 256 * kMiB);
    };
    EXPECT_NEAR(old(Transfer::Both), old(Transfer::HostToDevice) + old(Transfer::DeviceToHost), 1e-12);
    EXPECT_NEAR(time(Transfer::Both, TransferMemory::Pageable),
                time(Transfer::HostToDevice, TransferMemory::Pageable) +
                    time(Transfer::DeviceToHost, TransferMemory::Pageable),
                1e-12);
}

TEST(Transfers, DeviceCopiesReadAndWrite) {
    EXPECT_EQ(countedBytes(Transfer::DeviceToDevice, 10), 20U);
    EXPECT_EQ(countedBytes(Transfer::Both, 10), 20U);
    EXPECT_EQ(countedBytes(Transfer::HostToDevice, 10), 10U);
    const TransferCurve curve = modelCurve(row("H200"), Transfer::DeviceToDevice, TransferMemory::CopyCall);
    // Measured on an H200: 4256 GB/s at 1 GiB.
    EXPECT_NEAR(curve.bestGBps(), 4256, 4256 * 0.03);
    EXPECT_EQ(seconds("GPU of CC 9.0", Transfer::DeviceToDevice, TransferMemory::CopyCall, kMiB), -1)
        << "a row without figures";
    EXPECT_EQ(seconds("8.7", Transfer::HostToDevice, TransferMemory::PageLocked, kMiB), -1);
}

TEST(Transfers, AnH200sMeasurementsAreNear) {
    // Measured with `lanescope bandwidth` on an H200 behind PCI Express 5.0 x16, 1 GiB, GB/s.
    const auto best = [](Transfer direction, TransferMemory memory) {
        return modelCurve(row("H200"), direction, memory).bestGBps();
    };
    EXPECT_NEAR(best(Transfer::HostToDevice, TransferMemory::PageLocked), 55.57, 55.57 * 0.06);
    EXPECT_NEAR(best(Transfer::DeviceToHost, TransferMemory::PageLocked), 55.45, 55.45 * 0.06);
    EXPECT_NEAR(best(Transfer::HostToDevice, TransferMemory::Mapped), 51.45, 51.45 * 0.07);
    EXPECT_NEAR(best(Transfer::DeviceToHost, TransferMemory::Mapped), 52.72, 52.72 * 0.06);
    EXPECT_NEAR(best(Transfer::Both, TransferMemory::PageLocked), 101.7, 101.7 * 0.02);
    EXPECT_NEAR(best(Transfer::Both, TransferMemory::Mapped), 82.57, 82.57 * 0.02);
    EXPECT_NEAR(best(Transfer::DeviceToHost, TransferMemory::Pageable), 19.78, 19.78 * 0.06);
}

TEST(Transfers, HalfTheBandwidthIsReachedWhenLatencyAndBusTakeEqualTime) {
    // 3.9 us x 58.449 GB/s = 228 kB.
    const TransferCurve curve = modelCurve(row("H200"), Transfer::HostToDevice, TransferMemory::PageLocked);
    EXPECT_NEAR(curve.halfBandwidthBytes(), 228e3, 228e3 * 0.03);
    TransferCurve flat{Transfer::HostToDevice, TransferMemory::PageLocked, false, false, {}};
    EXPECT_EQ(flat.halfBandwidthBytes(), 0);
    for (const std::uint64_t bytes : {1024, 2048})
        flat.points.push_back({bytes, 0, static_cast<double>(bytes) * 1e-9, 0, 0});
    EXPECT_EQ(flat.halfBandwidthBytes(), 0) << "the smallest has it already";
    EXPECT_NEAR(flat.bestGBps(), 1, 1e-12);
}

TEST(Transfers, SizesArePowersOfTwo) {
    const std::vector<std::uint64_t> sizes = transferSizes(kUsualMostTransfer);
    ASSERT_EQ(sizes.size(), 21U);
    for (std::size_t i = 0; i < sizes.size(); ++i) EXPECT_EQ(sizes[i], std::uint64_t{1024} << i);
    EXPECT_TRUE(transferSizes(1023).empty());
    EXPECT_EQ(transferSizes(5000), (std::vector<std::uint64_t>{1024, 2048, 4096}));
    EXPECT_EQ(transferSizes(~std::uint64_t{0}).size(), 54U);
}

TEST(Transfers, NamesAreReadBack) {
    for (const Transfer direction : transfers()) {
        EXPECT_EQ(transferNamed(nameOf(direction)), direction);
        for (const TransferMemory memory : memoriesOf(direction)) {
            EXPECT_EQ(transferMemoryNamed(nameOf(memory)), memory);
        }
    }
    EXPECT_EQ(transfers().size(), 4U);
    EXPECT_FALSE(transferNamed("h2h"));
    EXPECT_FALSE(transferMemoryNamed("paged"));
}

} // namespace
} // namespace lanescope::model
