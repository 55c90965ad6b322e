// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/handout.h"
#include "shell/app/shot.h"

#include <functional>
#include <memory>
#include <string>

namespace lanescope::shell {

/// The access that a step looks at, as an <img> that needs nothing from elsewhere; nothing where the step
/// looks at what the one before does. Pictures of one maker share a hidden window.
class StepFigures {
public:
    /// Throws OffscreenError where there is no OpenGL.
    StepFigures();
    ~StepFigures();
    StepFigures(const StepFigures&) = delete;
    StepFigures& operator=(const StepFigures&) = delete;

    std::string html(const lessons::Handout& handout, std::size_t step);
    /// Of the step's state, whichever step it is from. Throws BadInput when there is none.
    Picture draw(const lessons::Handout& handout, std::size_t step, const PictureWish& wish);

private:
    std::unique_ptr<PictureMaker> m_maker;
};

/// The slides of a lesson, 1920 x 1080 pixels: a title, a slide for each step with the picture of its state,
/// and with answers one behind each question. Hands them over as renderShot() does.
void renderSlides(const lessons::Handout& handout, bool answers, bool vectors,
                  const std::function<void(Picture&&, int number, int count)>& take);

} // namespace lanescope::shell
