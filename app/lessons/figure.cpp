// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/figure.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lessons {

kit::Withheld withheldBy(Question::Kind kind) {
    switch (kind) {
    case Question::Kind::Lanes:
        return kit::Withheld::Words;
    case Question::Kind::Code:
        return kit::Withheld::AllAndCode;
    default:
        return kit::Withheld::All;
    }
}

std::optional<Figure> figureOf(const Handout& handout, std::size_t step, Moment moment,
                               std::size_t firstOpen) {
    const std::optional<State> seen = handout.state(step);
    if (!seen) return std::nullopt;
    Figure figure{step, moment};
    const auto& question = handout.lesson().steps[step].question;
    if (moment == Moment::Answer) {
        // Code that cannot be compiled here does not run.
        const bool isSeen = question->kind != Question::Kind::Code || handout.asked(step).missing.empty();
        return isSeen ? std::optional(figure) : std::nullopt;
    }
    if (question) {
        figure.withheld = withheldBy(question->kind);
        return figure;
    }
    for (const std::size_t each : handout.questions())
        if (each >= firstOpen && handout.isAnsweredBy(each, *seen))
            figure.withheld =
                std::max(figure.withheld, withheldBy(handout.lesson().steps[each].question->kind));
    return figure;
}

State stateOf(const Handout& handout, const Figure& figure) {
    if (figure.moment == Moment::Answer) return *handout.stateOf(figure.step, handout.right(figure.step));
    return *handout.state(figure.step);
}

std::string chipWords(const State& state) {
    const model::Architecture& chip = architectureOf(state);
    return fmt::format("{} (CC {})", chip.name, chip.cc.text());
}

} // namespace lanescope::lessons
