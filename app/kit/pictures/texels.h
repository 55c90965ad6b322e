// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/pictures/test_images.h"
#include "render/canvas.h"

namespace lanescope::kit {

/// The texels that the focus warp's fetch reads, enlarged, with their 32-byte sectors; in a corner the
/// picture that the texture is made of.
void drawTexels(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                const ShownAccess& shown, const Picture& source);

} // namespace lanescope::kit
