// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/stream_view.h"
#include "kit/frame.h"
#include "render/canvas.h"

namespace lanescope::lab_streams {

/// The commands one under the other in the order in which the host issues them; each is a Point with its
/// index.
void drawStreamProgram(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect,
                       const kit::StreamView& view, int chosen);

} // namespace lanescope::lab_streams
