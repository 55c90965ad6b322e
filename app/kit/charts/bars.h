// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/drawing.h"
#include "kit/views/bars_view.h"
#include "render/canvas.h"

namespace lanescope::kit {

/// Points that drawBars needs to draw anything.
float leastBarsHeight(const BarsView& view);

/// Bars with as many labels and numbers as fit; more bars than points are merged into their largest. Where
/// they have no room, their title is left out, too.
void drawBars(render::Canvas& canvas, const render::Rect& rect, const BarsView& view);

} // namespace lanescope::kit
