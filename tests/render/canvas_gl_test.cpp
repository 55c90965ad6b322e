// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "canvas_fixture.h"

#include "golden/compare.h"

#include <glad/gl.h>

#include <array>
#include <numbers>
#include <vector>

namespace lanescope::render {
namespace {

TEST_F(CanvasTest, ARectangleCoversExactlyItsPixels) {
    begin(40, 30);
    canvas.rectangle({10, 5, 12, 8}, {.color = kRed});
    end();
    for (int y = 0; y < 30; ++y)
        for (int x = 0; x < 40; ++x)
            ASSERT_EQ(rgb(x, y), x >= 10 && x < 22 && y >= 5 && y < 13 ? 0xFF0000u : 0u) << x << ", " << y;
}

TEST_F(CanvasTest, LengthsAreInPoints) {
    begin(80, 60, 2);
    EXPECT_EQ(canvas.bounds(), (Rect{0, 0, 40, 30}));
    canvas.rectangle({10, 5, 12, 8}, {.color = kRed});
    end();
    EXPECT_EQ(red(), 24 * 16);
    EXPECT_EQ(rgb(20, 10), 0xFF0000u);
    EXPECT_EQ(rgb(19, 10), 0u);
}

/// What stays is copied from the picture before: shapes, text, tables of colours and what may be picked,
/// wherever they come in the list by now.
TEST_F(CanvasTest, AStillPartIsDrawnOnceAndStays) {
    const Image colours = heatTable(2, {0, 0.3F, 0.7F, 1});
    const Pick cell{PickKind::Sector, 7};
    int drawn = 0;
    const auto draw = [&](int moving, bool repeats, bool table) {
        canvas.begin(100, 60, 1, m_theme, repeats);
        for (int i = 0; i < moving; ++i)
            canvas.rectangle({static_cast<float>(10 * i), 50, 5, 5}, {.color = kGreen});
        if (table) canvas.image({80, 40, 10, 10}, colours);
        const Rect left = canvas.still([&] {
            ++drawn;
            canvas.rectangle({10, 5, 12, 8}, {.color = kRed});
            canvas.text({30, 5}, "stays", {12, kBlue});
            canvas.image({60, 5, 20, 20}, colours);
            canvas.pick({10, 5, 12, 8}, cell);
            return Rect{1, 2, 3, 4};
        });
        EXPECT_EQ(left, (Rect{1, 2, 3, 4}));
        canvas.rectangle({40, 50, 5, 5}, {.color = kGreen});
        end();
        EXPECT_EQ(canvas.pickAt({15, 8}), cell);
        return picture;
    };
    const Image two = draw(2, false, false);
    const Image three = draw(3, false, true);
    EXPECT_EQ(drawn, 2);
    draw(1, false, false);
    EXPECT_EQ(drawn, 3);
    EXPECT_EQ(draw(2, true, false).pixels, two.pixels);
    EXPECT_EQ(draw(2, true, false).pixels, two.pixels) << "a copy of a copy";
    EXPECT_EQ(drawn, 3);
    EXPECT_EQ(draw(3, true, true).pixels, three.pixels);
    EXPECT_EQ(drawn, 4) << "another table has taken its texture";
    EXPECT_EQ(draw(3, true, true).pixels, three.pixels);
    EXPECT_EQ(drawn, 4);
}

TEST_F(CanvasTest, ABorderLiesWithin) {
    begin(40, 30);
    canvas.rectangle({10, 5, 12, 8}, {.color = kGreen, .border = kRed, .borderWidth = 2});
    end();
    EXPECT_EQ(red(), 12 * 8 - 8 * 4);
    EXPECT_EQ(rgb(10, 5), 0xFF0000u);
    EXPECT_EQ(rgb(11, 8), 0xFF0000u);
    EXPECT_EQ(rgb(12, 7), 0x00FF00u);
    EXPECT_EQ(rgb(9, 5), 0u);
}

TEST_F(CanvasTest, AHairlineBorderIsAWholePixelAtEveryScale) {
    for (const float scale : {1.f, 1.25f, 1.5f, 2.75f}) {
        begin(60, 60, scale);
        canvas.rectangle({3.3f, 4.4f, 10.2f, 9.1f}, {.color = kNone, .border = kRed, .borderWidth = 0.3f});
        end();
        for (std::size_t i = 0; i < picture.pixels.size(); i += 4)
            ASSERT_TRUE(picture.pixels[i] == 0 || picture.pixels[i] == 255)
                << "a blurred border at scale " << scale;
        EXPECT_GT(red(), 20);
    }
}

TEST_F(CanvasTest, RoundShapesHaveTheirArea) {
    begin(120, 120);
    canvas.circle({60.3f, 59.6f}, 40.5f, {.color = kRed});
    end();
    EXPECT_NEAR(red(), std::numbers::pi * 40.5 * 40.5, 0.01 * std::numbers::pi * 40.5 * 40.5);
    begin(120, 120);
    canvas.rectangle({10, 10, 90, 60}, {.color = kRed, .radius = 20});
    end();
    EXPECT_NEAR(red(), 90 * 60 - (4 - std::numbers::pi) * 400, 20);
}

TEST_F(CanvasTest, TranslucentColoursBlend) {
    begin(20, 20);
    canvas.rectangle({0, 0, 20, 20}, {.color = kBlue});
    canvas.rectangle({0, 0, 10, 20}, {.color = kRed.faded(0.25f)});
    end();
    EXPECT_NEAR(rgb(5, 5) >> 16, 64, 1);
    EXPECT_NEAR(rgb(5, 5) & 255, 191, 1);
    EXPECT_EQ(picture.at(5, 5)[3], 255) << "the picture itself is opaque";
}

TEST_F(CanvasTest, LinesHaveTheirWidthInEveryDirection) {
    for (int degrees = 0; degrees < 180; degrees += 15) {
        const float angle = static_cast<float>(degrees) * std::numbers::pi_v<float> / 180;
        const glm::vec2 half{45 * std::cos(angle), 45 * std::sin(angle)};
        begin(110, 110);
        canvas.line(glm::vec2(55) - half, glm::vec2(55) + half, 3, kRed);
        end();
        EXPECT_NEAR(red(), 90 * 3, 6) << degrees;
    }
}

TEST_F(CanvasTest, AxisLinesAreSharp) {
    begin(30, 30);
    canvas.line({10.4f, 2}, {10.4f, 28}, 1, kRed);
    end();
    EXPECT_EQ(red(), 26);
    EXPECT_EQ(rgb(10, 15), 0xFF0000u);
}

TEST_F(CanvasTest, ThinLinesGetFaintNotBroken) {
    begin(100, 100);
    canvas.line({5, 10}, {95, 60}, 0.5f, kRed);
    end();
    const double length = std::hypot(90, 50);
    EXPECT_NEAR(red(), length * 0.5, length * 0.06);
}

TEST_F(CanvasTest, DashesCoverHalf) {
    begin(210, 10);
    canvas.dashedLine({5, 5}, {205, 5}, 2, kRed, 10);
    end();
    EXPECT_EQ(red(), 100 * 2);
    EXPECT_EQ(rgb(10, 5), 0xFF0000u);
    EXPECT_EQ(rgb(20, 5), 0u);
}

TEST_F(CanvasTest, ATranslucentCurveIsEven) {
    begin(200, 200);
    canvas.curve({20, 20}, {20, 150}, {180, 50}, {180, 180}, 9, kRed.faded(0.5f));
    end();
    for (std::size_t i = 0; i < picture.pixels.size(); i += 4)
        ASSERT_LE(picture.pixels[i], 129) << "pieces of the curve overlap";
    // Along the curve itself, by de Casteljau's construction, no gap either.
    for (float t = 0.05f; t < 0.95f; t += 0.01f) {
        const glm::vec2 p[] = {{20, 20}, {20, 150}, {180, 50}, {180, 180}};
        const auto between = [t](glm::vec2 a, glm::vec2 b) { return a + (b - a) * t; };
        const glm::vec2 ab = between(p[0], p[1]), bc = between(p[1], p[2]), cd = between(p[2], p[3]);
        const glm::vec2 at = between(between(ab, bc), between(bc, cd));
        ASSERT_GE(rgb(static_cast<int>(at.x), static_cast<int>(at.y)) >> 16, 126u) << t;
    }
}

TEST_F(CanvasTest, ACurveChangesItsColour) {
    begin(100, 20);
    canvas.curve({0, 10}, {33, 10}, {66, 10}, {100, 10}, 6, kRed, kRed.faded(0));
    end();
    EXPECT_GT(rgb(2, 10) >> 16, 240u);
    EXPECT_NEAR(rgb(50, 10) >> 16, 128, 8);
    EXPECT_LT(rgb(97, 10) >> 16, 16u);
}

TEST_F(CanvasTest, PolylinesTakeRepeatedAndSinglePoints) {
    begin(100, 40);
    const std::vector<glm::vec2> points{{10, 20}, {10, 20}, {50, 20}, {50, 20}, {90, 20}};
    canvas.polyline(points, 4, kRed.faded(0.5f));
    canvas.polyline(std::span(points).first(1), 4, kRed);
    canvas.polyline({}, 4, kRed);
    end();
    EXPECT_NEAR(red(), 80 * 4 * 0.5, 3);
}

TEST_F(CanvasTest, TrianglesOfBothTurnsHaveTheirArea) {
    for (const bool turned : {false, true}) {
        begin(100, 100);
        canvas.triangle({10, 10}, turned ? glm::vec2(30, 80) : glm::vec2(90, 20),
                        turned ? glm::vec2(90, 20) : glm::vec2(30, 80), kRed);
        end();
        EXPECT_NEAR(red(), 0.5 * (80 * 70 - 10 * 20), 25);
    }
}

TEST_F(CanvasTest, AnArrowPointsAtItsEnd) {
    begin(100, 40);
    canvas.arrow({10, 20}, {90, 20}, 2, kRed, 20);
    end();
    EXPECT_GT(redIn(70, 0, 80, 40), redIn(80, 0, 90, 40) * 2);
    EXPECT_NEAR(redIn(20, 0, 60, 40), 80, 1);
    EXPECT_EQ(redIn(91, 0, 100, 40), 0);
}

TEST_F(CanvasTest, ClipsNestAndEnd) {
    begin(40, 40);
    {
        const auto outer = canvas.clip({5, 5, 20, 20});
        {
            const auto inner = canvas.clip({15, 15, 20, 20});
            canvas.rectangle({0, 0, 40, 40}, {.color = kRed});
        }
        canvas.rectangle({0, 0, 40, 40}, {.color = kGreen.faded(0.5f)});
        const auto nothing = canvas.clip({30, 30, 5, 5});
        canvas.rectangle({0, 0, 40, 40}, {.color = kBlue});
    }
    canvas.rectangle({39, 39, 1, 1}, {.color = kRed});
    end();
    EXPECT_EQ(rgb(14, 20) >> 16, 0u);
    EXPECT_GT(rgb(20, 20) >> 16, 100u);
    EXPECT_EQ(rgb(25, 20), 0u);
    EXPECT_NEAR(rgb(10, 10) >> 8, 128, 1);
    EXPECT_EQ(rgb(4, 10), 0u);
    EXPECT_EQ(rgb(32, 32), 0u);
    EXPECT_EQ(rgb(39, 39), 0xFF0000u);
}

TEST_F(CanvasTest, ImagesStandUprightUnlessFlipped) {
    const std::array<std::uint8_t, 16> texels{255, 0, 0,   255, 0,   255, 0,   255,
                                              0,   0, 255, 255, 255, 255, 255, 128};
    Texture texture("t", 2, 2, PixelFormat::Rgba8);
    texture.write(0, 0, 2, 2, texels.data());
    begin(60, 20);
    canvas.image({0, 0, 20, 20}, texture);
    canvas.image({20, 0, 20, 20}, texture, {.flipY = true});
    canvas.image({40, 0, 20, 20}, texture, {.opacity = 0.5f, .uv = {0.5f, 0, 0.5f, 0.5f}});
    end();
    EXPECT_EQ(rgb(2, 2), 0xFF0000u) << "row 0 is on top";
    EXPECT_EQ(rgb(9, 9), 0xFF0000u) << "each texel is a square";
    EXPECT_EQ(rgb(12, 2), 0x00FF00u);
    EXPECT_EQ(rgb(2, 17), 0x0000FFu);
    EXPECT_NEAR(rgb(17, 17) & 255, 128, 1) << "half transparent white";
    EXPECT_EQ(rgb(22, 2), 0x0000FFu);
    EXPECT_EQ(rgb(22, 17), 0xFF0000u);
    EXPECT_NEAR((rgb(50, 10) >> 8) & 255, 128, 1);
    EXPECT_EQ(rgb(50, 10) & 0xFF00FF, 0u);
}

TEST_F(CanvasTest, AnImageMayBeSmoothOrGrey) {
    const std::array<float, 2> values{0, 1};
    Texture texture("t", 2, 1, PixelFormat::R32f);
    texture.write(0, 0, 2, 1, values.data());
    begin(100, 10);
    canvas.image({0, 0, 100, 10}, texture, {.nearest = false});
    end();
    EXPECT_EQ(rgb(10, 5), 0u);
    EXPECT_NEAR(rgb(50, 5) & 255, 128, 4);
    EXPECT_EQ(rgb(50, 5) & 255, rgb(50, 5) >> 16) << "grey, not red";
    EXPECT_EQ(rgb(90, 5), 0xFFFFFFu);
}

TEST_F(CanvasTest, TheTopmostRegionIsPicked) {
    begin(100, 100);
    const Pick low{.kind = PickKind::Cell, .id = 7, .address = 0x1c}, high{.kind = PickKind::Lane, .lane = 3};
    canvas.pick(Rect{10, 10, 50, 50}, low);
    canvas.pick({40, 40}, 10, high);
    {
        const auto clip = canvas.clip({0, 0, 80, 100});
        canvas.pick(Rect{70, 0, 30, 30}, {.kind = PickKind::Sector});
    }
    EXPECT_EQ(canvas.pickAt({15, 15}), low);
    EXPECT_EQ(canvas.pickAt({40, 49}), high);
    EXPECT_EQ(canvas.pickAt({32, 32}), low) << "outside the circle, in its corner";
    EXPECT_EQ(canvas.pickAt({5, 5}), std::nullopt);
    EXPECT_EQ(canvas.pickAt({75, 10})->kind, PickKind::Sector);
    EXPECT_EQ(canvas.pickAt({85, 10}), std::nullopt) << "clipped away";
    begin(100, 100);
    EXPECT_EQ(canvas.pickAt({15, 15}), std::nullopt) << "a new picture starts without regions";
}

TEST_F(CanvasTest, AThousandShapesAreOneDraw) {
    begin(400, 400);
    for (int i = 0; i < 1000; ++i) {
        canvas.rectangle({static_cast<float>(i % 32) * 12, static_cast<float>(i / 32) * 12, 10, 10},
                         {.color = kRed});
        canvas.text({static_cast<float>(i % 32) * 12, static_cast<float>(i / 32) * 12}, "7",
                    {.size = 9, .color = kBlue});
    }
    end();
    EXPECT_EQ(canvas.drawCalls(), 1);
}

TEST_F(CanvasTest, SizesMayChangeFromPictureToPicture) {
    for (const int size : {16, 500, 1, 64}) {
        begin(size, size);
        canvas.rectangle(canvas.bounds(), {.color = kRed});
        end();
        EXPECT_EQ(picture.width, size);
        EXPECT_EQ(red(), size * size);
    }
}

TEST_F(CanvasTest, OtherDrawersFindTheirState) {
    glEnable(GL_CULL_FACE);
    glDisable(GL_BLEND);
    glViewport(1, 2, 3, 4);
    glBlendFunc(GL_DST_COLOR, GL_ZERO);
    begin(20, 20);
    canvas.rectangle({1, 1, 5, 5}, {.color = kRed});
    end();
    std::array<GLint, 4> viewport{};
    GLint source = 0, bound = -1;
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    glGetIntegerv(GL_BLEND_SRC_RGB, &source);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    EXPECT_EQ(viewport, (std::array<GLint, 4>{1, 2, 3, 4}));
    EXPECT_EQ(source, GL_DST_COLOR);
    EXPECT_EQ(bound, 0);
    EXPECT_TRUE(glIsEnabled(GL_CULL_FACE));
    EXPECT_FALSE(glIsEnabled(GL_BLEND));
    EXPECT_EQ(red(), 25) << "and the canvas does not mind theirs";
    glDisable(GL_CULL_FACE);
}

TEST_F(CanvasTest, Golden) {
    begin(320, 200);
    const Theme& t = canvas.theme();
    for (int lane = 0; lane < 32; ++lane) {
        const float x = 8 + static_cast<float>(lane) * 9.6f;
        canvas.circle({x, 12}, 4.5f, {.color = laneColor(lane)});
        canvas.curve({x, 17}, {x, 60}, {310 - x, 40}, {310 - x, 80}, 1.2f, laneColor(lane),
                     laneColor(lane).faded(0.2f));
        canvas.rectangle({x - 4, 82, 8, 14},
                         {.color = t.raised, .radius = 2, .border = t.line, .borderWidth = 1});
    }
    canvas.rectangle({40, 80, 20, 18}, {.color = kNone, .radius = 4, .border = t.warn, .borderWidth = 2});
    canvas.arrow({20, 120}, {120, 150}, 2, t.good, 12);
    canvas.dashedLine({130, 120}, {300, 120}, 1, t.dim, 4);
    const std::array<glm::vec2, 5> zigzag{{{130, 150}, {170, 130}, {210, 160}, {250, 130}, {300, 150}}};
    canvas.polyline(zigzag, 3, t.accent.faded(0.6f));
    std::vector<float> amounts(40);
    for (std::size_t i = 0; i < amounts.size(); ++i) amounts[i] = static_cast<float>(i) / 39;
    canvas.image({10, 170, 300, 20}, heatTable(20, amounts));
    end();
    EXPECT_TRUE(golden::matches(picture, "canvas_verbs"));
}

} // namespace
} // namespace lanescope::render
