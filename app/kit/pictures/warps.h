// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"

#include <cstdint>
#include <string_view>

namespace lanescope::kit {

/// How the block's shape cuts its threads into warps, the focus warp in the colours of its lanes. Warps are
/// marked with PickKind::Warp.
void drawWarpMap(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                 const ShownAccess& shown);

/// A strip that stands for a whole allocation with the part [first, end) marked, offsets in bytes.
void drawPlace(render::Canvas& canvas, const render::Rect& rect, std::uint64_t bytes, std::uint64_t first,
               std::uint64_t end, std::string_view caption);

} // namespace lanescope::kit
