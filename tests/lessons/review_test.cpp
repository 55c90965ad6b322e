// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What gives an answer away: no lesson of the program does, and an author is told.
#include "lessons/library.h"
#include "lessons/review.h"
#include "small_lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::lessons {
namespace {

constexpr std::uint64_t kStudents = 16;

std::string reviewOf(const Lesson& lesson, const std::shared_ptr<Scenes>& scenes,
                     std::uint64_t students = kStudents) {
    Review review;
    for (std::uint64_t student = 0; student < students; ++student)
        review.add(Handout(lesson, student, scenes));
    std::string all;
    for (const Remark& remark : review.remarks())
        all += fmt::format("{}:{}: {} ({})\n", lesson.file, remark.line, remark.what, remark.students);
    return all;
}

std::string reviewOf(const std::string& text, std::uint64_t students = kStudents) {
    return reviewOf(parseLesson(text, "my.md"), std::make_shared<Scenes>(), students);
}

TEST(Review, NoLessonOfTheProgramGivesAnAnswerAway) {
    const auto english = lessons(text::Language::English), chinese = lessons(text::Language::Chinese);
    for (std::size_t i = 0; i < english.size(); ++i) {
        const auto scenes = std::make_shared<Scenes>();
        EXPECT_EQ(reviewOf(english[i], scenes), "");
        EXPECT_EQ(reviewOf(chinese[i], scenes), "");
    }
    for (const text::Language language : {text::Language::English, text::Language::Chinese})
        EXPECT_EQ(reviewOf(std::string(newLesson(language))), "");
}

/// The lines of a question's lesson with remarks, each with words that they have.
void expectRemarks(const std::string& text, const std::vector<std::pair<int, const char*>>& expected) {
    const std::string said = reviewOf(text);
    EXPECT_EQ(std::ranges::count(said, '\n'), static_cast<std::ptrdiff_t>(expected.size())) << said << text;
    for (const auto& [line, words] : expected) {
        const std::size_t at = said.find(fmt::format("my.md:{}: ", line));
        ASSERT_NE(at, std::string::npos) << line << " " << words << "\n" << said << text;
        EXPECT_NE(said.substr(at, said.find('\n', at) - at).find(words), std::string::npos) << said << text;
    }
}

/// One wavefront, which no question here has as its answer.
constexpr const char* kOpening = "```lanescope\nbanks --set stride=3 --arch 9.0\n```\n\n";
constexpr const char* kState = "banks --set stride={{stride: 2, 4, 8}} --arch 9.0";

std::string asking(const std::string& before, const std::string& answer, const std::string& behind = "",
                   const char* state = kState) {
    std::string text = lessonWith(
        before + "\n\n**Question.** What?\n\n```answer\n" + answer + "\n```\n\n" + behind + "\n", state);
    return text.insert(text.find("## Step"), kOpening);
}

TEST(Review, TheAnswerInTheTextOrTheHint) {
    const std::string number = "number: access.wavefronts\nunit: wavefronts";
    expectRemarks(asking("A stride of {{stride}}.", number, "> **Hint.** {{32 / stride}} banks."), {});
    expectRemarks(asking("It takes {{access.wavefronts}} wavefronts.", number),
                  {{17, "'{{access.wavefronts}}' in the text"}});
    expectRemarks(asking("", number, "> **Hint.** {{access.max_ways}} ways."), {{26, "in the hint"}});
    expectRemarks(asking("", number, "> **Hint.** It takes {{stride}} wavefronts."), {{26, "the hint has"}});
    expectRemarks(asking("Not 4 wavefronts.", number, "", "banks --set stride=4 --arch 9.0"),
                  {{17, "the text has"}});
    expectRemarks(asking("There are 32 banks.", number, "", "banks --set stride=32 --arch 9.0"), {});
    const std::string lanes = "lanes: bank = bank(0) and word != word(0)";
    expectRemarks(asking("", lanes, "> **Hint.** 8, 16, 24.", "banks --set stride=4 --arch 9.0"),
                  {{25, "the hint"}});
    const std::string set = "set: access.excess = 0\nchange: pad in 0..4";
    expectRemarks(asking("", set, "> **Hint.** With `pad` = 0 it does not work."), {});
    expectRemarks(asking("", set, "> **Hint.** Try `pad` = 3."), {{26, "the hint has"}});
    const std::string choice = "choice:\n- two of them | access.wavefronts = 99\n- as many as the stride | "
                               "access.wavefronts = stride";
    expectRemarks(asking("", choice, "> **Hint.** It takes as many as the stride says."),
                  {{27, "the hint has"}});
    const std::string most = "set: access.excess = 0\nchange: stride in 1..8";
    const char* four = "banks --set stride=4 --arch 9.0";
    expectRemarks(asking("", most, "> **Hint.** It is odd: 1, 3, 5 or 7.", four), {{26, "the hint has"}});
    expectRemarks(asking("", most, "> **Hint.** It is odd: 1,3,5,7.", four), {{26, "the hint has"}});
    expectRemarks(asking("", most, "> **Hint.** Is it 1, 2 or 3?", four), {});
    std::string titled = asking("", number);
    titled.replace(titled.find("## Step"), 7, "## It takes {{access.wavefronts}} passes");
    expectRemarks(titled, {{11, "'{{access.wavefronts}}' in the title"}});
    expectRemarks(asking("", choice, "> **Hint.** Is it two of them, or as many as the stride?"), {});
}

TEST(Review, AMistakeThatIsRight) {
    expectRemarks(asking("", "number: access.wavefronts\nmistake: stride | No."),
                  {{23, "'stride' is the right answer"}});
    // Right for some only.
    const char* evens = "banks --set stride={{stride: 2, 4, 6, 8, 10, 12, 14}} --arch 9.0";
    expectRemarks(asking("", "number: stride\nmistake: access.wavefronts | No.", "", evens),
                  {{22, "is the same"}, {23, "'access.wavefronts' is the right answer"}});
    expectRemarks(asking("", "number: access.max_ways\nmistake: 8 | For a few that is right.", "", evens),
                  {});
    expectRemarks(asking("", "number: access.wavefronts\nmistake: 1 | It is {{access.wavefronts}}."),
                  {{23, "'{{access.wavefronts}}' in what is said to this mistake"}});
}

TEST(Review, NothingIsToBeFound) {
    expectRemarks(asking("", "lanes: bank = 99"), {{22, "no lane is right"}});
    expectRemarks(asking("", "set: access.wavefronts < stride\nchange: stride in 1, 3, 5"),
                  {{22, "every value that may be set is right"}});
    expectRemarks(asking("", "set: access.wavefronts < stride\nchange: stride in 1, 3, 8"), {});
}

TEST(Review, CountsDifferentAnswers) {
    const Lesson lesson =
        parseLesson(asking("", "number: access.wavefronts + 0 * stride") +
                        "## More\n\n**Question.** What?\n\n```answer\nnumber: access.lanes\n```\n",
                    "my.md");
    Review review;
    const auto scenes = std::make_shared<Scenes>();
    for (std::uint64_t student = 0; student < kStudents; ++student)
        review.add(Handout(lesson, student, scenes));
    EXPECT_EQ(review.differentAnswers(), (std::vector<std::size_t>{3, 1}));
}

TEST(Review, AnAnswerThatIsTheSameWhateverIsCounted) {
    for (const char* same : {"number: 64/2 + 0*stride", "number: access.wavefronts - access.wavefronts + 3",
                             "number: min(access.wavefronts, 0)", "lanes: lane < 4",
                             "lanes: lane < 4 and access.wavefronts >= 0"})
        expectRemarks(asking("", same), {{22, "is the same whatever the model counts"}});
    expectRemarks(asking("", "choice:\n- a | 1 = 1\n- b | access.wavefronts = 99"), {{23, "'1 = 1'"}});
    for (const char* drawn : {"number: stride * 1", "number: stride * 2", "lanes: lane < stride"})
        expectRemarks(asking("", drawn), {{22, "depends on what is drawn alone"}});
    for (const char* other :
         {"number: access.wavefronts + stride", "number: floor(total.shared.load.bytes_requested / 1000)",
          "lanes: bank < stride", "lanes: bank < 4", "number: element(5)"})
        expectRemarks(asking("", other), {});
    // Which lanes take part is the model's.
    expectRemarks(asking("", "lanes: lane >= 0", "", "banks --set lanes=8 --arch 9.0"), {});
}

TEST(Review, APictureThatIsShownBefore) {
    const auto step = [](const std::string& state, const std::string& answer) {
        return "## Step\n\n```lanescope\n" + state + "\n```\n\n**Question.** What?\n\n```answer\n" + answer +
               "\n```\n\n";
    };
    const std::string top = "---\nsummary: A test.\n---\n\n# Title\n\n", head = top + kOpening,
                      number = "number: access.wavefronts", apart = "banks --set stride=6",
                      set = "set: access.excess = 0\nchange: stride in 1..8";
    expectRemarks(head + step("banks --set stride=4", number) + step("banks --set stride=8", number), {});
    expectRemarks(head + step("banks --set stride=4", number) + step("banks --set stride=4", number),
                  {{32, "step 1, 'Step', shows the picture"}});
    // The picture of the right answer is seen, not that of the question.
    expectRemarks(head + step(apart, set) + step(apart, number), {});
    expectRemarks(head + step(apart, set) + step("banks --set stride=1", number),
                  {{33, "step 1, 'Step', shows the picture"}});
    const auto opened = [&](const std::string& state) {
        return top + "```lanescope\n" + state + "\n```\n\n" + step("banks --set stride=4", number);
    };
    expectRemarks(opened("banks --set stride=4"), {{20, "the introduction's picture answers"}});
    expectRemarks(opened("banks --set stride=12"), {{20, "the introduction's picture shows the number"}});
    expectRemarks(opened("banks --set stride=2"), {});
}

} // namespace
} // namespace lanescope::lessons
