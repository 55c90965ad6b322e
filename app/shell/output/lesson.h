// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/grading.h"
#include "lessons/handout.h"
#include "shell/output/output.h"
#include "shell/output/report.h"

#include <span>
#include <string>

/// Lessons, their questions and what students answered, as text, JSON and CSV.
namespace lanescope::shell {

std::string lessonListText(std::span<const lessons::Lesson> all);
Json lessonListJson(std::span<const lessons::Lesson> all);

/// answers: with hints, right answers and what is revealed.
Json lessonJson(const lessons::Handout& handout, bool answers);

/// A row for each student; of one alone also what is wrong with the answers.
std::string gradesText(std::span<const lessons::Graded> all);
Json gradesJson(const lessons::Lesson& lesson, std::span<const lessons::Graded> all);
std::string gradesCsv(std::span<const lessons::Graded> all);

} // namespace lanescope::shell
