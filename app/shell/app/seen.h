// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/image.h"
#include "shell/app/animation_clock.h"
#include "shell/app/app.h"
#include "shell/app/lesson/desk.h"
#include "shell/app/look/layout.h"
#include "shell/app/runner.h"
#include "shell/app/stage.h"
#include "shell/requests/picture_link.h"

#include <string>

namespace lanescope::shell {

/// What is seen, as links, pictures and steps of undo say it. Made anew when it is asked for.
struct Seen {
    const AppOptions& options;
    const Runner& runner;
    const Layout& layout;
    const Stage& stage;
    const AnimationClock& clock;
    const LessonDesk& desk;

    /// device: as --device takes it.
    PictureState picture(std::string device, const kit::View& view, const Setting& of) const;
    /// What the window shows.
    PictureState window(std::string device) const;
    std::string deviceOfLink() const;
    std::string link() const;
    /// What undo brings back is what a link carries, but for the window's size and an animation's time.
    std::string step(const kit::View& view) const;
    /// "banks: stride=2, pad=1", of the lab that is edited or of a result's.
    std::string parameters(const kit::Lab& lab) const;
    /// With those that are as usual, of which a reader of the picture knows nothing.
    std::string allParameters(const kit::Lab& lab, const model::Architecture& architecture) const;
    /// What a picture of this state is marked with.
    render::TextChunks stamp(const PictureState& state) const;
};

} // namespace lanescope::shell
