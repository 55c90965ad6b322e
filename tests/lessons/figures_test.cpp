// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/print/sheet.h"
#include "lessons/print/slides.h"
#include "small_lesson.h"

#include <array>
#include <memory>
#include <vector>

namespace lanescope::lessons {
namespace {

std::size_t count(const std::string& text, std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
    return found;
}

std::string imageOf(const Handout&, const Figure& figure) {
    static constexpr std::array kWithheld{"", " advice", " words", " picture", " code"};
    return "<img alt=\"figure " + std::to_string(figure.step) +
           (figure.moment == Moment::Answer         ? " after"
            : figure.moment == Moment::Introduction ? " first"
                                                    : "") +
           kWithheld.at(static_cast<std::size_t>(figure.withheld)) + "\">";
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
    const auto shows = [](const std::string& page) {
        EXPECT_EQ(count(page, "figure 0\""), 1U);
        EXPECT_EQ(count(page, "figure 1 picture\""), 1U) << "what a student sees while it waits";
        EXPECT_EQ(count(page, "figure 1\""), 0U) << "it would give the answer away";
        return count(page, "figure 1 after\"");
    };
    EXPECT_EQ(shows(sheetHtml(all, Answers::Without, imageOf)), 0U);
    EXPECT_EQ(shows(slidesHtml(handout, Answers::Without, imageOf)), 0U);
    const std::string sheet = sheetHtml(all, Answers::With, imageOf);
    EXPECT_EQ(shows(sheet), 1U);
    EXPECT_GT(sheet.find("figure 1 after"), sheet.find("Answers."));
    const std::string slides = slidesHtml(handout, Answers::With, imageOf);
    EXPECT_EQ(shows(slides), 1U);
    EXPECT_GT(slides.find("figure 1 after"), slides.find("Answer 1"));
    EXPECT_LT(slides.find("figure 1 picture"), slides.find("Answer 1"));
    EXPECT_EQ(count(sheetHtml(all, Answers::With), "<img"), 0U);
}

TEST(Figures, WhatIsToBeMendedIsSeenAfterwards) {
    const Lesson lesson = parseLesson(questionWith("set: access.excess = 0\nchange: pad in 0..2"), "mend.md");
    const Handout handout(lesson, 1);
    const std::array all{&handout};
    for (const std::string& page :
         {slidesHtml(handout, Answers::With, imageOf), sheetHtml(all, Answers::With, imageOf)}) {
        const std::size_t before = page.find("figure 0 picture\""), after = page.find("figure 0 after\"");
        ASSERT_NE(before, std::string::npos);
        ASSERT_NE(after, std::string::npos);
        EXPECT_LT(before, after);
    }
    EXPECT_EQ(count(sheetHtml(all, Answers::Without, imageOf), " after\""), 0U);
    EXPECT_EQ(handout.stateOf(0, handout.right(0))->sets.back(), (Setting{"pad", "1"}));
    EXPECT_NE(slidesHtml(handout, Answers::Without).find("pad may be 0, 1, 2."), std::string::npos);
}

// A step that only shows: no picture of it answers a question that has no answer yet.
TEST(Figures, OfAStepAnswerNoQuestionThatIsOpen) {
    const auto lessonOf = [](std::string_view shown, std::string_view answer) {
        return parseLesson("---\nsummary: A test.\n---\n\n# Title\n\n## Before\n\n```lanescope\n" +
                               std::string(shown) +
                               "\n```\n\nText.\n\n## Think\n\n```lanescope\nbanks --set stride=4\n```\n\n"
                               "**Question.** What?\n\n```answer\n" +
                               std::string(answer) + "\n```\n\n## After\n\n```lanescope\n" +
                               std::string(shown) + "\n```\n\nText.\n",
                           "seen.md");
    };
    struct Case {
        std::string_view shown, answer;
        kit::Withheld withheld;
    };
    const std::string_view set = "set: access.excess = 0\nchange: pad in 0..2",
                           number = "number: access.wavefronts", lanes = "lanes: bank = 0",
                           most = "most: access.wavefronts\n- Two | --set stride=2\n- Eight | --set stride=8";
    for (const Case& each : {Case{"banks --set stride=4", number, kit::Withheld::All},
                             Case{"banks --set stride=4 --set pad=0", number, kit::Withheld::All},
                             Case{"banks --set stride=5", number, kit::Withheld::Nothing},
                             Case{"banks --set stride=4 --arch 1.3", number, kit::Withheld::Nothing},
                             Case{"coalescing", number, kit::Withheld::Nothing},
                             Case{"banks --set stride=4", lanes, kit::Withheld::Words},
                             Case{"banks --set stride=8", most, kit::Withheld::All},
                             Case{"banks --set stride=4", most, kit::Withheld::Nothing},
                             Case{"banks --set stride=4 --set pad=1", set, kit::Withheld::All},
                             Case{"banks --set stride=4 --set pad=2", set, kit::Withheld::Nothing},
                             Case{"banks --set stride=4", set, kit::Withheld::Nothing}}) {
        SCOPED_TRACE(std::string(each.shown) + ", " + std::string(each.answer));
        const Lesson lesson = lessonOf(each.shown, each.answer);
        const Handout handout(lesson, 1);
        const auto of = [&](Answers answers) {
            std::vector<kit::Withheld> all;
            for (const Slide& slide : slidesOf(handout, answers))
                if (slide.kind == Slide::Kind::Text) all.push_back(slide.figure.value().withheld);
            return all;
        };
        EXPECT_EQ(of(Answers::Without), (std::vector{each.withheld, each.withheld}));
        EXPECT_EQ(of(Answers::With), (std::vector{each.withheld, kit::Withheld::Nothing}))
            << "the answer stands before it";
    }
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

TEST(Figures, OfAnIntroductionAnswerNothing) {
    const auto lessonOf = [](std::string_view opening) {
        return parseLesson("---\nsummary: A test.\n---\n\n# Title\n\nSee this.\n\n```lanescope\n" +
                               std::string(opening) +
                               "\n```\n\n## Think\n\n```lanescope\nbanks --set stride=4\n" +
                               "```\n\n**Question.** What?\n\n```answer\nnumber: access.wavefronts\n```\n",
                           "first.md");
    };
    const Lesson shows = lessonOf("banks --set stride=2"), tells = lessonOf("banks --set stride=4");
    for (const Answers answers : {Answers::With, Answers::Without}) {
        EXPECT_EQ(count(slidesHtml(Handout(shows, 1), answers, imageOf), "figure 0 first\""), 1U);
        EXPECT_EQ(count(slidesHtml(Handout(tells, 1), answers, imageOf), " first"), 0U);
    }
}

TEST(Figures, OfAQuestionSayWhatItsAnswersHaveInCommon) {
    const auto wordsOf = [](std::string_view options) {
        const Lesson lesson =
            parseLesson(questionWith("most: access.wavefronts\n" + std::string(options)), "which.md");
        const Handout handout(lesson, 1);
        return lessons::wordsOf(handout, figureOf(handout, 0, Moment::Step, 0).value());
    };
    const FigureWords strides = wordsOf("- Two | --set stride=2\n- Eight | --set stride=8");
    EXPECT_EQ(strides.state.command(), "banks --arch 9.0");
    EXPECT_FALSE(strides.isWhole);
    EXPECT_TRUE(strides.chip.ends_with("(CC 9.0)")) << strides.chip;
    const FigureWords padded =
        wordsOf("- Two | --set stride=2 --set pad=0\n- Eight | --set stride=8 --set pad=0");
    EXPECT_EQ(padded.state.command(), "banks --set pad=0 --arch 9.0") << "as the answers have it";
    const FigureWords chips = wordsOf("- Old | --arch 1.3 --set stride=2\n- New | --arch 9.0 --set stride=2");
    EXPECT_EQ(chips.state.sets, (std::vector<Setting>{{"stride", "2"}}));
    EXPECT_EQ(chips.chip, "") << "that is what is asked";
    EXPECT_TRUE(chips.isWhole);
}

// A lesson with a hint and something to reveal.
const char* const kExplained =
    "---\nsummary: A test.\n---\n\n# Title\n\nBegin.\n\n## Think\n\nBefore.\n\n"
    "```lanescope\nbanks --set stride={{stride: 2, 4, 8, 16}}\n```\n\n"
    "**Question.** How *many* passes?\n\n```answer\nnumber: access.wavefronts\nunit: passes\n```\n\n"
    "> **Hint.** Count.\n\n> **Reveal.** It is {{access.wavefronts}} of them.\n\n"
    "## Choose\n\n```lanescope\nbanks --set stride=4\n```\n\n**Question.** Which one?\n\n"
    "```answer\nchoice:\n- Four | access.wavefronts == 4\n- Eight | access.wavefronts == 8\n```\n\n"
    "> **Reveal.** Same for all.\n";

TEST(Slides, HaveAnswersOnlyWhereTheyAreAskedFor) {
    const Lesson lesson = parseLesson(kExplained, "explained.md");
    const Handout handout(lesson, 1);
    const std::string without = slidesHtml(handout, Answers::Without),
                      with = slidesHtml(handout, Answers::With);
    EXPECT_EQ(count(without, "<section>"), 3U);
    EXPECT_EQ(count(with, "<section>"), 5U);
    EXPECT_EQ(count(without, "Question 1"), 1U) << "questions are numbered";
    for (const char* told : {"It is", "Same for all", "Count.", "Answer", "class=\"answer\"", "Hint"}) {
        EXPECT_EQ(count(without, told), 0U) << told;
        EXPECT_GT(count(with, told), 0U) << told;
    }
    // The answer says once more what was asked, in one line.
    const std::size_t answer = with.find("Answer 1");
    ASSERT_NE(answer, std::string::npos);
    EXPECT_NE(with.find("<p class=\"asked\">How many passes?</p>", answer), std::string::npos);
    EXPECT_LT(with.find("How <em>many</em> passes?"), answer);
    EXPECT_LT(answer, with.find("It is "));
    std::vector<Slide::Kind> kinds;
    for (const Slide& slide : slidesOf(handout, Answers::With)) kinds.push_back(slide.kind);
    using Kind = Slide::Kind;
    EXPECT_EQ(kinds, (std::vector{Kind::Title, Kind::Question, Kind::Answer, Kind::Question, Kind::Answer}));
}

/// A student's pages, whose head is printed on each, and the table of a class's answers.
constexpr std::string_view kSheet = "<table class=\"sheet\">\n<thead>", kKey = "<table class=\"key\">";

TEST(Sheet, TheKeyOfAClassIsOneTable) {
    const Lesson lesson = parseLesson(kExplained, "explained.md");
    std::vector<std::unique_ptr<Handout>> handouts;
    std::vector<const Handout*> all;
    for (std::uint64_t student = 0; student < 8; ++student)
        all.push_back(handouts.emplace_back(std::make_unique<Handout>(lesson, student)).get());
    const std::string page = sheetHtml(all, Answers::With), without = sheetHtml(all, Answers::Without);
    EXPECT_EQ(count(page, kSheet), 8U) << "a sheet for each";
    EXPECT_EQ(count(page, "<section>"), 1U) << "and one key";
    EXPECT_EQ(count(without, "<section>"), 0U);
    EXPECT_EQ(count(page, kKey), 1U);
    EXPECT_EQ(page.find(without.substr(0, without.rfind("</table>"))), 0U) << "the sheets are the same";
    const std::string key = page.substr(page.rfind("<section>"));
    for (const Handout* handout : all)
        EXPECT_NE(key.find("<tr><th>" + std::to_string(handout->student()) + "</th><td>" +
                           answerText(handout->right(0)) + "</td><td>" + answerText(handout->right(1)) +
                           "</td></tr>"),
                  std::string::npos)
            << handout->student();
    EXPECT_NE(key.find("passes"), std::string::npos);
    // What does not depend on values stands there once, what does as one student has it.
    EXPECT_EQ(count(key, "Same for all"), 1U);
    EXPECT_EQ(count(key, "It is "), 1U);
    EXPECT_NE(key.find("It is " + answerText(all.front()->right(0)) + " of them"), std::string::npos);
    EXPECT_EQ(count(key, "With the values of student 0"), 1U);
    EXPECT_LT(key.find("With the values"), key.find("It is "));
    EXPECT_EQ(count(key, "<div class=\"answer\"><p>Four</p>"), 1U) << "each student has letters of their own";
    // One student alone has no table.
    const std::array one{all.front()};
    const std::string single = sheetHtml(one, Answers::With);
    EXPECT_EQ(count(single, kKey), 0U);
    EXPECT_EQ(count(single, kSheet), 2U);
    EXPECT_EQ(count(single, "It is "), 1U);
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
