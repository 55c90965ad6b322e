// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "lessons/handout.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

/// Pictures of a lesson, on paper and on a wall.
namespace lanescope::lessons {

/// Where a picture stands: with the introduction, with a step, or with the answer to its question.
enum class Moment { Introduction, Step, Answer };

/// A picture of what a step or an answer looks at.
struct Figure {
    std::size_t step = 0; ///< of the introduction none
    Moment moment = Moment::Step;
    kit::Withheld withheld = kit::Withheld::Nothing; ///< what of it would answer a question
    bool operator==(const Figure&) const = default;
};
/// A figure as HTML that needs nothing from elsewhere; may be empty.
using FigureHtml = std::function<std::string(const Handout& handout, const Figure& figure)>;

/// What a question that waits for its answer withholds of the picture of its state.
kit::Withheld withheldBy(Question::Kind kind);
/// Nothing where no state stands before the step, an introduction has none of its own or one that would
/// answer a question, or there is no compiler for the code of an answer. firstOpen: from this step on, no
/// question has its answer yet. An answer shows its picture in any case.
std::optional<Figure> figureOf(const Handout& handout, std::size_t step, Moment moment,
                               std::size_t firstOpen);
/// What a figure is of: of an answer with what the right one sets.
State stateOf(const Handout& handout, const Figure& figure);
/// What is said of a figure's state: of a question that chooses between states, what they have in common.
struct FigureWords {
    State state;
    bool isWhole = true; ///< false: it has values that tell answers apart, and lacks them
    std::string chip;    ///< "H200 (CC 9.0)": what it is modelled as; empty: answers differ in it
};
FigureWords wordsOf(const Handout& handout, const Figure& figure);

} // namespace lanescope::lessons
