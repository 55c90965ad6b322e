// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/app.h"

namespace lanescope::shell {

/// Draws frames offscreen, 1/60 s apart, and gives the last one's pixels and its stamp.
std::pair<render::Image, render::TextChunks> renderShot(const AppOptions& options, int frames,
                                                        std::string_view view);

/// Times of that many frames after warm-up, offscreen at the options' size.
struct BenchResult {
    std::vector<session::StageTimes> frames;
    std::string device, renderer;
};
BenchResult benchFrames(const AppOptions& options, int frames);

} // namespace lanescope::shell
