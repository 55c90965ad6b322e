// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/grading.h"

#include "model/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

namespace lanescope::lessons {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostStudents = 10000;

/// A whole number without a point, however it was written: 5.0 names lane 5.
std::string numberOf(const Json& number) {
    constexpr double kMostExact = 9007199254740992; // 2^53
    const double value = number.get<double>();
    const bool whole = number.is_number_float() && value == std::floor(value) && std::abs(value) < kMostExact;
    return whole ? fmt::format("{}", static_cast<std::int64_t>(value)) : number.dump();
}

/// An answer as it would be written: 4, "b", [0, 16], {"pad": 1}.
std::optional<std::string> answerOf(const Json& value, const std::string& where) {
    if (value.is_null()) return std::nullopt;
    if (value.is_string()) {
        std::string text = value.get<std::string>();
        if (trimmed(text).empty()) return std::nullopt;
        return text;
    }
    if (value.is_number()) return numberOf(value);
    const auto scalar = [&](const Json& each) {
        if (each.is_string()) return each.get<std::string>();
        if (each.is_boolean()) return std::string(each.get<bool>() ? "on" : "off");
        if (each.is_number()) return numberOf(each);
        throw BadInput(where + " has to be a number, a text, a list of lanes or an object of settings");
    };
    std::string text;
    if (value.is_array()) {
        for (const Json& each : value) text += (text.empty() ? "" : " ") + scalar(each);
        return text.empty() ? std::string("none") : text;
    }
    if (value.is_object()) {
        for (const auto& [name, each] : value.items())
            text += (text.empty() ? "" : " ") + name + "=" + scalar(each);
        return text.empty() ? std::nullopt : std::optional(text);
    }
    return scalar(value);
}

class SubmissionReader {
public:
    SubmissionReader(std::string_view file, const Lesson& lesson) : m_file(file), m_lesson(lesson) {}

    Submission read(const Json& document, const std::string& place) const {
        const auto fail = [&](std::string_view what) {
            return BadInput(fmt::format("{}{}: {}", m_file, place, what));
        };
        if (!document.is_object())
            throw fail("answers are a JSON object with lesson, student, name, answers, or a list of such");
        Submission made;
        made.file = m_file;
        made.answers.resize(questionsOf(m_lesson));
        bool hasLesson = false, hasStudent = false, hasAnswers = false;
        // First, since answers to another lesson have other numbers.
        if (const auto lesson = document.find("lesson"); lesson != document.end()) {
            hasLesson = true;
            if (!lesson->is_string()) throw fail("lesson has to be a text");
            if (lesson->get<std::string>() != m_lesson.name)
                throw fail(fmt::format("the answers are to the lesson {}, not to {}",
                                       lesson->get<std::string>(), m_lesson.name));
        }
        for (const auto& [key, value] : document.items()) {
            if (key == "lesson") {
                continue;
            } else if (key == "student") {
                hasStudent = true;
                if (!value.is_number_unsigned()) throw fail("student has to be a whole number from 0 on");
                made.student = value.get<std::uint64_t>();
            } else if (key == "name") {
                if (!value.is_string()) throw fail("name has to be a text");
                made.name = value.get<std::string>();
            } else if (key == "answers") {
                hasAnswers = true;
                readAnswers(made, value, place);
            } else {
                throw fail(fmt::format("no field '{}'; there are: lesson, student, name, answers", key));
            }
        }
        if (!hasLesson) throw fail("'lesson' is missing: the name of the lesson");
        if (!hasStudent) throw fail("'student' is missing: the number that the values were drawn with");
        if (!hasAnswers) throw fail("'answers' is missing: a list, an answer for each question");
        return made;
    }

private:
    void readAnswers(Submission& made, const Json& answers, const std::string& place) const {
        const std::size_t most = made.answers.size();
        const auto put = [&](std::size_t number, const Json& value) {
            if (number < 1 || number > most)
                throw BadInput(
                    fmt::format("{}{}: no question {}: the lesson has {}", m_file, place, number, most));
            made.answers[number - 1] = answerOf(value, fmt::format("{}{}: answer {}", m_file, place, number));
        };
        if (answers.is_array()) {
            for (std::size_t i = 0; i < answers.size(); ++i) put(i + 1, answers[i]);
        } else if (answers.is_object()) {
            for (const auto& [key, value] : answers.items()) {
                std::size_t number = 0;
                const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), number);
                if (key.empty() || error != std::errc{} || end != key.data() + key.size())
                    throw BadInput(fmt::format("{}{}: '{}' is no number of a question", m_file, place, key));
                put(number, value);
            }
        } else {
            throw BadInput(fmt::format("{}{}: answers has to be a list or an object", m_file, place));
        }
    }

    std::string m_file;
    const Lesson& m_lesson;
};

} // namespace

std::vector<Submission> parseSubmissions(std::string_view json, std::string_view file, const Lesson& lesson) {
    Json document;
    try {
        document = Json::parse(json);
    } catch (const Json::parse_error& failure) {
        const auto end = json.begin() + static_cast<std::ptrdiff_t>(std::min(failure.byte, json.size()));
        throw BadInput(fmt::format("{}:{}: this is no JSON", file, 1 + std::count(json.begin(), end, '\n')));
    } catch (const Json::out_of_range&) {
        throw BadInput(fmt::format("{}: a number in it is too large", file));
    }
    const SubmissionReader reader(file, lesson);
    if (!document.is_array()) return {reader.read(document, "")};
    if (document.empty()) throw BadInput(fmt::format("{}: the list has no answers", file));
    if (document.size() > kMostStudents)
        throw BadInput(fmt::format("{}: more than {} students", file, kMostStudents));
    std::vector<Submission> all;
    for (std::size_t i = 0; i < document.size(); ++i)
        all.push_back(reader.read(document[i], fmt::format(": {}", i + 1)));
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
            mark.says = what;
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
}

} // namespace lanescope::lessons
