// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/print/html.h"

#include "text/language.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
    const FigureWords known = wordsOf(handout, figure);
    const std::string& lab = known.state.lab;
    std::vector<std::string> all;
    for (const Setting& set : known.state.sets)
        all.push_back(fmt::format("{} = {}", set.parameter, set.value));
    const std::string sets = fmt::format("{}", fmt::join(all, ", "));
    std::string words;
    if (known.chip.empty())
        words = sets.empty() ? tr("Lab {}", lab) : tr("Lab {} with {}", lab, sets);
    else if (!sets.empty())
        words = tr("Lab {} with {}, modelled as {}", lab, sets, known.chip);
    else
        words = known.isWhole ? tr("Lab {} with its defaults, modelled as {}", lab, known.chip)
                              : tr("Lab {}, modelled as {}", lab, known.chip);
    return fmt::format("<p class=\"state\">{}</p>\n", escaped(words));
}

} // namespace lanescope::lessons
