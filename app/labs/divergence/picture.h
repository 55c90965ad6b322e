// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "labs/divergence/model.h"
#include "render/canvas.h"

#include <optional>
#include <string>
#include <vector>

/// A warp's instructions from top to bottom, its lanes from left to right.
namespace lanescope::lab_divergence {

struct StepsView {
    std::vector<Stretch> stretches;
    std::vector<std::string> sources; ///< a line each
    std::uint64_t left = 0;           ///< instructions behind them that were not kept
};
/// Regions are picked as Point, stretch by stretch, with the lane.
void drawSteps(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect,
               const StepsView& view);

/// What a vote found in a warp: each lane's bit, and the place in the block's list that shuffles and the bits
/// before it give.
struct VoteView {
    Vote vote;
    std::uint32_t listed = 0; ///< of the whole block
};
void drawVote(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect,
              const VoteView& view);

} // namespace lanescope::lab_divergence
