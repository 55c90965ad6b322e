// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/print/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

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

namespace {

/// A picture with no question of its own answers none that is open.
void withholdWhatAnswers(const Handout& handout, const State& seen, std::size_t firstOpen, Figure& figure) {
    for (const std::size_t each : handout.questions())
        if (each >= firstOpen && handout.isAnsweredBy(each, seen))
            figure.withheld =
                std::max(figure.withheld, withheldBy(handout.lesson().steps[each].question->kind));
}

} // namespace

std::optional<Figure> figureOf(const Handout& handout, std::size_t step, Moment moment,
                               std::size_t firstOpen) {
    const bool isIntroduction = moment == Moment::Introduction;
    if (isIntroduction && !handout.lesson().opening) return std::nullopt;
    const std::optional<State> seen = isIntroduction ? handout.opening() : handout.state(step);
    if (!seen) return std::nullopt;
    Figure figure{step, moment};
    if (isIntroduction) {
        withholdWhatAnswers(handout, *seen, firstOpen, figure);
        return figure.withheld < kit::Withheld::All ? std::optional(figure) : std::nullopt;
    }
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
    withholdWhatAnswers(handout, *seen, firstOpen, figure);
    return figure;
}

State stateOf(const Handout& handout, const Figure& figure) {
    switch (figure.moment) {
    case Moment::Introduction:
        return *handout.opening();
    case Moment::Answer:
        return *handout.stateOf(figure.step, handout.right(figure.step));
    default:
        return *handout.state(figure.step);
    }
}

FigureWords wordsOf(const Handout& handout, const Figure& figure) {
    FigureWords words{.state = stateOf(handout, figure)};
    bool isOneChip = true;
    if (figure.moment == Moment::Step && handout.lesson().steps[figure.step].question) {
        const std::vector<State> answers = handout.tellingStates(figure.step);
        words.state = answers.front();
        for (const State& other : answers) {
            isOneChip = isOneChip && &architectureOf(other) == &architectureOf(words.state);
            if (std::erase_if(words.state.sets, [&](const Setting& set) {
                    return std::ranges::find(other.sets, set) == other.sets.end();
                }) > 0)
                words.isWhole = false;
        }
    }
    if (!isOneChip) return words;
    const model::Architecture& chip = architectureOf(words.state);
    const std::string cc = fmt::format("CC {}", chip.cc.text());
    words.chip = chip.name == cc ? cc : fmt::format("{} ({})", chip.name, cc);
    return words;
}

} // namespace lanescope::lessons
