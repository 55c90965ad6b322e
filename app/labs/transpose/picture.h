// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/matrix.h"
#include "kit/frame.h"
#include "labs/transpose/model.h"

#include <string>

namespace lanescope::lab_transpose {

/// The words of a tile with the colour and number of their bank; the lanes of an access in it are marked.
kit::MatrixView bankMatrix(const kit::Frame& frame, const Tile& tile, const model::WarpAccess* access);
/// "word 70 of shared memory: row 2, column 4, bank 6": of a pick in it.
std::string describeBankMatrix(const kit::Frame& frame, const Tile& tile, const render::Pick& pick);

} // namespace lanescope::lab_transpose
