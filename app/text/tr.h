// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

/// Texts in the language that was chosen. The English text is what a translation is found by; where there is
/// none, it is what is shown. scripts/texts.py finds each text that stands in a call of these.
namespace lanescope::text {

/// What is found stays; else what was given.
const char* tr(const char* english);
std::string_view tr(std::string_view english);
/// Put together by the translation, which may take the values in another order; by the English where that
/// fails.
std::string formatted(std::string_view english, fmt::format_args values);
/// As long as it is short it takes no memory from the heap.
using Buffer = fmt::basic_memory_buffer<char, 128>;
/// Likewise, behind what the buffer has.
void formatTo(Buffer& buffer, std::string_view english, fmt::format_args values);

template<class First, class... Rest>
std::string tr(fmt::format_string<First, Rest...> english, First&& first, Rest&&... rest) {
    const fmt::string_view format = english;
    return formatted({format.data(), format.size()}, fmt::make_format_args(first, rest...));
}

/// What a failure, a finding or a device says: rooms below speak English and have put the values in already.
/// Where the text, or the part of it behind a place ("file:3: ..."), is not known, it stays as it is.
std::string retold(std::string_view english);

/// Marks a text that is looked up where it is shown.
constexpr const char* translatable(const char* english) {
    return english;
}

} // namespace lanescope::text

namespace lanescope {

using text::retold;
using text::tr;
using text::translatable;

} // namespace lanescope
