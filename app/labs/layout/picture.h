// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "labs/layout/model.h"
#include "render/canvas.h"

#include <cstdint>
#include <span>
#include <string>

namespace lanescope::lab_layout {

/// Some floats of many structures as memory has them, one after another.
struct StructView {
    StructLayout layout;
    std::uint64_t first = 0;    ///< the structure of lane 0 of a warp, with whose first field they begin
    std::uint64_t lanes = 32;   ///< structures of the warp
    std::uint64_t written = 3;  ///< fields that the kernel writes
    std::int64_t firstPick = 0; ///< floats are picked as Point, numbered from here

    /// What a pick says of its float; empty when it is none of these.
    std::string describe(const render::Pick& pick) const;
};

/// At the lower edge, four rows of 64 bytes: a cell a float with its field's letter (x, y, z, a, b ...) and
/// its lane, in the lane's colour where the kernel writes it. Gives the rectangle above; all of it when that
/// would be too small.
render::Rect drawStructOrder(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect,
                             const StructView& view);

/// In the frame's left part the particles after so many seconds, over their structures in memory's order.
void drawParticles(render::Canvas& canvas, const kit::Frame& frame, const kit::ShownAccess& shown,
                   const StructView& view, double seconds);
/// In its right part a store of the shown warp, where all of them land, and what they come to in each order;
/// names: of the orders.
void drawStores(render::Canvas& canvas, const kit::Frame& frame, const kit::ShownAccess& shown,
                const StructView& view, const CountsByOrder& counts, std::span<const std::string> names);

} // namespace lanescope::lab_layout
