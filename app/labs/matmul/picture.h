// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/formulas.h"
#include "kit/charts/matrix.h"
#include "kit/frame.h"
#include "labs/matmul/model.h"
#include "render/canvas.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lanescope::lab_matmul {

/// What the matrices are drawn for.
struct ProductView {
    Product product;
    model::Dim3 grid, block;
    std::uint32_t warp = 0; ///< of the shown block
    std::uint32_t step = 0; ///< which of the products of a sum the threads are at
};

/// Marks the elements that the subject's loads use of a square copy in shared memory, which lies at `address`
/// and begins at this row and column of the matrix. Marks that there were become outlines: what was fetched.
void markCopied(const kit::Frame& frame, kit::MatrixView& view, std::uint64_t address, std::uint32_t side,
                std::uint32_t row, std::uint32_t column);
/// How an element of C comes from the kept buffers A, of `inner` columns, and B, of `columns`: product e, the
/// sum up to it, the element; empty when it is beyond C.
std::vector<kit::Formula> productFormulas(const kit::Frame& frame, std::uint32_t row, std::uint32_t column,
                                          std::uint32_t e, std::uint32_t inner, std::uint32_t columns);

/// What the shown block's warp has of A and B in a step, and its part of C.
void drawFactors(render::Canvas& canvas, const kit::Frame& frame, const ProductView& view,
                 const std::optional<kit::ShownAccess>& shown);

} // namespace lanescope::lab_matmul
