// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/background_sweep.h"
#include "shell/app/measuring/measuring.h"

#include <memory>
#include <utility>

namespace lanescope::shell {

/// The sweep that the lab proposes, run beside the window, and its plot.
class SweepPanel {
public:
    /// times: of the chips for which the time of a launch is modelled.
    explicit SweepPanel(std::shared_ptr<const model::KnownTimes> times) : m_sweep(std::move(times)) {}
    /// Begins anew when what the sweep depends on has changed.
    void follow(const Runner& runner);
    bool complete() const { return m_sweep.snapshot().progress >= 1; }
    /// Sleeps until it is complete, at most so many seconds.
    void wait(double seconds) const { m_sweep.waitUntilDone(seconds); }
    /// Within a panel: the plot; a click in it sets the swept parameter.
    void show(Runner& runner, const session::Measurements& measurements);

private:
    kit::BackgroundSweep m_sweep;
    kit::BackgroundSweep::Snapshot m_shown;
};

} // namespace lanescope::shell
