// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/html.h"

#include "text/language.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace lanescope::lessons {

std::string htmlPage(std::string_view title, std::string_view style, std::string_view body,
                     std::string_view script) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n"
        "<style>{}</style>\n</head>\n<body>\n{}{}</body>\n</html>\n",
        text::infoOf(text::language()).tag, escaped(title), style, body,
        script.empty() ? std::string() : fmt::format("<script>{}</script>\n", script));
}

std::string askHtml(const AskedQuestion& asked) {
    std::string text = html(asked.ask);
    if (!asked.options.empty()) {
        text += "<ol class=\"options\">\n";
        for (const std::string& option : asked.options)
            text += fmt::format("<li>{}</li>\n", html(spansOf(option)));
        text += "</ol>\n";
    }
    if (!asked.code.empty()) text += html(codeBlock(asked.code));
    return text;
}

std::string figureStateHtml(const Handout& handout, const Figure& figure) {
    State state = stateOf(handout, figure);
    const std::size_t all = state.sets.size();
    // What a question chooses between is none of its values.
    if (figure.moment == Moment::Step && handout.lesson().steps[figure.step].question)
        for (const State& option : handout.tellingStates(figure.step))
            std::erase_if(state.sets, [&](const Setting& set) {
                return std::ranges::find(option.sets, set) == option.sets.end();
            });
    const bool isBetween = state.sets.size() < all;
    const std::string chip = chipWords(state);
    std::vector<std::string> sets;
    for (const Setting& set : state.sets) sets.push_back(fmt::format("{} = {}", set.parameter, set.value));
    const std::string words =
        !sets.empty() ? tr("Lab {} with {}, modelled as {}", state.lab, fmt::join(sets, ", "), chip)
        : isBetween   ? tr("Lab {}, modelled as {}", state.lab, chip)
                      : tr("Lab {} with its defaults, modelled as {}", state.lab, chip);
    return fmt::format("<p class=\"state\">{}</p>\n", escaped(words));
}

} // namespace lanescope::lessons
