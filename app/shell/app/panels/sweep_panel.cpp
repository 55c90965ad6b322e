// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/panels/sweep_panel.h"

#include "kit/background_sweep.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/sweep_plot.h"

namespace lanescope::shell {

void SweepPanel::follow(const Runner& runner) {
    m_sweep.request(runner.entry(), runner.editedLab(), runner.architecture(), runner.code());
}

void SweepPanel::show(Runner& runner, const session::Measurements& measurements) {
    if (m_sweep.generation() != m_shown.generation) m_shown = m_sweep.snapshot();
    const kit::BackgroundSweep::Snapshot& snapshot = m_shown;
    const bool measured = measurements.sweep && !measurements.sweep->curves.empty();
    const session::MeasuredCurve* curve = measured ? &measurements.sweep->curves.front() : nullptr;
    if (snapshot.curves.empty()) {
        kit::sweepPlot(snapshot, 0, runner.architecture(), nullptr);
        return;
    }
    kit::Parameter* parameter = runner.editedLab().findParameter(snapshot.sweep.parameter);
    if (!parameter) return;
    const double present = kit::movedTo(runner.editedLab(), *parameter, runner.drawn().result.observedTime)
                               .value_or(parameter->position(parameter->text()));
    if (const auto x = kit::sweepPlot(snapshot, present, runner.architecture(), curve)) parameter->moveTo(*x);
}

} // namespace lanescope::shell
