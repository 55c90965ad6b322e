// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/code.h"

#include "lessons/text.h"
#include "text/tr.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace lanescope::lessons {

namespace {

constexpr std::string_view kGlobal = "__global__";

/// What a compiler mostly says, in its words.
[[maybe_unused]] constexpr std::array kTextsOfCompilerError{
    "expected a \"{}\"",
    "expected an expression",
    "expected a declaration",
    "expected a statement",
    "expected an identifier",
    "identifier \"{}\" is undefined",
    "\"{}\" has already been declared in the current scope",
    "this declaration has no storage class or type specifier",
    "expression must have pointer-to-object type but it has type \"{}\"",
    "expression must be a modifiable lvalue",
    "expression must have integral or unscoped enum type",
    "expression must have a constant value",
    "too few arguments in function call",
    "too many arguments in function call",
    "no suitable conversion function from \"{}\" to \"{}\" exists",
    "unrecognized token",
    "missing closing quote",
};

bool isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The word before the parenthesis that opens the parameters of the kernel declared at a place.
std::string_view nameAt(std::string_view source, std::size_t at) {
    std::size_t open = source.find('(', at);
    // __launch_bounds__(256) has parentheses of its own
    for (; open != std::string_view::npos; open = source.find('(', open + 1)) {
        std::size_t end = open;
        while (end > at && source[end - 1] == ' ') --end;
        std::size_t begin = end;
        while (begin > at && isWord(source[begin - 1])) --begin;
        const std::string_view name = source.substr(begin, end - begin);
        if (!name.empty() && name != "__launch_bounds__") return name;
    }
    return {};
}

/// Where a comment, a text or a character that begins here ends; the place itself when none does.
std::size_t skipped(std::string_view source, std::size_t at) {
    const auto behind = [&](std::string_view end, std::size_t from) {
        const std::size_t found = source.find(end, from);
        return found == std::string_view::npos ? source.size() : found + end.size();
    };
    if (source.substr(at, 2) == "//") return behind("\n", at);
    if (source.substr(at, 2) == "/*") return behind("*/", at + 2);
    const char quote = source[at];
    if (quote != '"' && quote != '\'') return at;
    for (++at; at < source.size() && source[at] != quote && source[at] != '\n'; ++at)
        if (source[at] == '\\') ++at;
    return std::min(at + 1, source.size());
}

/// The next __global__ from a place on that is code; npos: there is none.
std::size_t nextKernel(std::string_view source, std::size_t at) {
    while (at < source.size()) {
        if (const std::size_t next = skipped(source, at); next != at)
            at = next;
        else if (source.substr(at, kGlobal.size()) == kGlobal)
            return at;
        else
            ++at;
    }
    return std::string_view::npos;
}

/// Behind the brace that closes the first one from a place on; the end when there is none.
std::size_t endOfBody(std::string_view source, std::size_t at) {
    int depth = 0;
    while (at < source.size()) {
        if (const std::size_t next = skipped(source, at); next != at) {
            at = next;
            continue;
        }
        if (source[at] == '{') ++depth;
        if (source[at++] == '}' && --depth == 0) return at;
    }
    return at;
}

std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> all;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        all.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return all;
}

/// In which column it begins; npos: the line is empty.
std::size_t firstWord(std::string_view line) {
    return line.find_first_not_of(" \t\r");
}

/// The last line above that number that says something, 1 the first; the number itself when there is none.
int lastLineBefore(const std::vector<std::string_view>& lines, int number) {
    for (int above = std::min(number - 1, static_cast<int>(lines.size())); above > 0; --above)
        if (firstWord(lines[static_cast<std::size_t>(above - 1)]) != std::string_view::npos) return above;
    return number;
}

} // namespace

std::string kernelName(std::string_view code) {
    const std::size_t at = nextKernel(code, 0);
    return at == std::string_view::npos ? std::string() : std::string(nameAt(code, at + kGlobal.size()));
}

std::string_view kernelIn(std::string_view source, std::string_view name) {
    for (std::size_t at = nextKernel(source, 0); at != std::string_view::npos;
         at = nextKernel(source, at + 1))
        if (nameAt(source, at + kGlobal.size()) == name) return source.substr(at, endOfBody(source, at) - at);
    return {};
}

std::string withKernel(std::string_view source, std::string_view name, std::string_view code) {
    const std::string_view old = kernelIn(source, name);
    if (old.empty()) return std::string(source);
    const auto at = static_cast<std::size_t>(old.data() - source.data());
    return std::string(source.substr(0, at)) + std::string(code) +
           std::string(source.substr(at + old.size()));
}

std::vector<CodeError> errorsIn(std::string_view log, std::string_view code, int firstLine) {
    const std::vector<std::string_view> said = linesOf(log), lines = linesOf(code);
    std::vector<CodeError> all;
    for (std::size_t i = 0; i < said.size(); ++i) {
        constexpr std::string_view kError = ": error";
        const std::size_t error = said[i].find(kError), open = said[i].rfind('(', error);
        const std::size_t what = said[i].find(": ", error == std::string_view::npos ? error : error + 1);
        if (what == std::string_view::npos) continue;
        int number = 0; // "k.cu(14): error: ...", or "At end of source: error: ..."
        if (open != std::string_view::npos)
            std::from_chars(said[i].data() + open + 1, said[i].data() + error, number);
        CodeError& made = all.emplace_back();
        made.what = trimmed(said[i].substr(what + 2));
        const int last = std::max(static_cast<int>(lines.size()), 1);
        made.line = number == 0 ? last : std::clamp(number - firstLine + 1, 1, last);
        // below it stand the line and, under what was not expected, a ^
        const bool isFirst = i + 2 < said.size() && firstWord(said[i + 1]) == firstWord(said[i + 2]);
        if (isFirst && made.what.starts_with("expected a ")) made.line = lastLineBefore(lines, made.line);
    }
    return all;
}

std::optional<CodeError> refusedIn(std::string_view code) {
    std::vector<int> open; // the lines of braces that are
    for (std::size_t at = 0; at < code.size(); ++at) {
        const std::size_t next = skipped(code, at);
        if (next != at) {
            at = next - 1;
            continue;
        }
        const int line = lineOfPart(code, code.substr(at));
        if (code[at] == '{') open.push_back(line);
        if (code[at] == '}') {
            if (open.empty()) return CodeError{line, tr("this brace closes nothing")};
            open.pop_back();
        }
        if (code[at] != '#') continue;
        std::string_view directive = code.substr(at + 1);
        directive.remove_prefix(std::min(directive.find_first_not_of(" \t"), directive.size()));
        if (directive.starts_with("include")) return CodeError{line, tr("a kernel includes no files here")};
    }
    if (open.empty()) return std::nullopt;
    return CodeError{open.back(), tr("this brace is never closed")};
}

WideCharacter wideAt(std::string_view text) {
    // U+FF01 to U+FF5E are the characters from ! to ~, in their order
    if (text.size() >= 3 && text.starts_with('\xEF')) {
        const auto second = static_cast<unsigned char>(text[1]), third = static_cast<unsigned char>(text[2]);
        const int code = (0xF << 12) | (second & 0x3F) << 6 | (third & 0x3F);
        if (code >= 0xFF01 && code <= 0xFF5E)
            return {.bytes = 3, .meant = static_cast<char>(code - 0xFF01 + '!')};
    }
    static constexpr std::pair<std::string_view, char> kOthers[] = {
        {"\u3000", ' '}, {"、", ','}, {"。", '.'}, {"“", '"'},  {"”", '"'}, {"‘", '\''},
        {"’", '\''},     {"【", '['}, {"】", ']'}, {"《", '<'}, {"》", '>'}};
    for (const auto& [wide, meant] : kOthers)
        if (text.starts_with(wide)) return {.bytes = wide.size(), .meant = meant};
    return {};
}

std::string withoutWide(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        const WideCharacter wide = wideAt(text);
        plain += wide.bytes > 0 ? wide.meant : text.front();
        text.remove_prefix(wide.bytes > 0 ? wide.bytes : 1);
    }
    return plain;
}

WideCharacter wideIn(std::string_view code) {
    for (std::size_t at = 0; at < code.size();) {
        if (const std::size_t next = skipped(code, at); next != at) {
            at = next;
            continue;
        }
        WideCharacter wide = wideAt(code.substr(at));
        if (wide.bytes > 0) {
            wide.text = code.substr(at, wide.bytes);
            wide.line = lineOfPart(code, code.substr(at));
            return wide;
        }
        ++at;
    }
    return {};
}

int lineOfPart(std::string_view source, std::string_view part) {
    const auto end = part.data() >= source.data() && part.data() <= source.data() + source.size()
                         ? part.data()
                         : source.data();
    return 1 + static_cast<int>(std::count(source.data(), end, '\n'));
}

} // namespace lanescope::lessons
