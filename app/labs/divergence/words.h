// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/words/facts.h"
#include "kit/words/readings.h"
#include "labs/divergence/model.h"

#include <string>
#include <string_view>
#include <vector>

/// What lanes that part cost, in words.
namespace lanescope::lab_divergence {

/// From this share of its lanes on, a warp counts as one that works as a whole.
inline constexpr double kNearlyAllLanes = 0.97;

/// Headline, sentence and gauge for the instructions of a whole launch.
kit::Reading readIssues(const model::Issues& issued, Kernel kernel);
/// Why the lanes of a warp part, or do not; parts: they do.
std::string_view lessonOf(Kernel kernel, bool parts);
/// The table's rows.
std::vector<kit::Row> issueRows(const model::Issues& issued);
/// "16.6 of 32".
std::string lanesText(const model::Issues& issued);
/// "lane 3 is one of 16 that run these 128 instructions", "lane 3 waits while 16 lanes run 128 instructions".
std::string describeStretch(const Stretch& stretch, int lane, std::string_view source);

} // namespace lanescope::lab_divergence
