// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/lesson.h"

#include "kit/counted.h"
#include "shell/output/text_table.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace lanescope::shell {

namespace {

std::string_view kindName(lessons::Question::Kind kind) {
    switch (kind) {
    case lessons::Question::Kind::Number:
        return "number";
    case lessons::Question::Kind::Lanes:
        return "lanes";
    case lessons::Question::Kind::Set:
        return "set";
    case lessons::Question::Kind::Code:
        return "code";
    default:
        return "choice";
    }
}

Json questionJson(const lessons::AskedQuestion& asked, std::size_t number) {
    Json object{{"number", number},
                {"kind", kindName(asked.kind)},
                {"ask", oneLine(lessons::terminalText(asked.ask, 0, 1 << 20))},
                {"form", lessons::answerForm(asked)}};
    if (!asked.unit.empty()) object["unit"] = asked.unit;
    for (std::size_t i = 0; i < asked.options.size(); ++i)
        object["options"][std::string(1, lessons::optionLetter(i))] = asked.options[i];
    if (!asked.code.empty()) object["code"] = asked.code;
    for (const auto& change : asked.changes)
        object["changes"].push_back({{"parameter", change.parameter}, {"values", change.values}});
    return object;
}

/// Code is long.
std::string shortened(std::string text) {
    constexpr std::size_t kMost = 60;
    if (text.size() <= kMost) return text;
    std::size_t end = kMost - 4;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    return text.substr(0, end) + " ...";
}

/// What a row's last column says.
std::string noteOf(const lessons::Graded& graded) {
    std::string note = graded.replacedBy.empty() ? "" : tr("not counted; {} counts", graded.replacedBy);
    if (const std::vector<std::size_t>& unknown = graded.submission.unknown; !unknown.empty())
        note += (note.empty() ? "" : "; ") + tr("no question {}", fmt::join(unknown, ", "));
    if (!graded.sharedWith.empty())
        note += (note.empty() ? "" : "; ") +
                tr("number {} is {}'s too", graded.submission.student, graded.sharedWith);
    return note;
}

std::string_view markText(const lessons::Mark& mark) {
    return mark.right ? tr("right") : mark.answered ? tr("wrong") : "-";
}

} // namespace

std::string lessonListText(std::span<const lessons::Lesson> all) {
    TextTable table({{"", TextTable::Align::Right}, {""}, {""}, {""}, {""}});
    std::size_t number = 0;
    for (const lessons::Lesson& lesson : all)
        table.add({std::to_string(++number), lesson.name,
                   lesson.minutes ? tr("{} min", lesson.minutes) : std::string(), lesson.title,
                   lesson.summary});
    return table.text();
}

Json lessonListJson(std::span<const lessons::Lesson> all) {
    Json list = Json::array();
    for (const lessons::Lesson& lesson : all)
        list.push_back({{"name", lesson.name},
                        {"title", lesson.title},
                        {"summary", lesson.summary},
                        {"follows", lesson.follows},
                        {"minutes", lesson.minutes ? Json(lesson.minutes) : Json(nullptr)},
                        {"steps", lesson.steps.size()},
                        {"questions", questionsOf(lesson)}});
    return {{"lessons", std::move(list)}};
}

Json lessonJson(const lessons::Handout& handout, bool answers) {
    const lessons::Lesson& lesson = handout.lesson();
    const auto text = [](const lessons::Text& from) { return lessons::terminalText(from, 0, 1 << 20); };
    Json values = Json::object();
    for (const lessons::Drawn& drawn : handout.values()) values[drawn.name] = drawn.text;
    Json steps = Json::array();
    std::size_t number = 0;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        Json step{{"title", handout.title(i)}, {"text", text(handout.text(i))}};
        const auto state = handout.state(i);
        step["state"] = state ? Json(state->command()) : Json(nullptr);
        if (lesson.steps[i].question) {
            step["question"] = questionJson(handout.asked(i), ++number);
            if (answers) step["answer"] = lessons::answerText(handout.right(i));
        }
        if (answers) {
            step["hint"] = text(handout.hint(i));
            step["reveal"] = text(handout.reveal(i));
        }
        steps.push_back(std::move(step));
    }
    return {{"lesson", lesson.name},
            {"title", lesson.title},
            {"student", handout.student()},
            {"values", std::move(values)},
            {"introduction", text(handout.introduction())},
            {"steps", std::move(steps)}};
}

std::vector<std::string> remarksText(const lessons::Lesson& lesson, const LessonTrial& trial) {
    std::vector<std::string> lines;
    for (const lessons::Remark& remark : trial.remarks) {
        const std::string whose = remark.students == trial.students
                                      ? std::string()
                                      : tr(" (for {} of {} students)", remark.students, trial.students);
        lines.push_back(tr("{}:{}: warning: {}{}", lesson.file, remark.line, remark.what, whose));
    }
    return lines;
}

std::string trialText(const lessons::Lesson& lesson, const LessonTrial& trial) {
    const std::string done =
        tr("{}: {} with the values of {}: every right answer is accepted, {} wrong ones are refused\n",
           lesson.name, kit::counted(trial.questions, "question"), kit::counted(trial.students, "student"),
           trial.wrongAnswers);
    if (trial.students < 2) return done;
    std::vector<std::string> all;
    for (std::size_t i = 0; i < trial.differentAnswers.size(); ++i)
        all.push_back(tr("question {}: {}", i + 1, trial.differentAnswers[i]));
    return done + tr("different answers: {}\n", fmt::join(all, ", "));
}

Json trialJson(const lessons::Lesson& lesson, const LessonTrial& trial) {
    Json warnings = Json::array();
    for (const lessons::Remark& remark : trial.remarks)
        warnings.push_back({{"line", remark.line}, {"what", remark.what}, {"students", remark.students}});
    return {{"lesson", lesson.name},          {"questions", trial.questions},
            {"students", trial.students},     {"wrong_answers_refused", trial.wrongAnswers},
            {"code_tried", trial.codeTried},  {"different_answers", trial.differentAnswers},
            {"warnings", std::move(warnings)}};
}

namespace {

/// By question, so that a teacher sees what a class got wrong.
std::string mistakesText(const ClassGrades& all) {
    std::string text;
    const bool isOne = all.graded.size() == 1;
    for (std::size_t i = 0; i < all.graded.front().marks.size(); ++i)
        for (const lessons::Graded& graded : all.graded) {
            const lessons::Mark& mark = graded.marks[i];
            if (!mark.answered || mark.right || !graded.replacedBy.empty()) continue;
            const std::string given = shortened(oneLine(mark.given));
            const std::string why =
                mark.says.empty() ? std::string() : " " + lessons::terminalLine(mark.says);
            const std::string& name = graded.submission.name;
            text += isOne ? tr("question {}: '{}' is wrong.{}\n", i + 1, given, why)
                          : tr("question {}, student {}{}: '{}' is wrong.{}\n", i + 1,
                               graded.submission.student, name.empty() ? name : " " + name, given, why);
        }
    return text;
}

} // namespace

std::vector<std::string> strayAnswers(const ClassGrades& all) {
    std::vector<std::string> lines;
    for (const lessons::Graded& graded : all.graded) {
        for (const std::size_t number : graded.submission.unreadable)
            lines.push_back(
                tr("{}: student {}: the answer to question {} is neither a number nor a text, a list of "
                   "lanes or an object of settings",
                   graded.submission.file, graded.submission.student, number));
        for (const std::size_t number : graded.submission.unknown)
            lines.push_back(tr("{}: no question {}: the lesson has {}", graded.submission.file, number,
                               graded.marks.size()));
    }
    return lines;
}

std::string unreadText(const ClassGrades::Unread& unread) {
    const std::string reason = retold(unread.reason);
    if (unread.student && !unread.name.empty())
        return tr("{} (student {}, {})", reason, *unread.student, unread.name);
    if (unread.student) return tr("{} (student {})", reason, *unread.student);
    return unread.name.empty() ? reason : fmt::format("{} ({})", reason, unread.name);
}

std::string gradesText(const ClassGrades& all) {
    const std::size_t questions = all.graded.front().marks.size();
    std::vector<TextTable::Column> columns{{tr("student"), TextTable::Align::Right}, {tr("student's name")}};
    for (std::size_t i = 0; i < questions; ++i) columns.push_back({fmt::format("{}", i + 1)});
    columns.push_back({tr("right"), TextTable::Align::Right});
    columns.push_back({tr("note")});
    TextTable table(std::move(columns));
    std::vector<std::size_t> right(questions);
    std::size_t sum = 0, of = 0;
    for (const lessons::Graded& graded : all.graded) {
        const bool counts = graded.replacedBy.empty();
        std::vector<std::string> row{fmt::format("{}", graded.submission.student), graded.submission.name};
        for (std::size_t i = 0; i < questions; ++i) {
            row.emplace_back(markText(graded.marks[i]));
            right[i] += graded.marks[i].right && counts ? 1 : 0;
        }
        row.push_back(tr("{} of {}", graded.right, graded.of));
        row.push_back(noteOf(graded));
        sum += counts ? graded.right : 0;
        of += counts ? graded.of : 0;
        table.add(std::move(row));
    }
    for (const ClassGrades::Unread& unread : all.unread) {
        std::vector<std::string> row(questions + 4);
        if (unread.student) row[0] = fmt::format("{}", *unread.student);
        row[1] = unread.name.empty() && !unread.student ? unread.file : unread.name;
        row[questions + 2] = "-";
        row.back() = retold(unread.reason);
        table.add(std::move(row));
    }
    if (all.graded.size() + all.unread.size() > 1) {
        std::vector<std::string> row{tr("all"), ""};
        for (const std::size_t count : right) row.push_back(fmt::format("{}", count));
        row.push_back(tr("{} of {}", sum, of));
        row.emplace_back();
        table.add(std::move(row));
    }
    const std::string mistakes = mistakesText(all);
    return table.text() + (mistakes.empty() ? "" : "\n") + mistakes;
}

Json gradesJson(const lessons::Lesson& lesson, const ClassGrades& all) {
    Json students = Json::array(), unread = Json::array();
    for (const ClassGrades::Unread& each : all.unread)
        unread.push_back({{"file", each.file},
                          {"student", each.student ? Json(*each.student) : Json(nullptr)},
                          {"name", each.name},
                          {"reason", each.reason}});
    for (const lessons::Graded& graded : all.graded) {
        Json answers = Json::array();
        for (std::size_t i = 0; i < graded.marks.size(); ++i) {
            const lessons::Mark& mark = graded.marks[i];
            answers.push_back({{"question", i + 1},
                               {"given", mark.answered ? Json(mark.given) : Json(nullptr)},
                               {"right", mark.right},
                               {"says", mark.says}});
        }
        students.push_back({{"student", graded.submission.student},
                            {"name", graded.submission.name},
                            {"file", graded.submission.file},
                            {"right", graded.right},
                            {"of", graded.of},
                            {"unknown_questions", graded.submission.unknown},
                            {"counts", graded.replacedBy.empty()},
                            {"answers", std::move(answers)}});
    }
    return {{"lesson", lesson.name},
            {"questions", questionsOf(lesson)},
            {"students", std::move(students)},
            {"unread", std::move(unread)}};
}

namespace {

/// A name that a spreadsheet would calculate is only a name.
std::string asText(const std::string& name) {
    constexpr std::string_view kFormulas = "=+-@";
    return !name.empty() && kFormulas.find(name.front()) != std::string_view::npos ? "'" + name : name;
}

} // namespace

std::string gradesCsv(const ClassGrades& all) {
    const std::size_t questions = all.graded.front().marks.size();
    std::string text = "student,name,file";
    for (std::size_t i = 0; i < questions; ++i) text += fmt::format(",question_{}", i + 1);
    text += ",right,of,counts,note\n";
    for (const lessons::Graded& graded : all.graded) {
        text += fmt::format("{},{},{}", graded.submission.student, csvCell(asText(graded.submission.name)),
                            csvCell(graded.submission.file));
        for (const lessons::Mark& mark : graded.marks)
            text += fmt::format(",{}", mark.right ? "right" : mark.answered ? "wrong" : "");
        text += fmt::format(",{},{},{},{}\n", graded.right, graded.of,
                            graded.replacedBy.empty() ? "yes" : "no", csvCell(noteOf(graded)));
    }
    for (const ClassGrades::Unread& unread : all.unread)
        text += fmt::format("{},{},{}{},,,no,{}\n",
                            unread.student ? fmt::format("{}", *unread.student) : std::string(),
                            csvCell(asText(unread.name)), csvCell(unread.file), std::string(questions, ','),
                            csvCell(unread.reason));
    // A spreadsheet takes a file without the mark to be in the machine's old code page.
    const bool isAscii =
        std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 128; });
    return isAscii ? text : "\xEF\xBB\xBF" + text;
}

} // namespace lanescope::shell
