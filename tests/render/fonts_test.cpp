// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/fonts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>
#include <vector>

namespace {

using namespace lanescope::render;

TEST(Utf8, CharactersAndMalformedBytes) {
    struct Case {
        std::string_view text;
        std::vector<std::uint32_t> codes;
    };
    const Case cases[] = {
        {"aZ", {'a', 'Z'}},
        {"\xc3\xa4\xe2\x86\x92\xf0\x9f\x98\x80", {0xE4, 0x2192, 0x1F600}},
        {"\x80x", {0xFFFD, 'x'}}, // a continuation alone
        {"\xc3", {0xFFFD}},       // cut off
        {"\xe2\x86"
         "a",
         {0xFFFD, 0xFFFD, 'a'}},
        {"\xc0\xaf", {0xFFFD, 0xFFFD}},                         // overlong
        {"\xed\xa0\x80", {0xFFFD, 0xFFFD, 0xFFFD}},             // a surrogate
        {"\xf4\x90\x80\x80", {0xFFFD, 0xFFFD, 0xFFFD, 0xFFFD}}, // beyond U+10FFFF
        {"\xff", {0xFFFD}},
    };
    for (const auto& [text, codes] : cases) {
        std::string_view rest = text;
        std::vector<std::uint32_t> got;
        while (!rest.empty()) got.push_back(takeCodepoint(rest));
        EXPECT_EQ(got, codes) << testing::PrintToString(text);
    }
}

class Fonts : public testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(m_fonts.available()); }
    FontSet m_fonts;
};

// Outlines of whatever size: a bitmap would have the same few pixels.
TEST_F(Fonts, ChineseIsSharpAtEverySize) {
    const FontFile file = systemFontFileFor(Font::Sans, 0x4E2D);
    ASSERT_FALSE(file.path.empty()) << "fonts-droid-fallback has Chinese characters";
    for (const char32_t sign : U"中文存储体冲突，。：（）")
        if (sign != 0) {
            // a family may have a file for its bold face
            EXPECT_EQ(std::filesystem::path(systemFontFileFor(Font::Bold, sign).path).parent_path(),
                      std::filesystem::path(file.path).parent_path())
                << static_cast<unsigned>(sign);
        }
    for (const float size : {9.F, 13.F, 27.F, 64.F, 200.F}) {
        std::vector<FontSet::Placed> placed;
        EXPECT_NEAR(m_fonts.layout("冲突", Font::Sans, size, 0, placed), 2 * size, size * 0.15F);
        ASSERT_EQ(placed.size(), 2U);
        std::set<std::uint8_t> shades;
        const FontSet::Glyph& glyph = *placed.front().glyph;
        EXPECT_GT(glyph.height, size * 0.7F);
        for (int row = glyph.y; row < glyph.y + glyph.height; ++row)
            for (int column = glyph.x; column < glyph.x + glyph.width; ++column)
                shades.insert(m_fonts.atlas()[static_cast<std::size_t>(row) * FontSet::kAtlasWidth + column]);
        EXPECT_GT(shades.size(), 8U) << size << ": its edges are smooth";
    }
}

// Also run where fontconfig finds no configuration: the program has its fonts with it.
TEST_F(Fonts, TextHasInkInEveryRole) {
    for (const Font font : {Font::Sans, Font::Bold, Font::Mono}) {
        std::vector<FontSet::Placed> placed;
        EXPECT_GT(m_fonts.layout("4 wavefronts", font, 16, 0, placed), 60);
        ASSERT_EQ(placed.size(), 11u);
        for (const auto& [x, glyph] : placed) {
            int ink = 0;
            for (int row = glyph->y; row < glyph->y + glyph->height; ++row)
                for (int column = glyph->x; column < glyph->x + glyph->width; ++column)
                    ink +=
                        m_fonts.atlas()[static_cast<std::size_t>(row) * FontSet::kAtlasWidth + column] > 127;
            EXPECT_GT(ink, 3);
        }
    }
    EXPECT_EQ(fontName(Font::Sans), "Inter Regular");
    EXPECT_EQ(fontName(Font::Bold).rfind("Inter Semi", 0), 0U) << fontName(Font::Bold);
    EXPECT_EQ(fontName(Font::Mono), "JetBrains Mono Regular");
}

// A character that no font has is drawn as the font's box, not left out.
TEST_F(Fonts, ACharacterThatNoFontHas) {
    std::vector<FontSet::Placed> placed;
    m_fonts.layout("\U0010fffd", Font::Sans, 16, 0, placed);
    EXPECT_EQ(placed.size(), 1u);
}

TEST_F(Fonts, MonoIsMono) {
    const float one = m_fonts.width("i", Font::Mono, 13);
    EXPECT_GT(one, 4);
    EXPECT_NEAR(m_fonts.width("WWWWi", Font::Mono, 13), 5 * one, 0.01);
}

TEST_F(Fonts, WidthIsWhatLayoutCovers) {
    std::vector<FontSet::Placed> placed;
    const float width = m_fonts.layout("Hamburg", Font::Sans, 20, 0.25f, placed);
    EXPECT_NEAR(width, m_fonts.width("Hamburg", Font::Sans, 20), 1e-3);
    ASSERT_EQ(placed.size(), 7u);
    const auto& last = placed.back();
    EXPECT_LE(last.x + static_cast<float>(last.glyph->width), width + 2);
    EXPECT_GE(last.x + static_cast<float>(last.glyph->width), width - 4);
}

TEST_F(Fonts, WidthGrowsWithSize) {
    const float ten = m_fonts.width("lane 31", Font::Sans, 10);
    EXPECT_NEAR(m_fonts.width("lane 31", Font::Sans, 30), 3 * ten, 0.5f);
}

TEST_F(Fonts, FittingIsTheLongestBeginning) {
    const std::string_view text = "a\u00e4\u2192b and more";
    for (float room = 0; room < 120; room += 0.7f) {
        const auto bytes = m_fonts.fitting(text, Font::Sans, 14, room);
        EXPECT_LE(m_fonts.width(text.substr(0, bytes), Font::Sans, 14), room + 1e-3f);
        if (bytes == text.size()) continue;
        EXPECT_NE(static_cast<std::uint8_t>(text[bytes]) >> 6, 2) << "cut within a character";
        std::string_view rest = text.substr(bytes);
        takeCodepoint(rest);
        EXPECT_GT(m_fonts.width(text.substr(0, text.size() - rest.size()), Font::Sans, 14), room);
    }
}

TEST_F(Fonts, GlyphsDoNotOverlapInTheAtlas) {
    std::vector<FontSet::Placed> placed;
    for (const float size : {9.f, 13.f, 27.f, 60.f})
        m_fonts.layout("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", Font::Sans, size, 0,
                       placed);
    std::vector<int> owner(static_cast<std::size_t>(FontSet::kAtlasWidth) * m_fonts.atlasHeight(), 0);
    owner[0] = -1; // the solid texel
    int number = 0;
    std::vector<const FontSet::Glyph*> seen;
    for (const auto& [x, glyph] : placed) {
        if (std::find(seen.begin(), seen.end(), glyph) != seen.end()) continue;
        seen.push_back(glyph);
        ++number;
        for (int row = glyph->y; row < glyph->y + glyph->height; ++row)
            for (int column = glyph->x; column < glyph->x + glyph->width; ++column) {
                int& cell = owner[static_cast<std::size_t>(row) * FontSet::kAtlasWidth + column];
                ASSERT_EQ(cell, 0) << "glyphs " << cell << " and " << number;
                cell = number;
            }
    }
    EXPECT_GT(number, 200);
    EXPECT_EQ(m_fonts.atlas()[0], 255);
}

TEST_F(Fonts, ChangedRowsHoldEveryNewGlyph) {
    m_fonts.takeChangedRows();
    std::vector<FontSet::Placed> placed;
    m_fonts.layout("Q", Font::Bold, 33, 0, placed);
    const auto [first, end] = m_fonts.takeChangedRows();
    ASSERT_EQ(placed.size(), 1u);
    EXPECT_LE(first, placed[0].glyph->y);
    EXPECT_GE(end, placed[0].glyph->y + placed[0].glyph->height);
    const auto [again, none] = m_fonts.takeChangedRows();
    EXPECT_GE(again, none);
}

TEST_F(Fonts, AFullAtlasStartsAnew) {
    std::vector<FontSet::Placed> placed;
    for (float size = 100; size < 400 && m_fonts.atlasHeight() < 4096; size += 3)
        m_fonts.layout("ABCDEFGHIJKLMNOPQRSTUVWXYZ", Font::Sans, size, 0, placed);
    ASSERT_EQ(m_fonts.atlasHeight(), 4096);
    m_fonts.trim();
    EXPECT_LT(m_fonts.atlasHeight(), 4096);
    placed.clear();
    m_fonts.layout("A", Font::Sans, 100, 0, placed);
    EXPECT_GT(placed.at(0).glyph->width, 20);
}

} // namespace
