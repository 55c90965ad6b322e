// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/syntax/tokenizer.h"

#include "ptx/syntax/parse_error.h"

#include <bit>
#include <charconv>

namespace lanescope::ptx {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isWordStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}
bool isWordPart(char c) {
    return isWordStart(c) || isDigit(c);
}

} // namespace

Tokenizer::Tokenizer(std::string_view text, std::string_view name) : m_text(text), m_name(name) {
    scan();
}

void Tokenizer::fail(std::uint32_t line, const std::string& what) const {
    throw ParseError(m_name + ":" + std::to_string(line) + ": " + what);
}

void Tokenizer::skipBlanks() {
    while (m_position < m_text.size()) {
        const char c = m_text[m_position];
        if (c == '\n') {
            ++m_line;
            ++m_position;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
            ++m_position;
        } else if (m_text.substr(m_position, 2) == "//") {
            while (m_position < m_text.size() && m_text[m_position] != '\n') ++m_position;
        } else if (m_text.substr(m_position, 2) == "/*") {
            const std::uint32_t line = m_line;
            const std::size_t end = m_text.find("*/", m_position + 2);
            if (end == std::string_view::npos) fail(line, "comment without an end");
            for (; m_position < end; ++m_position)
                if (m_text[m_position] == '\n') ++m_line;
            m_position = end + 2;
        } else {
            return;
        }
    }
}

void Tokenizer::scan() {
    m_lastEnd = m_position;
    skipBlanks();
    m_start = m_position;
    m_token = Token{};
    m_token.line = m_line;
    if (m_position >= m_text.size()) return;
    const char c = m_text[m_position];
    if (isWordStart(c)) {
        std::size_t end = m_position + 1;
        while (end < m_text.size() && isWordPart(m_text[end])) ++end;
        m_token.kind = TokenKind::Word;
        m_token.text = m_text.substr(m_position, end - m_position);
        m_position = end;
    } else if (isDigit(c)) {
        scanNumber();
    } else if (c == '"') {
        std::size_t end = m_position + 1;
        while (end < m_text.size() && m_text[end] != '"' && m_text[end] != '\n')
            end += m_text[end] == '\\' && end + 1 < m_text.size() ? 2 : 1;
        if (end >= m_text.size() || m_text[end] != '"') fail(m_line, "string without an end");
        m_token.kind = TokenKind::String;
        m_token.text = m_text.substr(m_position + 1, end - m_position - 1);
        m_position = end + 1;
    } else {
        constexpr std::string_view kPunctuation = ".,;:()[]{}<>@!|+-*/=&^~?";
        if (kPunctuation.find(c) == std::string_view::npos)
            fail(m_line, "unexpected character (code " + std::to_string(static_cast<unsigned char>(c)) + ")");
        m_token.kind = TokenKind::Punctuation;
        m_token.text = m_text.substr(m_position, 1);
        ++m_position;
    }
}

void Tokenizer::scanNumber() {
    const char* const first = m_text.data() + m_position;
    const char* const last = m_text.data() + m_text.size();
    const char* end = first;
    const char second = first + 1 < last ? first[1] : '\0';
    m_token.kind = TokenKind::Integer;
    const auto integer = [&](const char* digits, int base) {
        const auto [stop, error] = std::from_chars(digits, last, m_token.integer, base);
        if (error != std::errc()) fail(m_line, "number out of range or without digits");
        end = stop;
    };
    if (*first == '0' && (second == 'f' || second == 'F' || second == 'd' || second == 'D')) {
        const bool isDouble = second == 'd' || second == 'D';
        integer(first + 2, 16);
        if (end - first != (isDouble ? 18 : 10))
            fail(m_line, "a float needs 8 hexadecimal digits, a double 16");
        m_token.kind = isDouble ? TokenKind::Double : TokenKind::Single;
    } else if (*first == '0' && (second == 'x' || second == 'X')) {
        integer(first + 2, 16);
    } else if (*first == '0' && (second == 'b' || second == 'B')) {
        integer(first + 2, 2);
    } else {
        const char* digits = first;
        while (digits < last && isDigit(*digits)) ++digits;
        const bool fraction = digits + 1 < last && *digits == '.' && isDigit(digits[1]);
        const bool exponent = digits < last && (*digits == 'e' || *digits == 'E');
        if (fraction || exponent ||
            (digits < last && *digits == '.' && (digits + 1 == last || !isWordPart(digits[1])))) {
            double value = 0;
            const auto [stop, error] = std::from_chars(first, last, value);
            if (error != std::errc()) fail(m_line, "malformed or too large decimal number");
            m_token.kind = TokenKind::Double;
            m_token.integer = std::bit_cast<std::uint64_t>(value);
            end = stop;
        } else {
            integer(first, *first == '0' && digits - first > 1 ? 8 : 10);
        }
    }
    if (m_token.kind == TokenKind::Integer && end < last && *end == 'U') ++end;
    if (end < last && isWordPart(*end)) fail(m_line, "malformed number");
    m_token.text = std::string_view(first, static_cast<std::size_t>(end - first));
    m_position = static_cast<std::size_t>(end - m_text.data());
}

Token Tokenizer::next() {
    const Token taken = m_token;
    scan();
    return taken;
}

Token Tokenizer::nextOpcode() {
    Token taken = m_token;
    std::size_t end = m_start + taken.text.size();
    while (end < m_text.size()) {
        const char c = m_text[end];
        if (isWordPart(c) || c == '.') {
            ++end;
        } else if (c == ':' && end + 1 < m_text.size() && m_text[end + 1] == ':') {
            end += 2;
        } else {
            break;
        }
    }
    taken.text = m_text.substr(m_start, end - m_start);
    m_position = end;
    scan();
    return taken;
}

bool Tokenizer::followedBy(std::string_view characters) const {
    std::size_t position = m_position;
    while (position < m_text.size() && (m_text[position] == ' ' || m_text[position] == '\t')) ++position;
    return m_text.substr(position, characters.size()) == characters;
}

void Tokenizer::skipBraces() {
    const std::uint32_t line = m_token.line;
    std::size_t depth = 0;
    do {
        const Token token = next();
        if (token.kind == TokenKind::End) fail(line, "brace without its closing one");
        if (token.is('{')) ++depth;
        if (token.is('}')) --depth;
    } while (depth != 0);
}

} // namespace lanescope::ptx
