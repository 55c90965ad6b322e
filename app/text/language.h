// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

/// The language that people are spoken to in. What programs read (JSON, CSV) is English.
namespace lanescope::text {

enum class Language : std::uint8_t { English, Chinese };

struct LanguageInfo {
    Language language;
    const char* code; ///< as --language takes it
    const char* name; ///< in the language itself
    const char* tag;  ///< as HTML has it (BCP 47): with the script that is written
};

/// All that there are, English first.
std::span<const LanguageInfo> languages();
const LanguageInfo& infoOf(Language language);
/// Nothing for a code that there is not.
std::optional<Language> languageOf(std::string_view code);
/// Of the name of a system's locale: "zh_CN.UTF-8".
std::optional<Language> languageOfLocale(std::string_view locale);

/// English until another is chosen; of the whole program.
Language language();
void setLanguage(Language language);
/// Another number after each change: for whoever keeps texts.
std::uint64_t edition();

} // namespace lanescope::text
