// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "render/shapes.h"
#include "shell/app/find/index.h"
#include "shell/app/look/layout.h"
#include "shell/app/messages.h"
#include "shell/app/panels/calls_table.h"
#include "shell/app/panels/play_strip.h"
#include "shell/app/panels/program_panel.h"
#include "shell/app/runner.h"
#include "shell/programs/program_run.h"
#include "shell/programs/targets.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace lanescope::shell {

/// A program of the user's that runs beside the window, and the calls of the recording that is shown.
class ProgramView {
public:
    explicit ProgramView(std::shared_ptr<Targets> targets) : m_targets(std::move(targets)) {}

    /// Cancels another one that runs. Until the program has ended, a recording without a call stands in its
    /// place. Returns whether that is to be shown: not where the same program runs again.
    bool start(const Program& program, Layout& layout, Messages& messages);
    /// What is to be done with the program.
    enum class Request : std::uint8_t {
        Cancel,
        RunAgain,
        Show ///< its recording
    };
    /// Returns whether its recording is to be shown. checked: a program that runs again is looked at for the
    /// mistakes of its host.
    bool apply(Request asked, bool checked, Layout& layout, Messages& messages);
    /// To be called once a frame; says how the program ended, and closes it where the recording of another
    /// one is shown. Returns whether its recording is to be shown now.
    bool follow(const Runner& runner, Messages& messages);
    /// What is to be opened for it. Throws BadInput for a file that cannot be read.
    std::shared_ptr<const kit::LabEntry> entry() const { return m_targets->find(m_name); }
    /// What stands in the place of its recording until that is there is shown.
    bool isStandInShown(const Runner& runner) const { return runner.entry().name == m_run.recording(); }

    /// That was started last.
    const Program& program() const { return m_run.program(); }
    bool wasStarted() const { return m_run.stage() != ProgramRun::Stage::None; }
    bool running() const { return m_run.running(); }
    /// The window shows its recording, or what stands in its place.
    bool isShown(const Runner& runner) const { return runner.entry().name == m_name; }
    /// What is shown is what stands in its place until its recording is there.
    bool isAwaited(const Runner& runner) const;

    /// The calls, once there is a result, and beside them what the program prints.
    void showPanel(const std::optional<kit::Frame>& frame, const Runner& runner, const PlayStrip& play,
                   UserActions& actions);
    /// What its buttons do, as the search finds it.
    std::vector<Findable> toFind() const;
    /// Over the stage, where it is shown.
    void showCard(const Runner& runner, const render::Rect& stage, UserActions& actions) const;

private:
    void close(Messages& messages);
    bool isAnothersShown(const Runner& runner) const;

    std::shared_ptr<Targets> m_targets;
    ProgramRun m_run;
    std::string m_name; ///< of its recording, or of what stands in its place
    ProgramPanel m_panel;
    CallsTable m_calls;
};

} // namespace lanescope::shell
