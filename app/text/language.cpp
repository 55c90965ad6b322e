// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "text/language.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace lanescope::text {

namespace {

constexpr std::array kLanguages{LanguageInfo{Language::English, "en", "English", "en"},
                                LanguageInfo{Language::Chinese, "zh", "中文 (Chinese)", "zh-CN"}};

std::atomic<Language> chosen{Language::English};
std::atomic<std::uint64_t> changes{0};

} // namespace

std::span<const LanguageInfo> languages() {
    return kLanguages;
}

const LanguageInfo& infoOf(Language language) {
    return *std::ranges::find(kLanguages, language, &LanguageInfo::language);
}

std::optional<Language> languageOf(std::string_view code) {
    for (const LanguageInfo& each : kLanguages)
        if (code == each.code) return each.language;
    return std::nullopt;
}

std::optional<Language> languageOfLocale(std::string_view locale) {
    return languageOf(locale.substr(0, locale.find_first_of("_-.@")));
}

Language language() {
    return chosen.load(std::memory_order_relaxed);
}

void setLanguage(Language language) {
    if (chosen.exchange(language) != language) ++changes;
}

std::uint64_t edition() {
    return changes.load(std::memory_order_relaxed);
}

} // namespace lanescope::text
