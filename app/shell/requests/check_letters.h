// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace lanescope::shell {

/// Three letters and digits that tell whether a text that a person copied or typed is all of it and as it
/// was: one change in 32768 goes unseen.
std::string checkLetters(std::string_view text);
inline constexpr std::size_t kCheckLetters = 3;

} // namespace lanescope::shell
