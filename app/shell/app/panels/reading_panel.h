// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/background_trials.h"
#include "kit/panel/panel.h"
#include "shell/app/measuring/lab_calls.h"
#include "shell/app/user_actions.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace lanescope::shell {

/// What the numbers mean, in the lab's words, beside the stage.
class ReadingPanel {
public:
    /// times: of the chips for which the time of a launch is modelled.
    explicit ReadingPanel(std::shared_ptr<const model::KnownTimes> times) : m_trials(std::move(times)) {}
    /// What it suggests has been tried, and is known to it.
    bool complete() const { return m_trials.waitUntilDone(0); }
    /// Sleeps until then, at most so many seconds.
    void wait(double seconds) const { m_trials.waitUntilDone(seconds); }
    /// Within a panel.
    /// hidden: stands there while what it means is not to be seen.
    void show(const std::optional<kit::Frame>& frame, const Runner& runner, const LabCalls& calls,
              std::string_view hidden, UserActions& actions);

private:
    void tryOut(const kit::Frame& frame, const Runner& runner);
    void readAnew(const kit::Frame& frame, std::string_view hidden);

    kit::BackgroundTrials m_trials;   ///< of what the lab suggests
    std::uint64_t m_tried = 0;        ///< their generation in the memory
    std::uint64_t m_triedEdition = 0; // of the result that was last looked at
    kit::PanelMemory m_memory;
    kit::PanelContents m_reading;                ///< what the lab says
    std::uint64_t m_edition = 0;                 ///< of the frame that it says it of
    kit::View m_view;                            ///< how that was looked at
    const model::WarpAccess* m_access = nullptr; ///< the one that was shown; never looked into
    kit::Brush m_brush;
    std::string m_hidden;
    const kit::LabEntry* m_entry = nullptr; ///< the last one that was read
    bool m_any = false;
};

} // namespace lanescope::shell
