// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/pictures/heading.h"

#include <string_view>

namespace lanescope::kit {

/// Heading, the picture of its memory, and the conclusion in the colour of whether it is wasteful; beneath it
/// the access at the other end, its loads being the other's stores, of what goes from global to shared memory
/// or back, so that sectors and banks are both seen where there is room.
void drawBothEnds(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                  const ShownAccess& shown, const Heading& heading, std::string_view conclusion);

} // namespace lanescope::kit
