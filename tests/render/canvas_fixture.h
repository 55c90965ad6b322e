// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/canvas.h"
#include "shell/app/offscreen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

namespace lanescope::render {

/// A table of amounts, row by row, as a picture of one pixel each.
inline Image heatTable(int columns, const std::vector<float>& amounts) {
    Image table(columns, static_cast<int>(amounts.size()) / columns);
    for (std::size_t i = 0; i < amounts.size(); ++i) {
        const Color color = heatColor(amounts[i]);
        std::ranges::transform(std::array{color.r, color.g, color.b, color.a}, table.pixels.data() + 4 * i,
                               [](float part) { return static_cast<std::uint8_t>(std::lround(part * 255)); });
    }
    return table;
}

/// A software context, and at the end of each test no OpenGL error.
class GlTest : public testing::Test {
protected:
    static void SetUpTestSuite() {
        if (!s_context) s_context = std::make_unique<shell::Offscreen>(shell::OffscreenDriver::Software);
    }
    static void TearDownTestSuite() { s_context.reset(); }
    void TearDown() override { EXPECT_NO_THROW(checkError("the test")); }

    static inline std::unique_ptr<shell::Offscreen> s_context;
};

/// A canvas whose pictures are looked at pixel by pixel, on a black ground.
class CanvasTest : public GlTest {
protected:
    CanvasTest() { m_theme.background = Color::hex(0x000000); }

    void begin(int width, int height, float scale = 1) { canvas.begin(width, height, scale, m_theme); }
    void end() {
        canvas.end();
        picture = canvas.read();
    }
    /// 0xRRGGBB of a pixel.
    std::uint32_t rgb(int x, int y) const {
        const auto* p = picture.at(x, y);
        return static_cast<std::uint32_t>(p[0]) << 16 | static_cast<std::uint32_t>(p[1]) << 8 | p[2];
    }
    /// The sum of the red channel over a part of the picture, in whole pixels of full red.
    double redIn(int left, int top, int right, int bottom) const {
        double sum = 0;
        for (int y = top; y < bottom; ++y)
            for (int x = left; x < right; ++x) sum += picture.at(x, y)[0];
        return sum / 255;
    }
    double red() const { return redIn(0, 0, picture.width, picture.height); }

    static constexpr Color kRed{1, 0, 0}, kGreen{0, 1, 0}, kBlue{0, 0, 1}, kNone{0, 0, 0, 0};
    Theme m_theme = darkTheme();
    Canvas canvas;
    Image picture;
};

} // namespace lanescope::render
