// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/lesson.h"

#include <string_view>

namespace lanescope::lessons {

/// The state that a block of code `lanescope` has: what goes behind `lanescope run`, with it or without.
/// Throws BadInput, without a place.
State parseState(std::string_view command);
/// The rule that a block of code `answer` has. Places are counted from its first line. Throws BadInput.
Question parseQuestion(std::string_view code, std::string_view file, int firstLine);

} // namespace lanescope::lessons
