// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/background_cases.h"

#include <cstddef>
#include <optional>

namespace lanescope::kit {

/// The case that the lab is set to, by its row; nothing: none of them.
std::optional<std::size_t> presentCase(const BackgroundCases::Snapshot& snapshot, const Lab& lab);

/// A row for each of the lab's cases, the present one marked. Gives what a click on a row sets.
const Sets* casesTable(const BackgroundCases::Snapshot& snapshot, std::optional<std::size_t> present);

} // namespace lanescope::kit
