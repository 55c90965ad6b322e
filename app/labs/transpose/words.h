// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/panel/panel.h"
#include "labs/transpose/model.h"

#include <span>
#include <string>

namespace lanescope::lab_transpose {

/// What an access is, and what to learn from it.
struct AccessWords {
    std::string title;
    std::string conclusion;
};
/// rows: of the matrix.
AccessWords wordsOf(const kit::Frame& frame, const kit::ShownAccess& shown, Variant variant, const Tile& tile,
                    int rows);

/// What a warp's step costs in every variant, a line each; names: of the variants.
std::string variantsText(const model::Architecture& architecture, const VariantCosts& costs,
                         std::span<const std::string> names);

/// A button that chooses the best padding and, when padding is in use, what was found.
void offerPadding(kit::Panel& panel, const PaddingSearch& search, bool inUse);

} // namespace lanescope::lab_transpose
