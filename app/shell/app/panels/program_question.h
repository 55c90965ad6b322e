// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/shapes.h"
#include "shell/programs/recorded_program.h"

#include <optional>

namespace lanescope::shell {

struct UserActions;

/// Asks before a program runs that was opened, or that a link, a picture or a file names, which may be
/// anybody's.
class ProgramQuestion {
public:
    /// In the place of one that was not answered. isNamed: by what was opened, else it was itself.
    void ask(const Program& program, bool isNamed) {
        m_program = program;
        m_isNamed = isNamed;
    }
    bool isOpen() const { return m_program.has_value(); }
    /// What was asked for; closes it.
    Program answered();
    /// Draws it over the stage, and takes its keys.
    void show(const render::Rect& stage, UserActions& actions) const;

private:
    std::optional<Program> m_program;
    bool m_isNamed = false;
};

} // namespace lanescope::shell
