// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "session/measurements.h"
#include "session/run_counters.h"
#include "session/validation.h"
#include "shell/output/report.h"

#include <string>
#include <string_view>

/// What hardware counters read, beside what the model says, as JSON and as tables.
namespace lanescope::shell {

/// What was counted of a lab's run.
struct CountedRun {
    const session::RunCounters* counters = nullptr;
    std::vector<session::CountedLaunch> launches;
};

/// The field counters: {"chip", "cupti", ..., "launches", "total"}, with the names that the modelled counts
/// have in the same places; null where the chip has no such counter.
void addCounters(json::Stream& document, const CountedRun& run);
/// Each count of the model beside its counter, and why they may differ.
std::string countersText(const session::RunResult& result, std::size_t architecture, const CountedRun& run);

/// What addCounters() wrote into `report LAB --counters --json`, all launches together. Throws BadInput for a
/// text that has none.
session::CounterReadings countersFromJson(std::string_view text);
/// How far a counter is from the model: "exact", "+2.00 %".
std::string difference(std::uint64_t modelled, std::uint64_t measured);

/// Writes "progress FRACTION WHAT" to standard error, as often as a reader can use it; does nothing when not
/// asked for.
session::Progress progressLines(bool asked);

} // namespace lanescope::shell
