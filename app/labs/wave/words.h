// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "labs/wave/model.h"

#include <array>
#include <string>

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

} // namespace lanescope::lab_wave
