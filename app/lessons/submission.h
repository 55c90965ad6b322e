// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "json/fields.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanescope::lessons {

/// An answer as it would be written; none: not answered. In a document it is a text, a number (4), a list of
/// lanes ([0, 16]) or an object of settings ({"pad": 1}).
struct GivenAnswer {
    std::optional<std::string> text;
    bool readable = true; ///< else its text is the JSON, which is no answer to anything
};
Json written(const GivenAnswer& answer);
void readFrom(const Json& json, const json::Place& place, GivenAnswer& answer);

/// Answers by the number of their question, from 1: a list, or an object of numbers and answers.
struct GivenAnswers {
    std::vector<std::pair<std::size_t, GivenAnswer>> all;
};
Json written(const GivenAnswers& answers);
void readFrom(const Json& json, const json::Place& place, GivenAnswers& answers);

/// In a document a number, or its digits as a text: who writes the file by hand puts quotes around all.
struct StudentNumber {
    std::uint64_t number = 0;
};
Json written(const StudentNumber& student);
void readFrom(const Json& json, const json::Place& place, StudentNumber& student);

/// What a student hands in, as a file has it.
struct SubmissionDocument {
    std::string lesson;
    StudentNumber student;
    std::string name; ///< may be empty
    GivenAnswers answers;
};

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, SubmissionDocument>
void describe(Fields& fields, Object& handedIn) {
    fields("lesson", handedIn.lesson, "the name of the lesson");
    fields("student", handedIn.student, "the number that the values were drawn with");
    fields.orNothing("name", handedIn.name);
    fields("answers", handedIn.answers, "a list, an answer for each question");
}

} // namespace lanescope::lessons
