// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"

namespace lanescope::kit {

/// Global memory from CC 5.0 on: which line goes through which of the four tag banks, pass by pass, and what
/// of their data moves together; nothing where no line waits for another; where the banks are not known,
/// that. It stands at the lower edge; gives the rectangle above it.
render::Rect drawTagStage(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                          const ShownAccess& shown);

} // namespace lanescope::kit
