// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/requests/check_letters.h"

#include <cstdint>

namespace lanescope::shell {

std::string checkLetters(std::string_view text) {
    constexpr std::string_view kLetters = "0123456789abcdefghjkmnpqrstvwxyz";
    std::uint32_t hash = 2166136261U; // FNV-1a
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    hash ^= hash >> 15;
    std::string letters;
    for (std::size_t i = 0; i < kCheckLetters; ++i) letters += kLetters[hash >> (5 * i) & 31];
    return letters;
}

} // namespace lanescope::shell
