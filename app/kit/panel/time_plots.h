// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/timing.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// Times and bandwidth over the last frames.
namespace lanescope::kit {

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

/// A horizontal line of a bandwidth plot: "peak of H200 SXM", 10^9 bytes a second.
struct BandwidthLine {
    std::string name;
    double gbPerSecond = 0;
};
/// A strip chart of bandwidth: measured solid, modelled dashed, peaks as lines; 10^9 bytes a second. An empty
/// measured history leaves the solid line out. size in pixels, {0, 0} takes all there is.
void bandwidthStrip(const History& modelled, const History& measured, std::span<const BandwidthLine> lines,
                    float width);
/// How often which kernel time was measured, with the median and the modelled time marked.
void timeHistogram(std::span<const double> seconds, double modelledSeconds);

/// How long each part of the chip is busy with a kernel, by the model: a bar each, with the one that binds
/// it.
void busyBars(const session::ModelledTime& time);

/// Times of a frame's stages, milliseconds, one bar a stage with its median over the history.
struct StageHistory {
    std::string name, meaning;
    History seconds;
};
void stageBars(const std::vector<StageHistory>& stages, double targetMilliseconds);

} // namespace lanescope::kit
