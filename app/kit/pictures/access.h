// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"

namespace lanescope::kit {

/// Any access: shared memory as banks, constant memory as requests, global memory as sectors and warps.
void drawAccess(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                const ShownAccess& shown);

/// Sectors, tag stage and warps, one under the other, as the height allows.
void drawSectorsAndWarps(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                         const ShownAccess& shown);

} // namespace lanescope::kit
