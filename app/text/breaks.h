// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

/// Where a line may end. Chinese has no spaces: a line may end behind each character, but none begins with
/// what closes a phrase or ends with what opens one.
namespace lanescope::text {

/// Whether any line of it may end elsewhere than at a space.
bool hasIdeographs(std::string_view text);
bool beginsWithIdeograph(std::string_view text);
bool endsWithIdeograph(std::string_view text);
/// Its first character begins no line.
bool closesAPhrase(std::string_view text);
/// Where the part that begins at a place, and is no space, ends: a line may end there.
std::size_t endOfPart(std::string_view text, std::size_t begin);

} // namespace lanescope::text
