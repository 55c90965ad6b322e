// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// The words of a lesson, as paragraphs of spans: what a panel, a terminal and a page draw alike.
namespace lanescope::lessons {

struct Span {
    enum class Style { Plain, Strong, Emphasis, Code, Link };
    Style style = Style::Plain;
    std::string text;
    std::string target{}; ///< of a link
    int line = 0;         ///< of the file, 1 the first
};

struct Block {
    enum class Kind { Heading, Paragraph, Item, Code, Quote };
    Kind kind = Kind::Paragraph;
    int level = 0;               ///< of a heading 1 to 6; of an item how deep it stands, 1 the outermost
    int number = 0;              ///< of an item of an ordered list; 0: it has a bullet
    std::string language{};      ///< of code
    std::vector<Span> spans{};   ///< of code one
    std::vector<Block> inside{}; ///< of a quote
    int line = 0;
};

using Text = std::vector<Block>;

/// Without its marks, on one line.
std::string plain(const std::vector<Span>& spans);
/// A line of text in which `this` is code, *this* is stressed and **this** strongly so; a * between spaces or
/// within a word is a character.
std::vector<Span> spansOf(std::string_view text);
/// The same for a terminal, where code alone keeps its marks.
std::string terminalLine(std::string_view text);
/// A block of CUDA C++.
Text codeBlock(std::string_view code);
/// For a terminal: lines of at most so many columns, each begun with indent spaces.
std::string terminalText(const Text& text, int indent = 0, int columns = 96);
std::string html(const Text& text);
std::string html(const std::vector<Span>& spans);
/// A text that means itself in HTML.
std::string escaped(std::string_view text);
/// A mistake in a lesson's file: "FILE:LINE: what". Throws BadInput.
[[noreturn]] void refuse(std::string_view file, int line, std::string_view what);
/// The line of a part of a text that begins in a line.
int lineOf(std::string_view part, std::string_view text, int line);
/// The first byte that belongs to no character of UTF-8; the text's size: there is none.
std::size_t firstNoUtf8(std::string_view text);
/// Without spaces and line breaks at both ends.
std::string_view trimmed(std::string_view text);

} // namespace lanescope::lessons
