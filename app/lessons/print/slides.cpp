// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/print/slides.h"

#include "lessons/print/html.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <string_view>

namespace lanescope::lessons {

namespace {

// A slide is as large as the window; what does not fit gets smaller type.
constexpr std::string_view kStyle = R"(
@page { size: 13.333in 7.5in; margin: 0; }
html { scroll-snap-type: y mandatory; font-size: min(1vw, 1.78vh); }
body { margin: 0; font: 1.9rem/1.35 Inter, "Noto Sans", "Noto Sans CJK SC", sans-serif; color: #111; background: #fff; counter-reset: slide; }
section { min-height: 100vh; box-sizing: border-box; padding: 3rem 4rem; scroll-snap-align: start; break-after: page; position: relative; counter-increment: slide; }
section::after { content: counter(slide); position: absolute; right: 2rem; bottom: 1rem; font-size: 1.1rem; color: #777; }
section:last-child { break-after: auto; }
h1 { font-size: 1.9em; margin: 6vh 0 3vh; } h2 { font-size: 1.5em; line-height: 1.2; margin: 0 0 .5em; } h3 { font-size: 1.1em; }
p { margin: .4em 0; }
.over { color: #0a58ca; font-weight: 600; font-size: .85em; margin: 0; }
.beside { display: grid; grid-template-columns: 42fr 58fr; gap: 2.5rem; break-inside: avoid; }
.beside.code { grid-template-columns: 55fr 45fr; }
.figure { margin: 0; } .figure img { max-width: 100%; max-height: 18em; }
pre, code { font-family: "JetBrains Mono", monospace; font-size: .85em; }
pre { background: #f3f3f3; padding: .5em .7em; white-space: pre-wrap; font-size: .75em; } pre code { font-size: 1em; }
.state { color: #555; font-size: .65em; } .asked { color: #555; font-size: .85em; margin: 0 0 .8em; }
.ask { border-left: .2em solid #0a58ca; padding-left: .7em; margin-top: 1em; } .ask > p { font-weight: 600; font-size: 1.25em; }
ol.options { list-style: lower-alpha; font-size: 1.1em; } ol.options li { margin: .3em 0; }
ol.options li::marker { content: counter(list-item, lower-alpha) ") "; }
.answer { font-weight: 600; font-size: 1.25em; } .answer pre { font-size: .6em; font-weight: 400; } details { margin-top: 1em; } summary { cursor: pointer; color: #0a58ca; }
@media print { details { display: none; } }
)";

constexpr std::string_view kScript = R"(
const slides = [...document.querySelectorAll('section')];
const fit = () => {
  const height = Math.min(innerHeight, innerWidth * 9 / 16); // as a printed page
  for (const slide of slides) {
    slide.style.minHeight = 0;
    for (let share = 1; share >= 0.5; share -= 0.05) {
      slide.style.fontSize = share + 'em';
      if (slide.scrollHeight <= height) break;
    }
    slide.style.minHeight = '';
  }
};
addEventListener('load', fit);
addEventListener('resize', fit);
addEventListener('toggle', fit, true);
addEventListener('keydown', event => {
  const forward = ['ArrowRight', 'ArrowDown', 'PageDown', ' '].includes(event.key);
  const back = ['ArrowLeft', 'ArrowUp', 'PageUp'].includes(event.key);
  if (!forward && !back) return;
  event.preventDefault();
  const now = slides.findIndex(slide => slide.getBoundingClientRect().bottom > innerHeight / 2);
  const next = slides[Math.min(slides.length - 1, Math.max(0, now + (forward ? 1 : -1)))];
  next.scrollIntoView();
});
)";

std::string paragraph(std::string_view kind, std::string_view text) {
    return text.empty() ? std::string() : fmt::format("<p class=\"{}\">{}</p>\n", kind, escaped(text));
}

/// One slide's text and the figure beside it.
std::string sectionHtml(const Handout& handout, Answers answers, const Slide& slide,
                        const FigureHtml& figure) {
    const std::string over = slide.kind == Slide::Kind::Question ? tr("Question {}", slide.number)
                             : slide.kind == Slide::Kind::Answer ? tr("Answer {}", slide.number)
                                                                 : std::string();
    const bool isFirst = slide.kind == Slide::Kind::Title;
    std::string head =
        isFirst ? fmt::format("<h1>{}</h1>\n", escaped(handout.lesson().title))
                : paragraph("over", over) + fmt::format("<h2>{}</h2>\n", escaped(handout.title(slide.step)));
    std::string text;
    bool hasCode = false;
    if (isFirst) {
        text = html(handout.introduction());
    } else if (slide.kind == Slide::Kind::Text) {
        text = html(handout.text(slide.step));
        if (answers == Answers::With) text += html(handout.reveal(slide.step));
    } else {
        const AskedQuestion asked = handout.asked(slide.step);
        hasCode = !asked.code.empty();
        if (slide.kind == Slide::Kind::Question) {
            text = html(handout.text(slide.step)) +
                   fmt::format("<div class=\"ask\">\n{}</div>\n", askHtml(asked)) +
                   paragraph("state", changesLine(asked));
            if (answers == Answers::With && !handout.hint(slide.step).empty())
                text += fmt::format("<details><summary>{}</summary>\n{}</details>\n", tr("Hint"),
                                    html(handout.hint(slide.step)));
        } else {
            head += paragraph("asked", askLine(asked));
            text = fmt::format("<div class=\"answer\">{}</div>\n", html(answerBlocks(handout, slide.step))) +
                   html(handout.reveal(slide.step));
        }
    }
    if (!slide.figure) return head + text;
    const std::string state = figureStateHtml(handout, *slide.figure),
                      picture = figure ? figure(handout, *slide.figure) : std::string();
    if (picture.empty()) return head + text + state;
    return head + fmt::format("<div class=\"beside{}\">\n<div>\n{}</div>\n<div>\n{}{}</div>\n</div>\n",
                              hasCode ? " code" : "", text, picture, state);
}

} // namespace

std::vector<Slide> slidesOf(const Handout& handout, Answers answers) {
    const Lesson& lesson = handout.lesson();
    std::vector<Slide> slides{{.figure = figureOf(handout, 0, Moment::Introduction, 0)}};
    std::size_t question = 0;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        const std::size_t firstOpen = answers == Answers::With ? step : 0;
        const bool asks = lesson.steps[step].question.has_value();
        if (asks) ++question;
        slides.push_back({.kind = asks ? Slide::Kind::Question : Slide::Kind::Text,
                          .step = step,
                          .number = asks ? question : 0,
                          .figure = figureOf(handout, step, Moment::Step, firstOpen)});
        if (!asks || answers == Answers::Without) continue;
        slides.push_back({.kind = Slide::Kind::Answer,
                          .step = step,
                          .number = question,
                          .figure = figureOf(handout, step, Moment::Answer, firstOpen)});
    }
    return slides;
}

std::string askLine(const AskedQuestion& asked) {
    std::string line;
    for (const Block& block : asked.ask)
        if (block.kind != Block::Kind::Code) line += (line.empty() ? "" : " ") + plain(block.spans);
    return line;
}

std::string changesLine(const AskedQuestion& asked) {
    std::string line;
    for (const AskedQuestion::Change& change : asked.changes)
        if (!change.values.empty())
            line +=
                (line.empty() ? "" : " ") + tr("{} may be {}.", change.parameter, valuesText(change.values));
    return line;
}

std::string slidesHtml(const Handout& handout, Answers answers, const FigureHtml& figure) {
    std::string body;
    for (const Slide& slide : slidesOf(handout, answers))
        body += "<section>\n" + sectionHtml(handout, answers, slide, figure) + "</section>\n";
    return htmlPage(handout.lesson().title, kStyle, body, kScript);
}

} // namespace lanescope::lessons
