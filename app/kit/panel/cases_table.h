// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/background_cases.h"

#include <optional>

namespace lanescope::kit {

/// A row for each of the lab's cases, the one that it is set to marked. Gives what a click on a row sets.
std::optional<Sets> casesTable(const BackgroundCases::Snapshot& snapshot, const Lab& lab);

} // namespace lanescope::kit
