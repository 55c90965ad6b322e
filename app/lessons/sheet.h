// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/handout.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

/// A lesson on paper, on a terminal and on a wall.
namespace lanescope::lessons {

/// Whether right answers, hints and what is revealed are in it.
enum class Answers : bool { Without, With };

/// An answer as blocks: code stands by itself.
Text answerBlocks(const AskedQuestion& asked, const Answer& answer);

/// Where a step's picture stands: with the step, or with the answer to its question.
enum class Moment { Step, Answer };
/// A question's own state would often give its answer away, so its picture comes with the answer. What is to
/// be mended is seen before and after.
bool hasFigure(const Step& step, Moment moment);
/// HTML with a picture of what a step or its answer looks at; may be empty.
using Figure = std::function<std::string(const Handout& handout, std::size_t step, Moment moment)>;

/// For a terminal; answers stand below their questions.
std::string lessonText(const Handout& handout, Answers answers);
/// A page of HTML to print, which needs nothing from elsewhere: a sheet for each student, on paper of its
/// own, with room for the answers. The answers follow on pages of their own.
std::string sheetHtml(std::span<const Handout* const> handouts, Answers answers, const Figure& figure = {});
/// A page of HTML to show: a slide for each step, which the arrow keys turn; hint and reveal open with a
/// click.
std::string slidesHtml(const Handout& handout, const Figure& figure = {});

} // namespace lanescope::lessons
