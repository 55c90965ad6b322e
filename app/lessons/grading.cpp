// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/grading.h"

#include "lessons/submission.h"
#include "model/error.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace lanescope::lessons {

namespace {

constexpr std::size_t kMostStudents = 10000;

/// Throws BadInput for answers to another lesson, whose questions have other numbers.
Submission submissionOf(const Json& json, const json::Place& place, const Lesson& lesson) {
    SubmissionDocument document;
    fromJson(json, place, document);
    if (document.lesson != lesson.name)
        place.refuse(
            fmt::format("the answers are for the lesson {}, not for {}", document.lesson, lesson.name));
    Submission made{{}, std::move(document.name), document.student.number, {}};
    made.answers.resize(questionsOf(lesson));
    for (auto& [number, answer] : document.answers.all) {
        if (!answer.readable) made.unreadable.push_back(number);
        if (number >= 1 && number <= made.answers.size())
            made.answers[number - 1] = std::move(answer.text);
        else if (answer.text)
            made.unknown.push_back(number);
    }
    return made;
}

/// Whose answers these are, as far as that can be read.
Refused refusedOf(const Json& json, std::string reason) {
    Refused made{std::move(reason)};
    if (!json.is_object()) return made;
    if (const auto name = json.find("name"); name != json.end() && name->is_string())
        made.name = name->get<std::string>();
    try {
        StudentNumber student;
        readFrom(json.value("student", Json()), json::Place(), student);
        made.student = student.number;
    } catch (const BadInput&) {
        // there is none
    }
    return made;
}

std::vector<Submission> submissionsOf(const Json& document, std::string_view file, const Lesson& lesson,
                                      std::vector<Refused>* refused) {
    const json::Place whole;
    std::vector<Submission> all;
    const auto add = [&](const Json& json, const json::Place& place) {
        if (!refused) {
            all.push_back(submissionOf(json, place, lesson));
            return;
        }
        try {
            all.push_back(json::reading(file, [&] { return submissionOf(json, place, lesson); }));
        } catch (const BadInput& failure) {
            refused->push_back(refusedOf(json, failure.what()));
        }
    };
    if (!document.is_array()) {
        add(document, whole);
        return all;
    }
    if (document.empty()) whole.refuse("the list has no answers");
    if (document.size() > kMostStudents) whole.refuse(fmt::format("more than {} students", kMostStudents));
    std::size_t number = 0;
    for (const Json& each : document) add(each, json::Place(whole, ++number));
    return all;
}

} // namespace

std::vector<Submission> parseSubmissions(std::string_view text, std::string_view file, const Lesson& lesson,
                                         std::vector<Refused>* refused) {
    if (firstNoUtf8(text) < text.size())
        throw BadInput(fmt::format("{}: this is not UTF-8; save the file as UTF-8", file));
    std::vector<Submission> all =
        json::reading(file, [&] { return submissionsOf(json::parsed(text), file, lesson, refused); });
    for (Submission& each : all) each.file = file;
    return all;
}

Graded grade(const Lesson& lesson, const Submission& submission, std::shared_ptr<Scenes> scenes) {
    const Handout handout(lesson, submission.student, std::move(scenes));
    Graded graded{submission, {}, 0, 0};
    for (std::size_t i = 0; i < handout.questions().size(); ++i) {
        Mark& mark = graded.marks.emplace_back();
        const std::optional<std::string>& given = submission.answers[i];
        const std::size_t step = handout.questions()[i];
        if (given || !lesson.steps[step].optional) ++graded.of;
        if (!given) continue;
        mark.given = *given;
        mark.answered = true;
        Answer answer;
        try {
            answer = parseAnswer(handout.asked(step), *given);
        } catch (const BadInput& failure) {
            const std::string what = failure.what();
            if (what.starts_with(lesson.file + ":")) throw;
            mark.says = retold(what);
            continue;
        }
        const Verdict verdict = handout.check(step, answer);
        mark.right = verdict.right;
        mark.says = verdict.says;
        graded.right += verdict.right ? 1 : 0;
    }
    return graded;
}

namespace {

bool isSameStudent(const Submission& a, const Submission& b) {
    if (a.student != b.student) return false;
    const std::string_view first = trimmed(a.name), second = trimmed(b.name);
    return a.student == 0 ? first == second && !first.empty()
                          : first == second || first.empty() || second.empty();
}

} // namespace

void countOnce(std::vector<Graded>& all) {
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t before = 0; before < i && all[i].replacedBy.empty(); ++before) {
            if (!all[before].replacedBy.empty() || !isSameStudent(all[before].submission, all[i].submission))
                continue;
            const bool isBetter = all[i].right >= all[before].right;
            Graded& out = isBetter ? all[before] : all[i];
            out.replacedBy = (isBetter ? all[i] : all[before]).submission.file;
        }
    for (Graded& each : all)
        for (const Graded& other : all)
            if (each.submission.student != 0 && other.submission.student == each.submission.student &&
                !isSameStudent(each.submission, other.submission))
                each.sharedWith = other.submission.name;
}

void sortByStudent(std::vector<Graded>& all) {
    const auto key = [](const Graded& each) {
        return std::tie(each.submission.student, each.submission.name, each.submission.file);
    };
    std::ranges::stable_sort(all, {}, key);
}

} // namespace lanescope::lessons
