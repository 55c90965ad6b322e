// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace lanescope::lessons {

/// What a name of a rule stands for and what it came to, in words: "bank conflicts, in all shared loads:
/// 992".
std::string goalText(std::string_view name, double value);
/// "the question asks for 4 at least", of what the name is compared with; empty where goalText() says it all.
std::string neededText(std::string_view name, std::string_view comparison, double bound);

} // namespace lanescope::lessons
