// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/formulas.h"
#include "kit/charts/matrix.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// Matrices of a run, and several of them in one picture.
namespace lanescope::kit {

/// A kept buffer of floats as a matrix, coloured by its share of the largest value; 0 is taken for not
/// written. The access's lanes are marked; it may be null.
MatrixView matrixOf(const Frame& frame, std::string_view buffer, std::string_view title, std::uint32_t rows,
                    std::uint32_t columns, const model::WarpAccess* access);

/// Outlines what there is of a rectangle of elements.
void outline(MatrixView& view, std::uint32_t row, std::uint32_t column, std::uint32_t rows,
             std::uint32_t columns, Tone tone = Tone::Plain);
/// Marks the elements that the subject's loads use of a square copy in shared memory, which lies at `address`
/// and begins at this row and column of the matrix. Marks that there were become outlines: what was fetched.
void markCopied(const Frame& frame, MatrixView& view, std::uint64_t address, std::uint32_t side,
                std::uint32_t row, std::uint32_t column);
/// Cuts a matrix into tiles that blocks do, a click picks one, and outlines the tile in this row and column
/// of tiles; blocksAcross is the grid's, in x.
void tileMatrix(MatrixView& view, std::uint32_t tile, std::uint32_t row, std::uint32_t column,
                std::uint32_t blocksAcross);

/// Matrices side by side or one under the other, whichever shows them larger.
void drawMatrices(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                  std::span<const MatrixView> views);

/// A product with its factors: the first to the left and the second above it, so that a row and a column
/// meet in their element. Beneath, where there is room, how the lane's element comes about; empty: it has
/// none.
void drawProduct(render::Canvas& canvas, const Frame& frame, const render::Rect& rect, const MatrixView& left,
                 const MatrixView& above, const MatrixView& product, int lane, std::span<const Formula> sum);
/// How an element of C comes from the kept buffers A, of `inner` columns, and B, of `columns`: product e, the
/// sum up to it, the element; empty when it is beyond C.
std::vector<Formula> productFormulas(const Frame& frame, std::uint32_t row, std::uint32_t column,
                                     std::uint32_t e, std::uint32_t inner, std::uint32_t columns);

} // namespace lanescope::kit
