// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/words/suggestion.h"
#include "labs/wave/model.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace lanescope::lab_wave {

/// What the stores of a warp's vertices come to, by layout.
using CountsByLayout = std::array<model::Counts, 3>;
/// Of the shown warp.
CountsByLayout countsOf(const kit::Frame& frame, const kit::ShownAccess& shown, const Mesh& mesh);

/// How the lanes of a store lie: "16 bytes per lane, 16 bytes apart".
std::string patternText(const model::WarpAccess& store);
/// What the warp's stores take in the chosen layout, and why.
std::string conclusionText(const model::Architecture& architecture, const CountsByLayout& counts,
                           Layout chosen);
/// What they take in each layout, a line each; names: of the layouts.
std::vector<kit::Suggestion> layoutsFor(const model::Architecture& architecture, const CountsByLayout& counts,
                                        Layout chosen, std::span<const std::string> names);

} // namespace lanescope::lab_wave
