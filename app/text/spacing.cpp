// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "text/spacing.h"

namespace lanescope::text {

namespace {

/// A character of Chinese, no punctuation, that begins at a place.
bool isHan(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    return byte(at) >= 0xE4U && byte(at) <= 0xE9U && byte(at + 1) >= 0x80U;
}
/// A full-width sign, which has its own space: 。，：；？！（）.
bool isWideSign(std::string_view text, std::size_t at) {
    const std::string_view sign = text.substr(at, 3);
    for (const std::string_view each : {"。", "，", "：", "；", "？", "！", "（", "）"})
        if (sign == each) return true;
    return false;
}
bool isWord(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

} // namespace

std::string spaced(std::string_view text) {
    std::string all;
    all.reserve(text.size() + 8);
    bool afterHan = false, afterSign = false;
    for (std::size_t at = 0; at < text.size();) {
        if (isWideSign(text, at)) {
            if (all.ends_with(' ') && all.find_last_not_of(" \n") != std::string::npos) all.pop_back();
            all += text.substr(at, 3);
            at += 3;
            afterHan = false;
            afterSign = true;
            continue;
        }
        if (afterSign && text[at] == ' ') {
            ++at;
            continue;
        }
        afterSign = false;
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

} // namespace lanescope::text
