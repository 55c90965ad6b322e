// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/background_cases.h"
#include "kit/background_sweep.h"
#include "kit/lab_interfaces.h"
#include "shell/app/measuring/measuring.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace lanescope::shell {

/// The sweep that the lab proposes, or the time over one of its parameters, run beside the window, and its
/// plot; of a lab that has cases instead their table.
class SweepPanel {
public:
    /// times: of the chips for which the time of a launch is modelled.
    explicit SweepPanel(std::shared_ptr<const model::KnownTimes> times) : m_sweep(std::move(times)) {}
    /// Begins anew when what the sweep depends on has changed. Another lab has its own sweep first.
    void follow(const Runner& runner);
    bool complete() const { return m_sweep.snapshot().progress >= 1 && m_cases.complete(); }
    /// Sleeps until it is complete, at most so many seconds.
    void wait(double seconds) const {
        if (m_sweep.waitUntilDone(seconds)) m_cases.waitUntilDone(seconds);
    }
    /// Within a panel: the plot or the table; a click in it sets the swept parameter, or the case.
    void show(Runner& runner, const session::Measurements& measurements);

private:
    void showCases(Runner& runner);
    /// What is swept, as a list to choose from.
    void showChoice(const Runner& runner);

    kit::BackgroundSweep m_sweep;
    kit::BackgroundSweep::Snapshot m_shown;
    kit::BackgroundCases m_cases;
    kit::BackgroundCases::Snapshot m_shownCases;
    std::optional<std::size_t> m_presentCase;
    std::uint64_t m_presentRevision = 0;  ///< of the lab's values that the present case is of
    const kit::LabEntry* m_lab = nullptr; ///< whose parameter was chosen
    std::string m_timeOver;               ///< the parameter; empty: the lab's own sweep
    std::optional<kit::Sweep> m_chosen;
    std::uint64_t m_texts = 0; ///< text::edition() of its title
};

} // namespace lanescope::shell
