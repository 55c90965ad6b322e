// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/arithmetic.h"

#include <gtest/gtest.h>

#include <array>

namespace lanescope::model {
namespace {

TEST(RoundUp, GivesTheNextMultiple) {
    EXPECT_EQ(roundUp(0, 256), 0U);
    EXPECT_EQ(roundUp(1, 256), 256U);
    EXPECT_EQ(roundUp(256, 256), 256U);
    EXPECT_EQ(roundUp(257, 256), 512U);
    EXPECT_EQ(roundUp(7, 3), 9U) << "a unit that is no power of two";
}

TEST(Percentile, LiesBetweenTwoValues) {
    constexpr std::array<double, 5> kSorted{1, 2, 3, 5, 9};
    EXPECT_DOUBLE_EQ(percentile(kSorted, 0), 1);
    EXPECT_DOUBLE_EQ(percentile(kSorted, 0.5), 3);
    EXPECT_DOUBLE_EQ(percentile(kSorted, 0.95), 5 + 4 * 0.8);
    EXPECT_DOUBLE_EQ(percentile(kSorted, 1), 9);
    EXPECT_DOUBLE_EQ(percentile(std::array<double, 1>{4}, 0.3), 4);
}

} // namespace
} // namespace lanescope::model
