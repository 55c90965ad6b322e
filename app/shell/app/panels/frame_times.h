// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/sweep_plot.h"
#include "kit/panel/time_plots.h"
#include "shell/app/runner.h"

#include <vector>

namespace lanescope::shell {

/// How long the stages of the frames take.
class FrameTimes {
public:
    FrameTimes();
    /// Of the frame that ends. run: all of the lab's step, seconds; ofRun: what its parts took.
    void add(double run, const session::StageTimes& ofRun, double draw, double ui, bool runsBesideHost);
    void addSwap(double seconds);
    const session::StageTimes& last() const { return m_last; }
    /// Seconds of the last frame, without waiting for the display.
    double work() const;
    /// Within a panel: a bar for each stage, and what the run launched and made.
    void show(const Runner& runner) const;

private:
    session::StageTimes m_last;
    std::vector<kit::StageHistory> m_stages; ///< swap is the last
};

} // namespace lanescope::shell
