// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/words/suggestion.h"
#include "labs/texture/model.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::lab_texture {

/// How many texels a fetch of the turned picture takes, and along which line; moves: it goes on turning.
std::string fetchRule(const kit::ShownAccess& shown, double degrees, bool moves);
/// What an access moves beside what its texels would fill, and why.
std::string conclusionText(const kit::Frame& frame, const kit::ShownAccess& shown, double degrees);
/// What the warp that makes the same first pixel would fetch with other block shapes, a line each; turn: of
/// the picture whose size the access knows; chosen: the shape that ran.
std::vector<kit::Suggestion> shapesFor(const kit::Frame& frame, const kit::ShownAccess& shown, Turn turn,
                                       std::string_view chosen);

} // namespace lanescope::lab_texture
