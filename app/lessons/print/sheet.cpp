// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/print/sheet.h"

#include "lessons/print/html.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>

namespace lanescope::lessons {

namespace {

constexpr std::string_view kSheetStyle = R"(
@page { size: A4; margin: 16mm 18mm 18mm; @bottom-right { content: counter(page); font-size: 9pt; } }
body { font: 11pt/1.45 Inter, "Noto Sans", "Noto Sans CJK SC", sans-serif; color: #111; max-width: 178mm; margin: 0 auto; }
h1 { font-size: 19pt; margin: 0 0 1mm; } h2 { font-size: 13pt; margin: 7mm 0 1mm; break-after: avoid; } h3 { font-size: 11pt; }
pre, code { font-family: "JetBrains Mono", monospace; font-size: 9.5pt; }
pre { background: #f3f3f3; padding: 2mm 3mm; white-space: pre-wrap; }
.sheet { width: 100%; border-collapse: collapse; break-after: page; } .sheet:last-child { break-after: auto; }
.sheet > * > tr > td { padding: 0; } .sheet > thead { display: table-header-group; }
.who { border-bottom: .3mm solid #111; margin: 0 0 4mm; padding-bottom: 2mm; display: flex; justify-content: space-between; font-size: 10pt; }
.who .name { flex: 0 0 62mm; }
p, li { orphans: 3; widows: 3; } pre, li { break-inside: avoid; }
.figure { break-before: avoid; } .figure img { width: 100%; break-inside: avoid; }
.entry { break-inside: avoid; } .entry p { margin: 1.5mm 0; }
.step { break-inside: avoid; } .state { color: #444; } .ask { border-left: 1mm solid #111; padding-left: 3mm; break-inside: avoid; }
.room { border-bottom: .3mm solid #888; height: 9mm; color: #666; font-size: 9pt; }
.key { border-collapse: collapse; margin: 4mm 0 8mm; font-size: 10pt; } .key thead { display: table-header-group; }
.key th, .key td { border: .2mm solid #888; padding: 1mm 2.5mm; text-align: center; vertical-align: top; } .key tr { break-inside: avoid; } .key small { font-weight: 400; color: #444; }
ol.options { list-style: lower-alpha; } ol.options li::marker { content: counter(list-item, lower-alpha) ") "; } .answer { font-weight: 600; } blockquote { border-left: 1mm solid #bbb; margin-left: 0; padding-left: 3mm; }
)";

/// The command that shows a step, where it is another one than before.
std::string newCommand(const Handout& handout, std::size_t step) {
    return handout.lesson().steps[step].state ? "lanescope run " + handout.state(step)->command()
                                              : std::string();
}

/// Which code a lab runs, as far as its settings in words choose it.
std::string listingOf(const State& state) {
    std::string all = state.lab;
    for (const Setting& set : state.sets)
        if (std::isalpha(static_cast<unsigned char>(set.value.front())))
            all += fmt::format(" {}={}", set.parameter, set.value);
    return all;
}

/// What a question looks at where it is another state than before; its answer always has its picture.
/// listings: those that stand on the sheet already, which do not stand there again.
std::string figureText(const Handout& handout, std::size_t step, const FigureHtml& figure,
                       std::set<std::string>& listings) {
    const Step& written = handout.lesson().steps[step];
    const std::optional<Figure> seen = figureOf(handout, step, Moment::Step, 0);
    if (!seen || !(written.state || written.question)) return {};
    const bool again =
        seen->withheld == kit::Withheld::All && !listings.insert(listingOf(stateOf(handout, *seen))).second;
    const std::string shown = figure && !again ? figure(handout, *seen) : std::string();
    return written.state || again ? shown + figureStateHtml(handout, *seen) : shown;
}

/// What an introduction speaks of.
std::string introductionFigure(const Handout& handout, const FigureHtml& figure) {
    const auto seen = figureOf(handout, 0, Moment::Introduction, 0);
    return figure && seen ? figure(handout, *seen) : std::string();
}

std::string answerFigure(const Handout& handout, std::size_t step, const FigureHtml& figure) {
    const auto seen = figureOf(handout, step, Moment::Answer, handout.lesson().steps.size());
    return figure && seen ? figure(handout, *seen) : std::string();
}

/// A student's pages: the row over them is printed on each.
std::string pagesHtml(const Handout& handout, std::string_view what, std::string_view body) {
    const std::string title = escaped(handout.lesson().title);
    return fmt::format(
        "<table class=\"sheet\">\n<thead><tr><td><p class=\"who\"><span>{}</span><span>{}{}</span>"
        "<span class=\"name\">{}</span></p></td></tr></thead>\n<tbody><tr><td>\n<h1>{}</h1>\n{}"
        "</td></tr></tbody>\n</table>\n",
        title, what, tr("Student {}", handout.student()), tr("Name"), title, body);
}

std::string questionSheet(const Handout& handout, const FigureHtml& figure) {
    std::string text = html(handout.introduction()) + introductionFigure(handout, figure);
    std::set<std::string> listings;
    std::size_t number = 0;
    for (std::size_t step = 0; step < handout.lesson().steps.size(); ++step) {
        text +=
            fmt::format("<div class=\"step\">\n<h2>{}. {}</h2>\n{}{}", step + 1, escaped(handout.title(step)),
                        html(handout.text(step)), figureText(handout, step, figure, listings));
        if (handout.lesson().steps[step].question) {
            const AskedQuestion asked = handout.asked(step);
            text += fmt::format("<div class=\"ask\"><strong>{}</strong>\n{}<p class=\"room\">{}</p></div>\n",
                                tr("Question {}.", ++number), askHtml(asked), escaped(answerForm(asked)));
        }
        text += "</div>\n";
    }
    return pagesHtml(handout, "", text);
}

std::string answerSheet(const Handout& handout, const FigureHtml& figure) {
    std::string text;
    std::size_t number = 0;
    for (const std::size_t step : handout.questions()) {
        const AskedQuestion asked = handout.asked(step);
        text += fmt::format(
            "<div class=\"entry\">\n<h2>{}</h2>\n<div class=\"answer\">{}</div>\n{}{}</div>\n",
            tr("Question {}: {}", ++number, escaped(handout.title(step))), html(answerBlocks(handout, step)),
            html(handout.reveal(step)), answerFigure(handout, step, figure));
    }
    return pagesHtml(handout, tr("Answers. "), text);
}

/// A question's place in the key of a class.
std::string keyCell(const Handout& handout, std::size_t step) {
    const AskedQuestion asked = handout.asked(step);
    const Answer right = handout.right(step);
    if (std::holds_alternative<Answer::Code>(right.value)) return tr("see below");
    if (const auto* number = std::get_if<double>(&right.value)) return numberText(*number);
    return std::holds_alternative<Answer::Sets>(right.value) ? handout.rightWords(step) : answerText(right);
}

/// One row for each student, one column for each question.
std::string keyTable(std::span<const Handout* const> handouts) {
    const Handout& first = *handouts.front();
    std::string text = fmt::format("<table class=\"key\">\n<thead><tr><th>{}</th>", tr("Student"));
    std::size_t number = 0;
    for (const std::size_t step : first.questions())
        text += fmt::format("<th>{}<br><small>{}</small></th>", ++number, escaped(first.asked(step).unit));
    text += "</tr></thead>\n<tbody>\n";
    for (const Handout* handout : handouts) {
        text += fmt::format("<tr><th>{}</th>", handout->student());
        for (const std::size_t step : handout->questions())
            text += fmt::format("<td>{}</td>", escaped(keyCell(*handout, step)));
        text += "</tr>\n";
    }
    return text + "</tbody>\n</table>\n";
}

/// The right answer to who does not see the letters of one student's options.
Text answerInWords(const Handout& handout, std::size_t step) {
    const AskedQuestion asked = handout.asked(step);
    const Answer right = handout.right(step);
    if (const auto* chosen = std::get_if<Answer::Chosen>(&right.value))
        return {{.kind = Block::Kind::Paragraph, .spans = spansOf(asked.options[chosen->option])}};
    return answerBlocks(handout, step);
}

/// What explains an answer: once, or as one student has it where values of others differ.
std::string explanation(std::span<const Handout* const> handouts, std::size_t step,
                        const FigureHtml& figure) {
    const auto textFor = [step](const Handout& handout) {
        return html(handout.asked(step).ask) +
               fmt::format("<div class=\"answer\">{}</div>\n", html(answerInWords(handout, step))) +
               html(handout.reveal(step));
    };
    const Handout& first = *handouts.front();
    const std::string text = textFor(first);
    const bool differs = std::ranges::any_of(
        handouts, [&](const Handout* each) { return each != &first && textFor(*each) != text; });
    return (differs ? fmt::format("<p class=\"state\">{}</p>\n",
                                  tr("With the values of student {}, as an example:", first.student()))
                    : std::string()) +
           text + answerFigure(first, step, figure);
}

std::string classKey(std::span<const Handout* const> handouts, const FigureHtml& figure) {
    const Handout& first = *handouts.front();
    std::string text = fmt::format("<section>\n<h1>{}</h1>\n{}",
                                   escaped(tr("Answers: {}", first.lesson().title)), keyTable(handouts));
    std::size_t number = 0;
    for (const std::size_t step : first.questions())
        text += fmt::format("<div class=\"entry\">\n<h2>{}</h2>\n{}</div>\n",
                            tr("Question {}: {}", ++number, escaped(first.title(step))),
                            explanation(handouts, step, figure));
    return text + "</section>\n";
}

} // namespace

Text answerBlocks(const Handout& handout, std::size_t step) {
    const Answer right = handout.right(step);
    if (const auto* code = std::get_if<Answer::Code>(&right.value)) return codeBlock(code->text);
    return {{.kind = Block::Kind::Paragraph, .spans = spansOf(handout.rightWords(step))}};
}

std::string lessonText(const Handout& handout, Answers answers) {
    const Lesson& lesson = handout.lesson();
    std::string all = fmt::format("{}\n", lesson.title);
    const auto put = [&](const std::string& text) {
        if (!text.empty()) all += "\n" + text;
    };
    put(terminalText(handout.introduction()));
    std::size_t number = 0;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        all += fmt::format("\n{}. {}\n", step + 1, handout.title(step));
        put(terminalText(handout.text(step), 2));
        const std::string command = newCommand(handout, step);
        if (!command.empty()) all += fmt::format("\n  $ {}\n", command);
        if (lesson.steps[step].question) {
            const AskedQuestion asked = handout.asked(step);
            all += fmt::format("\n  {}\n", tr("Question {} ({})", ++number, answerForm(asked)));
            all += terminalText(asked.ask, 4);
            for (std::size_t i = 0; i < asked.options.size(); ++i)
                all += fmt::format("      {}) {}\n", optionLetter(i), terminalLine(asked.options[i]));
            if (!asked.code.empty()) all += terminalText(codeBlock(asked.code), 4);
            if (answers == Answers::With) {
                if (!lesson.steps[step].hint.empty())
                    all += fmt::format("\n  {}\n", tr("Hint")) + terminalText(handout.hint(step), 4);
                const Answer right = handout.right(step);
                if (const auto* code = std::get_if<Answer::Code>(&right.value))
                    all += fmt::format("\n  {}\n", tr("Answer:")) + terminalText(codeBlock(code->text), 4);
                else
                    all += fmt::format("\n  {}\n", tr("Answer: {}", handout.rightWords(step)));
            }
        }
        if (answers == Answers::With && !lesson.steps[step].reveal.empty())
            put(terminalText(handout.reveal(step), 4));
    }
    return all;
}

std::string sheetHtml(std::span<const Handout* const> handouts, Answers answers, const FigureHtml& figure) {
    std::string body;
    for (const Handout* handout : handouts) body += questionSheet(*handout, figure);
    if (answers == Answers::With)
        body += handouts.size() == 1 ? answerSheet(*handouts.front(), figure) : classKey(handouts, figure);
    return htmlPage(handouts.front()->lesson().title, kSheetStyle, body);
}

} // namespace lanescope::lessons
