// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pictures/heading.h"

#include "kit/pictures/lane_marks.h"
#include "model/format.h"
#include "text/breaks.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::kit {

namespace {

/// Words on less would have a letter in each line: there is no such picture, as where a narrow stage has one
/// picture for two.
constexpr float kLeastForWords = 40;
constexpr float kConclusion = 12.5F; // size of text

} // namespace

std::string wrapped(const Canvas& canvas, std::string_view text, const render::TextStyle& style,
                    float width) {
    const auto widthOf = [&](std::string_view words) { return canvas.measure(words, style).x; };
    if (widthOf(text) <= width) return std::string(text);
    std::string all;
    float used = 0; // of the present line
    for (std::size_t part = 0; part < text.size();) {
        const std::size_t end = text[part] == ' ' ? part : text::endOfPart(text, part);
        const std::size_t next = end < text.size() && text[end] == ' ' ? end + 1 : end;
        if (used > 0 && used + widthOf(text.substr(part, end - part)) > width) {
            if (all.ends_with(' ')) all.pop_back();
            all += '\n';
            used = 0;
        }
        const std::string_view words = text.substr(part, next - part);
        const std::size_t broken = words.rfind('\n');
        used = broken == std::string_view::npos ? used + widthOf(words) : widthOf(words.substr(broken + 1));
        all += words;
        part = next;
    }
    return all;
}

std::string wrappedCode(const Canvas& canvas, std::string_view code, const render::TextStyle& style,
                        float width) {
    std::string all;
    while (!code.empty()) {
        const std::string_view line = code.substr(0, code.find('\n'));
        code.remove_prefix(std::min(line.size() + 1, code.size()));
        const std::string indent(std::min(line.find_first_not_of(' '), line.size()) + 4, ' ');
        const bool fits = canvas.measure(line, style).x <= width;
        const float room = fits ? width : width - canvas.measure(indent, style).x;
        for (const char c : wrapped(canvas, line, style, room)) {
            all += c;
            if (c == '\n') all += indent;
        }
        if (!code.empty()) all += '\n';
    }
    return all;
}

namespace {

/// "load", or "load, execution 6 of 6, the worst" of an instruction in a loop.
std::string operationText(const ShownAccess& shown) {
    const std::string direction(tr(directionName(model::directionOf(shown.access->operation))));
    if (shown.executions < 2) return direction;
    return shown.isWorst
               ? tr("{}, execution {} of {}, the worst", direction, shown.execution, shown.executions)
               : tr("{}, execution {} of {}", direction, shown.execution, shown.executions);
}

} // namespace

Rect drawHeading(Canvas& canvas, const Rect& rect, const Heading& heading, const ShownAccess* shown) {
    if (rect.width < kLeastForWords) return rect;
    const render::Theme& theme = canvas.theme();
    const bool switches = shown && shown->of > 1 && canvas.concludes();
    const bool arrows = switches && canvas.interactive();
    constexpr float kArrows = 52;
    const auto shrunk = [&](std::string_view text, render::TextStyle style, float least) {
        while (style.size > least && canvas.measure(text, style).x > rect.width) style.size -= 0.5F;
        return style;
    };
    const render::TextStyle title = shrunk(heading.title, {16, theme.text, Font::Bold}, 13.5F);
    render::TextStyle mono = shrunk(heading.expression, {13, theme.accent, Font::Mono}, 10);
    const bool beside =
        heading.expression.empty() ||
        canvas.measure(heading.title, title).x + canvas.measure(heading.expression, mono).x + 24 < rect.width;

    const std::string titleLines = wrapped(canvas, heading.title, title, rect.width);
    float y = rect.y;
    canvas.text({rect.x, y}, titleLines, title);
    if (beside) {
        mono.h = Align::End;
        canvas.text({rect.right(), y + 3}, heading.expression, mono);
    }
    y += std::max(canvas.measure(titleLines, title).y + 5, 24.F);
    std::string subtitle = heading.subtitle;
    if (switches) {
        const std::string direction = operationText(*shown);
        subtitle = subtitle.empty()
                       ? tr("access {} of {}, {}", shown->number, shown->of, direction)
                       : tr("access {} of {}, {}: {}", shown->number, shown->of, direction, subtitle);
    }
    if (!subtitle.empty()) {
        const render::TextStyle style{12.5F, theme.dim};
        const std::string lines = wrapped(canvas, subtitle, style, rect.width - (arrows ? kArrows + 8 : 0));
        canvas.text({rect.x, y}, lines, style);
        if (arrows) {
            drawButton(canvas, {rect.right() - kArrows, y - 2, 24, 20}, ButtonSign::Back, "",
                       Control::PreviousSite);
            drawButton(canvas, {rect.right() - 24, y - 2, 24, 20}, ButtonSign::On, "", Control::NextSite);
        }
        y += std::max(canvas.measure(lines, style).y + 4, 20.F);
    }
    if (!beside) {
        const std::string lines = wrapped(canvas, heading.expression, mono, rect.width);
        canvas.text({rect.x, y}, lines, mono);
        y += std::max(canvas.measure(lines, mono).y + 5, 20.F);
    }
    const float used = y + 8 - rect.y;
    return {rect.x, rect.y + used, rect.width, std::max(rect.height - used, 0.F)};
}

float conclusionHeight(const Canvas& canvas, const Rect& rect, std::string_view text, float most) {
    if (text.empty() || !canvas.concludes() || rect.width < kLeastForWords) return 0;
    const render::TextStyle style{kConclusion, {}};
    const float height = canvas.measure(wrapped(canvas, text, style, rect.width), style).y;
    return height > rect.height * most ? 0 : height + 8;
}

Rect drawConclusion(Canvas& canvas, const Rect& rect, std::string_view text, const Color& color, float most) {
    const float height = conclusionHeight(canvas, rect, text, most);
    if (height <= 0) return rect;
    const render::TextStyle style{kConclusion, color};
    canvas.text({rect.x, rect.bottom() - height + 8}, wrapped(canvas, text, style, rect.width), style);
    return {rect.x, rect.y, rect.width, std::max(rect.height - height, 0.F)};
}

Rect drawComparison(Canvas& canvas, const Frame& frame, const Rect& rect, std::string_view text,
                    const Color& color) {
    return frame.view.mayCompare() ? drawConclusion(canvas, rect, text, color) : rect;
}

void drawNothing(Canvas& canvas, const Rect& rect, std::string_view why) {
    if (rect.width < kLeastForWords) return;
    const render::TextStyle style{13, canvas.theme().dim, Font::Sans, Align::Center, Align::Center};
    canvas.text(rect.center(), wrapped(canvas, why, style, std::max(rect.width - 24, 40.F)), style);
}

Rect fitted(const Rect& rect, float width, float height) {
    if (width <= 0 || height <= 0 || rect.width <= 0 || rect.height <= 0) return {rect.x, rect.y, 0, 0};
    const float scale = std::min(rect.width / width, rect.height / height);
    return {rect.x + (rect.width - width * scale) / 2, rect.y + (rect.height - height * scale) / 2,
            width * scale, height * scale};
}

} // namespace lanescope::kit
