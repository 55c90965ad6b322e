// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/handout.h"
#include "lessons/sheet.h"
#include "shell/app/shot.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lanescope::shell {

/// The accesses that steps look at, drawn in one hidden window.
class StepFigures {
public:
    /// Throws OffscreenError where there is no OpenGL.
    StepFigures();
    ~StepFigures();
    StepFigures(const StepFigures&) = delete;
    StepFigures& operator=(const StepFigures&) = delete;

    /// As an <img> that needs nothing from elsewhere; empty when no state stands before the step.
    std::string html(const lessons::Handout& handout, std::size_t step, lessons::Moment moment);
    /// With the answer: of what the right one is about, so with what it sets, or with its code. nullopt: no
    /// state stands before the step, or there is no compiler for its code.
    std::optional<Picture> draw(const lessons::Handout& handout, std::size_t step, lessons::Moment moment,
                                const PictureOptions& wanted);

private:
    std::unique_ptr<PictureMaker> m_maker;
};

/// The slides of a lesson, 1920 x 1080 pixels: a title, and a slide for each step with the picture of what it
/// looks at; of a question that is on the slide behind it, with the answer, and of what is to be mended on
/// both. Hands them over as renderShot().
void renderSlides(const lessons::Handout& handout, bool vectors,
                  const std::function<void(Picture&&, int number, int count)>& take);

} // namespace lanescope::shell
