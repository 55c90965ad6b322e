// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/edit_history.h"
#include "shell/app/layout.h"
#include "shell/app/lesson/desk.h"
#include "shell/app/panels/frame_times.h"
#include "shell/app/runner.h"
#include "shell/app/wishes.h"

#include <optional>

namespace lanescope::shell {

class LabsPanel;

/// The menu bar with its chip, the keys, and the list of keys.
class Menus {
public:
    /// still: for a picture, nothing that depends on the clock.
    explicit Menus(bool still) : m_still(still) {}

    /// What the keys ask for; before the menu bar.
    void takeKeys(const Runner& runner, Layout& layout, LabsPanel& labs, bool lesson, Wishes& wishes);
    void showBar(const Runner& runner, const EditHistory& history, const FrameTimes& times,
                 const LessonDesk& desk, Layout& layout, Wishes& wishes);
    /// What lies over everything.
    void showPopups();

private:
    void takeControlKeys(Layout& layout, Wishes& wishes);
    void showLabMenu(const Runner& runner, const EditHistory& history, Wishes& wishes);
    void showViewMenu(Layout& layout, Wishes& wishes);
    void showCaptureMenu(const Layout& layout, Wishes& wishes);
    void showDeviceMenu(const Runner& runner, Wishes& wishes);
    void showChip(const Runner& runner, const FrameTimes& times, Wishes& wishes);

    bool m_still;
    bool m_showKeys = false;
    std::optional<bool> m_captureLight; ///< as the window until it is chosen
    bool m_caption = false, m_accessOnly = false;
};

} // namespace lanescope::shell
