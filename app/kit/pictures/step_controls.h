// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"

#include <cstdint>
#include <string_view>

namespace lanescope::kit {

/// What an access is served in: those of shared memory's data stage, of constant memory, and of the tag stage
/// that global memory's go through.
enum class StepKind : std::uint8_t { Wavefront, Request, TagWavefront };

/// The steps in which an access is served, and which of them is singled out.
struct Steps {
    StepKind kind = StepKind::Wavefront;
    int shown = -1; ///< -1: all of them
    int count = 0;
    int site = -1; ///< of the access
};

/// The steps that can be singled out, at least 1: wavefronts of shared memory, requests to constant memory,
/// tag wavefronts of global memory where the banks of the tag stage are known.
int stepsOf(const ShownAccess& shown, const model::Architecture& architecture);

/// Play, back, on, all, and a track whose parts are picked as Wavefront; hint stands at the right where there
/// is room. Where nobody can click, only which step is shown.
void drawStepControls(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                      const Steps& steps, std::string_view hint);

} // namespace lanescope::kit
