// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "labs/reduction/model.h"
#include "render/canvas.h"

#include <cstdint>
#include <vector>

/// Pictures of elements that are added to each other, step by step.
namespace lanescope::lab_reduction {

using kit::Frame;

/// Elements in rows, one row after each step.
struct TreeView {
    std::uint32_t elements = 0; ///< in a row
    std::vector<TreeStep> steps;
    int chosen = -1;            ///< the step that is bright
    std::uint32_t warp = 0;     ///< its additions are in the colours of its lanes
    bool reads = false;         ///< of the step through shared memory, reading is shown, not writing
    std::int64_t firstPick = 0; ///< steps are picked as Point, numbered from here

    /// nullptr: none is chosen.
    const TreeStep* chosenStep() const;
};
void drawTree(render::Canvas& canvas, const Frame& frame, const render::Rect& rect, const TreeView& view);

/// Beneath a tree, by step: the lanes that add among those of their warps, and the wavefronts; picked as the
/// tree's steps are.
void drawTreeBars(render::Canvas& canvas, const render::Rect& rect, const TreeView& view);

/// At the lower edge, the chosen step by warp and lane: who adds, who waits for others of its warp, whose
/// warp is done; the view's warp in the colours of its lanes. Warps are marked with PickKind::Warp. Gives the
/// rectangle above, all of it where there is no room for two pictures.
render::Rect drawLanesAtWork(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                             const TreeView& view);
/// The chosen step of a tree of shuffles: whose sum each lane of the view's warp takes, from register to
/// register.
void drawShuffle(render::Canvas& canvas, const Frame& frame, const render::Rect& rect, const TreeView& view);

} // namespace lanescope::lab_reduction
