// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/pictures/test_images.h"
#include "render/canvas.h"

namespace lanescope::kit {

/// The texels that an access reads or writes, enlarged, with their 32-byte sectors; in a corner where they
/// lie in the whole texture. source: the picture that the texture is made of; nullptr: it is not known.
void drawTexels(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                const ShownAccess& shown, const Picture* source);

} // namespace lanescope::kit
