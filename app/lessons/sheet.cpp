// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/sheet.h"

#include "model/architecture.h"
#include "text/language.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace lanescope::lessons {

namespace {

constexpr std::string_view kSheetStyle = R"(
@page { size: A4; margin: 18mm; }
body { font: 11pt/1.45 Inter, "Noto Sans", "Noto Sans CJK SC", sans-serif; color: #111; max-width: 178mm; margin: 0 auto; }
h1 { font-size: 19pt; margin: 0 0 1mm; } h2 { font-size: 13pt; margin: 7mm 0 1mm; } h3 { font-size: 11pt; }
pre, code { font-family: "JetBrains Mono", monospace; font-size: 9.5pt; }
pre { background: #f3f3f3; padding: 2mm 3mm; white-space: pre-wrap; }
section { break-after: page; } section:last-child { break-after: auto; }
.who { border-bottom: .3mm solid #111; padding-bottom: 2mm; display: flex; justify-content: space-between; }
.figure img { width: 100%; break-inside: avoid; }
.state { color: #444; } .ask { border-left: 1mm solid #111; padding-left: 3mm; break-inside: avoid; }
.room { border-bottom: .3mm solid #888; height: 9mm; color: #666; font-size: 9pt; }
ol.options { list-style: lower-alpha; } .answer { font-weight: 600; } blockquote { border-left: 1mm solid #bbb; margin-left: 0; padding-left: 3mm; }
)";

constexpr std::string_view kSlidesStyle = R"(
html { scroll-snap-type: y mandatory; }
body { margin: 0; font: 24pt/1.4 Inter, "Noto Sans", "Noto Sans CJK SC", sans-serif; color: #111; background: #fff; }
section { min-height: 100vh; box-sizing: border-box; padding: 5vh 7vw; scroll-snap-align: start; break-after: page; }
h1 { font-size: 44pt; margin: 18vh 0 2vh; } h2 { font-size: 34pt; margin: 0 0 2vh; } h3 { font-size: 26pt; }
pre, code { font-family: "JetBrains Mono", monospace; font-size: 20pt; }
pre { background: #f3f3f3; padding: 1vh 1vw; white-space: pre-wrap; }
body { counter-reset: slide; } section { position: relative; counter-increment: slide; }
section::after { content: counter(slide); position: absolute; right: 2vw; bottom: 2vh; font-size: 14pt; color: #777; }
.figure img { max-width: 100%; max-height: 55vh; }
.state { color: #555; } .ask { border-left: .4vw solid #0a58ca; padding-left: 1.5vw; font-weight: 600; }
ol.options { list-style: lower-alpha; } .answer { font-weight: 600; } details { margin-top: 2vh; } summary { cursor: pointer; color: #0a58ca; }
)";

constexpr std::string_view kSlidesScript = R"(
addEventListener('keydown', event => {
  const forward = ['ArrowRight', 'ArrowDown', 'PageDown', ' '].includes(event.key);
  const back = ['ArrowLeft', 'ArrowUp', 'PageUp'].includes(event.key);
  if (!forward && !back) return;
  event.preventDefault();
  const slides = [...document.querySelectorAll('section')];
  const now = slides.findIndex(slide => slide.getBoundingClientRect().bottom > innerHeight / 2);
  const next = slides[Math.min(slides.length - 1, Math.max(0, now + (forward ? 1 : -1)))];
  next.scrollIntoView();
});
)";

std::string page(std::string_view title, std::string_view style, std::string_view body,
                 std::string_view script = {}) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n"
        "<style>{}</style>\n</head>\n<body>\n{}{}</body>\n</html>\n",
        text::infoOf(text::language()).tag, escaped(title), style, body,
        script.empty() ? std::string() : fmt::format("<script>{}</script>\n", script));
}

/// The command that shows a step, where it is another one than before.
std::string newCommand(const Handout& handout, std::size_t step) {
    return handout.lesson().steps[step].state ? "lanescope run " + handout.state(step)->command()
                                              : std::string();
}

/// What a step looks at, for readers without a terminal.
std::string stateWords(const State& state) {
    const model::Architecture* chosen =
        state.architecture.empty() ? nullptr : model::findArchitecture(state.architecture);
    const model::Architecture& row = chosen ? *chosen : model::defaultArchitecture();
    const std::string gpu = fmt::format("{} (CC {})", row.name, row.cc.text());
    std::vector<std::string> sets;
    for (const Setting& set : state.sets) sets.push_back(fmt::format("{} = {}", set.parameter, set.value));
    return sets.empty() ? tr("Lab {} with its defaults, modelled as {}", state.lab, gpu)
                        : tr("Lab {} with {}, modelled as {}", state.lab, fmt::join(sets, ", "), gpu);
}

std::string stateHtml(const Handout& handout, std::size_t step, const Figure& figure) {
    const Step& written = handout.lesson().steps[step];
    const bool mends = written.question && hasFigure(written, Moment::Step);
    const std::string shown = figure && hasFigure(written, Moment::Step) && (written.state || mends)
                                  ? figure(handout, step, Moment::Step)
                                  : std::string();
    if (!written.state) return shown;
    return shown + fmt::format("<p class=\"state\">{}</p>\n", escaped(stateWords(*handout.state(step))));
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

std::string headHtml(const Handout& handout, std::string_view what) {
    return fmt::format("<p class=\"who\"><span>{}{}</span><span>{}</span><span></span></p>\n<h1>{}</h1>\n",
                       what, tr("Student {}", handout.student()), tr("Name"),
                       escaped(handout.lesson().title));
}

std::string questionSheet(const Handout& handout, const Figure& figure) {
    std::string text = "<section>\n" + headHtml(handout, "") + html(handout.introduction());
    std::size_t number = 0;
    for (std::size_t step = 0; step < handout.lesson().steps.size(); ++step) {
        text += fmt::format("<h2>{}. {}</h2>\n{}{}", step + 1, escaped(handout.title(step)),
                            html(handout.text(step)), stateHtml(handout, step, figure));
        if (!handout.lesson().steps[step].question) continue;
        const AskedQuestion asked = handout.asked(step);
        text += fmt::format("<div class=\"ask\"><strong>{}</strong>\n{}<p class=\"room\">{}</p></div>\n",
                            tr("Question {}.", ++number), askHtml(asked), escaped(answerForm(asked)));
    }
    return text + "</section>\n";
}

std::string answerSheet(const Handout& handout, const Figure& figure) {
    std::string text = "<section>\n" + headHtml(handout, tr("Answers. "));
    std::size_t number = 0;
    for (const std::size_t step : handout.questions()) {
        const AskedQuestion asked = handout.asked(step);
        text += fmt::format("<h2>{}</h2>\n<div class=\"answer\">{}</div>\n{}",
                            tr("Question {}: {}", ++number, escaped(handout.title(step))),
                            html(answerBlocks(asked, handout.right(step))), html(handout.reveal(step)));
        if (figure && hasFigure(handout.lesson().steps[step], Moment::Answer))
            text += figure(handout, step, Moment::Answer);
    }
    return text + "</section>\n";
}

} // namespace

bool hasFigure(const Step& step, Moment moment) {
    if (!step.question) return moment == Moment::Step;
    const Question::Kind kind = step.question->kind;
    return moment == Moment::Answer || kind == Question::Kind::Set || kind == Question::Kind::Code;
}

Text answerBlocks(const AskedQuestion& asked, const Answer& answer) {
    if (const auto* code = std::get_if<Answer::Code>(&answer.value)) return codeBlock(code->text);
    return {{.kind = Block::Kind::Paragraph, .spans = spansOf(answerWords(asked, answer))}};
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
                    all += fmt::format("\n  {}\n", tr("Answer: {}", answerWords(asked, right)));
            }
        }
        if (answers == Answers::With && !lesson.steps[step].reveal.empty())
            put(terminalText(handout.reveal(step), 4));
    }
    return all;
}

std::string sheetHtml(std::span<const Handout* const> handouts, Answers answers, const Figure& figure) {
    std::string body;
    for (const Handout* handout : handouts) body += questionSheet(*handout, figure);
    if (answers == Answers::With)
        for (const Handout* handout : handouts) body += answerSheet(*handout, figure);
    return page(handouts.empty() ? std::string_view() : handouts.front()->lesson().title, kSheetStyle, body);
}

std::string slidesHtml(const Handout& handout, const Figure& figure) {
    const Lesson& lesson = handout.lesson();
    std::string body = fmt::format("<section>\n<h1>{}</h1>\n{}</section>\n", escaped(lesson.title),
                                   html(handout.introduction()));
    const auto folded = [](std::string_view title, const std::string& text) {
        return text.empty() ? std::string()
                            : fmt::format("<details><summary>{}</summary>\n{}</details>\n", title, text);
    };
    std::size_t question = 0;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        body += fmt::format("<section>\n<h2>{}</h2>\n{}{}", escaped(handout.title(step)),
                            html(handout.text(step)), stateHtml(handout, step, figure));
        std::string answer, picture;
        if (lesson.steps[step].question) {
            const AskedQuestion asked = handout.asked(step);
            body += fmt::format("<div class=\"ask\">\n<p>{}</p>\n{}</div>\n", tr("Question {}", ++question),
                                askHtml(asked));
            answer = fmt::format("<div class=\"answer\">{}</div>\n",
                                 html(answerBlocks(asked, handout.right(step))));
            if (figure && hasFigure(lesson.steps[step], Moment::Answer))
                picture = figure(handout, step, Moment::Answer);
        }
        body += folded(tr("Hint"), html(handout.hint(step)));
        body += folded(tr("Answer"), answer + html(handout.reveal(step)) + picture);
        body += "</section>\n";
    }
    return page(lesson.title, kSlidesStyle, body, kSlidesScript);
}

} // namespace lanescope::lessons
