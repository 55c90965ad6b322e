// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "text/tr.h"

#include "embedded/locale_catalogues.h"
#include "text/catalogue.h"
#include "text/language.h"

#include <iterator>

namespace lanescope::text {

namespace {

/// nullptr where texts stay as they are.
const Catalogue* catalogue() {
    if (language() == Language::English) return nullptr;
    static const Catalogue chinese(locale_catalogues::files().front().text);
    return &chinese;
}

const std::string* found(std::string_view english) {
    const Catalogue* all = catalogue();
    return all ? all->find(english) : nullptr;
}

/// A character of Chinese, no punctuation, that begins at a place.
bool isHan(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    return byte(at) >= 0xE4U && byte(at) <= 0xE9U && byte(at + 1) >= 0x80U;
}
bool isWord(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// What was put together has a space between Chinese and what is not, and none within Chinese.
std::string spaced(std::string_view text) {
    std::string all;
    all.reserve(text.size() + 8);
    bool afterHan = false;
    for (std::size_t at = 0; at < text.size();) {
        if (isHan(text, at)) {
            if (!all.empty() && isWord(all.back())) all += ' ';
            if (afterHan && all.ends_with(' ')) all.pop_back();
            all += text.substr(at, 3);
            at += 3;
            afterHan = true;
            continue;
        }
        if (afterHan && isWord(text[at]) && !all.ends_with(' ')) all += ' ';
        afterHan = afterHan && text[at] == ' ' && !all.ends_with(' ');
        all += text[at++];
    }
    return all;
}

} // namespace

const char* tr(const char* english) {
    const std::string* other = found(english);
    return other ? other->c_str() : english;
}

std::string_view tr(std::string_view english) {
    const std::string* other = found(english);
    return other ? std::string_view(*other) : english;
}

void formatTo(Buffer& buffer, std::string_view english, fmt::format_args values) {
    if (const std::string* other = found(english)) {
        try {
            const std::string text = spaced(fmt::vformat(*other, values));
            buffer.append(text.data(), text.data() + text.size());
            return;
        } catch (const fmt::format_error&) { // the English fits
        }
    }
    fmt::vformat_to(std::back_inserter(buffer), english, values);
}

std::string formatted(std::string_view english, fmt::format_args values) {
    Buffer buffer;
    formatTo(buffer, english, values);
    return fmt::to_string(buffer);
}

} // namespace lanescope::text
