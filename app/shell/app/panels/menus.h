// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/lesson/desk.h"
#include "shell/app/look/layout.h"
#include "shell/app/panels/frame_times.h"
#include "shell/app/runner.h"
#include "shell/app/undo/edit_history.h"
#include "shell/app/user_actions.h"

#include <optional>

namespace lanescope::shell {

class LabsPanel;

/// The menu bar with its chip, and the keys.
class Menus {
public:
    /// still: for a picture, nothing that depends on the clock.
    explicit Menus(bool still) : m_still(still) {}

    /// What the keys ask for; before the menu bar. lesson: one is open; asked: a question over the window
    /// waits, whose the keys are, all but the one for a picture.
    void takeKeys(const Runner& runner, const Layout& layout, LabsPanel& labs, bool lesson, bool asked,
                  UserActions& actions);
    void showBar(const Runner& runner, const EditHistory& history, const Bookmarks& bookmarks,
                 const FrameTimes& times, const LessonDesk& desk, const Layout& layout, UserActions& actions);

private:
    void showLabMenu(const Runner& runner, UserActions& actions);
    void showEditMenu(const EditHistory& history, UserActions& actions);
    void showViewMenu(const Layout& layout, UserActions& actions);
    void showCaptureMenu(const Layout& layout, UserActions& actions);
    void showDeviceMenu(const Runner& runner, UserActions& actions);
    void showChip(const Runner& runner, const FrameTimes& times, UserActions& actions);

    bool m_still;
    std::optional<bool> m_captureLight; ///< as the window until it is chosen
    bool m_caption = false, m_accessOnly = false;
};

} // namespace lanescope::shell
