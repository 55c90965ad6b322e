// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "labs/matmul/model.h"
#include "render/canvas.h"

#include <cstdint>
#include <optional>

namespace lanescope::lab_matmul {

/// What the matrices are drawn for.
struct ProductView {
    Product product;
    model::Dim3 grid, block;
    std::uint32_t warp = 0; ///< of the shown block
    std::uint32_t step = 0; ///< which of the products of a sum the threads are at
};

/// What the shown block's warp has of A and B in a step, and its part of C.
void drawFactors(render::Canvas& canvas, const kit::Frame& frame, const ProductView& view,
                 const std::optional<kit::ShownAccess>& shown);

} // namespace lanescope::lab_matmul
