// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/words/suggestion.h"
#include "labs/constant/model.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::lab_constant {

/// What a load costs where the table might lie, a line each: "constant: 4 requests".
std::string costsText(const Costs& costs, const model::Architecture& architecture);
/// The same, each with the memory to set; now: the one that the table lies in.
std::vector<kit::Suggestion> memoriesToTry(const Costs& costs, const model::Architecture& architecture,
                                           std::string_view now);

/// What makes a load of a table dear, by where it lies and the architecture's rule, after what this one
/// takes: "4 sectors: the cost grows with ...".
std::string costRule(const kit::Frame& frame, const kit::ShownAccess& shown);

/// What a reader should know of textures on an architecture, and of constant memory.
std::string_view aboutTextures(const model::Architecture& architecture);
std::string_view aboutConstantMemory();

} // namespace lanescope::lab_constant
