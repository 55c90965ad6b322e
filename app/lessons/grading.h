// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/handout.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What students hand in, and what the model makes of it.
namespace lanescope::lessons {

/// One student's answers to a lesson.
struct Submission {
    std::string file;
    std::string name; ///< of the student; may be empty
    std::uint64_t student = 0;
    std::vector<std::optional<std::string>> answers; ///< by question, from the first; nothing: not answered
    std::vector<std::size_t> unknown{};    ///< numbers of answers to questions that the lesson lacks
    std::vector<std::size_t> unreadable{}; ///< numbers of answers that are of no kind: they are wrong
};

/// Answers of a student that cannot be read.
struct Refused {
    std::string reason;
    std::optional<std::uint64_t> student{}; ///< as far as it can be read; so is the name
    std::string name{};
};

/// {"lesson": "banks", "student": 7, "name": "Ada", "answers": [4, "b", null]}, or a list of such objects.
/// Answers may also be an object, {"1": 4, "2": "b"}. Throws BadInput, one line that names the file
/// and the field. With refused, an object that cannot be read is there, with such a line as its reason, and
/// the others in its list are read.
std::vector<Submission> parseSubmissions(std::string_view text, std::string_view file, const Lesson& lesson,
                                         std::vector<Refused>* refused = nullptr);

struct Mark {
    std::string given; ///< empty: nothing
    bool answered = false, right = false;
    std::string says; ///< why it is wrong, if that is known
};
struct Graded {
    Submission submission;
    std::vector<Mark> marks; ///< by question
    std::size_t right = 0;
    std::size_t of = 0;       ///< questions that count: optional ones only where they were answered
    std::string replacedBy{}; ///< the file of the same student that counts; empty: this one does
    std::string sharedWith{}; ///< whoever else has the number; a number is one student's
};
Graded grade(const Lesson& lesson, const Submission& submission,
             std::shared_ptr<Scenes> scenes = std::make_shared<Scenes>());
/// Who handed in more than once counts once, with what has the most right answers, of equals the last one.
/// A student is told by number and name; number 0, which nobody chose, by the name alone. Where another name
/// has the same number, both count, and each has the other's name.
void countOnce(std::vector<Graded>& all);
/// By number, then by name, then by file.
void sortByStudent(std::vector<Graded>& all);

} // namespace lanescope::lessons
