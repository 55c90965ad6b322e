// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/text.h"

#include <string_view>

namespace lanescope::lessons {

/// The blocks of a Markdown text (CommonMark, without HTML). Lines are counted from firstLine. Throws
/// BadInput for what no lesson shows.
Text parseMarkdown(std::string_view text, std::string_view file, int firstLine = 1);

} // namespace lanescope::lessons
