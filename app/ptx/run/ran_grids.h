// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/time/grid_samples.h"
#include "ptx/run/machine.h"

#include <span>
#include <vector>

namespace lanescope::ptx {

/// The grids of a launch as the model of its time asks for them.
std::vector<model::RanGrid> ranGrids(std::span<const GridRecord> grids);

} // namespace lanescope::ptx
