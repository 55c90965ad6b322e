// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The slides of every lesson, as somebody in the last row sees them.
#include "lessons/library.h"
#include "render/fonts.h"
#include "shell/slides/slides.h"
#include "text/language.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace lanescope::shell {
namespace {

using lessons::Answers;
using render::DrawnText;

constexpr float kWidth = 1920, kHeight = 1080;

std::vector<std::vector<DrawnText>> slidesOf(const lessons::Lesson& lesson, Answers answers) {
    const lessons::Handout handout(lesson, 1);
    std::vector<std::vector<DrawnText>> all;
    renderSlides(handout, answers, true, [&](Picture&& picture, int number, int count) {
        EXPECT_EQ(number, static_cast<int>(all.size()));
        EXPECT_GT(count, number);
        std::vector<DrawnText>& texts = all.emplace_back();
        for (const render::DrawnItem& item : picture.drawing.items)
            if (const auto* text = std::get_if<DrawnText>(&item.what)) texts.push_back(*text);
    });
    return all;
}

const DrawnText* find(const std::vector<DrawnText>& texts, std::string_view words) {
    const auto found =
        std::ranges::find_if(texts, [&](const DrawnText& each) { return each.text.starts_with(words); });
    return found == texts.end() ? nullptr : &*found;
}

/// Nothing of the slide's own words is cut off, small, or lies in the picture beside them.
void expectLegible(const std::vector<DrawnText>& texts) {
    constexpr float kMargin = 60, kLeast = 20; // pixels; the foot's is the smallest type
    for (const DrawnText& each : texts) {
        EXPECT_GE(each.at.x, 0) << each.text;
        EXPECT_LE(each.at.x + (each.upwards ? 0 : each.width), kWidth) << each.text;
        EXPECT_LE(each.at.y, kHeight) << each.text;
        if (each.at.x > kMargin && each.at.x < kMargin + 20) {
            EXPECT_GE(each.size, kLeast) << each.text;
        }
    }
}

class Slides : public testing::TestWithParam<std::string> {};

TEST_P(Slides, ShowQuestionsAndThenAnswers) {
    const lessons::Lesson& lesson = *lessons::findLesson(GetParam());
    const auto with = slidesOf(lesson, Answers::With), without = slidesOf(lesson, Answers::Without);
    const std::size_t questions = lessons::questionsOf(lesson);
    EXPECT_EQ(with.size(), without.size() + questions);
    std::size_t asked = 0, answered = 0;
    for (const std::vector<DrawnText>& slide : with) {
        expectLegible(slide);
        if (find(slide, "Answer ")) {
            ++answered;
            EXPECT_TRUE(find(slide, "Answer " + std::to_string(asked))) << "right behind its question";
        }
        if (!find(slide, "Question ")) continue;
        ++asked;
        // It shows what it is about, in type that can be read.
        EXPECT_GE(std::ranges::count_if(slide,
                                        [](const DrawnText& each) {
                                            return each.at.x > kWidth * 0.4F && each.at.y < kHeight * 0.9F;
                                        }),
                  4)
            << "question " << asked;
        const DrawnText *kernel = find(slide, "The kernel"), *settings = find(slide, "The settings");
        for (const DrawnText& each : slide)
            if (kernel && settings && each.font == render::Font::Mono && each.at.x > kernel->at.x + 2) {
                EXPECT_GE(each.size, 14) << each.text;
            }
    }
    EXPECT_EQ(asked, questions);
    EXPECT_EQ(answered, questions);
    for (std::size_t i = 0; i < without.size(); ++i) {
        expectLegible(without[i]);
        EXPECT_FALSE(find(without[i], "Answer ")) << "there are none";
        if (i == 0) continue; // it may show what an introduction speaks of
        EXPECT_FALSE(find(without[i], "What the hardware does"));
        EXPECT_FALSE(find(without[i], "lanescope open")) << "nor a picture with what it comes to";
    }
}

std::vector<std::string> namesOfLessons() {
    std::vector<std::string> names;
    for (const lessons::Lesson& lesson : lessons::lessons()) names.push_back(lesson.name);
    return names;
}
INSTANTIATE_TEST_SUITE_P(OfALesson, Slides, testing::ValuesIn(namesOfLessons()),
                         [](const auto& info) { return info.param; });

TEST(ChineseSlides, AreWhole) {
    if (render::systemFontFor(0x4E2D).empty()) GTEST_SKIP() << "no font with Chinese on this machine";
    const text::Language before = text::language();
    text::setLanguage(text::Language::Chinese);
    for (const char* name : {"threads", "transpose"}) {
        const auto slides = slidesOf(*lessons::findLesson(name), Answers::With);
        for (const std::vector<DrawnText>& slide : slides) expectLegible(slide);
        EXPECT_TRUE(find(slides[1], "\u95EE\u9898 1"));
        EXPECT_TRUE(find(slides[2], "\u89E3\u7B54 1"));
    }
    text::setLanguage(before);
}

} // namespace
} // namespace lanescope::shell
