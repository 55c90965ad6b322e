// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"

namespace lanescope::kit {

/// Constant memory: the lanes, the words that they ask the constant cache for, and the requests one after
/// another, each with the lanes that its word goes to, and controls that step through them.
void drawConstant(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                  const ShownAccess& shown);

} // namespace lanescope::kit
