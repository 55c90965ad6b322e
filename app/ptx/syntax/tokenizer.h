// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope::ptx {

/// Word: names, directives and opcodes, registers and labels among them; Single, Double: 0f and 0d literals.
enum class TokenKind : std::uint8_t { End, Word, Integer, Single, Double, String, Punctuation };

/// A piece of PTX text; views point into the text that the Tokenizer was given.
struct Token {
    TokenKind kind = TokenKind::End;
    std::string_view text;     ///< of a String, what stands between the quotes
    std::uint32_t line = 1;    ///< 1-based
    std::uint64_t integer = 0; ///< value of an Integer; bits of a Single or a Double

    bool is(char punctuation) const { return kind == TokenKind::Punctuation && text.front() == punctuation; }
    bool isWord(std::string_view word) const { return kind == TokenKind::Word && text == word; }
};

/// Cuts PTX into tokens, one ahead. Comments and blanks are dropped.
class Tokenizer {
public:
    Tokenizer(std::string_view text, std::string_view name);

    /// The token that next() will give.
    const Token& peek() const { return m_token; }
    /// Takes a token. Throws ParseError for text that is no token.
    Token next();
    /// Takes a word with all its dotted parts, as in "ld.global.L1::no_allocate.v4.f32"; the next token must
    /// be a word.
    Token nextOpcode();
    /// Whether the token after the next one starts with these characters, with blanks allowed between.
    bool followedBy(std::string_view characters) const;
    /// Skips from an opening brace, the next token, to behind the one that closes it.
    void skipBraces();
    /// Offset in the text where the next token starts, and where the last one taken ended.
    std::size_t tokenStart() const { return m_start; }
    std::size_t lastEnd() const { return m_lastEnd; }
    std::string_view text() const { return m_text; }

    /// Throws ParseError "NAME:LINE: what".
    [[noreturn]] void fail(std::uint32_t line, const std::string& what) const;
    [[noreturn]] void fail(const std::string& what) const { fail(m_token.line, what); }

private:
    void skipBlanks();
    void scan();
    void scanNumber();

    std::string_view m_text;
    std::string m_name;
    std::size_t m_position = 0, m_start = 0, m_lastEnd = 0;
    std::uint32_t m_line = 1;
    Token m_token;
};

} // namespace lanescope::ptx
