// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"

namespace lanescope::kit {

/// Shared memory: lanes above, the banks and the words asked of them below, then the wavefronts one after
/// another with controls that step through them.
void drawBanks(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
               const ShownAccess& shown);

} // namespace lanescope::kit
