// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "canvas_fixture.h"

#include "golden/compare.h"
#include "render/vector/pdf.h"

#include <array>
#include <string>
#include <vector>

namespace lanescope::render {
namespace {

class CanvasDrawingTest : public CanvasTest {
protected:
    CanvasDrawingTest() { canvas.keepDrawings(true); }
    /// How far the drawing, made an image again, is from the picture.
    golden::Difference difference() {
        end();
        drawing = canvas.drawing();
        return golden::difference(picture, imageOf(drawing));
    }
    Drawing drawing;
};

TEST_F(CanvasDrawingTest, EveryVerbIsInIt) {
    for (const float scale : {1.F, 2.5F}) {
        begin(static_cast<int>(200 * scale), static_cast<int>(120 * scale), scale);
        canvas.rectangle({10, 10, 40, 20}, {kRed, 5, kGreen, 2});
        canvas.circle({80, 20}, 9, {kBlue});
        canvas.line({100, 10}, {140, 30}, 2, kRed);
        canvas.line({150, 10}, {150, 40}, 1, kGreen);
        canvas.dashedLine({160, 10}, {190, 10}, 2, kGreen, 4);
        canvas.curve({10, 50}, {40, 50}, {60, 80}, {90, 80}, 3, kRed, kGreen);
        canvas.polyline(std::array{glm::vec2{100, 50}, glm::vec2{120, 80}, glm::vec2{140, 50}}, 2, kBlue);
        canvas.triangle({150, 50}, {190, 50}, {170, 80}, kRed);
        canvas.arrow({10, 100}, {60, 100}, 2, kGreen);
        canvas.image({100, 90, 40, 20}, heatTable(2, {0, 0.3F, 0.6F, 1}));
        canvas.text({10, 60}, "two\nlines", {.size = 12, .color = kRed});
        {
            const auto clip = canvas.clip({150, 90, 20, 20});
            canvas.rectangle({140, 80, 60, 60}, {kBlue});
            canvas.text({300, 90}, "beyond", {.size = 12, .color = kRed});
        }
        const golden::Difference apart = difference();
        EXPECT_LT(apart.mean, 1.2) << "at " << scale;
        EXPECT_EQ(textsOf(drawing), (std::vector<std::string>{"two", "lines"}));
        EXPECT_EQ(drawing.width, picture.width);
    }
}

TEST_F(CanvasDrawingTest, AGapInItWouldBeSeen) {
    begin(200, 120);
    canvas.rectangle({10, 10, 100, 60}, {kRed});
    canvas.rectangle({120, 10, 60, 60}, {kGreen});
    EXPECT_LT(difference().mean, 0.01);
    drawing.items.pop_back();
    EXPECT_GT(golden::difference(picture, imageOf(drawing)).mean, 5);
}

TEST_F(CanvasDrawingTest, TextsAreWholeAsTheyAreShown) {
    begin(300, 80);
    canvas.text({10, 10}, "s[8 * threadIdx.x]", {.size = 13, .color = kRed, .font = Font::Mono});
    canvas.text({10, 40}, "far too long for its room", {.size = 13, .color = kRed, .maxWidth = 60});
    end();
    const std::vector<std::string> texts = textsOf(canvas.drawing());
    ASSERT_EQ(texts.size(), 2U);
    EXPECT_EQ(texts[0], "s[8 * threadIdx.x]");
    EXPECT_TRUE(texts[1].starts_with("far")) << texts[1];
    EXPECT_TRUE(texts[1].ends_with("\u2026")) << texts[1];
}

TEST_F(CanvasDrawingTest, TexturesAreImagesInTheirPlace) {
    Image dots(4, 4);
    for (int i = 0; i < 16; ++i) {
        std::uint8_t* p = dots.at(i % 4, i / 4);
        p[i % 3] = 255;
        p[3] = i % 2 ? 255 : 128;
    }
    begin(120, 100);
    canvas.rectangle({0, 0, 60, 100}, {{0.2F, 0.2F, 0.2F}});
    canvas.image({20, 10, 80, 80}, dots);
    EXPECT_LT(difference().mean, 0.6);
    ASSERT_EQ(drawing.items.size(), 2U);
    const auto* image = std::get_if<DrawnImage>(&drawing.items[1].what);
    ASSERT_TRUE(image);
    EXPECT_EQ(image->rect, (Rect{20, 10, 80, 80}));
}

TEST_F(CanvasDrawingTest, NothingOfThePictureBeforeIsCopied) {
    for (int i = 0; i < 2; ++i) {
        canvas.begin(200, 60, 1, m_theme, true);
        canvas.still([&] {
            canvas.text({10, 10}, "still", {.size = 12, .color = kRed});
            return canvas.bounds();
        });
        end();
        EXPECT_EQ(textsOf(canvas.drawing()), std::vector<std::string>{"still"}) << i;
    }
}

} // namespace
} // namespace lanescope::render
