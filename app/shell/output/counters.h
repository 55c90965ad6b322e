// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/validation.h"
#include "shell/output/report.h"

#include <string>

/// What hardware counters read, beside what the model says, as JSON and as tables.
namespace lanescope::shell {

/// What was counted of a lab's run.
struct CountedRun {
    const kit::LabCounters* counters = nullptr;
    std::vector<kit::CountedLaunch> launches;
};

/// The field counters: {"chip", "cupti", ..., "launches", "total"}, with the names that the modelled counts
/// have in the same places; null where the chip has no such counter.
void addCounters(Json& document, const CountedRun& run);
/// Each count of the model beside its counter, and why they may differ.
std::string countersText(const kit::RunResult& result, std::size_t architecture, const CountedRun& run);

/// Quantities of a comparison, by kernel: [{"quantity", "exact", ...}].
Json comparisonJson(const kit::Comparison& comparison);
std::string comparisonText(const kit::Comparison& comparison);
/// The same of labs.
Json labsJson(const std::vector<kit::LabValidation>& labs);
std::string labsText(const std::vector<kit::LabValidation>& labs);

/// Writes "progress FRACTION WHAT" to standard error, as often as a reader can use it; does nothing when not
/// asked for.
kit::Progress progressLines(bool asked);

} // namespace lanescope::shell
