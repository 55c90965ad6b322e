// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/shapes.h"
#include "shell/app/panels/play_strip.h"
#include "shell/programs/program_run.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace lanescope::shell {

struct UserActions;

/// A program of the user's that runs, or has run, beside the window: what goes on, how it ended, what it
/// prints.
class ProgramPanel {
public:
    /// Over the stage while it runs, and when it has ended without a recording. fills: there is nothing else
    /// on the stage.
    static void showCard(const ProgramRun& run, const render::Rect& stage, bool fills, UserActions& actions);
    /// The panel's contents. play: of its recording, which the window shows; nullptr: it shows another.
    void show(const ProgramRun& run, const PlayStrip* play, UserActions& actions);

private:
    void showPrinted(const ProgramRun& run);

    std::size_t m_printed = 0;      ///< bytes when it was drawn last
    std::string m_shown, m_shownOf; ///< in the language of that edition, and as it was printed
    std::uint64_t m_edition = 0;
};

} // namespace lanescope::shell
