// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "labs/hierarchy/model.h"
#include "render/canvas.h"

namespace lanescope::lab_hierarchy {

/// The threads of the launch as cells: blocks between lines, the shown block with its warps in two shades,
/// the shown warp in the colours of its lanes, outlines where a thread has no element. Of a grid in three
/// dimensions the slices of the shown block.
void drawThreads(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect,
                 const ThreadsView& view, const kit::ShownAccess& shown);

} // namespace lanescope::lab_hierarchy
