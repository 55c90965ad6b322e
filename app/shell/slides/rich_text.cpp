// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/slides/rich_text.h"

#include "kit/pictures/heading.h"
#include "text/breaks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::shell {

namespace {

using lessons::Block;
using lessons::Span;
using render::Font;
using render::Rect;
using render::TextStyle;

/// What is not broken: a word, or a part of one in another style.
struct Piece {
    std::string text;
    Span::Style style = Span::Style::Plain;
    bool blankBefore = false, breakBefore = false;
};

/// The parts between which a line may end, each in as many pieces as it has styles.
std::vector<Piece> piecesOf(const std::vector<Span>& spans) {
    std::string all;
    for (const Span& span : spans) all += span.text;
    std::ranges::replace_if(
        all, [](char c) { return c == '\n' || c == '\t'; }, ' ');
    std::vector<Piece> pieces;
    std::size_t span = 0, spanEnd = spans.empty() ? 0 : spans.front().text.size();
    bool blank = false;
    for (std::size_t at = 0; at < all.size();) {
        if (all[at] == ' ') {
            blank = true;
            ++at;
            continue;
        }
        const std::size_t end = text::endOfPart(all, at);
        for (bool first = true; at < end; first = false) {
            while (spanEnd <= at) spanEnd += spans[++span].text.size();
            const std::size_t to = std::min(end, spanEnd);
            pieces.push_back({all.substr(at, to - at), spans[span].style, first && blank, first});
            at = to;
        }
        blank = false;
    }
    return pieces;
}

/// Of its usual size, before long lines of code are broken.
constexpr float kLeastCode = 0.75F;

class Flow {
public:
    Flow(render::Canvas& canvas, float size, bool show) : m_canvas(canvas), m_size(size), m_show(show) {}

    /// Gives the y under the blocks.
    float blocks(const lessons::Text& text, const Rect& rect) {
        float y = rect.y;
        for (const Block& block : text) {
            if (y > rect.y) y += m_size * (block.kind == Block::Kind::Item ? 0.25F : 0.6F);
            y = one(block, {rect.x, y, rect.width, rect.height});
        }
        return y;
    }

private:
    TextStyle styleOf(Span::Style style, float size) const {
        const render::Theme& theme = m_canvas.theme();
        switch (style) {
        case Span::Style::Strong:
            return {size, theme.text, Font::Bold};
        case Span::Style::Code:
            return {size * 0.92F, theme.accent, Font::Mono};
        case Span::Style::Link:
        case Span::Style::Emphasis:
            return {size, theme.accent, Font::Sans};
        default:
            return {size, theme.text, Font::Sans};
        }
    }

    float one(const Block& block, const Rect& rect) {
        switch (block.kind) {
        case Block::Kind::Heading:
            return lines({{Span::Style::Strong, lessons::plain(block.spans)}}, rect, m_size * 1.15F);
        case Block::Kind::Code:
            return code(block, rect);
        case Block::Kind::Quote: {
            const float bottom = blocks(block.inside, rect.rightOf(m_size));
            if (m_show) m_canvas.rectangle({rect.x, rect.y, 2, bottom - rect.y}, {m_canvas.theme().line});
            return bottom;
        }
        case Block::Kind::Item: {
            const float indent = m_size * 1.4F * static_cast<float>(std::max(block.level, 1));
            const std::string mark =
                block.number > 0 ? fmt::format("{}.", block.number) : std::string("\u2022");
            if (m_show)
                m_canvas.text({rect.x + indent - m_size * 1.2F, rect.y}, mark,
                              styleOf(Span::Style::Plain, m_size));
            return lines(block.spans, rect.rightOf(indent), m_size);
        }
        default:
            return lines(block.spans, rect, m_size);
        }
    }

    float code(const Block& block, const Rect& rect) {
        std::string text = lessons::plain(block.spans);
        if (block.spans.size() == 1) text = block.spans.front().text; // with its line breaks
        while (!text.empty() && text.back() == '\n') text.pop_back();
        TextStyle style{m_size * 0.85F, m_canvas.theme().text, Font::Mono};
        const float pad = m_size * 0.5F, room = rect.width - 2 * pad, least = style.size * kLeastCode;
        while (style.size > least && m_canvas.measure(text, style).x > room) style.size -= 0.25F;
        text = kit::wrappedCode(m_canvas, text, style, room);
        const float height = m_canvas.measure(text, style).y + 2 * pad;
        if (m_show) {
            m_canvas.rectangle(rect.top(height), {m_canvas.theme().raised, 3});
            m_canvas.text({rect.x + pad, rect.y + pad}, text, style);
        }
        return rect.y + height;
    }

    /// Pieces that stand on one line in one style are one text.
    float lines(const std::vector<Span>& spans, const Rect& rect, float size) {
        const std::vector<Piece> pieces = piecesOf(spans);
        const float high = m_canvas.measure("x", styleOf(Span::Style::Plain, size)).y;
        const float blank = m_canvas.measure(" ", styleOf(Span::Style::Plain, size)).x;
        float x = rect.x, y = rect.y;
        std::string run;
        float runX = x;
        Span::Style runStyle = Span::Style::Plain;
        const auto flush = [&] {
            if (m_show && !run.empty()) {
                const TextStyle style = styleOf(runStyle, size);
                const float own = m_canvas.measure("x", style).y;
                m_canvas.text({runX, y + (high - own) / 2}, run, style);
            }
            run.clear();
        };
        for (std::size_t i = 0; i < pieces.size();) {
            // What no line may begin with stays on the same line.
            std::size_t end = i + 1;
            float width = m_canvas.measure(pieces[i].text, styleOf(pieces[i].style, size)).x;
            for (; end < pieces.size() && !pieces[end].breakBefore; ++end)
                width += m_canvas.measure(pieces[end].text, styleOf(pieces[end].style, size)).x;
            const float gap = x > rect.x && pieces[i].blankBefore ? blank : 0;
            if (x > rect.x && x + gap + width > rect.right()) {
                flush();
                x = rect.x;
                y += high;
            } else if (gap > 0) {
                if (!run.empty() && runStyle == pieces[i].style && runStyle != Span::Style::Code)
                    run += ' ';
                else
                    flush();
                x += gap;
            }
            for (; i < end; ++i) {
                const Piece& piece = pieces[i];
                if (run.empty() || runStyle != piece.style) {
                    flush();
                    runX = x;
                    runStyle = piece.style;
                }
                run += piece.text;
                x = runX + m_canvas.measure(run, styleOf(runStyle, size)).x;
            }
        }
        flush();
        return y + high;
    }

    render::Canvas& m_canvas;
    float m_size;
    bool m_show;
};

} // namespace

float drawText(render::Canvas& canvas, const Rect& rect, const lessons::Text& text, float size, bool show) {
    return Flow(canvas, size, show).blocks(text, rect) - rect.y;
}

} // namespace lanescope::shell
