// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "labs/layout/model.h"

#include <string>

namespace lanescope::lab_layout {

/// What the stores of a warp into the fields come to beside those into a structure of arrays, and why; torn:
/// they move more sectors than their bytes fill.
std::string conclusionText(const model::Architecture& architecture, const model::Counts& stores,
                           const model::Counts& arrays, bool torn);
/// The same of one order: "array of structures: the warp's 3 stores move 1,024 bytes for 384".
std::string movedText(const StructLayout& layout, const model::Counts& stores);

} // namespace lanescope::lab_layout
