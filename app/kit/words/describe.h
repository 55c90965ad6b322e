// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/shapes.h"

#include <string>

namespace lanescope::kit {

/// What a region says when the mouse is over it, with the numbers put into the index expression; may be
/// empty.
std::string describe(const render::Pick& pick, const Frame& frame);

} // namespace lanescope::kit
