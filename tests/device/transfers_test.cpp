// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/pcie_link.h"
#include "device/cuda/transfers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace lanescope::device {
namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

/// What a refusal says, and the size that it offers; empty and 0 when the size is taken.
std::pair<std::string, std::uint64_t> refusal(std::uint64_t most, std::uint64_t host, std::uint64_t device) {
    try {
        checkTransferSize(most, host, device, "Some GPU");
    } catch (const OutOfMemory& failure) {
        return {failure.what(), failure.largestBytes};
    }
    return {};
}

TEST(TransferSizes, TwoBuffersHaveToFitAtEitherEnd) {
    EXPECT_EQ(refusal(kGiB, 4 * kGiB, 2 * kGiB).first, "");
    const auto [text, largest] = refusal(kGiB, 4 * kGiB, 2 * kGiB - 1);
    EXPECT_NE(text.find("Some GPU"), std::string::npos) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_EQ(largest, kGiB / 2);
    // 256 MiB of the host's memory stay free: of 2 GiB, 1.75 are left, so that two of 0.5 fit.
    const auto [hostText, hostLargest] = refusal(kGiB, 2 * kGiB, 64 * kGiB);
    EXPECT_NE(hostText.find("host"), std::string::npos) << hostText;
    EXPECT_EQ(hostLargest, kGiB / 2);
    EXPECT_EQ(refusal(kGiB, 0, 4 * kGiB).first, "") << "an unknown host is tried";
    EXPECT_EQ(refusal(1024, kGiB / 8, kGiB).second, 0U) << "nothing fits";
    EXPECT_NE(refusal(std::uint64_t{1} << 63, 4 * kGiB, 4 * kGiB).first, "") << "no overflow";
}

TEST(TransferSizes, TheHostsMemoryIsRead) {
    EXPECT_GT(availableHostBytes(), std::uint64_t{16} << 20);
    EXPECT_LT(availableHostBytes(), std::uint64_t{1} << 50);
}

TEST(TransferKinds, EveryDirectionMemoryAndThePortableFlag) {
    const std::vector<TransferKind> all = allTransferKinds();
    EXPECT_EQ(all.size(), 3U * 6 + 2); // five memories, one also portable; two copies on the device
    for (std::size_t i = 0; i < all.size(); ++i)
        EXPECT_EQ(std::count(all.begin(), all.end(), all[i]), 1) << i;
    for (const model::Transfer direction : model::transfers())
        for (const model::TransferMemory memory : model::memoriesOf(direction))
            EXPECT_EQ(std::count(all.begin(), all.end(), TransferKind{direction, memory, false}), 1);
    EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const TransferKind& kind) { return kind.portable; }),
              3);
}

TEST(TransferTimes, ARepetitionOfSmallCopiesIsFarAboveTheClocksStep) {
    constexpr double kStep = 8.192e-6; // of events around copies on two streams
    for (const double seconds : {8.192e-6, 11.3e-6, 16.38e-6, 49e-6, 120e-6, 1e-3}) {
        const int copies = copiesBetweenEvents(seconds);
        EXPECT_GE(copies * seconds, 30 * kStep) << seconds;
        EXPECT_LE(copies, kMostCopiesBetweenEvents);
        EXPECT_LT((copies - 1) * seconds, 250e-6) << "no more than it takes, at " << seconds;
    }
    EXPECT_EQ(copiesBetweenEvents(2.9e-6), kMostCopiesBetweenEvents) << "bounded by what is queued at once";
    EXPECT_EQ(copiesBetweenEvents(1e-7), kMostCopiesBetweenEvents);
    EXPECT_EQ(copiesBetweenEvents(0.02), 1) << "a long copy stands for itself";
}

TEST(PcieLinks, SpeedsAreReadAsGenerations) {
    EXPECT_EQ(pcieGenerationOf("2.5 GT/s PCIe"), 1);
    EXPECT_EQ(pcieGenerationOf("5.0 GT/s PCIe"), 2);
    EXPECT_EQ(pcieGenerationOf("8.0 GT/s PCIe"), 3);
    EXPECT_EQ(pcieGenerationOf("16.0 GT/s PCIe"), 4);
    EXPECT_EQ(pcieGenerationOf("32.0 GT/s PCIe"), 5);
    EXPECT_EQ(pcieGenerationOf("64.0 GT/s PCIe"), 6);
    EXPECT_EQ(pcieGenerationOf("8 GT/s"), 3); // as older kernels write it
    EXPECT_EQ(pcieGenerationOf("Unknown"), 0);
    EXPECT_EQ(pcieGenerationOf("Unknown speed"), 0);
    EXPECT_EQ(pcieGenerationOf(""), 0);
    EXPECT_EQ(pcieGenerationOf("7.0 GT/s PCIe"), 0);
    EXPECT_EQ(pcieLinkOf(Info{}).generation, 0) << "the emulated device has no link";
}

} // namespace
} // namespace lanescope::device
