// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "lessons/print/slides.h"
#include "shell/app/shot.h"

#include <functional>
#include <memory>
#include <string>

namespace lanescope::shell {

/// The figures of lessons, drawn in one hidden window.
class StepFigures {
public:
    /// Throws OffscreenError where there is no OpenGL.
    StepFigures();
    ~StepFigures();
    StepFigures(const StepFigures&) = delete;
    StepFigures& operator=(const StepFigures&) = delete;

    /// As an <img> that needs nothing from elsewhere. height: of 1000 pixels' width. words: zoom of code and
    /// settings, of what is usual for a picture of that size.
    std::string html(const lessons::Handout& handout, const lessons::Figure& figure, int height, float words);
    /// Of the access that is looked at, or what a waiting question shows in its place, which has wanted.zoom.
    Picture draw(const lessons::Handout& handout, const lessons::Figure& figure,
                 const PictureOptions& wanted);

private:
    std::unique_ptr<PictureMaker> m_maker;
};

/// The slides of a lesson, 1920 x 1080 pixels. Hands them over as renderShot().
void renderSlides(const lessons::Handout& handout, lessons::Answers answers, bool vectors,
                  const std::function<void(Picture&&, int number, int count)>& take);

} // namespace lanescope::shell
