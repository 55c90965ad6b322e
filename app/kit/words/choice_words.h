// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace lanescope::kit {

/// What a word that a parameter can be set to means in the language that was chosen; empty where it is a word
/// of that language itself, or a type or a number. The word stays what is typed and what links carry.
std::string_view meaningOfChoice(std::string_view parameter, std::string_view word);
/// The same of a parameter's name.
std::string_view meaningOfParameter(std::string_view name);

} // namespace lanescope::kit
