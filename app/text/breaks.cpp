// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "text/breaks.h"

#include <algorithm>
#include <array>

namespace lanescope::text {

namespace {

/// The character that begins at a place, as its bytes.
std::string_view characterAt(std::string_view text, std::size_t at) {
    std::size_t end = std::min(at + 1, text.size());
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    return text.substr(at, end - at);
}

/// From U+3000 on: Chinese, Japanese and Korean, with their punctuation.
bool isIdeograph(std::string_view character) {
    const auto first = static_cast<unsigned char>(character.front());
    return character.size() >= 3 && first >= 0xE3U;
}

bool closes(std::string_view character) {
    static constexpr std::array<std::string_view, 18> kSigns{
        "。", "，", "、", "；", "：", "！", "？", "）", "」", "』", "》", "】", "”", "’", ",", ".", ")", ";"};
    return std::ranges::find(kSigns, character) != kSigns.end();
}

bool opens(std::string_view character) {
    static constexpr std::array<std::string_view, 8> kSigns{"（", "「", "『", "《", "【", "“", "‘", "("};
    return std::ranges::find(kSigns, character) != kSigns.end();
}

} // namespace

bool hasIdeographs(std::string_view text) {
    return std::ranges::any_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0xE3U && byte < 0xF0U;
    });
}

bool beginsWithIdeograph(std::string_view text) {
    return !text.empty() && isIdeograph(characterAt(text, 0));
}

bool endsWithIdeograph(std::string_view text) {
    std::size_t begin = text.size();
    while (begin > 0 && (static_cast<unsigned char>(text[begin - 1]) & 0xC0U) == 0x80U) --begin;
    return begin > 0 && isIdeograph(characterAt(text, begin - 1));
}

bool closesAPhrase(std::string_view text) {
    return !text.empty() && closes(characterAt(text, 0));
}

std::size_t endOfPart(std::string_view text, std::size_t begin) {
    std::string_view last = characterAt(text, begin);
    std::size_t at = begin + last.size();
    while (at < text.size()) {
        const std::string_view next = characterAt(text, at);
        if (next == " " || next == "\n") break;
        if ((isIdeograph(last) || isIdeograph(next)) && !closes(next) && !opens(last)) break;
        at += next.size();
        last = next;
    }
    return at;
}

} // namespace lanescope::text
