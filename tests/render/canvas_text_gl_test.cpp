// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "canvas_fixture.h"

#include "render/fonts.h"

#include <algorithm>
#include <string>

namespace lanescope::render {
namespace {

struct Ink {
    int left = 1 << 20, top = 1 << 20, right = -1, bottom = -1; ///< the end not included
};

class CanvasTextTest : public CanvasTest {
protected:
    /// The bounds of the pixels that are at least a quarter red.
    Ink ink() const {
        Ink all;
        for (int y = 0; y < picture.height; ++y)
            for (int x = 0; x < picture.width; ++x) {
                if (picture.at(x, y)[0] < 64) continue;
                all = {std::min(all.left, x), std::min(all.top, y), std::max(all.right, x + 1),
                       std::max(all.bottom, y + 1)};
            }
        return all;
    }
    Ink drawn(std::string_view text, const TextStyle& style, glm::vec2 at = {100, 50}, float scale = 1) {
        begin(200, 100, scale);
        covered = canvas.text(at, text, style);
        end();
        return ink();
    }
    Rect covered;
};

TEST_F(CanvasTextTest, AlignmentIsAboutThePoint) {
    const TextStyle style{.size = 20, .color = kRed};
    const auto with = [&style](Align h, Align v) {
        TextStyle s = style;
        s.h = h;
        s.v = v;
        return s;
    };
    const Ink start = drawn("HHH", with(Align::Start, Align::Start));
    EXPECT_GE(start.left, 100);
    EXPECT_GE(start.top, 50);
    const Ink end = drawn("HHH", with(Align::End, Align::End));
    EXPECT_LE(end.right, 100);
    EXPECT_LE(end.bottom, 50);
    const Ink center = drawn("HHH", with(Align::Center, Align::Center));
    EXPECT_NEAR(center.left + center.right, 200, 2);
    EXPECT_NEAR(center.top + center.bottom, 100, 2) << "capitals stand in the middle";
}

TEST_F(CanvasTextTest, DigitsSitInTheMiddleOfTheirCell) {
    for (const float size : {9.f, 10.f, 11.f, 12.f, 13.f, 15.f}) {
        const Ink all = drawn(
            "28", {.size = size, .color = kRed, .font = Font::Bold, .h = Align::Center, .v = Align::Center});
        EXPECT_NEAR(all.top + all.bottom, 100, 2) << size;
        EXPECT_NEAR(all.left + all.right, 200, 2) << size;
    }
}

TEST_F(CanvasTextTest, TheAreaCoveredHoldsTheInk) {
    for (const auto h : {Align::Start, Align::Center, Align::End})
        for (const auto v : {Align::Start, Align::Center, Align::End}) {
            const Ink all = drawn("Agjy|", {.size = 18, .color = kRed, .h = h, .v = v});
            EXPECT_GE(all.left, covered.x - 1);
            EXPECT_GE(all.top, covered.y - 1);
            EXPECT_LE(all.right, covered.right() + 1);
            EXPECT_LE(all.bottom, covered.bottom() + 1);
        }
}

TEST_F(CanvasTextTest, MeasureIsWhatIsDrawn) {
    const TextStyle style{.size = 17, .color = kRed, .font = Font::Mono};
    drawn("lane 31\nbank", style, {10, 10});
    const glm::vec2 size = canvas.measure("lane 31\nbank", style);
    EXPECT_NEAR(size.x, covered.width, 1e-3);
    EXPECT_NEAR(size.y, covered.height, 1e-3);
    EXPECT_NEAR(size.y, 2 * canvas.measure("x", style).y, 1e-3);
}

TEST_F(CanvasTextTest, LabelsHaveALeastSize) {
    const auto width = [&](float size) { return canvas.measure("lane 31", {.size = size}).x; };
    const float small = width(9), label = width(11), large = width(12), title = width(16);
    canvas.setLeastLabel(12);
    EXPECT_FLOAT_EQ(width(11), large);
    EXPECT_FLOAT_EQ(width(16), title);
    EXPECT_FLOAT_EQ(width(9), small) << "what stands in a shape keeps to it";
    canvas.setLeastLabel(0);
    EXPECT_FLOAT_EQ(width(11), label);
}

TEST_F(CanvasTextTest, ScaleKeepsTheSizeInPoints) {
    const TextStyle style{.size = 14, .color = kRed};
    drawn("Lanescope", style);
    const float one = covered.width;
    drawn("Lanescope", style, {10, 10}, 2);
    EXPECT_NEAR(covered.width, one, 0.5f);
    const Ink large = ink();
    EXPECT_NEAR(static_cast<float>(large.right - large.left), one * 2, 4);
}

TEST_F(CanvasTextTest, LongTextEndsInAnEllipsisAndNeverSplitsACharacter) {
    for (float room = 5; room < 140; room += 3.5f) {
        drawn("w\u00f6rter \u2192 und mehr", {.size = 16, .color = kRed, .maxWidth = room}, {5, 5});
        const float ellipsis = canvas.measure("\u2026", {.size = 16}).x;
        EXPECT_LE(covered.width, std::max(room, ellipsis) + 0.01f);
        EXPECT_GT(red(), 0);
    }
    drawn("short", {.size = 16, .color = kRed, .maxWidth = 150}, {5, 5});
    EXPECT_NEAR(covered.width, canvas.measure("short", {.size = 16}).x, 1e-3);
}

TEST_F(CanvasTextTest, LinesStandBelowEachOther) {
    const Ink one = drawn("H", {.size = 16, .color = kRed}, {10, 10});
    const Ink two = drawn("H\nH", {.size = 16, .color = kRed}, {10, 10});
    EXPECT_EQ(two.top, one.top);
    EXPECT_NEAR(two.bottom - one.bottom, canvas.measure("H", {.size = 16}).y, 1);
}

TEST_F(CanvasTextTest, BoldIsBolder) {
    drawn("lanes", {.size = 18, .color = kRed});
    const double regular = red();
    drawn("lanes", {.size = 18, .color = kRed, .font = Font::Bold});
    EXPECT_GT(red(), regular * 1.1);
}

TEST_F(CanvasTextTest, TextMovesByFractionsOfAPixel) {
    // The same word at quarters of a pixel: its centre of mass must follow.
    double last = -1;
    for (const float x : {50.f, 50.25f, 50.5f, 50.75f, 51.f}) {
        drawn("Nano", {.size = 15, .color = kRed}, {x, 40});
        double sum = 0, moment = 0;
        for (int column = 0; column < picture.width; ++column) {
            const double ofColumn = redIn(column, 0, column + 1, picture.height);
            sum += ofColumn;
            moment += ofColumn * column;
        }
        const double center = moment / sum;
        if (last >= 0) {
            EXPECT_NEAR(center - last, 0.25, 0.1);
        }
        last = center;
    }
}

TEST_F(CanvasTextTest, EmptyAndOddTextDrawsNothingBad) {
    drawn("", {.size = 16, .color = kRed});
    EXPECT_EQ(red(), 0);
    drawn("\n\n", {.size = 16, .color = kRed});
    EXPECT_EQ(red(), 0);
    EXPECT_NO_THROW(drawn(std::string("\xff\xfe\x80\0x", 5), {.size = 16, .color = kRed}));
    EXPECT_NO_THROW(drawn("tiny", {.size = 0.01f, .color = kRed}));
    EXPECT_NO_THROW(drawn("H", {.size = 5000, .color = kRed}));
}

} // namespace
} // namespace lanescope::render
