// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/guide/guide.h"
#include "shell/app/kept/bookmarks_window.h"
#include "shell/app/language_choice.h"
#include "shell/app/lesson/desk.h"
#include "shell/app/look/layout.h"
#include "shell/app/measuring/measuring.h"
#include "shell/app/navigator.h"
#include "shell/app/pointer.h"
#include "shell/app/program_view.h"
#include "shell/app/runner.h"
#include "shell/app/stage.h"
#include "shell/app/stage_pictures.h"

#include <optional>
#include <string>

namespace lanescope::shell {

/// What a user asked for through a key, the menu or a panel: what each part is to do. Whoever shows something
/// only notes it, and the part does it when the app hands it over: so no part has to know another.
struct UserActions {
    Navigator::Requests open;
    Runner::Requests run;
    Stage::Requests stage;
    Layout::Requests look;
    LanguageChoice::Requests language;
    LessonDesk::Requests lesson;
    Measuring::Requests measuring;
    BookmarksWindow::Requests bookmarks;
    Guide::Requests guide;
    StagePictures::Requests pictures;
    std::optional<ProgramView::Request> program;
    std::optional<Pointer::Kind> pointer; ///< taken, or put away
    std::string parameter;                ///< of the lab that is shown then: it gets the keyboard
    bool toggleVerdict = false;           ///< what the numbers mean is hidden until it is asked for
    bool playOrPause = false;             ///< the animation
    bool makeCalls = false;               ///< on the GPU, though they will stop OpenGL for a while
    bool toggleFullScreen = false;
    bool quit = false;
};

} // namespace lanescope::shell
