// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/sweep.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::kit {

/// Draws a lab's sweep: one curve as stems, several as lines, the present value marked; with Sweep::bandwidth
/// a second plot of efficiency x peak. Gives the parameter's value at a clicked point.
std::optional<double> sweepPlot(const BackgroundSweep::Snapshot& sweep, double present,
                                const model::Architecture& chosen);

/// The last few hundred frames' values, oldest first.
class History {
public:
    void add(double value);
    void clear() { m_count = 0; }
    std::vector<double> values() const;

private:
    static constexpr std::size_t kKept = 600;
    std::array<double, kKept> m_values{};
    std::size_t m_next = 0, m_count = 0;
};

/// A strip chart of bandwidth: measured solid, modelled dashed, the peak as a line; 10^9 bytes a second. An
/// empty measured history leaves the solid line out.
void bandwidthStrip(const History& modelled, const History& measured, double peakGBps,
                    std::string_view peakName);

/// Times of a frame's stages, milliseconds, one bar a stage with its median over the history.
struct StageHistory {
    std::string name, meaning;
    History seconds;
};
void stageBars(const std::vector<StageHistory>& stages, double targetMilliseconds);

} // namespace lanescope::kit
