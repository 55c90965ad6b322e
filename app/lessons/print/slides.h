// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/print/figure.h"
#include "lessons/print/sheet.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// A lesson on a wall.
namespace lanescope::lessons {

struct Slide {
    enum class Kind : std::uint8_t { Title, Text, Question, Answer } kind = Kind::Title;
    std::size_t step = 0;         ///< of a Title none
    std::size_t number = 0;       ///< of the question, 1 the first; of other slides 0
    std::optional<Figure> figure; ///< nothing that tells an answer before its slide
};

/// A title and a slide for each step; with the answers also one behind each question.
std::vector<Slide> slidesOf(const Handout& handout, Answers answers);
/// What is asked, in one line and without its code, to be read again beside the answer.
std::string askLine(const AskedQuestion& asked);
/// "pad may be 0 to 8.": what the sliders of a question may be set to, where that is not all that they have.
std::string changesLine(const AskedQuestion& asked);
/// The same slides as a page of HTML, which the arrow keys turn; with the answers, a hint opens with a click.
std::string slidesHtml(const Handout& handout, Answers answers, const FigureHtml& figure = {});

} // namespace lanescope::lessons
