// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/grading.h"
#include "lessons/library.h"
#include "small_lesson.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lessons {
namespace {

const Lesson& banks() {
    return *findLesson("banks");
}

/// The right answers of a student, as they would be handed in.
std::string rightAnswers(std::uint64_t student) {
    const Handout handout(banks(), student);
    std::string answers;
    for (const std::size_t step : handout.questions())
        answers += fmt::format("{}\"{}\"", answers.empty() ? "" : ", ", answerText(handout.right(step)));
    return fmt::format(R"({{"lesson": "banks", "student": {}, "name": "Ada", "answers": [{}]}})", student,
                       answers);
}

TEST(Grading, RightAnswersAreAllRight) {
    for (std::uint64_t student = 0; student < 6; ++student) {
        const auto handedIn = parseSubmissions(rightAnswers(student), "a.json", banks());
        ASSERT_EQ(handedIn.size(), 1U);
        EXPECT_EQ(handedIn[0].name, "Ada");
        const Graded graded = grade(banks(), handedIn[0]);
        EXPECT_EQ(graded.right, graded.marks.size());
        EXPECT_EQ(graded.marks.size(), Handout(banks(), student).questions().size());
    }
}

TEST(Grading, AnothersAnswersAreNot) {
    // What is copied from a neighbour is right only by chance.
    std::size_t right = 0, of = 0;
    for (std::uint64_t student = 0; student < 12; ++student) {
        auto handedIn = parseSubmissions(rightAnswers(student + 1), "a.json", banks());
        handedIn[0].student = student;
        const Graded graded = grade(banks(), handedIn[0]);
        right += graded.right;
        of += graded.marks.size();
    }
    EXPECT_LT(right, of * 3 / 4);
}

TEST(Grading, AnswersInWordsAreReadWhereTheyMeanOneThing) {
    const auto numberIn = [](const AskedQuestion& asked, const char* text) {
        return std::get<double>(parseAnswer(asked, text).value);
    };
    AskedQuestion number;
    number.unit = "sectors";
    for (const char* text : {"65536", "65,536", "65 536", "65'536", "65\u00A0536", "６５，５３６",
                             "65536 sectors.", "= 65,536 Sector", "65536sectors", "sectors 65536"})
        EXPECT_EQ(numberIn(number, text), 65536) << text;
    for (const char* text : {"65 53", "6553,600", "65,53", "64 or 65536", "65536 bytes", "8k", "five"})
        EXPECT_NE(refusal([&] { numberIn(number, text); }).find(text), std::string::npos);
    EXPECT_NE(refusal([&] { numberIn(number, "five"); }).find("write it in digits"), std::string::npos);
    EXPECT_NE(refusal([&] { numberIn(number, "4 lanes"); }).find("the answer is in sectors"),
              std::string::npos);
    EXPECT_NE(refusal([&] { numberIn(AskedQuestion(), "4 lanes"); }).find("without words"),
              std::string::npos);
    number.unit = "个扇区";
    for (const char* text : {"12", "12 个扇区", "12个", "12 扇区", "１２个扇区。"})
        EXPECT_EQ(numberIn(number, text), 12) << text;
    AskedQuestion choice{.kind = Question::Kind::Choice,
                         .options = {"`cudaMalloc`, without a gap", "`cudaMallocPitch`"}};
    for (const char* text :
         {"b", "B)", "(b)", "b: cudaMallocPitch", "b) `cudaMallocPitch`", "cudaMallocPitch"})
        EXPECT_EQ(std::get<Answer::Chosen>(parseAnswer(choice, text).value).option, 1U) << text;
    for (const char* text : {"c", "a, b", "a) or b)", "a) cudaMallocPitch", "cuda"})
        EXPECT_THROW(parseAnswer(choice, text), BadInput) << text;
    AskedQuestion set{.kind = Question::Kind::Set, .changes = {{"pad", {}}, {"stride", {}}}};
    for (const char* text : {"pad=1 stride=2", "pad 1, stride: 2", "pad：1；stride ＝ 2"})
        EXPECT_EQ(parseAnswer(set, text), (Answer{Answer::Sets{{"pad", "1"}, {"stride", "2"}}})) << text;
    for (const char* text : {"pad", "1", "pad 1 2", "swizzle=on"})
        EXPECT_NE(refusal([&] { parseAnswer(set, text); }).find("write pad=VALUE"), std::string::npos)
            << text;
}

TEST(Grading, FormsOfAnswers) {
    const auto marks = [](const std::string& answers) {
        const std::string text = R"({"student": 3, "lesson": "banks", "answers": )" + answers + "}";
        return grade(banks(), parseSubmissions(text, "a.json", banks()).at(0)).marks;
    };
    const Handout handout(banks(), 3);
    const auto lanes = std::get<Answer::Lanes>(handout.right(2).value).mask;
    std::string list;
    for (int lane = 0; lane < 32; ++lane)
        if (lanes >> lane & 1U) list += fmt::format("{}{}", list.empty() ? "" : ", ", lane);
    const auto given = marks(fmt::format(R"([1, null, [{}], "A ", "", {{"pad": 1}}])", list));
    EXPECT_TRUE(given[0].right);
    EXPECT_FALSE(given[1].answered);
    EXPECT_TRUE(given[2].right) << given[2].says;
    EXPECT_TRUE(given[3].answered);
    EXPECT_FALSE(given[4].answered) << "an empty text is no answer";
    EXPECT_TRUE(given[5].right) << given[5].says;
    const auto some = marks(R"({"6": "pad=1", "1": "many"})");
    EXPECT_TRUE(some[5].right);
    EXPECT_TRUE(marks(R"([null, null, null, null, null, "1"])")[5].right) << "of the only slider";
    EXPECT_FALSE(some[0].right);
    EXPECT_NE(some[0].says.find("'many'"), std::string::npos) << "what cannot be read is wrong, and says why";
    // What a Chinese input method types is taken for what it means.
    const auto wide = marks(R"(["１", null, null, "（Ａ）", null, "ｐａｄ＝１；"])");
    EXPECT_TRUE(wide[0].right) << wide[0].says;
    EXPECT_EQ(wide[3].right, given[3].right);
    EXPECT_TRUE(wide[3].says.find("no option") == std::string::npos) << wide[3].says;
    EXPECT_TRUE(wide[5].right) << wide[5].says;
    EXPECT_TRUE(marks(R"([null, null, null, null, null, "pad　＝　1，"])")[5].right);
    EXPECT_EQ(marks(R"([null, null, null, "ａ、"])")[3].right, given[3].right);
    // A lane may be named in words, and a whole number may have a point.
    const auto laneMarks = [](const std::string& answer) {
        AskedQuestion asked;
        asked.kind = Question::Kind::Lanes;
        return std::get<Answer::Lanes>(parseAnswer(asked, answer).value).mask;
    };
    EXPECT_EQ(laneMarks("5"), 1U << 5);
    EXPECT_EQ(laneMarks("lane 5"), 1U << 5);
    EXPECT_EQ(laneMarks("Lanes 0 and 16-17"), 0x30001U);
    EXPECT_EQ(laneMarks("通道 5"), 1U << 5);
    EXPECT_NE(refusal([&] { laneMarks("lane"); }).find("is not a list of lanes"), std::string::npos);
    AskedQuestion number;
    EXPECT_EQ(std::get<double>(parseAnswer(number, "lane 5").value), 5);
    EXPECT_EQ(std::get<double>(parseAnswer(number, "5").value), 5);
    const Lesson one = parseLesson(questionWith("lanes: lane = 5"), "one.md");
    for (const char* answer : {"5", "5.0", "\"5\"", "\"lane 5\"", "[5]", "[5.0]"}) {
        const std::string text = fmt::format(R"({{"student": 3, "lesson": "one", "answers": [{}]}})", answer);
        const Mark mark = grade(one, parseSubmissions(text, "a.json", one).at(0)).marks.at(0);
        EXPECT_TRUE(mark.right) << answer << ": " << mark.says;
    }
    const auto odd = marks(R"(["", "", "0-40", "z", "ab", "stride=1"])");
    for (const std::size_t i : {2U, 3U, 4U, 5U}) {
        EXPECT_TRUE(odd[i].answered);
        EXPECT_FALSE(odd[i].right);
        EXPECT_FALSE(odd[i].says.empty()) << i;
    }
}

TEST(Grading, AStudentsNumberMayBeFullWidth) {
    const auto handedIn = parseSubmissions(
        R"({"student": "１６", "lesson": "banks", "answers": {"１": "４"}})", "a.json", banks());
    EXPECT_EQ(handedIn.at(0).student, 16U);
    EXPECT_EQ(handedIn.at(0).answers.at(0), "４");
}

TEST(Grading, AStudentCountsOnce) {
    const auto graded = [](std::uint64_t student, const char* name, const char* file, std::size_t right) {
        Graded made;
        made.submission = {.file = file, .name = name, .student = student, .answers = {}};
        made.right = right;
        return made;
    };
    std::vector<Graded> all{graded(7, "Ada", "a.json", 3),   graded(8, "Bob", "b.json", 2),
                            graded(7, "Ada", "a-2.json", 5), graded(7, "", "a-3.json", 1),
                            graded(8, "Eve", "e.json", 4),   graded(0, "", "x.json", 1),
                            graded(0, "", "y.json", 1)};
    countOnce(all);
    EXPECT_EQ(all[0].replacedBy, "a-2.json");
    EXPECT_EQ(all[2].replacedBy, "") << "the best one";
    EXPECT_EQ(all[3].replacedBy, "a-2.json");
    for (const std::size_t other : {1U, 4U, 5U, 6U})
        EXPECT_EQ(all[other].replacedBy, "") << "another student: " << all[other].submission.file;
    EXPECT_EQ(all[1].sharedWith, "Eve") << "two names have one number";
    EXPECT_EQ(all[4].sharedWith, "Bob");
    for (const std::size_t alone : {0U, 2U, 3U, 5U, 6U}) EXPECT_EQ(all[alone].sharedWith, "");
    std::vector<Graded> equal{graded(7, "Ada", "a.json", 3), graded(7, "ada", "b.json", 3),
                              graded(7, "Ada", "c.json", 3)};
    countOnce(equal);
    EXPECT_EQ(equal[0].replacedBy, "c.json") << "of equals the last one";
    EXPECT_EQ(equal[2].replacedBy, "");
    sortByStudent(all);
    std::vector<std::string> files;
    for (const Graded& each : all) files.push_back(each.submission.file);
    EXPECT_EQ(files, (std::vector<std::string>{"x.json", "y.json", "a-3.json", "a-2.json", "a.json", "b.json",
                                               "e.json"}));
}

TEST(Grading, ValuesOfASliderAreARange) {
    EXPECT_EQ(valuesText({"1", "2", "3", "4"}), "1 to 4");
    EXPECT_EQ(valuesText({"2", "4", "6", "8", "10"}), "2 to 10 in steps of 2");
    EXPECT_EQ(valuesText({"1", "2", "4", "8"}), "1, 2, 4, 8");
    EXPECT_EQ(valuesText({"on", "off"}), "on, off");
    EXPECT_EQ(valuesText({"1", "2"}), "1, 2");
}

TEST(Grading, DamagedFilesAreOneLine) {
    struct Case {
        const char* text;
        std::vector<std::string> words;
    };
    const std::vector<Case> all{
        {"", {"JSON"}},
        {"{\"lesson\": \"banks\",\n \"student\" 3}", {":2:", "JSON"}},
        {"3", {"object"}},
        {"[]", {"no answers"}},
        {"[3]", {": 1: ", "object"}},
        {"{}", {"lesson"}},
        {R"({"lesson": "layout", "student": 1, "answers": []})", {"layout", "banks"}},
        {R"({"lesson": 3, "student": 1, "answers": []})", {"lesson"}},
        {R"({"lesson": "banks", "answers": []})", {"student"}},
        {R"({"lesson": "banks", "student": -1, "answers": []})", {"student"}},
        {R"({"lesson": "banks", "student": 1.5, "answers": []})", {"student"}},
        {R"({"lesson": "banks", "student": "20000000000000000000", "answers": []})",
         {"student", "too large"}},
        {R"({"lesson": "banks", "student": 20000000000000000000, "answers": []})", {"student", "too large"}},
        {R"({"lesson": "banks", "student": 1})", {"answers"}},
        {R"({"lesson": "banks", "student": 1, "answers": 4})", {"answers"}},
        {R"({"lesson": "banks", "student": 1, "answers": {"one": 1}})", {"one"}},
        {R"({"lesson": "banks", "student": 1, "answers": [], "name": 3})", {"name"}},
        {R"({"lesson": "banks", "student": 1, "answers": [], "mark": 1})", {"mark", "student"}},
    };
    for (const auto& [text, words] : all) {
        const std::string said = refusal([&] { parseSubmissions(text, "a.json", banks()); });
        EXPECT_TRUE(said.starts_with("a.json")) << said;
        EXPECT_EQ(std::ranges::count(said, '\n'), 0) << said;
        for (const std::string& word : words)
            EXPECT_NE(said.find(word), std::string::npos) << said << "\n" << word;
    }
    // One answer that is none keeps no other from being read, and one student no other.
    const auto partly =
        parseSubmissions(R"({"lesson": "banks", "student": 1, "answers": [[[1]], 2]})", "a.json", banks());
    EXPECT_EQ(partly.at(0).unreadable, std::vector<std::size_t>{1});
    EXPECT_EQ(partly.at(0).answers.at(1), "2");
    EXPECT_TRUE(grade(banks(), partly[0]).marks.at(0).answered);
    EXPECT_FALSE(grade(banks(), partly[0]).marks.at(0).right);
    std::vector<Refused> refused;
    const auto others = parseSubmissions(
        R"([{"lesson": "banks", "student": "x", "answers": []}, {"lesson": "banks", "student": 2, "answers": []},
            {"lesson": "banks", "student": 12, "name": "L2", "answers": "none"}])",
        "a.json", banks(), &refused);
    EXPECT_EQ(others.size(), 1U);
    ASSERT_EQ(refused.size(), 2U);
    EXPECT_TRUE(refused[0].reason.starts_with("a.json: 1.student: ")) << refused[0].reason;
    EXPECT_EQ(refused[0].student, std::nullopt);
    EXPECT_EQ(refused[1].student, 12U);
    EXPECT_EQ(refused[1].name, "L2");
    const std::string good = rightAnswers(2);
    for (std::size_t size = 0; size < good.size(); ++size)
        EXPECT_TRUE(refusal([&] {
                        parseSubmissions(good.substr(0, size), "a.json", banks());
                    }).starts_with("a.json:"));
}

} // namespace
} // namespace lanescope::lessons
