// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"

#include <span>

namespace lanescope::kit {

/// Memory as rows of sectors: what these accesses move of it, how often, and how much of that is used; the
/// accesses of the focus warp in the colours of its lanes. All accesses are taken to be at the site shown.
void drawMemoryMap(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                   const ShownAccess& shown, std::span<const model::WarpAccess> accesses);

} // namespace lanescope::kit
