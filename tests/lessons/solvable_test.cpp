// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Every lesson can be done, by every student; docs/writing_a_lesson.md has one that does what the page says.
#include "lessons/handout.h"
#include "lessons/library.h"
#include "lessons/print/sheet.h"
#include "lessons/print/slides.h"
#include "lessons/review.h"
#include "lessons/scenes.h"
#include "small_lesson.h"

#include "text/language.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::lessons {
namespace {

constexpr std::uint64_t kStudents = 8;

void solveForEveryStudent(const Lesson& lesson, const std::shared_ptr<Scenes>& scenes) {
    std::size_t refused = 0;
    for (std::uint64_t student = 0; student < kStudents; ++student)
        ASSERT_NO_THROW(refused += prove(Handout(lesson, student, scenes))) << lesson.file << " " << student;
    const std::size_t questions = Handout(lesson, 0, scenes).questions().size();
    EXPECT_GE(questions, 4U) << lesson.file;
    EXPECT_GE(refused, kStudents * questions)
        << lesson.file << ": a wrong answer was tried for each question";
    EXPECT_GT(lesson.minutes, 0) << lesson.file;
    EXPECT_FALSE(lesson.follows.empty()) << lesson.file;
}

TEST(Solvable, EveryLessonForEveryStudentInEveryLanguage) {
    const auto english = lessons(text::Language::English), chinese = lessons(text::Language::Chinese);
    ASSERT_GE(english.size(), 15U);
    ASSERT_EQ(chinese.size(), english.size());
    for (std::size_t i = 0; i < english.size(); ++i) {
        // what was run for one language need not be run for the other
        const auto scenes = std::make_shared<Scenes>();
        solveForEveryStudent(english[i], scenes);
        solveForEveryStudent(chinese[i], scenes);
    }
}

/// What --new writes.
TEST(Solvable, ALessonToBeginWithHasAQuestionOfEachKind) {
    std::set<Question::Kind> kinds;
    std::vector<std::size_t> steps;
    for (const text::Language language : {text::Language::English, text::Language::Chinese}) {
        const Lesson lesson = parseLesson(newLesson(language), "new.md");
        const auto scenes = std::make_shared<Scenes>();
        for (std::uint64_t student = 0; student < kStudents; ++student)
            ASSERT_NO_THROW(prove(Handout(lesson, student, scenes))) << lesson.title << " " << student;
        for (const Step& step : lesson.steps) kinds.insert(step.question.value().kind);
        steps.push_back(lesson.steps.size());
    }
    EXPECT_EQ(steps[0], steps[1]);
    for (const Question::Kind kind : {Question::Kind::Number, Question::Kind::Choice, Question::Kind::Least,
                                      Question::Kind::Lanes, Question::Kind::Set, Question::Kind::Code})
        EXPECT_TRUE(kinds.contains(kind)) << static_cast<int>(kind);
    EXPECT_NE(newLesson(text::Language::English), newLesson(text::Language::Chinese));
}

TEST(Scenes, AreRunOnceAndTheOldestGo) {
    Scenes scenes;
    const State banks{.lab = "banks", .sets = {{"stride", "2"}}};
    const std::shared_ptr<const Scene> first = scenes.of(banks);
    EXPECT_EQ(scenes.of(banks), first);
    EXPECT_NE(scenes.of(banks, true), first) << "its buffers were not kept";
    for (int stride = 3; stride < 40; ++stride)
        scenes.of({.lab = "banks", .sets = {{"stride", std::to_string(stride)}}});
    EXPECT_NE(scenes.of(banks), first);
    EXPECT_EQ(first->value("access.wavefronts"), 2) << "who has it keeps it";
    const State wrong{.lab = "banks", .sets = {{"stride", "many"}}};
    EXPECT_THROW(scenes.of(wrong), BadInput);
    EXPECT_THROW(scenes.of(wrong), BadInput) << "not a scene that is half made";
}

/// What a question decides by, without its words.
std::vector<std::string> rulesOf(const Question& asked) {
    std::vector<std::string> all{std::to_string(static_cast<int>(asked.kind)), asked.rule.text(),
                                 std::to_string(asked.within), asked.kernel};
    for (const Option& option : asked.options) {
        all.push_back(option.when.empty() ? "" : option.when.text());
        for (const Setting& set : option.sets) all.push_back(set.parameter + "=" + set.value);
        all.push_back(option.architecture);
    }
    for (const lessons::Mistake& mistake : asked.mistakes) all.push_back(mistake.number.text());
    for (const Change& change : asked.changes) all.push_back(change.parameter + " " + change.list);
    return all;
}

TEST(Solvable, EveryLanguageAsksTheSame) {
    const auto english = lessons(text::Language::English), chinese = lessons(text::Language::Chinese);
    ASSERT_EQ(chinese.size(), english.size());
    for (std::size_t i = 0; i < english.size(); ++i) {
        const Lesson &one = english[i], &other = chinese[i];
        ASSERT_EQ(other.name, one.name);
        EXPECT_EQ(other.minutes, one.minutes) << other.file;
        EXPECT_NE(other.digest, one.digest) << other.file;
        ASSERT_EQ(other.values.size(), one.values.size()) << other.file;
        ASSERT_EQ(other.steps.size(), one.steps.size()) << other.file;
        ASSERT_EQ(other.opening.has_value(), one.opening.has_value()) << other.file;
        if (one.opening) {
            EXPECT_EQ(other.opening->command(), one.opening->command()) << other.file;
        }
        for (std::size_t step = 0; step < one.steps.size(); ++step) {
            const Step &said = one.steps[step], &again = other.steps[step];
            const std::string where = other.file + ":" + std::to_string(again.line);
            EXPECT_EQ(again.state.has_value(), said.state.has_value()) << where;
            ASSERT_EQ(again.question.has_value(), said.question.has_value()) << where;
            EXPECT_EQ(again.hint.empty(), said.hint.empty()) << where;
            EXPECT_EQ(again.reveal.empty(), said.reveal.empty()) << where;
            if (said.question) {
                EXPECT_EQ(rulesOf(*again.question), rulesOf(*said.question)) << where;
            }
        }
        // The same student gets the same numbers and the same right answers.
        const Handout ours(one, 3), theirs(other, 3);
        for (std::size_t value = 0; value < ours.values().size(); ++value)
            EXPECT_EQ(theirs.values()[value].text, ours.values()[value].text) << other.file;
        for (const std::size_t step : ours.questions()) {
            if (one.steps[step].question->kind == Question::Kind::Code) continue; // its comments differ
            EXPECT_TRUE(ours.right(step) == theirs.right(step)) << other.file << " " << step;
        }
    }
}

TEST(Solvable, EveryNumberIsTheModelsNotTheFiles) {
    // A rule without any of the model's names would be an answer that is stored.
    const auto asksTheModel = [](const Expression& rule) {
        return !rule.laneFunctions().empty() ||
               std::ranges::any_of(rule.names(), [](const std::string& name) {
                   return name.find('.') != std::string::npos || isLaneName(name);
               });
    };
    for (const Lesson& lesson : lessons())
        for (const Step& step : lesson.steps) {
            if (!step.question) continue;
            const std::string where = lesson.file + ":" + std::to_string(step.question->line);
            if (step.question->kind != Question::Kind::Choice) {
                EXPECT_TRUE(asksTheModel(step.question->rule)) << where;
            }
            for (const Option& option : step.question->options)
                EXPECT_TRUE(option.when.empty() || asksTheModel(option.when)) << where;
        }
}

std::string valuesOf(const Lesson& lesson, std::uint64_t student) {
    const Handout handout(lesson, student);
    std::string text;
    for (const Drawn& drawn : handout.values()) text += drawn.text + " ";
    return text;
}

TEST(Solvable, ValuesDifferByStudentAndAgreeBetweenRuns) {
    for (const Lesson& lesson : lessons()) {
        ASSERT_FALSE(lesson.values.empty()) << lesson.file;
        std::set<std::string> sheets;
        for (std::uint64_t student = 0; student < 8; ++student) {
            const std::string text = valuesOf(lesson, student), again = valuesOf(lesson, student);
            EXPECT_EQ(text, again);
            sheets.insert(text);
        }
        EXPECT_GE(sheets.size(), 2U) << lesson.file;
    }
    const Handout one(*findLesson("banks"), 11), two(*findLesson("banks"), 11);
    EXPECT_EQ(lessonText(one, Answers::With), lessonText(two, Answers::With));
}

/// Numbers that everybody or nearly everybody finds, whatever is drawn, by lesson and step.
const std::map<std::string, std::string> kSameForAll{
    {"constant 1", "all lanes want one address"},
    {"banks 1", "no conflict: one wavefront"},
    {"padding 1", "a column lies in one bank"},
    {"carving 2", "two arrays: one wavefront or two"},
    {"vertices 1", "the size of the mesh does not count"},
    {"vertices 2", "the size of the mesh does not count"},
    {"offset 2", "aligned or not: 4 sectors or 5"},
    {"transpose 2", "the size of the matrix does not count"},
    {"transpose 4", "two sizes of tiles without padding"},
    {"atomics 1", "one counter, however many there are"},
};

/// Copying a number from a neighbour helps little.
TEST(Solvable, AClassHasDifferentAnswers) {
    constexpr std::uint64_t kClass = 30;
    constexpr std::size_t kFewest = 4;
    std::size_t same = 0;
    for (const Lesson& lesson : lessons(text::Language::English)) {
        const auto scenes = std::make_shared<Scenes>();
        std::map<std::size_t, std::map<double, int>> answers; // by step
        std::map<std::size_t, std::set<std::string>> states;
        for (std::uint64_t student = 1; student <= kClass; ++student) {
            const Handout handout(lesson, student, scenes);
            for (const std::size_t step : handout.questions()) {
                if (lesson.steps[step].question->kind != Question::Kind::Number) continue;
                ++answers[step][std::get<double>(handout.right(step).value)];
                states[step].insert(handout.state(step)->command());
            }
        }
        for (const auto& [step, all] : answers) {
            if (states[step].size() < 2) continue; // nothing is drawn
            const std::string place = fmt::format("{} {}", lesson.name, step + 1);
            std::string list;
            for (const auto& [answer, students] : all) list += fmt::format("{} ({}) ", answer, students);
            same += kSameForAll.contains(place) ? 1 : 0;
            EXPECT_EQ(all.size() < kFewest, kSameForAll.contains(place)) << place << ": " << list;
        }
    }
    EXPECT_EQ(same, kSameForAll.size());
}

/// What the gaps between rows are for is seen by everybody: without them nobody's row begins a sector.
TEST(Solvable, NobodysRowNeedsNoGap) {
    const Lesson* const rows = findLesson("rows");
    ASSERT_TRUE(rows);
    for (std::uint64_t student = 0; student < 60; ++student) {
        const Handout handout(*rows, student);
        const auto sectors = [&](std::size_t step) { return std::get<double>(handout.right(step).value); };
        EXPECT_EQ(sectors(0), sectors(1) + 1) << student;
    }
}

TEST(Solvable, EveryKindOfAnswer) {
    const auto verdict = [](const std::string& text, const std::string& answer) {
        const Lesson lesson = parseLesson(text, "my.md");
        const Handout handout(lesson, 1);
        return handout.check(0, parseAnswer(handout.asked(0), answer));
    };
    // A stride of 4 on 32 banks: eight banks with four words each.
    const std::string number =
        questionWith("number: access.wavefronts\nunit: wavefronts\nmistake: 8 | Those are banks.");
    EXPECT_TRUE(verdict(number, "4").right);
    EXPECT_TRUE(verdict(number, " 4 wavefronts").right);
    EXPECT_TRUE(verdict(number, "4 wavefront").right);
    EXPECT_TRUE(verdict(number, "４").right) << "as Chinese input methods give it";
    EXPECT_TRUE(verdict(number, "　４．０　").right);
    EXPECT_THROW(verdict(number, "四"), BadInput);
    const auto refusal = [&](const std::string& text, const std::string& answer) {
        try {
            verdict(text, answer);
        } catch (const BadInput& failure) {
            return std::string(failure.what());
        }
        return std::string();
    };
    EXPECT_EQ(refusal(number, "1 / 4"), "'1 / 4' is a fraction; write it as a decimal, as in 0.5");
    EXPECT_EQ(refusal(questionWith("number: access.wavefronts\nunit: %"), "1/4"),
              "'1/4' is a fraction; write it in percent, as in 12.5");
    for (const char* comma : {"4,0", ",4", "4,", "40,00"})
        EXPECT_THROW(verdict(number, comma), BadInput) << comma;
    EXPECT_FALSE(verdict(number, "5").right);
    EXPECT_FALSE(verdict(number, "4.01").right);
    EXPECT_EQ(verdict(number, "8").says, "Those are banks.");
    EXPECT_EQ(verdict(number, "12").says, "That is too high.");
    EXPECT_EQ(verdict(number, "4096").says, "That is far too high.") << "a factor would give it away";
    EXPECT_EQ(verdict(number, "2").says, "That is too low.");
    EXPECT_EQ(verdict(number, "1").says, "That is too low.");
    EXPECT_EQ(verdict(number, "5").says, "That is too high.");
    EXPECT_EQ(verdict(number, "-3").says, "That is far too low.");

    const std::string share = questionWith("number: 100 * access.wavefronts / 16\nunit: %");
    EXPECT_TRUE(verdict(share, "25").right);
    EXPECT_TRUE(verdict(share, "25 %").right);
    EXPECT_EQ(verdict(share, "0.25").says, "That is a fraction. Write it in percent, as in 12.");
    EXPECT_EQ(verdict(share, "0.5").says, "That is far too low.");

    const std::string about = questionWith("number: access.wavefronts / 3");
    EXPECT_TRUE(verdict(about, "1.33").right) << "half a percent";
    EXPECT_FALSE(verdict(about, "1.3").right);
    EXPECT_TRUE(verdict(questionWith("number: access.wavefronts / 3\nwithin: 5 %"), "1.3").right);
    const std::string half =
        questionWith("number: access.wavefronts / 3\nmistake: access.wavefronts / 6 | Half.");
    EXPECT_EQ(verdict(half, "0.667").says, "Half.") << "nobody types all decimals";
    EXPECT_EQ(verdict(half, "0.7").says, "That is too low.");

    const std::string lanes = questionWith("lanes: bank = bank(1) and word != word(1)");
    EXPECT_TRUE(verdict(lanes, "9, 17, 25").right);
    EXPECT_TRUE(verdict(lanes, "25 9 17").right);
    EXPECT_TRUE(verdict(lanes, "９、17，25").right);
    EXPECT_FALSE(verdict(lanes, "1, 9, 17, 25").right);
    EXPECT_EQ(verdict(lanes, "9, 17").says, "Missing: 1 lane.");
    EXPECT_EQ(verdict(lanes, "1, 9").says, "Missing: 2 lanes; not among them: lane 1.");
    EXPECT_EQ(verdict(lanes, "0-31").says, "You chose 29 lanes too many.");
    EXPECT_TRUE(verdict(questionWith("lanes: ways > 4"), "none").right);
    EXPECT_TRUE(verdict(questionWith("lanes: ways > 4"), "无").right);

    const std::string set = questionWith("set: access.excess = 0\nchange: pad in 0..4\nchange: swizzle");
    EXPECT_TRUE(verdict(set, "pad=1").right);
    EXPECT_TRUE(verdict(set, "pad = 1, swizzle =off").right);
    EXPECT_TRUE(verdict(set, "swizzle=off, pad=3").right);
    EXPECT_FALSE(verdict(set, "pad=0").right);
    EXPECT_EQ(verdict(set, "pad=0").says,
              "With these settings, this access takes 3 more wavefronts or sectors than needed.");
    const std::string nearly = "set: access.excess = 0\nchange: pad in 0..4\nmistake: set.pad = 2 | Two.";
    EXPECT_EQ(verdict(questionWith(nearly), "pad=2").says, "Two.");
    EXPECT_NE(verdict(questionWith(nearly), "pad=4").says, "Two.");
    EXPECT_EQ(verdict(set, "pad=5").says, "pad=5 is not one of the values that may be set.");
    EXPECT_FALSE(verdict(set, "pad=5").counts);
    EXPECT_NE(verdict(set, "swizzle=perhaps").says.find("perhaps"), std::string::npos);

    const Lesson compared =
        parseLesson(questionWith("most: access.efficiency\n- side by side | --set stride=1\n"
                                 "- apart | --set stride=16",
                                 "coalescing --set kernel=stride --set size-mib=1 --arch 9.0"),
                    "my.md");
    const Handout options(compared, 1);
    const std::size_t wrong = 1 - std::get<Answer::Chosen>(options.right(0).value).option;
    EXPECT_EQ(options.check(0, {Answer::Chosen{wrong}}).says,
              "With this one, efficiency in this access: 12.5 %. Another one gives a higher number.");

    const Lesson chosen =
        parseLesson(questionWith("choice:\n- two | access.wavefronts = 2 | Not two.\n"
                                 "- four | access.wavefronts = 4\n- eight | access.wavefronts = 8"),
                    "my.md");
    std::set<std::string> firsts;
    for (std::uint64_t student = 0; student < 20; ++student) {
        const Handout handout(chosen, student);
        const AskedQuestion asked = handout.asked(0);
        firsts.insert(asked.options[0]);
        for (std::size_t i = 0; i < 3; ++i) {
            const std::string letter(1, optionLetter(i));
            const Verdict said = handout.check(0, parseAnswer(asked, letter));
            for (const std::string& written : {letter + ")", "(" + letter + ")", letter + "."})
                EXPECT_EQ(parseAnswer(asked, written), parseAnswer(asked, letter)) << written;
            EXPECT_EQ(said.right, asked.options[i] == "four");
            EXPECT_EQ(said.says, asked.options[i] == "two" ? "Not two." : "");
        }
    }
    EXPECT_EQ(firsts.size(), 3U) << "options are shuffled";
}

TEST(Solvable, StatesAreWhatTheCommandLineMakesOfThem) {
    // The counts of these patterns are plain arithmetic.
    const auto value = [](const std::string& state, const std::string& rule) {
        const Lesson lesson = parseLesson(questionWith("number: " + rule, state), "my.md");
        return std::get<double>(Handout(lesson, 0).right(0).value);
    };
    EXPECT_EQ(value("banks --set stride=8 --arch 9.0", "access.wavefronts"), 8);
    EXPECT_EQ(value("banks --set stride=8 --arch 9.0", "access.max_ways + access.ideal_wavefronts"), 9);
    EXPECT_EQ(value("banks --set stride=8 --arch 9.0", "access.excess"), 7);
    EXPECT_EQ(value("banks --set stride=8 --set lanes=8 --arch 9.0", "access.lanes"), 8);
    EXPECT_EQ(value("banks --set stride=2 --arch 1.3", "access.wavefronts"), 4)
        << "two ways in each half-warp";
    EXPECT_EQ(value("banks --set stride=3", "set.stride * 2 + set.bank_mode"), 10);
    const std::string strided =
        "lanescope run coalescing --set kernel=stride --set stride=2 --set size-mib=1 --arch 9.0";
    EXPECT_EQ(value(strided, "access.sectors"), 8);
    EXPECT_EQ(value(strided, "access.efficiency"), 0.5);
    EXPECT_EQ(value(strided, "access.distinct_bytes"), 128);
    EXPECT_EQ(value(strided, "element(5) - element(3)"), 4);
    EXPECT_EQ(value(strided, "run.sectors"), value(strided, "total.global.load.sectors * 2"));
    EXPECT_EQ(value(strided, "run.efficiency"), 0.5);
    EXPECT_EQ(value(strided, "run.sectors_per_access"), 8);
    const std::string matrix =
        "hierarchy --set kernel=matrix --set width=33 --set height=17 --set block-x=16 --set "
        "block-y=16";
    EXPECT_EQ(value(matrix, "launch.blocks"), 6);
    EXPECT_EQ(value(matrix, "launch.grid_x * 10 + launch.grid_y"), 32);
    EXPECT_EQ(value(matrix, "launch.threads / launch.threads_per_block * launch.warps_per_block"), 48);
    EXPECT_EQ(value(matrix, "launch.warps"), 48);
    // 32 blocks at once at most, which are too few of so small ones for the 64 places.
    const std::string small = "occupancy --set kernel=follow --set block=32 --arch 9.0";
    EXPECT_EQ(value(small, "launch.resident_blocks"), 32);
    EXPECT_EQ(value(small, "launch.resident_warps"), 32);
    EXPECT_GT(value(small, "launch.registers_per_thread"), 4);
    EXPECT_EQ(value(small, "launch.occupancy"), 0.5);
    const std::string branch = "divergence --set kernel=branch --arch 9.0 --set group=";
    EXPECT_EQ(value(branch + "32", "run.active_lanes_per_instruction"), 32);
    EXPECT_LT(value(branch + "1", "run.active_lanes_per_instruction"), 32);
    EXPECT_THROW(value("banks", "run.active_lanes_per_instruction"), BadInput);
}

TEST(Solvable, AMisspelledNameIsToldTheNearestOne) {
    for (const auto& [wrong, meant] :
         {std::pair{"launch.residentwarps", "resident_warps"}, std::pair{"work.byte", "bytes"},
          std::pair{"streams.copy_engine", "copy_engines"}})
        try {
            parseLesson(questionWith(fmt::format("number: {}", wrong), "banks"), "my.md");
            FAIL() << wrong << " is no name";
        } catch (const BadInput& failure) {
            EXPECT_NE(std::string_view(failure.what()).find(fmt::format("did you mean '{}'?", meant)),
                      std::string_view::npos)
                << failure.what();
        }
}

/// The words between double braces that are values of a lesson.
std::set<std::string> valuesIn(std::string_view text, const Lesson& lesson) {
    std::set<std::string> names;
    for (std::size_t at = text.find("{{"); at != std::string_view::npos; at = text.find("{{", at + 2)) {
        const std::string_view inside = text.substr(at + 2, text.find("}}", at) - at - 2);
        for (const Value& value : lesson.values)
            for (std::size_t word = inside.find(value.name); word != std::string_view::npos;
                 word = inside.find(value.name, word + 1)) {
                const auto letter = [&](std::size_t i) {
                    return i < inside.size() &&
                           (std::isalnum(static_cast<unsigned char>(inside[i])) != 0 || inside[i] == '_');
                };
                // launch.threads is the model's
                if ((word == 0 || (!letter(word - 1) && inside[word - 1] != '.')) &&
                    !letter(word + value.name.size()))
                    names.insert(value.name);
            }
    }
    return names;
}

/// A step that goes on with the state of the one before stands alone on a slide: what its hint and its
/// solution count with, it says itself.
TEST(Solvable, AStepNamesTheValuesThatItsSolutionNeeds) {
    for (const text::Language language : {text::Language::English, text::Language::Chinese})
        for (const Lesson& lesson : lessons(language)) {
            const std::string source(sourceOf(lesson));
            for (std::size_t at = source.find("\n## "); at != std::string::npos;) {
                const std::size_t next = source.find("\n## ", at + 1);
                std::istringstream step(source.substr(at + 1, next == std::string::npos ? next : next - at));
                at = next;
                std::string said, solution, line;
                bool code = false, hasState = false;
                while (std::getline(step, line)) {
                    if (line.starts_with("```")) code = !code;
                    hasState = hasState || line == "```lanescope";
                    if (!code) (line.starts_with(">") ? solution : said) += line + "\n";
                }
                if (hasState) continue;
                const std::set<std::string> told = valuesIn(said, lesson);
                for (const std::string& name : valuesIn(solution, lesson))
                    EXPECT_TRUE(told.contains(name))
                        << lesson.file << ": " << name << " in" << said.substr(2, said.find('\n') - 2);
            }
        }
}

/// Whoever chooses a wrong answer learns something from it, whichever it was.
TEST(Solvable, EveryWrongOptionIsExplained) {
    for (const text::Language language : {text::Language::English, text::Language::Chinese})
        for (const Lesson& lesson : lessons(language)) {
            const Handout handout(lesson, 3);
            for (const std::size_t step : handout.questions()) {
                const Answer right = handout.right(step);
                const auto* const chosen = std::get_if<Answer::Chosen>(&right.value);
                const std::size_t options = chosen ? handout.asked(step).options.size() : 0;
                for (std::size_t i = 0; i < options; ++i)
                    if (i != chosen->option) {
                        EXPECT_NE(handout.check(step, {Answer::Chosen{i}}).says, "")
                            << lesson.file << ":" << lesson.steps[step].question->line;
                    }
            }
        }
}

TEST(Solvable, ThePagesLesson) {
    std::ifstream file(std::string(LANESCOPE_SOURCE) + "/docs/writing_a_lesson.md");
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    const std::string begin = "````markdown\n", end = "\n````\n";
    const std::size_t from = page.find(begin) + begin.size();
    ASSERT_NE(page.find(begin), std::string::npos);
    const std::string text = page.substr(from, page.find(end, from) + 1 - from);
    const Lesson lesson = parseLesson(text, "apart.md");
    for (std::uint64_t student = 0; student < kStudents; ++student)
        EXPECT_GT(prove(Handout(lesson, student)), 0U);
    Review review;
    for (std::uint64_t student = 0; student < kStudents; ++student) review.add(Handout(lesson, student));
    EXPECT_EQ(review.remarks(), std::vector<Remark>());
    EXPECT_EQ(Handout(lesson, 7).questions().size(), 2U);
}

TEST(Sheet, AnswersAreOnPagesOfTheirOwn) {
    const Lesson& lesson = *findLesson("padding");
    const Handout first(lesson, 1), second(lesson, 2);
    const std::array all{&first, &second};
    const std::string without = sheetHtml(all, Answers::Without), with = sheetHtml(all, Answers::With);
    const auto count = [](const std::string& text, std::string_view what) {
        std::size_t found = 0;
        for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
        return found;
    };
    EXPECT_EQ(count(without, "<table class=\"sheet\">"), 2U);
    EXPECT_EQ(count(without, "<section>"), 0U);
    EXPECT_EQ(count(with, "<section>"), 1U);
    EXPECT_EQ(count(without, "Answers."), 0U);
    // Paper is for readers who have no terminal.
    for (const std::string& page :
         {without, with, slidesHtml(first, Answers::Without), slidesHtml(first, Answers::With)}) {
        EXPECT_EQ(count(page, "lanescope run"), 0U);
        EXPECT_EQ(count(page, "--set"), 0U);
        EXPECT_EQ(count(page, "VALUE"), 0U);
        EXPECT_GT(count(page, "modelled as H200"), 0U);
        EXPECT_EQ(count(page, "<html lang=\"en\">"), 1U);
    }
    EXPECT_EQ(with.substr(0, with.rfind("<section>")).find(without.substr(0, without.find("</body>"))), 0U)
        << "the sheets themselves are the same";
    for (const std::string& page :
         {without, with, slidesHtml(first, Answers::Without), slidesHtml(first, Answers::With)}) {
        EXPECT_EQ(count(page, "{{"), 0U);
        EXPECT_EQ(count(page, "<section>"), count(page, "</section>"));
        EXPECT_EQ(count(page, "<ol"), count(page, "</ol>"));
        EXPECT_EQ(count(page, "<script src"), 0U);
    }
    EXPECT_EQ(count(slidesHtml(first, Answers::Without), "<section>"), lesson.steps.size() + 1);
    EXPECT_EQ(lessonText(first, Answers::Without).find("Answer:"), std::string::npos);
    EXPECT_NE(lessonText(first, Answers::With).find("Answer: pad=1, 3, 5 or 7"), std::string::npos);
}

TEST(Sheet, SaysWhichChineseItIsIn) {
    const text::Language before = text::language();
    text::setLanguage(text::Language::Chinese);
    const Handout handout(*findLesson("padding"), 1);
    const std::array all{&handout};
    EXPECT_NE(sheetHtml(all, Answers::Without).find("<html lang=\"zh-CN\">"), std::string::npos);
    text::setLanguage(before);
}

} // namespace
} // namespace lanescope::lessons
