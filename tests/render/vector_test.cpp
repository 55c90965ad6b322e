// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/vector/drawing.h"
#include "render/vector/pdf.h"
#include "render/vector/svg.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lanescope::render {
namespace {

constexpr Color kRed{1, 0, 0}, kBlue{0, 0, 1}, kWhite{1, 1, 1}, kNone{0, 0, 0, 0};
constexpr Rect kWhole{0, 0, 100, 60};

DrawnItem text(const std::string& words, glm::vec2 at = {10, 30}) {
    DrawnText drawn;
    drawn.at = at;
    drawn.width = 40;
    drawn.size = 12;
    drawn.color = kBlue;
    drawn.text = words;
    return {drawn, kWhole};
}

Drawing page(std::vector<DrawnItem> items) {
    return {100, 60, kWhite, std::move(items)};
}

std::size_t count(const std::string& in, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = in.find(what); at != std::string::npos; at = in.find(what, at + what.size()))
        ++found;
    return found;
}

/// How red a pixel is, 0 to 255.
int redAt(const Image& image, int x, int y) {
    return image.at(x, y)[0] - image.at(x, y)[1];
}

TEST(Drawing, TidyDropsWhatIsNotSeenAndClipsThatCutNothing) {
    const Rect corner{0, 0, 20, 20};
    Drawing drawing = page({{DrawnBox{{5, 5, 10, 10}, {kRed}}, corner},
                            {DrawnBox{{30, 30, 10, 10}, {kRed}}, corner},
                            {DrawnBox{{15, 5, 10, 10}, {kRed}}, corner},
                            {DrawnBox{{-50, 5, 10, 10}, {kRed}}, kWhole}});
    tidy(drawing);
    ASSERT_EQ(drawing.items.size(), 2U);
    EXPECT_EQ(drawing.items[0].clip, kWhole);
    EXPECT_EQ(drawing.items[1].clip, corner);
}

TEST(Drawing, APartIsLaidIntoAnotherAndCutThere) {
    Drawing whole = page({});
    layInto(whole, page({text("inner"), {DrawnBox{{0, 0, 100, 60}, {kRed}}, kWhole}}), {50, 20},
            {50, 20, 30, 30});
    ASSERT_EQ(whole.items.size(), 3U) << "the ground of the part is one";
    EXPECT_EQ(std::get<DrawnText>(whole.items[1].what).at, glm::vec2(60, 50));
    EXPECT_EQ(whole.items[2].clip, (Rect{50, 20, 30, 30}));
    EXPECT_EQ(textsOf(whole), std::vector<std::string>{"inner"});
}

TEST(Svg, TextsAreTexts) {
    const std::string svg = svgOf(page({text("a < b && \"c\""), text("32 lanes")}));
    EXPECT_EQ(count(svg, "<text "), 2U);
    EXPECT_NE(svg.find(">a &lt; b &amp;&amp; &quot;c&quot;</text>"), std::string::npos) << svg;
    EXPECT_NE(svg.find("font-family=\"Inter"), std::string::npos);
    EXPECT_EQ(svg.find("<path"), std::string::npos) << "no outlines of letters";
    EXPECT_NE(svg.find("width=\"100\" height=\"60\""), std::string::npos);
    EXPECT_TRUE(looksLikeSvg(svg.substr(0, 64)));
}

TEST(Svg, EachKindOfItemIsAnElement) {
    DrawnItem upright = text("up");
    std::get<DrawnText>(upright.what).upwards = true;
    const std::string svg = svgOf(page({
        {DrawnBox{{1, 2, 30, 20}, {kRed, 4, kBlue, 2}}, kWhole},
        {DrawnStroke{{{0, 0}, {10, 5}, {20, 0}}, 3, kRed, kBlue}, kWhole},
        {DrawnShape{{{{0, 0}, {10, 0}, {5, 8}}}, kRed}, {0, 0, 6, 6}},
        {DrawnImage{{40, 10, 8, 8}, Image(2, 2)}, kWhole},
        upright,
    }));
    EXPECT_NE(svg.find("<rect x=\"2\" y=\"3\" width=\"28\" height=\"18\" rx=\"3\""), std::string::npos)
        << svg;
    EXPECT_NE(svg.find("<linearGradient"), std::string::npos);
    EXPECT_NE(svg.find("M0 0L10 5L20 0\""), std::string::npos);
    EXPECT_NE(svg.find("M0 0L10 0L5 8Z"), std::string::npos);
    EXPECT_NE(svg.find("<clipPath"), std::string::npos);
    EXPECT_NE(svg.find("data:image/png;base64,iVBOR"), std::string::npos);
    EXPECT_NE(svg.find("rotate(-90"), std::string::npos);
    EXPECT_EQ(count(svg, "<g "), count(svg, "</g>"));
}

TEST(Svg, TheChunksComeBack) {
    const TextChunks chunks{{"Lanescope link", "lanescope:banks?set=stride=2&arch=9.0"},
                            {"A \"key\" <1>", "what & why > 'that'; \xE4\xB8\xAD"}};
    EXPECT_EQ(readSvgText(svgOf(page({text("x")}), chunks), "a.svg"), chunks);
    EXPECT_TRUE(readSvgText("<svg></svg>", "a.svg").empty());
}

TEST(Svg, DamagedOnesAreRefusedByName) {
    const std::string svg = svgOf(page({text("x")}), {{"Lanescope link", "lanescope:banks"}});
    for (std::size_t length = 0; length + 7 < svg.size(); length += 13) {
        try {
            readSvgText(std::string_view(svg).substr(0, length), "cut.svg");
            FAIL() << length;
        } catch (const ImageError& failure) {
            EXPECT_EQ(std::string(failure.what()).find("cut.svg: "), 0U) << failure.what();
            EXPECT_EQ(std::string(failure.what()).find('\n'), std::string::npos);
        }
    }
    std::string open = svg;
    open.replace(open.find("</lanescope:text>"), 17, "");
    EXPECT_THROW(readSvgText(open, "cut.svg"), ImageError);
}

TEST(Svg, Base64IsAsTheStandardHasIt) {
    // RFC 4648, section 10
    const std::pair<const char*, const char*> cases[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
    for (const auto& [bytes, digits] : cases) EXPECT_EQ(base64(bytes), digits);
}

TEST(Pdf, HasAPageForEachDrawingAndItsFonts) {
    const std::vector<Drawing> pages{page({text("first")}), page({text("second")}), page({})};
    const std::string pdf = pdfOf(pages);
    EXPECT_EQ(pdf.substr(0, 5), "%PDF-");
    EXPECT_NE(pdf.find("/Count 3"), std::string::npos);
    EXPECT_NE(pdf.find("/ToUnicode"), std::string::npos) << "texts can be selected";
    EXPECT_NE(pdf.find("/FontFile3"), std::string::npos) << "the font is in the file";
    EXPECT_NE(pdf.find("/MediaBox [ 0 0 75 45 ]"), std::string::npos) << "96 pixels are 72 points";
}

TEST(Pdf, KeywordsComeBack) {
    for (const std::string& words :
         {std::string("lanescope:banks?set=stride=2"), std::string("a (b) \\ c)"), std::string()}) {
        const Drawing drawing = page({});
        EXPECT_EQ(readPdfKeywords(pdfOf({&drawing, 1}, {{"Lanescope link", words}}, "Lanescope link")),
                  words);
    }
    EXPECT_EQ(readPdfKeywords("%PDF-1.4 nothing"), "");
}

TEST(Pdf, DrawsEachKindOfItem) {
    Image dots(2, 1);
    dots.at(0, 0)[0] = dots.at(0, 0)[3] = dots.at(1, 0)[1] = dots.at(1, 0)[3] = 255;
    const Image image = imageOf(page({
        {DrawnBox{{10, 10, 20, 20}, {kRed, 0, kBlue, 4}}, kWhole},
        {DrawnStroke{{{40, 20}, {60, 20}}, 4, kRed, kRed}, kWhole},
        {DrawnShape{{{{70, 10}, {90, 10}, {70, 30}}, {{90, 10}, {90, 30}, {70, 30}}}, kRed}, kWhole},
        {DrawnBox{{10, 40, 20, 10}, {kRed}}, {10, 40, 10, 10}},
        {DrawnImage{{40, 40, 20, 10}, dots}, kWhole},
    }));
    ASSERT_EQ(image.width, 100);
    ASSERT_EQ(image.height, 60);
    EXPECT_EQ(redAt(image, 20, 20), 255) << "inside of the box";
    EXPECT_EQ(image.at(11, 20)[2], 255) << "its border";
    EXPECT_EQ(redAt(image, 11, 20), 0);
    EXPECT_EQ(redAt(image, 50, 20), 255) << "the stroke";
    EXPECT_EQ(redAt(image, 50, 25), 0);
    EXPECT_EQ(redAt(image, 80, 20), 255) << "no seam where two outlines meet";
    EXPECT_EQ(redAt(image, 15, 45), 255);
    EXPECT_EQ(redAt(image, 25, 45), 0) << "cut off";
    EXPECT_EQ(redAt(image, 42, 45), 255);
    EXPECT_EQ(image.at(57, 45)[1] - image.at(57, 45)[0], 255);
}

TEST(Pdf, LettersAreWhereTheySay) {
    DrawnItem along = text("HHHH", {10, 50}), upwards = text("HHHH", {90, 50});
    for (DrawnItem* each : {&along, &upwards}) std::get<DrawnText>(each->what).spacing = 2;
    std::get<DrawnText>(upwards.what).upwards = true;
    const Image image = imageOf(page({along, upwards}));
    const auto ink = [&](int left, int top, int right, int bottom) {
        int dark = 0;
        for (int y = top; y < bottom; ++y)
            for (int x = left; x < right; ++x) dark += image.at(x, y)[0] < 128;
        return dark;
    };
    EXPECT_GT(ink(10, 41, 55, 51), 40);
    EXPECT_GT(ink(81, 5, 91, 51), 40) << "from below to above";
    EXPECT_EQ(ink(0, 52, 100, 60), 0) << "nothing under the baseline";
    EXPECT_EQ(ink(60, 0, 78, 60), 0);
}

} // namespace
} // namespace lanescope::render
