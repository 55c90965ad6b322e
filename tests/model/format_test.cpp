// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/format.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lanescope {
namespace {

TEST(Format, GroupsThousands) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1000), "1,000");
    EXPECT_EQ(grouped(1048576), "1,048,576");
    EXPECT_EQ(grouped(18446744073709551615ULL), "18,446,744,073,709,551,615");
}

TEST(Format, KeepsTheDigitsThatMatter) {
    EXPECT_EQ(shortNumber(4), "4");
    EXPECT_EQ(shortNumber(0.125), "0.125");
    EXPECT_EQ(shortNumber(12.345), "12.3");
    EXPECT_EQ(shortNumber(123.4), "123");
    EXPECT_EQ(shortNumber(4210.4), "4,210");
    EXPECT_EQ(shortNumber(-4210.4), "-4,210");
    EXPECT_EQ(shortNumber(std::nan("")), "-");
}

TEST(Format, Units) {
    EXPECT_EQ(percent(0.125), "12.5 %");
    EXPECT_EQ(percent(1), "100 %");
    EXPECT_EQ(percent(4), "400 %");
    EXPECT_EQ(bytesText(1), "1 byte");
    EXPECT_EQ(bytesText(4096), "4096 bytes");
    EXPECT_EQ(byteSize(512), "512 B");
    EXPECT_EQ(byteSize(1536), "1.5 KiB");
    EXPECT_EQ(byteSize(268435456), "256 MiB");
    EXPECT_EQ(bandwidth(4.2104e12), "4,210 GB/s");
    EXPECT_EQ(duration(6.04e-6), "6.0 us");
    EXPECT_EQ(duration(0.0031), "3.10 ms");
    EXPECT_EQ(hexAddress(0x7e00), "0x7e00");
    EXPECT_EQ(triple({3, 20, 1}), "(3, 20)");
    EXPECT_EQ(triple({3, 20, 2}), "(3, 20, 2)");
    EXPECT_EQ(coordinates({3, 0, 0}, 1), "3");
    EXPECT_EQ(coordinates({3, 0, 0}, 2), "(3, 0)");
    EXPECT_EQ(coordinates({3, 0, 1}, 3), "(3, 0, 1)");
    EXPECT_EQ(launchSize({256, 1, 1}), "256");
    EXPECT_EQ(launchSize({16, 8, 1}), "(16, 8)");
    EXPECT_EQ(launchSize({16, 1, 2}), "(16, 1, 2)");
    EXPECT_EQ(sides({256, 1, 1}), "256");
    EXPECT_EQ(sides({16, 8, 1}), "16 x 8");
    EXPECT_EQ(sides({16, 1, 2}), "16 x 1 x 2");
    EXPECT_EQ(checkedIndex({3, 0, 0}), "(3,0,0)");
    EXPECT_EQ(plural(1, "wavefront"), "1 wavefront");
    EXPECT_EQ(plural(4, "wavefront"), "4 wavefronts");
}

} // namespace
} // namespace lanescope
