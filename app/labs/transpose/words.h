// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/panel/panel.h"
#include "kit/words/readings.h"
#include "labs/transpose/model.h"

#include <span>
#include <string>

namespace lanescope::lab_transpose {

/// rows: of the matrix.
kit::AccessWords wordsOf(const kit::Frame& frame, const kit::ShownAccess& shown, Variant variant,
                         const Tile& tile, int rows);

/// What a warp's step costs in every variant, a line each; names: of the variants.
std::string variantsText(const model::Architecture& architecture, const VariantCosts& costs,
                         std::span<const std::string> names);

/// A button that chooses the best padding and, when padding is in use, what was found.
void offerPadding(kit::Panel& panel, const PaddingSearch& search, bool inUse);

} // namespace lanescope::lab_transpose
