// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "labs/pitch/model.h"
#include "render/canvas.h"

namespace lanescope::lab_pitch {

/// A strip a row, each over its own lines: where in its first line it begins, its bytes, those of neighbours,
/// padding; the shown access in the colours of its lanes; at the right what the row costs. Rows round the
/// shown one, as many as fit; each is picked as Point with its number.
void drawRows(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect, const Rows& rows,
              const kit::ShownAccess& shown);

} // namespace lanescope::lab_pitch
