// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"

#include <string>

namespace lanescope::lab_layout {

/// What the stores of a warp into the fields come to beside those into a structure of arrays, and why; torn:
/// they move more sectors than their bytes fill.
std::string conclusionText(const model::Architecture& architecture, const model::Counts& stores,
                           const model::Counts& arrays, bool torn);

} // namespace lanescope::lab_layout
