// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/camera.h"
#include "render/palette.h"

#include <glm/geometric.hpp>
#include <glm/vec4.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace {

using namespace lanescope::render;

/// WCAG 2.1's contrast ratio.
float contrast(const Color& a, const Color& b) {
    const float x = luminance(a), y = luminance(b);
    return (std::max(x, y) + 0.05f) / (std::min(x, y) + 0.05f);
}

float apart(const Color& a, const Color& b) {
    return std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b);
}

TEST(Palette, LuminanceOfKnownColours) {
    EXPECT_FLOAT_EQ(luminance(Color::hex(0x000000)), 0);
    EXPECT_NEAR(luminance(Color::hex(0xFFFFFF)), 1, 1e-5);
    EXPECT_NEAR(luminance(Color::hex(0xFF0000)), 0.2126, 1e-4);
    EXPECT_NEAR(luminance(Color::hex(0x777777)), 0.1845, 1e-3);
}

TEST(Palette, ANumberReadsOnEveryLane) {
    for (int lane = 0; lane < 32; ++lane)
        EXPECT_GE(contrast(laneColor(lane), inkOn(laneColor(lane))), 4.5f) << "lane " << lane;
}

TEST(Palette, LanesDiffer) {
    for (int a = 0; a < 32; ++a)
        for (int b = a + 1; b < 32; ++b)
            EXPECT_GT(apart(laneColor(a), laneColor(b)), 0.03f) << a << " and " << b;
    EXPECT_EQ(laneColor(0, 1), laneColor(0));
    EXPECT_EQ(laneColor(15, 16), laneColor(31));
}

TEST(Palette, TextReadsOnEveryGroundOfBothThemes) {
    for (const Theme* theme : {&darkTheme(), &lightTheme()}) {
        SCOPED_TRACE(theme->dark ? "dark" : "light");
        for (const Color& ground : {theme->background, theme->panel, theme->raised}) {
            EXPECT_GE(contrast(theme->text, ground), 7.f);
            EXPECT_GE(contrast(theme->dim, ground), 4.5f);
            EXPECT_GE(contrast(theme->faint, ground), 3.f);
            for (const Color& meaning : {theme->accent, theme->good, theme->warn, theme->bad})
                EXPECT_GE(contrast(meaning, ground), 3.f);
        }
        EXPECT_GE(contrast(theme->text, theme->selection), 4.5f);
    }
}

TEST(Palette, HeatRisesInLuminance) {
    for (int step = 1; step <= 100; ++step)
        EXPECT_GT(luminance(heatColor(static_cast<float>(step) / 100)),
                  luminance(heatColor(static_cast<float>(step - 1) / 100)));
    EXPECT_EQ(heatColor(-3), heatColor(0));
    EXPECT_EQ(heatColor(7), heatColor(1));
    EXPECT_EQ(heatColor(std::numeric_limits<float>::quiet_NaN()), heatColor(0));
}

glm::vec2 seen(const Camera& camera, glm::vec3 at) {
    const glm::vec4 clip = camera.projection(1) * camera.view() * glm::vec4(at, 1);
    return glm::vec2(clip) / clip.w;
}

TEST(Camera, LooksAtItsTargetFromItsDistance) {
    Camera camera{.azimuth = 1.1f, .elevation = 0.4f, .distance = 5, .target = {1, 2, 3}};
    EXPECT_NEAR(glm::distance(camera.eye(), camera.target), 5, 1e-4);
    EXPECT_NEAR(glm::length(seen(camera, camera.target)), 0, 1e-5);
    EXPECT_GT(seen(camera, {1, 2.1f, 3}).y, 0) << "y is up";
}

TEST(Camera, FromTheFrontXIsToTheRight) {
    const Camera camera{.azimuth = 0, .elevation = 0};
    EXPECT_GT(seen(camera, {0.5f, 0, 0}).x, 0.1f);
    EXPECT_NEAR(camera.eye().z, camera.distance, 1e-5);
}

TEST(Camera, WhatIsDraggedFollowsTheMouse) {
    Camera camera{.azimuth = 0, .elevation = 0.3f};
    const glm::vec3 front = glm::normalize(camera.eye());
    const glm::vec2 before = seen(camera, front);
    camera.drag({40, 0});
    EXPECT_GT(seen(camera, front).x, before.x);
    camera.drag({-40, 40});
    EXPECT_LT(seen(camera, front).y, before.y) << "dragging downwards moves the near side down";
}

TEST(Camera, NeverTurnsOverAndNeverLeaves) {
    Camera camera;
    camera.drag({0, 1e6f});
    EXPECT_LT(camera.elevation, 1.5708f);
    camera.zoom(1000);
    EXPECT_GT(camera.distance, 0.05f) << "nearer than the near plane";
    camera.zoom(-1000);
    EXPECT_LE(camera.distance, 20);
    const float before = camera.distance;
    camera.zoom(1);
    EXPECT_LT(camera.distance, before);
}

} // namespace
