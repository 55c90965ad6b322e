// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/look/layout.h"

#include <cstddef>

namespace lanescope::shell {

/// Five cards that say what the parts of the window are for: at the first start, and from the Help menu.
class Tour {
public:
    void start() { m_step = 0, m_running = true; }
    void stop() { m_running = false; }
    /// Draws the card over the window, and a frame around the part that it speaks of. Whether the first
    /// lesson was asked for, which ends the tour. takesEscape: nothing lies over it that Escape closes.
    bool show(const Layout& layout, bool takesEscape);

private:
    bool m_running = false;
    bool m_wasBelow = false; ///< a menu was open in the frame before
    std::size_t m_step = 0;
};

} // namespace lanescope::shell
