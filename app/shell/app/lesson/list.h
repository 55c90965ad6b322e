// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/lesson/desk.h"
#include "shell/app/user_actions.h"

#include <string>
#include <string_view>

namespace lanescope::shell {

/// "begun, 3 of 6 left", "done, 5 of 6 right": how far a lesson is; empty: not begun.
std::string progressWords(const LessonDesk& desk, const lessons::Lesson& lesson);
/// "5 of 18 lessons done, about 140 minutes left".
std::string courseWords(const LessonDesk& desk);
/// The names and titles of the labs that a lesson uses.
std::string labsOf(const lessons::Lesson& lesson);
/// Whether a lesson's texts, its terms or its labs hold every word of a filter, whatever the case.
bool lessonIsFound(const lessons::Lesson& lesson, std::string_view filter);
/// The lessons that come with the program, in the order of the course, as far as a filter finds them: a
/// click opens one.
void showLessonList(const LessonDesk& desk, std::string_view filter, UserActions& actions);
/// The same in a menu, and what goes with an open lesson.
void showLessonMenu(const LessonDesk& desk, UserActions& actions);

} // namespace lanescope::shell
