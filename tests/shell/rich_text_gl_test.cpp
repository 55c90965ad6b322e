// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/fonts.h"
#include "shell/app/offscreen.h"
#include "shell/slides/rich_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::shell {
namespace {

using lessons::Block;
using lessons::Span;

class RichText : public testing::Test {
protected:
    RichText() { m_canvas.keepDrawings(true); }

    /// What stands on the page, each text with its place.
    std::vector<render::DrawnText> draw(const lessons::Text& text, float width) {
        m_canvas.begin(1000, 800, 1, render::lightTheme());
        const float shown = drawText(m_canvas, {10, 10, width, 700}, text, 16);
        EXPECT_FLOAT_EQ(drawText(m_canvas, {10, 10, width, 700}, text, 16, false), shown);
        m_canvas.end();
        std::vector<render::DrawnText> texts;
        for (const render::DrawnItem& item : m_canvas.drawing().items)
            if (const auto* each = std::get_if<render::DrawnText>(&item.what)) texts.push_back(*each);
        for (const render::DrawnText& each : texts)
            EXPECT_LE(each.at.x + each.width, 10 + width + 1) << each.text;
        m_height = shown;
        return texts;
    }
    static Block paragraph(std::vector<Span> spans) {
        Block block;
        block.spans = std::move(spans);
        return block;
    }

    Offscreen m_context{OffscreenDriver::Software};
    render::Canvas m_canvas;
    float m_height = 0;
};

TEST_F(RichText, LinesHaveAllWordsInOrder) {
    const std::string words =
        "One warp of thirty-two lanes reads shared memory, and every bank has a word for it.";
    const std::vector<render::DrawnText> lines = draw({paragraph({{Span::Style::Plain, words}})}, 200);
    EXPECT_GT(lines.size(), 2U);
    std::string all;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        all += (i ? " " : "") + lines[i].text;
        if (i) {
            EXPECT_GT(lines[i].at.y, lines[i - 1].at.y + 10);
        }
        EXPECT_FLOAT_EQ(lines[i].at.x, 10);
    }
    EXPECT_EQ(all, words);
    EXPECT_EQ(draw({paragraph({{Span::Style::Plain, words}})}, 900).size(), 1U);
}

TEST_F(RichText, APointStaysWithTheCodeBeforeIt) {
    const std::vector<render::DrawnText> texts = draw({paragraph({{Span::Style::Plain, "an element is a "},
                                                                  {Span::Style::Code, "float"},
                                                                  {Span::Style::Plain, ", one word"}})},
                                                      600);
    ASSERT_EQ(texts.size(), 3U);
    EXPECT_EQ(texts[0].text, "an element is a");
    EXPECT_EQ(texts[1].text, "float");
    EXPECT_EQ(texts[1].font, render::Font::Mono);
    EXPECT_NEAR(texts[1].at.x + texts[1].width, texts[2].at.x, 1) << "no gap before the comma";
    EXPECT_GT(texts[1].at.x, texts[0].at.x + texts[0].width + 2) << "a blank after 'a'";
}

TEST_F(RichText, ChineseIsBrokenWithoutBlanks) {
    if (render::systemFontFor(0x4E2D).empty()) GTEST_SKIP() << "no font with Chinese on this machine";
    std::string words;
    for (int i = 0; i < 12; ++i) words += "\u5171\u4EAB\u5185\u5B58\uFF0C";
    const std::vector<render::DrawnText> lines = draw({paragraph({{Span::Style::Plain, words}})}, 200);
    EXPECT_GT(lines.size(), 3U);
    std::string all;
    for (const render::DrawnText& line : lines) {
        EXPECT_FALSE(line.text.starts_with("\uFF0C")) << "no line begins with a comma";
        all += line.text;
    }
    EXPECT_EQ(all, words);
}

TEST_F(RichText, APhraseOfSeveralStylesEndsAsOneDoes) {
    if (render::systemFontFor(0x4E2D).empty()) GTEST_SKIP() << "no font with Chinese on this machine";
    std::vector<Span> spans;
    for (int i = 0; i < 12; ++i) {
        spans.push_back({Span::Style::Plain, "\u5185\u5B58\uFF08"});
        spans.push_back({Span::Style::Code, "pad"});
        spans.push_back({Span::Style::Plain, "\uFF09\uFF0C"});
    }
    float line = 0;
    std::string end;
    for (const render::DrawnText& each : draw({paragraph(spans)}, 173)) {
        const bool begins = each.at.x < 11;
        if (begins && line > 0) {
            EXPECT_FALSE(end.ends_with("\uFF08")) << "no line ends with an opening bracket";
            EXPECT_FALSE(each.text.starts_with("\uFF09")) << "nor begins with a closing one";
        }
        if (begins) ++line;
        end = each.text;
    }
    EXPECT_GT(line, 4);
}

TEST_F(RichText, LongLinesOfCodeAreBrokenNotCutOff) {
    Block code = paragraph(
        {{Span::Style::Code,
          "if (x) {\n    for (int k = threadIdx.x; k < elements; k += 32) cells[k] = number(k);\n}"}});
    code.kind = Block::Kind::Code;
    const std::vector<render::DrawnText> lines = draw({code}, 320);
    ASSERT_GT(lines.size(), 3U);
    std::string all;
    for (const render::DrawnText& line : lines) {
        EXPECT_EQ(line.text.find("\u2026"), std::string::npos) << line.text;
        for (const char c : line.text)
            if (c != ' ') all += c;
    }
    EXPECT_EQ(all, "if(x){for(intk=threadIdx.x;k<elements;k+=32)cells[k]=number(k);}");
    EXPECT_GT(lines[2].text.find_first_not_of(' '), 4U) << "it goes on further in";
}

TEST_F(RichText, ListsCodeAndQuotesStandBelowEachOther) {
    Block item = paragraph({{Span::Style::Plain, "first"}});
    item.kind = Block::Kind::Item;
    item.level = item.number = 1;
    Block code = paragraph({{Span::Style::Code, "int a = 1;\nint b = 2;\n"}});
    code.kind = Block::Kind::Code;
    Block quote;
    quote.kind = Block::Kind::Quote;
    quote.inside.push_back(paragraph({{Span::Style::Plain, "quoted"}}));
    const std::vector<render::DrawnText> texts = draw({item, code, quote}, 400);
    std::vector<std::string> words;
    for (const render::DrawnText& each : texts) words.push_back(each.text);
    EXPECT_EQ(words, (std::vector<std::string>{"1.", "first", "int a = 1;", "int b = 2;", "quoted"}));
    EXPECT_GT(texts[1].at.x, texts[0].at.x + texts[0].width);
    EXPECT_TRUE(std::ranges::is_sorted(texts, {}, [](const auto& each) { return each.at.y; }));
    EXPECT_GT(m_height, 80);
}

} // namespace
} // namespace lanescope::shell
