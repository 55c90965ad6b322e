// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/sheet.h"
#include "small_lesson.h"

#include <array>

namespace lanescope::lessons {
namespace {

std::size_t count(const std::string& text, std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
}

std::string figureOf(const Handout&, std::size_t step, Moment moment) {
    return "<img alt=\"figure " + std::to_string(step) + (moment == Moment::Answer ? " after" : "") + "\">";
}

// A first step that only shows, and a second that asks about another state.
const char* const kTwoSteps =
    "---\nsummary: A test.\n---\n\n# Title\n\n## Look\n\n```lanescope\nbanks --set stride=1\n"
    "```\n\nThis is how it is.\n\n## Think\n\n```lanescope\nbanks --set stride=4\n```\n\n"
    "**Question.** What?\n\n```answer\nnumber: access.wavefronts\n```\n";

TEST(Figures, OfAQuestionAreBehindItsAnswer) {
    const Lesson lesson = parseLesson(kTwoSteps, "two.md");
    const Handout handout(lesson, 1);
    const std::array all{&handout};
    const std::string without = sheetHtml(all, Answers::Without, figureOf);
    EXPECT_EQ(count(without, "figure 0"), 1U);
    EXPECT_EQ(count(without, "figure 1"), 0U) << "it would give the answer away";
    const std::string with = sheetHtml(all, Answers::With, figureOf);
    EXPECT_EQ(count(with, "figure 1"), 1U);
    EXPECT_GT(with.find("figure 1"), with.find("Answers."));
    const std::string slides = slidesHtml(handout, figureOf);
    EXPECT_EQ(count(slides, "figure 0"), 1U);
    EXPECT_EQ(count(slides, "figure 1"), 1U);
    EXPECT_GT(slides.find("figure 1"), slides.find("<summary>Answer</summary>"));
    EXPECT_EQ(count(sheetHtml(all, Answers::With), "<img"), 0U);
}

TEST(Figures, WhatIsToBeMendedIsSeenBeforeAndAfter) {
    const Lesson lesson = parseLesson(questionWith("set: access.excess = 0\nchange: pad in 0..2"), "mend.md");
    const Handout handout(lesson, 1);
    const std::array all{&handout};
    for (const std::string& page : {slidesHtml(handout, figureOf), sheetHtml(all, Answers::With, figureOf)}) {
        const std::size_t before = page.find("figure 0\""), after = page.find("figure 0 after");
        ASSERT_NE(before, std::string::npos);
        ASSERT_NE(after, std::string::npos);
        EXPECT_LT(before, after);
    }
    EXPECT_EQ(count(sheetHtml(all, Answers::Without, figureOf), "figure 0 after"), 0U);
    EXPECT_EQ(handout.stateOf(0, handout.right(0))->sets.back(), (Setting{"pad", "1"}));
}

TEST(Figures, OfAnOptionAreOfItsState) {
    const Lesson lesson =
        parseLesson(questionWith("most: access.wavefronts\n- Two | --set stride=2\n- Eight | --set stride=8"),
                    "which.md");
    for (std::uint64_t student = 0; student < 4; ++student) {
        const Handout handout(lesson, student);
        const AskedQuestion asked = handout.asked(0);
        ASSERT_EQ(asked.states.size(), 2U);
        for (std::size_t i = 0; i < 2; ++i)
            EXPECT_EQ(asked.states[i].sets.back().value, asked.options[i] == "Two" ? "2" : "8");
        EXPECT_EQ(handout.stateOf(0, handout.right(0))->sets.back().value, "8");
    }
}

TEST(Figures, QuestionsOfSlidesAreNumbered) {
    const Lesson lesson = parseLesson(kTwoSteps, "two.md");
    EXPECT_EQ(count(slidesHtml(Handout(lesson, 1)), "Question 1"), 1U);
}

TEST(AnswerWords, HaveTheOptionsText) {
    const Lesson lesson = parseLesson(
        questionWith("choice:\n- Four | access.wavefronts == 4\n- Eight | access.wavefronts == 8"), "one.md");
    const Handout handout(lesson, 1);
    const std::string words = answerWords(handout.asked(0), handout.right(0));
    EXPECT_TRUE(words == "a) Four" || words == "b) Four") << words;
}

} // namespace
} // namespace lanescope::lessons
