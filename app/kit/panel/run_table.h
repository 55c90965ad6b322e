// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/panel.h"
#include "model/time/kernel_time.h"
#include "session/measurements.h"
#include "session/timing.h"

#include <string>
#include <vector>

namespace lanescope::kit {

/// Whether the pattern matters for the time of a run, by the model and, where there is one, a measurement.
/// Good: it wastes nothing; Warn: what it wastes takes time; Plain: it takes none, or nobody knows.
struct RunVerdict {
    Tone tone = Tone::Good;
    std::string text;   ///< empty without a modelled time
    std::string kernel; ///< that it is of; empty: it is of the whole run
};
/// Of the kernel that is shown, where the run has others, too.
RunVerdict runVerdict(const Frame& frame);

/// The modelled seconds of a run between events, those that it would take with a pattern that wastes nothing,
/// and the verdict by them; 0 without a modelled time.
struct PatternTimes {
    double seconds = 0, withoutWaste = 0;
    RunVerdict verdict;
};
PatternTimes patternTimes(const RunResult& result, model::Cache cache, std::size_t architecture = 0);

/// A row for each of the model's metrics that a counter was read for, in each space and direction that the
/// run uses.
std::vector<Row> counterRows(const Frame& frame, const session::CounterReadings& readings);

/// What of a run is not modelled, and why it has no time; empty: it has all.
std::string untimedNote(const Frame& frame);

/// What Panel::runTable() says.
void sayRunTable(Panel& panel, const Frame& frame);

} // namespace lanescope::kit
