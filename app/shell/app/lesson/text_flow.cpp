// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/lesson/text_flow.h"

#include "kit/panel/style.h"
#include "kit/panel/widgets.h"
#include "text/breaks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>
#include <utility>

namespace lanescope::shell {

using kit::points;
using lessons::Block;
using lessons::Span;

namespace {

constexpr float kLeading = 1.32F;   ///< height of a line, of the text's size
constexpr float kLeastCode = 0.86F; ///< of the usual size, before long lines of code are cut into several

/// Letters of a size between two pixels are drawn from those of a whole one, and blurred.
float wholeSize(float size) {
    return std::round(size);
}

ImVec2 sizeOf(ImFont* font, float size, std::string_view text) {
    return font->CalcTextSizeA(size, FLT_MAX, 0, text.data(), text.data() + text.size());
}

/// Bytes of the character that a text begins with.
std::size_t firstCharacter(std::string_view text) {
    std::size_t bytes = 1;
    while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) ++bytes;
    return bytes;
}

bool isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\t';
}

/// Cuts a line that is wider than the room into several: at its last space that fits, else where it must.
void addCut(std::string& all, std::string_view line, ImFont* font, float size, float width) {
    const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const std::string further = std::string(indent, ' ') + "  ";
    std::string now(line.substr(0, indent));
    std::size_t space = 0; // in `now`, the last one behind a word
    for (line.remove_prefix(indent); !line.empty();) {
        const std::string_view character = line.substr(0, firstCharacter(line));
        const bool hasWord = now.find_first_not_of(' ') != std::string::npos;
        if (hasWord && sizeOf(font, size, now + std::string(character)).x > width) {
            const std::size_t end = space > 0 ? space : now.size();
            all += now.substr(0, end) + "\n";
            now = further + (space > 0 ? now.substr(space + 1) : std::string());
            space = 0;
        }
        if (character == " " && now.find_first_not_of(' ') != std::string::npos) space = now.size();
        now += character;
        line.remove_prefix(character.size());
    }
    all += now;
}

/// Cuts what is wider than the room into lines.
std::string cutLines(std::string_view code, ImFont* font, float size, float width) {
    std::string all;
    for (bool first = true; first || !code.empty(); first = false) {
        const std::size_t end = std::min(code.find('\n'), code.size());
        if (!first) all += '\n';
        addCut(all, code.substr(0, end), font, size, width);
        code.remove_prefix(std::min(end + 1, code.size()));
    }
    return all;
}

void showCode(const Block& block) {
    if (block.spans.empty()) return;
    std::string_view code = block.spans.front().text;
    while (code.ends_with('\n')) code.remove_suffix(1);
    ImFont* font = kit::style().mono;
    const float usual = wholeSize(kit::style().textSize * kit::style().scale * 0.92F);
    const float pad = points(8), room = ImGui::GetContentRegionAvail().x - 2 * pad;
    const float wide = sizeOf(font, usual, code).x;
    const float size = std::floor(usual * std::clamp(room / std::max(wide, 1.F), kLeastCode, 1.F));
    const std::string lines = cutLines(code, font, size, room);
    const ImVec2 text = sizeOf(font, size, lines), at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const render::Theme& theme = *kit::style().theme;
    list.AddRectFilled(at, ImVec2(at.x + room + 2 * pad, at.y + text.y + 2 * pad), kit::packed(theme.raised),
                       points(4));
    list.AddText(font, size, ImVec2(at.x + pad, at.y + pad), kit::packed(theme.text), lines.c_str());
    ImGui::Dummy(ImVec2(room + 2 * pad, text.y + 2 * pad));
}

void showItem(const Block& block, const render::Color& color, std::string& clickedTerm) {
    const float indent = points(16) * static_cast<float>(std::max(block.level, 1));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::string mark = block.number ? fmt::format("{}.", block.number) : std::string("\u2022");
    ImGui::GetWindowDrawList()->AddText(ImVec2(at.x + indent - points(14), at.y), kit::packed(color),
                                        mark.c_str());
    ImGui::Indent(indent);
    showSpans(block.spans, color, clickedTerm);
    ImGui::Unindent(indent);
}

void showQuote(const Block& block, const render::Color& color, std::string& clickedTerm) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Indent(points(12));
    showText(block.inside, color, clickedTerm);
    ImGui::Unindent(points(12));
    const float end = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
    ImGui::GetWindowDrawList()->AddRectFilled(at, ImVec2(at.x + points(3), end),
                                              kit::packed(kit::style().theme->line));
}

/// No line begins with it.
bool clings(std::string_view word) {
    return text::closesAPhrase(word) || word.find_first_not_of(".,;:!?)") == std::string_view::npos;
}

/// A stressed word that the program explains, in one or in several.
const kit::Term* termOf(const Span& span) {
    if (span.style != Span::Style::Strong && span.style != Span::Style::Emphasis) return nullptr;
    std::string_view word = span.text;
    if (const kit::Term* term = kit::findTerm(word)) return term;
    return word.size() > 3 && word.ends_with('s') ? kit::findTerm(word.substr(0, word.size() - 1)) : nullptr;
}

} // namespace

/// What the mouse does on a word with something behind it.
void TextFlow::point(const Look& look, ImVec2 low, ImVec2 high) {
    m_list->AddLine(ImVec2(low.x, high.y), high, kit::packed(look.color), points(1));
    if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(low, high)) return;
    if (look.term) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) m_clickedTerm = look.term->name;
    }
    if (!ImGui::BeginTooltip()) return;
    ImGui::PushTextWrapPos(points(320));
    const std::string_view text = look.term ? std::string_view(look.term->meaning) : look.target;
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

/// behind: width of what stays on its line.
void TextFlow::addWord(std::string_view word, bool spaced, const Look& look, bool first, float behind) {
    const ImVec2 size = sizeOf(look.font, look.size, word);
    // Words begin at whole pixels, as letters that are drawn between two are blurred.
    const float space = spaced && m_x > 0 ? std::round(sizeOf(look.font, look.size, " ").x) : 0;
    bool begins = first;
    if (m_x > 0 && m_x + space + size.x + behind > m_width && (spaced || !clings(word))) {
        m_y += m_line;
        m_x = m_line = 0;
        begins = true;
    }
    // The box around code does not cover a bracket before it.
    const float clear = look.code && begins && !spaced ? points(2) : 0;
    const float gap = m_x > 0 ? space + clear : 0;
    const float usual = wholeSize(kit::style().textSize * kit::style().scale);
    m_line = std::max(m_line, std::max(look.size, usual) * kLeading);
    const ImVec2 at(std::round(m_at.x + m_x + gap), std::round(m_at.y + m_y + (m_line - look.size) / 2));
    if (m_list) {
        const render::Theme& theme = *kit::style().theme;
        if (look.code)
            m_list->AddRectFilled(ImVec2(at.x - (begins ? points(2) : gap), at.y - points(1)),
                                  ImVec2(at.x + size.x + points(2), at.y + look.size + points(1.5F)),
                                  kit::packed(theme.raised), points(3),
                                  begins ? ImDrawFlags_RoundCornersAll : ImDrawFlags_RoundCornersRight);
        m_list->AddText(look.font, look.size, at, kit::packed(look.color), word.data(),
                        word.data() + word.size());
        if (look.link || look.term) point(look, at, ImVec2(at.x + size.x, at.y + look.size + points(1)));
    }
    m_x += gap + std::ceil(size.x);
}

void TextFlow::add(const std::vector<Span>& spans, bool strong, float size) {
    const render::Theme& theme = *kit::style().theme;
    const float usual = wholeSize(kit::style().textSize * kit::style().scale * size);
    bool spaced = false;
    for (const Span& span : spans) {
        const Span* const next = &span == &spans.back() ? nullptr : &span + 1;
        const bool code = span.style == Span::Style::Code, link = span.style == Span::Style::Link;
        const bool bold = strong || span.style == Span::Style::Strong || span.style == Span::Style::Emphasis;
        const kit::Term* const term = m_links ? termOf(span) : nullptr;
        const Look look{code   ? kit::style().mono
                        : bold ? kit::style().bold
                               : kit::style().sans,
                        code ? wholeSize(usual * 0.93F) : usual,
                        link || term      ? theme.accent
                        : bold && !strong ? theme.text
                                          : m_color,
                        code,
                        link,
                        span.target,
                        term};
        bool first = true;
        std::string_view rest = span.text;
        while (!rest.empty()) {
            if (isSpace(rest.front())) {
                spaced = true;
                rest.remove_prefix(1);
                continue;
            }
            const std::size_t end = text::endOfPart(rest, 0);
            const std::string_view following = end < rest.size() ? rest.substr(end)
                                               : next            ? std::string_view(next->text)
                                                                 : std::string_view();
            float behind = 0;
            if (!following.empty() && !isSpace(following.front()))
                if (const auto part = following.substr(0, text::endOfPart(following, 0)); clings(part))
                    behind = sizeOf(kit::style().sans, usual, part).x;
            addWord(rest.substr(0, end), spaced, look, first, behind);
            rest.remove_prefix(end);
            spaced = first = false;
        }
    }
}

float TextFlow::height() const {
    return m_y + m_line;
}

void showSpans(const std::vector<Span>& spans, const render::Color& color, std::string& clickedTerm,
               bool strong, float size) {
    const float room = ImGui::GetContentRegionAvail().x;
    TextFlow flow(ImGui::GetCursorScreenPos(), room, color, ImGui::GetWindowDrawList(), true);
    flow.add(spans, strong, size);
    if (!flow.clickedTerm().empty()) clickedTerm = flow.clickedTerm();
    ImGui::Dummy(ImVec2(room, flow.height()));
}

void showText(const lessons::Text& text, const render::Color& color, std::string& clickedTerm) {
    for (const Block& block : text) {
        switch (block.kind) {
        case Block::Kind::Heading:
            ImGui::Dummy(ImVec2(0, points(1)));
            showSpans(block.spans, kit::style().theme->text, clickedTerm, true, block.level > 2 ? 1 : 1.1F);
            break;
        case Block::Kind::Paragraph:
            showSpans(block.spans, color, clickedTerm);
            break;
        case Block::Kind::Item:
            showItem(block, color, clickedTerm);
            continue;
        case Block::Kind::Code:
            showCode(block);
            break;
        case Block::Kind::Quote:
            showQuote(block, color, clickedTerm);
            break;
        }
        ImGui::Dummy(ImVec2(0, points(2)));
    }
}

} // namespace lanescope::shell
