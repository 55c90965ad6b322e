// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"
#include "shell/requests/window_part.h"

#include <string>

namespace lanescope::shell {

/// Pixels per point that suit a picture of a part of the window alone: about as much room as it has in a
/// window of the usual size.
float partScaleFor(WindowPart part, int widthPixels, int heightPixels);

/// A picture of the stage, or of its left or right half, for a slide or a paper.
struct StagePicture {
    WindowPart view = WindowPart::Stage; ///< one that is on the stage
    bool caption = false;                ///< under it what the numbers come to, the parameters, and the chip
    std::string parameters;              ///< "banks: stride=2, pad=1"
    std::string code;                    ///< in the corner; empty: none
};

/// Between the two pictures of the stage, points.
inline constexpr float kSplitWidth = 14;
/// The frame's two halves: the left one has this share of the stage.
void divideStage(kit::Frame& frame, const render::Rect& all, float share);

/// Draws it over the whole canvas, whose picture was begun.
void drawStagePicture(render::Canvas& canvas, kit::Frame frame, const StagePicture& picture);

} // namespace lanescope::shell
