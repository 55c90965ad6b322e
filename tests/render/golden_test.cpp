// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "golden/compare.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace {

namespace render = lanescope::render;
namespace golden = lanescope::golden;

TEST(Golden, DifferenceIsCountedOverAllChannels) {
    render::Image a(2, 1), b(2, 1);
    b.pixels = {10, 0, 0, 0, 0, 0, 30, 0};
    const auto apart = golden::difference(a, b);
    EXPECT_EQ(apart.largest, 30);
    EXPECT_DOUBLE_EQ(apart.mean, 5);
}

TEST(Golden, BothThresholdsCount) {
    const auto kept = render::readPng(LANESCOPE_TEST_DATA "/../golden/golden_self.png");
    EXPECT_TRUE(golden::matches(kept, "golden_self"));
    render::Image one = kept;
    one.pixels[0] = static_cast<std::uint8_t>(one.pixels[0] ^ 0x80);
    EXPECT_FALSE(golden::matches(one, "golden_self")) << "one pixel far off";
    render::Image all = kept;
    for (auto& value : all.pixels) value = static_cast<std::uint8_t>(value ^ 1);
    EXPECT_FALSE(golden::matches(all, "golden_self")) << "every pixel a little off";
    EXPECT_FALSE(golden::matches(render::Image(3, 3), "golden_self")) << "another size";
    EXPECT_FALSE(golden::matches(kept, "no_such_golden"));
}

} // namespace
