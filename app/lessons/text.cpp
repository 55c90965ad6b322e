// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/text.h"

#include "model/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace lanescope::lessons {

namespace {

/// Characters, each of which is taken for one column.
std::size_t columnsOf(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string marked(const std::vector<Span>& spans) {
    std::string text;
    for (const Span& span : spans)
        text += span.style == Span::Style::Code ? fmt::format("`{}`", span.text) : span.text;
    return text;
}

/// The words of a paragraph in lines; the first begins with lead, the others with as many spaces.
std::string wrapped(std::string_view words, const std::string& lead, std::size_t columns) {
    std::string text = lead;
    const std::size_t margin = columnsOf(lead);
    std::size_t at = margin;
    for (std::size_t begin = 0; begin < words.size();) {
        const std::size_t end = std::min(words.find_first_of(" \n", begin), words.size());
        const std::string_view word = words.substr(begin, end - begin);
        begin = end + 1;
        if (word.empty()) continue;
        const std::size_t size = columnsOf(word);
        if (at > margin && at + 1 + size > columns) {
            text += "\n" + std::string(margin, ' ');
            at = margin;
        }
        if (at > margin) {
            text += ' ';
            ++at;
        }
        text += word;
        at += size;
    }
    return text + "\n";
}

bool isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\t';
}

bool isWordCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Whether stars at a place may begin what they stress; else whether they may end it.
bool stresses(std::string_view text, std::size_t at, std::size_t stars, bool begins) {
    const char before = at > 0 ? text[at - 1] : ' ';
    const char after = at + stars < text.size() ? text[at + stars] : ' ';
    if (before == '*' || after == '*') return false;
    return begins ? !isWordCharacter(before) && !isSpace(after) : !isSpace(before) && !isWordCharacter(after);
}

/// Text without code.
void addWords(std::vector<Span>& spans, std::string_view text) {
    const auto add = [&](Span::Style style, std::string_view words) {
        if (!words.empty()) spans.push_back({style, std::string(words)});
    };
    std::size_t done = 0, at = 0;
    while ((at = text.find('*', at)) != std::string_view::npos) {
        const std::string_view stars = text.substr(at, text.substr(at).starts_with("**") ? 2 : 1);
        std::size_t end = stresses(text, at, stars.size(), true) ? text.find(stars, at + stars.size())
                                                                 : std::string_view::npos;
        while (end != std::string_view::npos && !stresses(text, end, stars.size(), false))
            end = text.find(stars, end + 1);
        if (end == std::string_view::npos) {
            at += stars.size();
            continue;
        }
        add(Span::Style::Plain, text.substr(done, at - done));
        const std::size_t words = at + stars.size();
        add(stars.size() == 2 ? Span::Style::Strong : Span::Style::Emphasis, text.substr(words, end - words));
        done = at = end + stars.size();
    }
    add(Span::Style::Plain, text.substr(done));
}

std::string indented(std::string_view lines, const std::string& margin) {
    std::string text;
    while (!lines.empty()) {
        const std::size_t end = std::min(lines.find('\n'), lines.size());
        text += margin + std::string(lines.substr(0, end)) + "\n";
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return text;
}

} // namespace

std::string plain(const std::vector<Span>& spans) {
    std::string text;
    for (const Span& span : spans) text += span.text;
    std::ranges::replace(text, '\n', ' ');
    return std::string(trimmed(text));
}

Text codeBlock(std::string_view code) {
    return {{.kind = Block::Kind::Code, .language = "cuda", .spans = {{.text = std::string(code)}}}};
}

std::string terminalText(const Text& text, int indent, int columns) {
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    const auto wide = static_cast<std::size_t>(columns);
    std::string all;
    const Block* before = nullptr;
    for (const Block& block : text) {
        const bool goesOn = before && before->kind == Block::Kind::Item && block.kind == Block::Kind::Item;
        if (before && !goesOn) all += "\n";
        before = &block;
        switch (block.kind) {
        case Block::Kind::Heading:
        case Block::Kind::Paragraph:
            all += wrapped(marked(block.spans), margin, wide);
            break;
        case Block::Kind::Item:
            all += wrapped(marked(block.spans),
                           margin + std::string(static_cast<std::size_t>(block.level - 1) * 2, ' ') +
                               (block.number ? fmt::format("{}. ", block.number) : std::string("- ")),
                           wide);
            break;
        case Block::Kind::Code:
            for (const Span& span : block.spans) all += indented(span.text, margin + "    ");
            break;
        case Block::Kind::Quote:
            all += terminalText(block.inside, indent + 2, columns);
            break;
        }
    }
    return all;
}

std::vector<Span> spansOf(std::string_view text) {
    std::vector<Span> spans;
    bool code = false;
    while (!text.empty()) {
        const std::size_t tick = text.find('`');
        // one that stands alone is a character
        const bool alone =
            !code && tick != std::string_view::npos && text.find('`', tick + 1) == std::string_view::npos;
        const std::size_t end = alone ? text.size() : std::min(tick, text.size());
        if (code && end > 0)
            spans.push_back({Span::Style::Code, std::string(text.substr(0, end))});
        else
            addWords(spans, text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        code = !code;
    }
    return spans;
}

std::string terminalLine(std::string_view text) {
    return marked(spansOf(text));
}

std::string html(const std::vector<Span>& spans) {
    std::string text;
    for (const Span& span : spans) {
        const std::string words = escaped(span.text);
        switch (span.style) {
        case Span::Style::Plain:
            text += words;
            break;
        case Span::Style::Strong:
            text += "<strong>" + words + "</strong>";
            break;
        case Span::Style::Emphasis:
            text += "<em>" + words + "</em>";
            break;
        case Span::Style::Code:
            text += "<code>" + words + "</code>";
            break;
        case Span::Style::Link:
            // Another kind of address could run a script.
            text += span.target.starts_with("https://") || span.target.starts_with("http://")
                        ? fmt::format("<a href=\"{}\">{}</a>", escaped(span.target), words)
                        : words;
            break;
        }
    }
    return text;
}

std::string html(const Text& text) {
    std::string all;
    // A list is as deep as its innermost item; a list in an item stands after the item.
    std::vector<bool> lists; // whether each open one is ordered
    const auto close = [&](std::size_t down) {
        for (; lists.size() > down; lists.pop_back()) all += lists.back() ? "</ol>\n" : "</ul>\n";
    };
    for (const Block& block : text) {
        if (block.kind != Block::Kind::Item) close(0);
        const std::string words = html(block.spans);
        switch (block.kind) {
        case Block::Kind::Heading:
            all += fmt::format("<h3>{}</h3>\n", words);
            break;
        case Block::Kind::Paragraph:
            all += fmt::format("<p>{}</p>\n", words);
            break;
        case Block::Kind::Item: {
            const auto level = static_cast<std::size_t>(block.level);
            close(level);
            if (lists.size() == level && lists.back() != (block.number > 0)) close(level - 1);
            for (; lists.size() < level; lists.push_back(block.number > 0))
                all += block.number ? fmt::format("<ol start=\"{}\">\n", block.number) : "<ul>\n";
            all += fmt::format("<li>{}</li>\n", words);
            break;
        }
        case Block::Kind::Code:
            all += fmt::format("<pre><code>{}</code></pre>\n",
                               block.spans.empty() ? std::string() : escaped(block.spans.front().text));
            break;
        case Block::Kind::Quote:
            all += fmt::format("<blockquote>\n{}</blockquote>\n", html(block.inside));
            break;
        }
    }
    close(0);
    return all;
}

std::string escaped(std::string_view text) {
    std::string all;
    for (const char c : text) switch (c) {
        case '&':
            all += "&amp;";
            break;
        case '<':
            all += "&lt;";
            break;
        case '>':
            all += "&gt;";
            break;
        case '"':
            all += "&quot;";
            break;
        default:
            all += c;
        }
    return all;
}

void refuse(std::string_view file, int line, std::string_view what) {
    throw BadInput(fmt::format("{}:{}: {}", file, line, what));
}

int lineOf(std::string_view part, std::string_view text, int line) {
    const auto before = static_cast<std::size_t>(part.data() - text.data());
    return line + static_cast<int>(std::ranges::count(text.substr(0, before), '\n'));
}

std::size_t firstNoUtf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const std::size_t length = byte < 0x80     ? 1
                                   : byte < 0xC2   ? 0
                                   : byte < 0xE0   ? 2
                                   : byte < 0xF0   ? 3
                                   : byte <= 0xF4U ? 4
                                                   : 0;
        if (length == 0 || at + length > text.size()) return at;
        for (std::size_t i = 1; i < length; ++i)
            if ((static_cast<unsigned char>(text[at + i]) & 0xC0U) != 0x80U) return at;
        at += length;
    }
    return text.size();
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpaces = " \t\n\r";
    const std::size_t begin = text.find_first_not_of(kSpaces);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

} // namespace lanescope::lessons
