// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/words/suggestion.h"
#include "labs/coalescing/model.h"

#include <string>
#include <vector>

namespace lanescope::lab_coalescing {

/// What an access of the pattern takes beside what a row of elements would, and why.
std::string conclusionText(const kit::Frame& frame, const kit::ShownAccess& shown, const Pattern& pattern,
                           bool byStride);
/// What it would take with other strides or offsets.
std::vector<kit::Suggestion> suggestionsFor(const kit::Frame& frame, const kit::ShownAccess& shown,
                                            const Pattern& pattern, bool byStride);
/// What it takes on other architectures, a line each.
std::string elsewhereText(const kit::Frame& frame, const kit::ShownAccess& shown, const Pattern& pattern);

} // namespace lanescope::lab_coalescing
