// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"

namespace lanescope::kit {

/// Global memory: the 128-byte lines that the access touches, what is moved of them (32-byte sectors from
/// CC 5.0 on, before that the architecture's own transactions) and the bytes each lane uses. Gives the
/// rectangle left beneath.
render::Rect drawSectors(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                         const ShownAccess& shown);

} // namespace lanescope::kit
