// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/lesson.h"

#include <string>
#include <string_view>

namespace lanescope::shell {

/// Whether it names a file, rather than a lesson that comes with the program.
bool isLessonFile(std::string_view name);
/// A lesson that comes with the program, or a teacher's own. Throws BadInput.
lessons::Lesson readLesson(const std::string& name);

} // namespace lanescope::shell
