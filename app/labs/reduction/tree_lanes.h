// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "labs/reduction/tree_view.h"

namespace lanescope::lab_reduction {

/// At the lower edge, the chosen step by warp and lane: who adds, who waits for others of its warp, whose
/// warp is done; the view's warp in the colours of its lanes. Warps are marked with PickKind::Warp. Gives the
/// rectangle above, all of it where there is no room for two pictures.
render::Rect drawLanesAtWork(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                             const TreeView& view);
/// The chosen step of a tree of shuffles: whose sum each lane of the view's warp takes, from register to
/// register.
void drawShuffle(render::Canvas& canvas, const Frame& frame, const render::Rect& rect, const TreeView& view);

} // namespace lanescope::lab_reduction
