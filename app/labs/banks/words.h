// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/words/suggestion.h"
#include "labs/banks/model.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::lab_banks {

/// The lab's access in words: which pattern its lanes have, and the bytes of an element.
struct Access {
    Pattern pattern;
    unsigned bytes = 4;
    model::Direction operation = model::Direction::Load;
};

/// "reads", "writes", "updates".
std::string_view verbOf(model::Direction operation);
/// What each lane does; made: the access as it was made.
std::string ruleText(const Access& access, const model::WarpAccess& made);
/// The index in the kernel's own words, with the numbers in it.
std::string expressionText(const Pattern& pattern);
/// What the shown access would cost with another stride, padding or swizzle.
std::vector<kit::Suggestion> suggestionsFor(const kit::Frame& frame, const kit::ShownAccess& shown,
                                            const Access& access);

} // namespace lanescope::lab_banks
