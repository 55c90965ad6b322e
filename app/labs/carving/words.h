// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/formulas.h"
#include "kit/frame.h"
#include "labs/carving/model.h"

#include <string>
#include <vector>

namespace lanescope::lab_carving {

/// "byte 256, bank 0".
std::string placeText(const kit::Frame& frame, const Part& part);
/// How a kernel finds the start of each array from the end of the one before, in the order in which they lie.
std::vector<kit::Formula> startFormulas(const kit::Frame& frame, const Plan& plan);
/// "1 wavefront, the halves do not meet".
std::string halvesText(const model::Counts& counts);
/// In which banks the two halves' arrays begin, and whether they meet.
std::string conclusionText(const kit::Frame& frame, const Parts& parts, const model::Counts& counts);
/// Where the first element of a misaligned array lies, and the rule that this breaks.
std::string misalignmentText(const kit::Frame& frame, const Part& part);

} // namespace lanescope::lab_carving
