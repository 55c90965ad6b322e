// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/panel/panel.h"
#include "kit/words/readings.h"
#include "kit/words/suggestion.h"
#include "labs/transpose/model.h"

#include <span>
#include <string>
#include <vector>

namespace lanescope::lab_transpose {

/// rows: of the matrix.
kit::AccessWords wordsOf(const kit::Frame& frame, const kit::ShownAccess& shown, Variant variant,
                         const Tile& tile, int rows);

/// What a warp's step costs in every variant; names: of the variants; now: the one that runs.
std::vector<kit::Suggestion> variantsToTry(const model::Architecture& architecture, const VariantCosts& costs,
                                           std::span<const std::string> names, std::string_view now);

/// A button that chooses the best padding and, when padding is in use, what was found.
void offerPadding(kit::Panel& panel, const PaddingSearch& search, bool inUse);

} // namespace lanescope::lab_transpose
