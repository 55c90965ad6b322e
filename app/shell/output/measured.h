// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/measurements.h"

#include <string>
#include <string_view>
#include <vector>

/// What the window reads of the documents that measuring commands print.
namespace lanescope::shell {

/// The counters of `report LAB --counters --json`. Throws kit::BadInput, one line, for a text that has none.
kit::CounterReadings countersFromJson(std::string_view text);

/// The curves of `sweep LAB --measure --json`, one for each series with one axis. Throws kit::BadInput.
kit::MeasuredSweep sweepFromJson(std::string_view text);

/// One line of a validation's page.
struct ValidationRow {
    std::string part, quantity; ///< part: "bundled measurements", "drawn accesses", a lab's name
    bool promised = false, exact = false;
    std::string result; ///< "600 of 600 exact", "modelled 12, counted 13: ..."
};
struct ValidationPage {
    bool holds = false;
    std::string summary; ///< one or two sentences
    std::vector<ValidationRow> rows;
};
/// The page of `validate --json`. Throws kit::BadInput.
ValidationPage validationFromJson(std::string_view text);

} // namespace lanescope::shell
