// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/time_window.h"

#include <gtest/gtest.h>

namespace lanescope::kit {
namespace {

TEST(TimeWindow, WhatIsUnderTheMouseStaysThere) {
    TimeWindow window;
    EXPECT_TRUE(window.isAll());
    for (int i = 0; i < 12; ++i) {
        const double under = window.first + 0.3 * window.length(), before = window.length();
        window.zoom(0.3, 1);
        EXPECT_NEAR(window.first + 0.3 * window.length(), under, 1e-12);
        EXPECT_LT(window.length(), before);
    }
    EXPECT_FALSE(window.isAll());
}

TEST(TimeWindow, ItStaysOnTheAxis) {
    TimeWindow window;
    window.zoom(1, 1000);
    EXPECT_NEAR(window.length(), TimeWindow::kLeast, 1e-12);
    EXPECT_EQ(window.last, 1);
    window.move(1e9);
    EXPECT_EQ(window.last, 1);
    window.move(-1e9);
    EXPECT_EQ(window.first, 0);
    EXPECT_NEAR(window.length(), TimeWindow::kLeast, 1e-12) << "moving does not zoom";
    window.zoom(0.5, -1000);
    EXPECT_EQ(window, TimeWindow{}) << "all of it, and not a little less";
    window.zoom(0, 3);
    window.zoom(1, -3); // beyond its begin
    EXPECT_EQ(window, TimeWindow{});
}

} // namespace
} // namespace lanescope::kit
