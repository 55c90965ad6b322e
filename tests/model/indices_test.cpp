// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/warp_access.h"

#include <gtest/gtest.h>

namespace lanescope::model {
namespace {

TEST(Indices, XIsFastestThenY) {
    constexpr Dim3 kSize{3, 2, 4};
    std::uint64_t linear = 0;
    for (std::uint32_t z = 0; z < kSize.z; ++z)
        for (std::uint32_t y = 0; y < kSize.y; ++y)
            for (std::uint32_t x = 0; x < kSize.x; ++x, ++linear) {
                EXPECT_EQ(indexAt(linear, kSize), (Dim3{x, y, z}));
                EXPECT_EQ(linearIndex({x, y, z}, kSize), linear);
            }
    EXPECT_EQ(indexAt(linear, kSize), (Dim3{0, 0, kSize.z}));
}

TEST(Indices, TheLargestGridFits) {
    constexpr Dim3 kSize{2147483647, 65535, 65535};
    constexpr Dim3 kLast{kSize.x - 1, kSize.y - 1, kSize.z - 1};
    EXPECT_EQ(linearIndex(kLast, kSize), kSize.count() - 1);
    EXPECT_EQ(indexAt(kSize.count() - 1, kSize), kLast);
}

TEST(Indices, LanesCountOnFromWarpToWarp) {
    EXPECT_EQ(threadIndex({16, 16, 1}, 1, 5), (Dim3{5, 2, 0}));
    EXPECT_EQ(threadIndex({24, 8, 1}, 1, 0), (Dim3{8, 1, 0}));
    EXPECT_EQ(threadIndex({5, 3, 2}, 0, 29), (Dim3{4, 2, 1}));
    EXPECT_EQ(threadIndex({5, 3, 2}, 0, 30), (Dim3{0, 0, 2})) << "no such thread";
}

} // namespace
} // namespace lanescope::model
