// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// A student's way through a lesson, what is kept of it, and the thread that asks the model.
#include "lessons/grading.h"
#include "lessons/library.h"
#include "lessons/progress.h"
#include "lessons/tutor.h"
#include "lessons/work.h"
#include "small_lesson.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <thread>

namespace lanescope::lessons {
namespace {

const Lesson& banks() {
    return *findLesson("banks");
}

TEST(Work, GoesThroughItsPages) {
    Work work(banks(), 3);
    EXPECT_EQ(work.pages(), banks().steps.size() + 2);
    EXPECT_EQ(work.page(), 0U);
    EXPECT_FALSE(work.isStep());
    EXPECT_FALSE(work.waits()) << "an introduction asks nothing";
    work.back();
    EXPECT_EQ(work.page(), 0U);
    work.next();
    ASSERT_TRUE(work.isStep());
    EXPECT_EQ(work.step(), 0U);
    EXPECT_TRUE(work.waits());
    work.goTo(1000);
    EXPECT_TRUE(work.atEnd());
    EXPECT_FALSE(work.waits());
    work.next();
    EXPECT_TRUE(work.atEnd());
    work.back();
    EXPECT_EQ(work.step() + 1, banks().steps.size());
}

TEST(Work, AQuestionWaitsUntilItIsRightOrRevealed) {
    Work work(banks(), 3);
    work.next();
    work.answered(0, "7", false);
    EXPECT_TRUE(work.waits());
    work.answered(0, "1", true);
    EXPECT_FALSE(work.waits());
    EXPECT_EQ(work.attemptAt(0)->given, "1");
    EXPECT_EQ(work.attemptAt(0)->tries, 2);
    EXPECT_FALSE(work.attemptAt(0)->rightAtOnce());
    // What is right stays right.
    work.answered(0, "9", false);
    work.revealed(0);
    EXPECT_TRUE(work.attemptAt(0)->right);
    EXPECT_FALSE(work.attemptAt(0)->revealed);
    work.next();
    work.answered(1, "2", false);
    work.revealed(1);
    EXPECT_FALSE(work.waits());
    work.answered(1, "4", true);
    EXPECT_FALSE(work.attemptAt(1)->right) << "the answer was shown before";
    EXPECT_EQ(work.attemptAt(1)->given, "2");
    const Score score = work.score();
    EXPECT_EQ(score.right, 1U);
    EXPECT_EQ(score.rightAtOnce, 0U);
    EXPECT_EQ(score.revealed, 1U);
    EXPECT_EQ(score.done, 2U);
    EXPECT_EQ(score.questions, 6U);
}

TEST(Work, ARunOfRightAnswersIsQuick) {
    Work work(banks(), 3);
    for (std::size_t step = 0; step < 2; ++step) work.answered(step, "x", true);
    EXPECT_EQ(work.run(), 2U);
    EXPECT_FALSE(work.quick());
    work.answered(2, "x", true);
    EXPECT_TRUE(work.quick());
    work.answered(3, "y", false);
    work.answered(3, "x", true);
    EXPECT_EQ(work.run(), 0U) << "the second try ends a run";
    Work hinted(banks(), 3);
    for (std::size_t step = 0; step < 3; ++step) {
        if (step == 1) hinted.hinted(step);
        hinted.answered(step, "x", true);
    }
    EXPECT_EQ(hinted.run(), 1U) << "so does a hint";
    Work shown(banks(), 3);
    for (std::size_t step = 0; step < 3; ++step)
        step == 2 ? shown.revealed(step) : shown.answered(step, "x", true);
    EXPECT_EQ(shown.run(), 0U);
}

TEST(Work, WhoIsQuickGoesPastOptionalSteps) {
    std::string text = "---\nsummary: A test.\n---\n\n# Title\n\n";
    for (const char* title : {"1", "2", "3", "4 (optional)", "5 (optional)", "6", "7 (optional) still"})
        text += fmt::format("## {}\n\n```lanescope\nbanks --set stride=4 --arch 9.0\n```\n\n**Question.** "
                            "How many?\n\n```answer\nnumber: access.wavefronts\n```\n\n",
                            title);
    const Lesson lesson = parseLesson(text, "test.md");
    EXPECT_TRUE(lesson.steps[3].optional && lesson.steps[4].optional);
    EXPECT_FALSE(lesson.steps[2].optional || lesson.steps[6].optional);
    Work slow(lesson, 0);
    slow.goTo(3);
    EXPECT_EQ(slow.following(), 4U);
    Work work(lesson, 0);
    for (std::size_t step = 0; step < 3; ++step) work.answered(step, "4", true);
    work.goTo(3);
    EXPECT_EQ(work.following(), 6U) << "both are left out";
    EXPECT_EQ(work.score().questions, 5U) << "and do not count";
    work.goTo(6);
    work.answered(5, "4", true);
    EXPECT_EQ(work.run(), 4U) << "what was left out does not end a run";
    work.hinted(4);
    EXPECT_EQ(work.score().questions, 6U);
    work.goTo(3);
    EXPECT_EQ(work.run(), 3U) << "up to the one that was begun";
    EXPECT_EQ(work.following(), 5U) << "it is not left out any more";
    work.goTo(7);
    EXPECT_EQ(work.following(), 8U);
    work.goTo(8);
    EXPECT_EQ(work.following(), 8U);

    Submission none{.student = 0, .answers = std::vector<std::optional<std::string>>(7)};
    EXPECT_EQ(grade(lesson, none).of, 5U);
    none.answers[3] = "1";
    EXPECT_EQ(grade(lesson, none).of, 6U);
}

TEST(Work, IsHandedInAsItIsGraded) {
    const Handout handout(banks(), 5);
    Work work(banks(), 5);
    for (const std::size_t step : handout.questions()) {
        if (step == 1) continue;
        if (step == 4) {
            work.revealed(step);
            continue;
        }
        work.answered(step, answerText(handout.right(step)), true);
    }
    const std::string file = work.handedIn("Ada \"A\"");
    const auto handedIn = parseSubmissions(file, "a.json", banks());
    ASSERT_EQ(handedIn.size(), 1U);
    EXPECT_EQ(handedIn[0].name, "Ada \"A\"");
    EXPECT_EQ(handedIn[0].student, 5U);
    const Graded graded = grade(banks(), handedIn[0]);
    EXPECT_EQ(graded.right, 4U);
    EXPECT_FALSE(graded.marks[1].answered);
    EXPECT_FALSE(graded.marks[4].answered) << "what was revealed is not the student's";
    EXPECT_TRUE(parseSubmissions(work.handedIn(""), "a.json", banks())[0].name.empty());
}

TEST(Progress, ComesBackAsItWas) {
    Work work(banks(), 7);
    work.goTo(3);
    work.hinted(0);
    work.answered(0, "1", false);
    work.answered(2, "0-3, 16", true);
    work.revealed(1);
    Progress progress{7, "Ada", {}};
    progress.lessons["banks"][7] = work.kept();
    progress.lessons["/home/ada/my lesson.md"][0] = Work(banks(), 0).kept();
    const Progress again = parseProgress(progressText(progress), "p.json");
    EXPECT_EQ(again, progress);
    ASSERT_NE(again.find("banks", 7), nullptr);
    EXPECT_EQ(again.find("banks", 8), nullptr);
    EXPECT_EQ(again.find("padding", 7), nullptr);
    const Work back(banks(), 7, *again.find("banks", 7));
    EXPECT_EQ(back.kept(), work.kept());
    EXPECT_EQ(back.page(), 3U);
    // Of another lesson, nothing is taken.
    const Work other(*findLesson("padding"), 7, *again.find("banks", 7));
    EXPECT_EQ(other.page(), 0U);
    EXPECT_EQ(other.score().done, 0U);
    EXPECT_EQ(parseProgress("{}", "p.json"), Progress{});
}

TEST(Progress, DamagedFilesAreOneLine) {
    for (const char* text :
         {"", "{", "[]", "3", R"({"student": -1})", R"({"student": "a"})", R"({"name": 3})",
          R"({"lessons": []})", R"({"lessons": {"banks": 3}})",
          R"({"lessons": {"banks": {"x": {"answers": []}}}})", R"({"lessons": {"banks": {"1": {}}}})",
          R"({"lessons": {"banks": {"1": {"answers": [3]}}}})",
          R"({"lessons": {"banks": {"1": {"answers": [{"right": 1}]}}}})",
          R"({"lessons": {"banks": {"1": {"answers": [{"tries": "many"}]}}}})",
          R"({"lessons": {"banks": {"1": {"answers": [{"tries": -1}]}}}})",
          R"({"lessons": {"banks": {"1": {"answers": [], "colour": 1}}}})"}) {
        const std::string said = refusal([&] { parseProgress(text, "p.json"); });
        EXPECT_TRUE(said.starts_with("p.json:")) << text << ": " << said;
        EXPECT_EQ(said.find('\n'), std::string::npos) << text;
    }
}

/// What the tutor says next, within a minute.
Tutor::Said next(Tutor& tutor) {
    for (int i = 0; i < 6000; ++i) {
        if (auto said = tutor.take()) return *said;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "nothing was said";
    return {};
}

std::shared_ptr<const Lesson> shared(const std::string& text) {
    return std::make_shared<const Lesson>(parseLesson(text, "my.md"));
}

TEST(Tutor, SaysWhatAHandoutSays) {
    const auto lesson = std::make_shared<const Lesson>(banks());
    const Handout handout(*lesson, 4);
    Tutor tutor(lesson, 4);
    EXPECT_FALSE(tutor.busy());
    tutor.introduce();
    tutor.open(1);
    tutor.check(1, answerText(handout.right(1)));
    tutor.check(1, "999");
    tutor.check(1, "many");
    tutor.reveal(1);
    EXPECT_TRUE(tutor.busy());
    const Tutor::Said introduction = next(tutor);
    EXPECT_EQ(introduction.page.title, lesson->title);
    EXPECT_FALSE(introduction.page.text.empty());
    const Tutor::Said opened = next(tutor);
    EXPECT_EQ(opened.step, 1U);
    EXPECT_EQ(opened.page.title, handout.title(1));
    EXPECT_EQ(opened.page.state, handout.state(1));
    ASSERT_TRUE(opened.page.asked);
    EXPECT_EQ(html(opened.page.reveal), html(handout.reveal(1)));
    const Tutor::Said right = next(tutor);
    EXPECT_TRUE(right.readable && right.verdict.right) << right.verdict.says;
    const Tutor::Said wrong = next(tutor);
    EXPECT_TRUE(wrong.readable);
    EXPECT_FALSE(wrong.verdict.right);
    const Tutor::Said unreadable = next(tutor);
    EXPECT_FALSE(unreadable.readable);
    EXPECT_NE(unreadable.verdict.says.find("many"), std::string::npos);
    EXPECT_EQ(next(tutor).right, answerWords(handout.asked(1), handout.right(1)));
    EXPECT_FALSE(tutor.busy());
    // The second is another question's answer; the others were not given.
    tutor.grade({answerText(handout.right(0)), "0-31", "", "", "", ""});
    EXPECT_EQ(next(tutor).marks, (std::vector<bool>{true, false, false, false, false, false}));
}

TEST(Tutor, AMistakeOfTheLessonIsOneLine) {
    // The lab refuses the state; that shows only when it is run.
    Tutor tutor(shared(questionWith("number: access.wavefronts", "banks --set op=atomic --set width=8")), 0);
    tutor.open(0);
    tutor.check(0, "4");
    const Tutor::Said opened = next(tutor);
    EXPECT_TRUE(opened.page.error.empty()) << "nothing of the page needs the model";
    const Tutor::Said checked = next(tutor);
    EXPECT_TRUE(checked.error.starts_with("my.md:")) << checked.error;
    EXPECT_EQ(checked.error.find('\n'), std::string::npos);
    Tutor shown(shared(lessonWith("{{access.wavefronts}}", "banks --set op=atomic --set width=8")), 0);
    shown.open(0);
    EXPECT_TRUE(next(shown).page.error.starts_with("my.md:"));
}

TEST(Tutor, EndsWhileItIsAsked) {
    Tutor tutor(std::make_shared<const Lesson>(banks()), 1);
    for (std::size_t step = 0; step < banks().steps.size(); ++step) tutor.open(step);
}

TEST(HandInName, SaysWhoseItIs) {
    EXPECT_EQ(handInName("banks", 7, "Ada Lovelace"), "answers-banks-7-ada-lovelace");
    EXPECT_EQ(handInName("banks", 0, "Ada"), "answers-banks-ada") << "no number is not number 0";
    EXPECT_EQ(handInName("banks", 7, ""), "answers-banks-7");
    EXPECT_EQ(handInName("banks", 7, "../a\\b:c?. "), "answers-banks-7-a-b-c");
    EXPECT_EQ(handInName("banks", 7, "王小明"), "answers-banks-7-王小明");
    const std::string most = handInName("banks", 7, std::string(200, 'x') + "明");
    EXPECT_LT(most.size(), 100U);
}

TEST(Work, KeepsCodeThatIsBeingWritten) {
    const Lesson& lesson = *findLesson("transpose");
    const std::size_t step = lesson.steps.size() - 1;
    ASSERT_EQ(lesson.steps[step].question->kind, Question::Kind::Code);
    Work work(lesson, 1);
    EXPECT_TRUE(work.drafted(step, "half"));
    EXPECT_FALSE(work.drafted(step, "half")) << "as before";
    Progress progress;
    progress.lessons["transpose"][1] = work.kept();
    const Kept kept = *parseProgress(progressText(progress), "p.json").find("transpose", 1);
    EXPECT_EQ(Work(lesson, 1, kept).attemptAt(step)->draft, "half");
    work.answered(step, "whole", false);
    EXPECT_EQ(work.attemptAt(step)->draft, "") << "it is what was given";
    EXPECT_FALSE(work.drafted(step, "whole"));
    work.answered(step, "right", true);
    EXPECT_FALSE(work.drafted(step, "after it")) << "nothing is answered any more";
}

} // namespace
} // namespace lanescope::lessons
