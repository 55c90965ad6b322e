// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"

namespace lanescope::kit {

/// How the block's shape cuts its threads into warps, the focus warp in the colours of its lanes. Warps are
/// marked with PickKind::Warp.
void drawWarpMap(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                 const ShownAccess& shown);

} // namespace lanescope::kit
