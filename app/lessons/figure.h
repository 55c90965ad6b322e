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

/// Where a step's picture stands: with the step, or with the answer to its question.
enum class Moment { Step, Answer };

/// A picture of what a step or an answer looks at.
struct Figure {
    std::size_t step = 0;
    Moment moment = Moment::Step;
    kit::Withheld withheld = kit::Withheld::Nothing; ///< what of it would answer a question
    bool operator==(const Figure&) const = default;
};
/// A figure as HTML that needs nothing from elsewhere; may be empty.
using FigureHtml = std::function<std::string(const Handout& handout, const Figure& figure)>;

/// What a question that waits for its answer withholds of the picture of its state.
kit::Withheld withheldBy(Question::Kind kind);
/// The figure of a step; nothing where no state stands before it, or there is no compiler for the code of its
/// answer. firstOpen: from this step on, no question has its answer yet. An answer shows its picture in any
/// case.
std::optional<Figure> figureOf(const Handout& handout, std::size_t step, Moment moment,
                               std::size_t firstOpen);
/// What a figure is of: of an answer with what the right one sets.
State stateOf(const Handout& handout, const Figure& figure);
/// "H200 (CC 9.0)": the GPU that a state is modelled as.
std::string chipWords(const State& state);

} // namespace lanescope::lessons
