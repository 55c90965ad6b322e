// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/markdown.h"

#include "model/error.h"
#include "text/breaks.h"

#include <fmt/format.h>
#include <md4c.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <utility>

namespace lanescope::lessons {

namespace {

std::string_view viewOf(const MD_ATTRIBUTE& attribute) {
    return attribute.text ? std::string_view(attribute.text, attribute.size) : std::string_view();
}

/// What md4c calls as it reads. It knows no lines: they come from where its pieces of text lie.
class Builder {
public:
    Builder(std::string_view text, std::string_view file, int firstLine)
        : m_text(text), m_file(file), m_line(firstLine) {}

    void enter(MD_BLOCKTYPE type, const void* detail) {
        switch (type) {
        case MD_BLOCK_QUOTE:
            open({Block::Kind::Quote});
            m_places.push_back(&m_places.back()->back().inside);
            break;
        case MD_BLOCK_UL:
            m_numbers.push_back(0);
            break;
        case MD_BLOCK_OL:
            m_numbers.push_back(static_cast<int>(
                std::clamp(static_cast<const MD_BLOCK_OL_DETAIL*>(detail)->start, 1U, 999'999'999U)));
            break;
        case MD_BLOCK_LI: {
            int& number = m_numbers.back();
            open({Block::Kind::Item, static_cast<int>(m_numbers.size()), number});
            if (number) ++number;
            break;
        }
        case MD_BLOCK_H:
            open({Block::Kind::Heading,
                  static_cast<int>(static_cast<const MD_BLOCK_H_DETAIL*>(detail)->level)});
            break;
        case MD_BLOCK_CODE: {
            const std::string_view language = viewOf(static_cast<const MD_BLOCK_CODE_DETAIL*>(detail)->lang);
            see(language);
            open({Block::Kind::Code, 0, 0, std::string(language)});
            if (!language.empty()) ++m_places.back()->back().line; // of the code, not of its fence
            break;
        }
        case MD_BLOCK_P:
            // the first one of an item is the item
            if (Text& place = *m_places.back(); place.empty() || place.back().kind != Block::Kind::Item ||
                                                !place.back().spans.empty() || !m_numbers.size())
                open({Block::Kind::Paragraph});
            break;
        default:
            break;
        }
    }

    void leave(MD_BLOCKTYPE type) {
        if (type == MD_BLOCK_QUOTE) m_places.pop_back();
        if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) m_numbers.pop_back();
        m_newSpan = true;
    }

    void enter(MD_SPANTYPE type, const void* detail) {
        if (type == MD_SPAN_IMG) {
            see(viewOf(static_cast<const MD_SPAN_IMG_DETAIL*>(detail)->src));
            refuse(m_file, m_line, "a lesson has no pictures of its own: its states are drawn");
        }
        m_styles.push_back({type == MD_SPAN_STRONG ? Span::Style::Strong
                            : type == MD_SPAN_EM   ? Span::Style::Emphasis
                            : type == MD_SPAN_CODE ? Span::Style::Code
                            : type == MD_SPAN_A    ? Span::Style::Link
                                                   : Span::Style::Plain,
                            type == MD_SPAN_A
                                ? std::string(viewOf(static_cast<const MD_SPAN_A_DETAIL*>(detail)->href))
                                : std::string()});
        m_newSpan = true;
    }
    void leaveSpan() {
        m_styles.pop_back();
        m_newSpan = true;
    }

    void text(MD_TEXTTYPE type, std::string_view piece) {
        see(piece);
        switch (type) {
        case MD_TEXT_BR:
        case MD_TEXT_SOFTBR:
            add("\n");
            break;
        case MD_TEXT_NULLCHAR:
            add("\xEF\xBF\xBD");
            break;
        case MD_TEXT_ENTITY:
            add(character(piece));
            break;
        default:
            add(piece);
        }
    }

    Text take() { return std::move(m_document); }
    std::exception_ptr failure; ///< is not thrown through C

private:
    static std::string_view character(std::string_view entity) {
        constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kKnown{{{"&lt;", "<"},
                                                                                       {"&gt;", ">"},
                                                                                       {"&amp;", "&"},
                                                                                       {"&quot;", "\""},
                                                                                       {"&nbsp;", "\xC2\xA0"},
                                                                                       {"&#124;", "|"}}};
        for (const auto& [name, meaning] : kKnown)
            if (entity == name) return meaning;
        return entity;
    }

    /// The line of a piece, when it lies in the text.
    void see(std::string_view piece) {
        const auto begin = reinterpret_cast<std::uintptr_t>(m_text.data());
        const auto at = reinterpret_cast<std::uintptr_t>(piece.data());
        if (piece.empty() || at < begin || at >= begin + m_text.size()) return;
        const std::size_t to = at - begin;
        for (; m_seen < to; ++m_seen)
            if (m_text[m_seen] == '\n') ++m_line;
    }

    void open(Block block) {
        block.line = m_line;
        m_places.back()->push_back(std::move(block));
        m_newSpan = true;
    }

    /// In Chinese the end of a line is no space.
    static void joinLines(std::string& before, std::string_view words) {
        if (before.ends_with('\n') && text::beginsWithIdeograph(words) &&
            text::endsWithIdeograph(std::string_view(before).substr(0, before.size() - 1)))
            before.pop_back();
    }

    void add(std::string_view words) {
        Text& place = *m_places.back();
        if (place.empty() || place.back().kind == Block::Kind::Quote) open({Block::Kind::Paragraph});
        Block& block = place.back();
        if (block.spans.empty() && block.kind != Block::Kind::Code) block.line = m_line;
        if (!block.spans.empty() && block.kind != Block::Kind::Code)
            joinLines(block.spans.back().text, words);
        if (m_newSpan || block.spans.empty()) {
            const auto [style, target] =
                m_styles.empty() ? std::pair{Span::Style::Plain, std::string()} : m_styles.back();
            block.spans.push_back({style, {}, target, m_line});
            m_newSpan = false;
        }
        block.spans.back().text += words;
    }

    std::string_view m_text;
    std::string_view m_file;
    int m_line;
    std::size_t m_seen = 0; // up to where lines are counted
    Text m_document;
    std::vector<Text*> m_places{&m_document};
    std::vector<int> m_numbers; // of the next item of each open list; 0: it has bullets
    std::vector<std::pair<Span::Style, std::string>> m_styles;
    bool m_newSpan = true;
};

/// 0, or what makes md4c stop.
template<class Work>
int guarded(void* builder, Work work) {
    auto& into = *static_cast<Builder*>(builder);
    if (into.failure) return 1; // md4c 0.4.8 leaves a picture that it was told not to enter
    try {
        work(into);
        return 0;
    } catch (...) {
        into.failure = std::current_exception();
        return 1;
    }
}

} // namespace

Text parseMarkdown(std::string_view text, std::string_view file, int firstLine) {
    Builder builder(text, file, firstLine);
    MD_PARSER parser{};
    parser.flags = MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* to) {
        return guarded(to, [&](Builder& into) { into.enter(type, detail); });
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* to) {
        return guarded(to, [&](Builder& into) { into.leave(type); });
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* to) {
        return guarded(to, [&](Builder& into) { into.enter(type, detail); });
    };
    parser.leave_span = [](MD_SPANTYPE, void*, void* to) {
        return guarded(to, [](Builder& into) { into.leaveSpan(); });
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* piece, MD_SIZE size, void* to) {
        return guarded(to, [&](Builder& into) { into.text(type, {piece, size}); });
    };
    const int result = md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &builder);
    if (builder.failure) std::rethrow_exception(builder.failure);
    if (result != 0) refuse(file, firstLine, "the text cannot be read as Markdown");
    return builder.take();
}

} // namespace lanescope::lessons
