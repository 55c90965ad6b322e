// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/grading.h"
#include "lessons/handout.h"
#include "lessons/review.h"
#include "shell/output/output.h"
#include "shell/output/report.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Lessons, their questions and what students answered, as text, JSON and CSV.
namespace lanescope::shell {

std::string lessonListText(std::span<const lessons::Lesson> all);
Json lessonListJson(std::span<const lessons::Lesson> all);

/// answers: with hints, right answers and what is revealed.
Json lessonJson(const lessons::Handout& handout, bool answers);

/// How it went to try a lesson with the values of students 0, 1, ...: it can be done, or there would be an
/// error.
struct LessonTrial {
    std::size_t questions = 0, students = 0;
    std::size_t wrongAnswers = 0; ///< that were tried, and refused
    bool codeTried = false;       ///< false: there is code, and no compiler
    std::vector<lessons::Remark> remarks;
    std::vector<std::size_t> differentAnswers; ///< by question, among these students
};
/// A line for each remark: "FILE:LINE: warning: what".
std::vector<std::string> remarksText(const lessons::Lesson& lesson, const LessonTrial& trial);
std::string trialText(const lessons::Lesson& lesson, const LessonTrial& trial);
Json trialJson(const lessons::Lesson& lesson, const LessonTrial& trial);

/// What a class handed in.
struct ClassGrades {
    std::vector<lessons::Graded> graded; ///< at least one
    struct Unread {
        std::string file, reason;
        std::optional<std::uint64_t> student{}; ///< as far as it can be read; so is the name
        std::string name{};
    };
    std::vector<Unread> unread; ///< files, and students in lists, whose answers cannot be graded
};

/// A row for each file of a student, and for each that cannot be read; below it what is wrong with which
/// answer.
/// In a line each: answers to questions that the lesson lacks, which nobody has graded.
std::vector<std::string> strayAnswers(const ClassGrades& all);
/// "FILE: 2.answers: why (student 12, Ada)": with whose answers they are, if that is known.
std::string unreadText(const ClassGrades::Unread& unread);
std::string gradesText(const ClassGrades& all);
Json gradesJson(const lessons::Lesson& lesson, const ClassGrades& all);
std::string gradesCsv(const ClassGrades& all);

} // namespace lanescope::shell
