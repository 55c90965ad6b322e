// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/runner.h"
#include "shell/app/user_actions.h"

#include <span>

namespace lanescope::shell {

/// What one press of a key makes the scale larger by, a factor.
inline constexpr float kZoomStep = 1.1F;

/// Something that the window does on demand: what a menu and the search list, with its key.
struct Command {
    const char* name;
    const char* keys;  ///< "Ctrl+R"; empty: none
    const char* words; ///< that it is found by, too
    void (*act)(UserActions& actions);
    /// Whether it does anything here; nullptr: always.
    bool (*available)(const Runner& runner) = nullptr;
};

/// All commands, in the order of the menus.
std::span<const Command> commands();

} // namespace lanescope::shell
