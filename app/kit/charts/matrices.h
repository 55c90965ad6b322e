// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/matrix.h"

#include <cstdint>
#include <string_view>

/// Matrices of a run.
namespace lanescope::kit {

/// A kept buffer of floats as a matrix, coloured by its share of the largest value; 0 is taken for not
/// written. The access's lanes are marked; it may be null.
MatrixView matrixOf(const Frame& frame, std::string_view buffer, std::string_view title, std::uint32_t rows,
                    std::uint32_t columns, const model::WarpAccess* access);

/// Outlines what there is of a rectangle of elements.
void outline(MatrixView& view, std::uint32_t row, std::uint32_t column, std::uint32_t rows,
             std::uint32_t columns, Tone tone = Tone::Plain);
/// Cuts a matrix into tiles that blocks do, a click picks one, and outlines the tile in this row and column
/// of tiles; blocksAcross is the grid's, in x.
void tileMatrix(MatrixView& view, std::uint32_t tile, std::uint32_t row, std::uint32_t column,
                std::uint32_t blocksAcross);

} // namespace lanescope::kit
