// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/background_sweep.h"
#include "session/measurements.h"

#include <optional>

namespace lanescope::kit {

/// Draws a lab's sweep: one curve as stems, several as lines, the present value marked; with Sweep::bandwidth
/// or something measured a second plot of bandwidth, modelled and measured with the band from 5 % to 95 % of
/// the launches. measured may be nullptr. Gives the parameter's value at a clicked point.
std::optional<double> sweepPlot(const BackgroundSweep::Snapshot& sweep, double present,
                                const model::Architecture& chosen, const session::MeasuredCurve* measured);

/// A measured experiment: a plot for each parameter, its curves with their bands, the model's dashed.
void experimentPlots(const session::MeasuredSweep& experiment);

} // namespace lanescope::kit
