// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/lesson.h"
#include "text/language.h"

#include <span>
#include <string_view>

/// The lessons that come with the program.
namespace lanescope::lessons {

/// In the order of the course. Throws BadInput where one has a mistake.
std::span<const Lesson> lessons(text::Language language = text::language());
/// By its name, which is the same in every language, by its number in the course, or by its file's name
/// without the ending: "padding", "8" or "08_padding". nullptr when there is none.
const Lesson* findLesson(std::string_view name, text::Language language = text::language());

/// The Markdown of one of them.
std::string_view sourceOf(const Lesson& lesson);
/// The Markdown of a small lesson with a question of each kind, to begin a lesson of one's own with.
std::string_view newLesson(text::Language language = text::language());

} // namespace lanescope::lessons
