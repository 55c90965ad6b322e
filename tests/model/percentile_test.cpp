// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/percentile.h"

#include <gtest/gtest.h>

#include <array>

namespace lanescope::model {
namespace {

TEST(Percentile, LiesBetweenValuesInProportion) {
    constexpr std::array kSorted{1.0, 2.0, 4.0, 8.0, 16.0};
    EXPECT_DOUBLE_EQ(percentile(kSorted, 0), 1);
    EXPECT_DOUBLE_EQ(percentile(kSorted, 0.5), 4);
    EXPECT_DOUBLE_EQ(percentile(kSorted, 0.6), 5.6);
    EXPECT_DOUBLE_EQ(percentile(kSorted, 1), 16);
    constexpr std::array kOne{3.0};
    EXPECT_DOUBLE_EQ(percentile(kOne, 0.95), 3);
}

} // namespace
} // namespace lanescope::model
