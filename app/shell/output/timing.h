// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/timing.h"
#include "shell/output/report.h"

#include <optional>
#include <string>
#include <vector>

/// Times of a lab's kernels, DRAM traffic and bandwidth, modelled and measured, as JSON and as text.
namespace lanescope::shell {

/// What was timed on a GPU.
struct TimedRun {
    std::vector<session::KernelSamples> kernels; ///< in the order of the launches
    model::Cache cache = model::Cache::Warm;
    double bestCopyBytesPerSecond = 0; ///< 0: not measured
    device::Info device;
};

/// The fields dram and modelled_time, and timing with what was measured, else null.
void addTimes(json::Stream& document, const session::RunResult& result, std::size_t architecture,
              const std::optional<TimedRun>& timed);
/// Why there is no time for an architecture, and what to do; empty where its times are simulated.
std::string noFiguresText(const model::Architecture& chip);
std::string timesText(const session::RunResult& result, std::size_t architecture,
                      const std::optional<TimedRun>& timed);

} // namespace lanescope::shell
