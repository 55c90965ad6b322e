// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/transfers/model.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lanescope::lab_transfers {
namespace {

using model::Transfer;
using model::TransferMemory;

/// 64 MiB in 2 ms; copied within the device each byte is read and written, both ways it goes twice.
TEST(TransfersModel, BandwidthCountsWhatIsMoved) {
    TransferChoice choice{.direction = Transfer::HostToDevice, .bytes = 64 << 20};
    EXPECT_DOUBLE_EQ(choice.gbPerSecond(2e-3), 67108864 / 2e-3 / 1e9);
    EXPECT_EQ(choice.gbPerSecond(0), 0);
    choice.direction = Transfer::DeviceToDevice;
    EXPECT_DOUBLE_EQ(choice.gbPerSecond(2e-3), 2 * 67108864 / 2e-3 / 1e9);
    choice.direction = Transfer::Both;
    EXPECT_DOUBLE_EQ(choice.gbPerSecond(2e-3), 2 * 67108864 / 2e-3 / 1e9);
}

TEST(TransfersModel, WaysThatWaitForEachOther) {
    const auto inTurn = [](Transfer direction, TransferMemory memory, const char* cc) {
        return TransferChoice{.direction = direction, .memory = memory}.waysInTurn(
            *model::findArchitecture(cc));
    };
    EXPECT_TRUE(inTurn(Transfer::Both, TransferMemory::Pageable, "9.0"));
    EXPECT_FALSE(inTurn(Transfer::Both, TransferMemory::PageLocked, "9.0"));
    EXPECT_TRUE(inTurn(Transfer::Both, TransferMemory::PageLocked, "1.3")); // one copy engine
    EXPECT_FALSE(inTurn(Transfer::Both, TransferMemory::Mapped, "1.3"));    // no copy at all
    EXPECT_FALSE(inTurn(Transfer::HostToDevice, TransferMemory::Pageable, "1.3"));
}

TEST(TransfersModel, WhatAKernelCopiesToBeLookedAt) {
    EXPECT_TRUE((TransferChoice{.direction = Transfer::DeviceToDevice}).byKernel());
    EXPECT_TRUE((TransferChoice{.memory = TransferMemory::Mapped}).byKernel());
    EXPECT_FALSE((TransferChoice{.memory = TransferMemory::PageLocked}).byKernel());
    const ObservedCopy small = observedCopy({.bytes = 5000});
    EXPECT_EQ(small.bytes, 5000U);
    EXPECT_EQ(small.threads(), 312U);
    EXPECT_EQ(small.blocks(), 2U);
    EXPECT_EQ(observedCopy({.bytes = 1 << 30}).bytes, 262144U);
    EXPECT_EQ(observedCopy({.bytes = 1 << 30}).blocks(), 64U);
}

TEST(TransfersModel, ATransferThatMostlyStarts) {
    model::TransferLegs legs;
    legs.total = 10e-6;
    legs.latency = 4e-6;
    EXPECT_FALSE(mostlyStart(legs));
    legs.latency = 6e-6;
    EXPECT_TRUE(mostlyStart(legs));
}

TEST(TransfersModel, AxisStepsAreRoundAndAsManyAsFit) {
    EXPECT_DOUBLE_EQ(axisStep(60, 8), 10);
    EXPECT_DOUBLE_EQ(axisStep(60, 3), 20);
    EXPECT_DOUBLE_EQ(axisStep(4.4, 2), 5);
    EXPECT_DOUBLE_EQ(axisStep(0.9, 8), 0.2);
    for (double top = 0.03; top < 5000; top *= 1.7)
        for (const int most : {2, 5, 8}) {
            const double step = axisStep(top, most);
            EXPECT_LE(top / step, most) << top;
            EXPECT_GT(top / step, most / 2.5 - 1e-9) << top << ": finer steps would fit";
            const double digit = step / std::pow(10, std::floor(std::log10(step) + 1e-9));
            EXPECT_TRUE(std::abs(digit - 1) < 1e-9 || std::abs(digit - 2) < 1e-9 ||
                        std::abs(digit - 5) < 1e-9)
                << step;
        }
}

TEST(TransfersModel, AFarPeakDoesNotSquashTheCurves) {
    const double near[] = {20, 24};
    const double far[] = {20, 26};
    EXPECT_DOUBLE_EQ(axisTop(10, near), 24 * 1.12);
    EXPECT_DOUBLE_EQ(axisTop(10, far), 20 * 1.12);
    EXPECT_DOUBLE_EQ(axisTop(10, {}), 10 * 1.12);
}

TEST(TransfersModel, PlacesOnALogarithmicAxis) {
    EXPECT_DOUBLE_EQ(logShare(1024, 1024, 1 << 30), 0);
    EXPECT_DOUBLE_EQ(logShare(1 << 20, 1024, 1 << 30), 0.5);
    EXPECT_DOUBLE_EQ(logShare(1 << 30, 1024, 1 << 30), 1);
    EXPECT_DOUBLE_EQ(logShare(1, 1024, 1 << 30), 0); // within the axis
}

TEST(TransfersModel, CurvesThatLieOnEachOther) {
    const std::vector<CurvePoint> one{{.x = 1, .y = 10}, {.x = 2, .y = 50}};
    std::vector<CurvePoint> other = one;
    other[1].y = 51;
    EXPECT_TRUE(coincide(one, other, 100));
    EXPECT_FALSE(coincide(one, other, 50)); // 2 % of the height
    other[1].y = 50;
    other[0].x = 1.5;
    EXPECT_FALSE(coincide(one, other, 100));
    other.pop_back();
    EXPECT_FALSE(coincide(one, other, 100));
}

} // namespace
} // namespace lanescope::lab_transfers
