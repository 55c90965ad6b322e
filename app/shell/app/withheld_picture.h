// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/canvas.h"
#include "shell/app/lesson/between.h"

#include <cstddef>
#include <optional>

namespace lanescope::shell {

/// A question that waits for its answer.
struct WaitingQuestion {
    std::optional<std::size_t> otherStep; ///< of another page, 0-based; nullopt: the page's own
    const Between* between = nullptr;     ///< its answers are states; nullptr: they are not
    bool isAnsweredHere = true;           ///< false: nobody can, on a slide, and nothing says what comes then
};

/// What a question is about, in the place of the picture that would answer it: the kernel, unless the code
/// would answer it too, and what the lab is set to.
void drawWhatIsWithheld(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& all,
                        const WaitingQuestion& question);

} // namespace lanescope::shell
