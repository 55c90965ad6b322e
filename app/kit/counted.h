// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope::kit {

/// "1 bank", "32 banks"; in another language by the translation of "{} bank".
std::string counted(std::uint64_t count, std::string_view noun);
/// Of a number as it is written; one: it is 1.
std::string counted(const std::string& number, bool one, std::string_view noun);
/// Marks a noun that is counted elsewhere, as translatable() does a text.
constexpr const char* countable(const char* noun) {
    return noun;
}

} // namespace lanescope::kit

namespace lanescope {

using kit::countable;
using kit::counted;

} // namespace lanescope
