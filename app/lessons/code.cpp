// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/code.h"

#include "lessons/text.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace lanescope::lessons {

namespace {

constexpr std::string_view kGlobal = "__global__";

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

std::vector<CodeError> errorsIn(std::string_view log, int firstLine) {
    std::vector<CodeError> all;
    while (!log.empty()) {
        const std::size_t end = std::min(log.find('\n'), log.size());
        const std::string_view line = log.substr(0, end);
        log.remove_prefix(std::min(end + 1, log.size()));
        const std::size_t error = line.find("): error");
        if (error == std::string_view::npos) continue;
        const std::size_t open = line.rfind('(', error);
        int number = 0;
        if (open != std::string_view::npos)
            std::from_chars(line.data() + open + 1, line.data() + error, number);
        const std::size_t colon = line.find(": ", error + 3);
        const std::string_view what = colon == std::string_view::npos ? line : line.substr(colon + 2);
        all.push_back({number - firstLine + 1, std::string(trimmed(what))});
    }
    return all;
}

std::optional<CodeError> stoppedAt(std::string_view failure, int firstLine) {
    constexpr std::string_view kFile = ".cu:";
    const std::size_t file = failure.find(kFile), behind = failure.find(": ", file + kFile.size());
    if (file == std::string_view::npos || failure.substr(0, file).find(' ') != std::string_view::npos ||
        behind == std::string_view::npos)
        return std::nullopt;
    int number = 0;
    const char* const end = failure.data() + behind;
    if (std::from_chars(failure.data() + file + kFile.size(), end, number).ptr != end) return std::nullopt;
    return CodeError{number - firstLine + 1, std::string(failure.substr(behind + 2))};
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
