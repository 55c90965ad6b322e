// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/withheld_picture.h"

#include "kit/lab_interfaces.h"
#include "kit/pictures/heading.h"
#include "kit/words/choice_words.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::shell {

namespace {

using render::Rect;
using render::TextStyle;

struct Line {
    std::uint32_t number = 0;
    std::string text;
};

/// The function that a line is in, which begins and ends at the left edge; none when there is no such line.
/// What is said beside the code is left out: it may answer the question, too.
std::vector<Line> functionAround(std::string_view source, std::uint32_t wanted) {
    std::vector<Line> lines;
    for (std::uint32_t number = 1; !source.empty(); ++number) {
        const std::string_view whole = source.substr(0, source.find('\n'));
        source.remove_prefix(std::min(whole.size() + 1, source.size()));
        const std::string_view code = whole.substr(0, whole.find("//"));
        const std::string_view text = code.substr(0, code.find_last_not_of(' ') + 1);
        const bool remark = text.empty() && !whole.empty();
        const bool between = text.empty() && (lines.empty() || !lines.back().text.starts_with(' '));
        const bool ends = text.starts_with('}');
        if (number < wanted && (ends || between))
            lines.clear();
        else if (!remark)
            lines.push_back({number, std::string(text)});
        if (number >= wanted && ends) return lines;
    }
    return {};
}

/// A small heading; gives the height under which its part begins.
float drawPartTitle(render::Canvas& canvas, const Rect& rect, std::string_view title) {
    const TextStyle style{12, canvas.theme().dim, render::Font::Bold};
    canvas.text({rect.x, rect.y}, title, style);
    return rect.y + canvas.measure(title, style).y + 6;
}

/// Gives the height beneath. marks: the line of the access, which the question chose.
float drawCode(render::Canvas& canvas, const Rect& rect, const kit::ShownAccess& shown, bool marks) {
    if (!shown.launch->file) return rect.y;
    const std::vector<Line> lines = functionAround(shown.launch->file->source, shown.site->line);
    if (lines.empty()) return rect.y;
    const render::Theme& theme = canvas.theme();
    TextStyle style{13, theme.text, render::Font::Mono};
    const float numbers = canvas.measure(fmt::format("{}", lines.back().number), style).x + 14;
    const auto widest = [&] {
        float width = 0;
        for (const Line& line : lines) width = std::max(width, canvas.measure(line.text, style).x);
        return width;
    };
    const auto heightOf = [&](const Line& line) {
        return canvas.measure(line.text.empty() ? std::string_view(" ") : line.text, style).y + 3;
    };
    constexpr float kLeast = 10.5F, kShare = 0.55F; // of the room, the rest is for what is set
    const float room = rect.height * kShare;
    const auto fits = [&] {
        return widest() <= rect.width - numbers - 8 &&
               heightOf(lines.front()) * static_cast<float>(lines.size()) <= room;
    };
    while (style.size > kLeast && !fits()) style.size -= 0.5F;
    float y = drawPartTitle(canvas, rect, tr("The kernel"));
    const float end = y + room;
    // Of one that is too long the lines up to the one that is asked about.
    std::size_t first = 0;
    if (marks) {
        const auto most = static_cast<std::size_t>(std::max(room / heightOf(lines.front()) - 2, 1.F));
        const auto asked = static_cast<std::size_t>(shown.site->line - lines.front().number);
        if (asked > most) first = asked - most;
    }
    for (const Line& line : std::span(lines).subspan(std::min(first, lines.size() - 1))) {
        const std::string text = kit::wrapped(canvas, line.text, style, rect.width - numbers - 8);
        const float height = canvas.measure(text.empty() ? " " : text, style).y + 3;
        TextStyle number = style;
        number.color = theme.faint;
        number.h = render::Align::End;
        if (y + 2 * height > end && &line != &lines.back()) {
            canvas.text({rect.x + numbers, y + 1}, "...", {style.size, theme.faint, render::Font::Mono});
            y += height;
            break;
        }
        if (marks && line.number == shown.site->line)
            canvas.rectangle({rect.x, y, rect.width, height}, {theme.accent.faded(0.22F), 4});
        canvas.text({rect.x + numbers - 8, y + 1}, fmt::format("{}", line.number), number);
        canvas.text({rect.x + numbers, y + 1}, text, style);
        y += height;
    }
    return y + 16;
}

/// What the lab is set to, or will be with the answer.
struct Settings {
    const kit::Lab& lab;
    std::span<const std::string> varied; ///< parameters that each answer has a value of its own for

    bool isVaried(const kit::Parameter& parameter) const {
        return std::ranges::find(varied, parameter.name()) != varied.end();
    }
    /// The answers, or the lab as it is shown, differ in more than numbers: they run other code.
    bool differInWords(const kit::Lab& shown) const {
        return std::ranges::any_of(lab.parameters(), [&](const kit::Parameter* each) {
            const kit::Parameter* const other = shown.findParameter(each->name());
            return each->hasWords() && (isVaried(*each) || !other || other->text() != each->text());
        });
    }
    /// All that decide what the kernel does, but for those under "More" that are as usual.
    std::vector<const kit::Parameter*> listed(const model::Architecture& architecture) const {
        std::vector<const kit::Parameter*> all;
        for (const kit::Parameter* each : lab.parameters())
            if (isVaried(*each) || (!(each->isAdvanced() && each->isDefault()) &&
                                    kit::idleReason(lab, *each, architecture).empty()))
                all.push_back(each);
        return all;
    }
};

void drawSettings(render::Canvas& canvas, const Rect& rect, const Settings& set,
                  const model::Architecture& architecture) {
    const std::vector<const kit::Parameter*> settings = set.listed(architecture);
    const render::Theme& theme = canvas.theme();
    const TextStyle name{13, theme.text, render::Font::Bold}, value{13, theme.accent, render::Font::Mono},
        help{11.5F, theme.dim};
    const float line = canvas.measure("x", name).y;
    if (settings.empty() || rect.height < 3 * line) return;
    float y = drawPartTitle(canvas, rect, tr("The settings"));
    float names = 0, values = 0;
    const auto text = [&](const kit::Parameter& parameter) {
        if (set.isVaried(parameter)) return std::string("?");
        const std::string_view meaning = kit::meaningOfChoice(parameter.name(), parameter.usedText());
        return meaning.empty() ? parameter.usedText() : fmt::format("{} {}", parameter.usedText(), meaning);
    };
    for (const kit::Parameter* each : settings) {
        names = std::max(names, canvas.measure(each->name(), name).x);
        values = std::max(values, canvas.measure(text(*each), value).x);
    }
    const float valueX = rect.x + names + 14, helpX = valueX + values + 16;
    constexpr float kLeastForHelp = 150;
    for (const kit::Parameter* each : settings) {
        const bool helps = rect.right() - helpX >= kLeastForHelp;
        const std::string words =
            helps ? kit::wrapped(canvas, tr(each->help()), help, rect.right() - helpX) : std::string();
        const float height = std::max(line, words.empty() ? 0.F : canvas.measure(words, help).y) + 6;
        if (y + height > rect.bottom()) break;
        canvas.text({rect.x, y}, each->name(), name);
        canvas.text({valueX, y}, text(*each), value);
        if (helps) canvas.text({helpX, y + 1}, words, help);
        y += height;
    }
}

} // namespace

void drawWhatIsWithheld(render::Canvas& canvas, const kit::Frame& frame, const Rect& all,
                        const WaitingQuestion& question) {
    const bool onAnotherPage = question.onAnotherPage;
    const kit::Heading heading{
        .title = std::string(onAnotherPage ? tr("This picture would answer another question")
                                           : tr("Answer the question to see this")),
        .subtitle =
            std::string(onAnotherPage ? tr("The picture and its numbers appear once that is answered.")
                                      : tr("The picture and its numbers appear once you answer.")),
        .expression = {},
    };
    Rect rest = kit::drawHeading(canvas, all, heading);
    const auto startAt = [&rest](float y) {
        rest.height = rest.bottom() - y;
        rest.y = y;
    };
    startAt(rest.y + 14);
    const Settings set = question.between ? Settings{*question.between->lab, question.between->varied}
                                          : Settings{frame.lab, {}};
    const bool codeAnswers = frame.view.withheld == kit::Withheld::AllAndCode || set.differInWords(frame.lab);
    if (frame.shown && !codeAnswers) startAt(drawCode(canvas, rest, *frame.shown, frame.view.site >= 0));
    drawSettings(canvas, rest, set, frame.architecture);
}

} // namespace lanescope::shell
