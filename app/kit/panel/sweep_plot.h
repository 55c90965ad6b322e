// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/background_sweep.h"
#include "session/measurements.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace lanescope::kit {

/// Draws a lab's sweep: one curve as stems, several as lines, the present value marked; with Sweep::bandwidth
/// or something measured a second plot of bandwidth, modelled and measured with the band from 5 % to 95 % of
/// the launches. measured may be nullptr. titled: says what it shows; else whoever calls has done so in this
/// line. Gives the parameter's value at a clicked point.
std::optional<double> sweepPlot(const BackgroundSweep::Snapshot& sweep, double present,
                                const model::Architecture& chosen, const session::MeasuredCurve* measured,
                                bool titled = true);

/// A measured experiment: a plot for each parameter, its curves with their bands, the model's dashed.
void experimentPlots(const session::MeasuredSweep& experiment);

/// Where an axis has its ticks, and what stands there instead of numbers.
struct Ticks {
    std::array<double, 64> at{};
    std::array<const char*, 64> names{};
    int count = 0;
    /// No more than there is room for.
    void add(double value, const char* name = nullptr) {
        if (static_cast<std::size_t>(count) == at.size()) return;
        at[static_cast<std::size_t>(count)] = value;
        names[static_cast<std::size_t>(count++)] = name;
    }
};
/// Of ascending values of a parameter those that an axis is to name: so many at most, spaced alike, and
/// multiples of the space between them.
Ticks ticksAmong(std::span<const double> values, std::size_t most);

} // namespace lanescope::kit
