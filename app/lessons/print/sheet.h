// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/print/figure.h"

#include <span>
#include <string>

/// A lesson on paper and on a terminal.
namespace lanescope::lessons {

/// Whether right answers, hints and what is revealed are in it.
enum class Answers : bool { Without, With };

/// An answer as blocks: code stands by itself.
Text answerBlocks(const Handout& handout, std::size_t step);

/// For a terminal; answers stand below their questions.
std::string lessonText(const Handout& handout, Answers answers);
/// A page of HTML to print, which needs nothing from elsewhere: a sheet for each student, on paper of its
/// own, with room for the answers. The answers follow on a page of their own: of a class as one table, and
/// what explains them once.
std::string sheetHtml(std::span<const Handout* const> handouts, Answers answers,
                      const FigureHtml& figure = {});

} // namespace lanescope::lessons
