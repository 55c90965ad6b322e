// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/matmul/picture.h"

#include "kit/charts/matrices.h"
#include "kit/pictures/launch_shape.h"
#include "kit/pictures/shown_picture.h"
#include "kit/words/readings.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_matmul {

using namespace kit;
using model::Direction;
using model::Space;

void drawFactors(render::Canvas& canvas, const Frame& frame, const ProductView& view,
                 const std::optional<ShownAccess>& shown) {
    if (frame.left.width < 60) return;
    const Product& product = view.product;
    const model::Dim3 at = shown ? shown->access->block : model::Dim3{0, 0, 0};
    const std::uint32_t side = product.side;
    const std::uint32_t top = at.y * side;
    const std::uint32_t left = at.x * side;
    const std::uint32_t first = product.squareStart(view.step);
    const bool fetches = !product.squares || (shown && isShared(*shown) != isLoad(*shown));
    const auto fetched = [&](const char* name) {
        return fetches ? subjectAccess(frame, Space::Global, Direction::Load, name) : nullptr;
    };
    MatrixView a = matrixOf(frame, "A", "A", product.rows, product.inner, fetched("A"));
    MatrixView b = matrixOf(frame, "B", "B", product.inner, product.columns, fetched("B"));
    MatrixView c = matrixOf(frame, "C", "C", product.rows, product.columns,
                            subjectAccess(frame, Space::Global, Direction::Store));
    tileMatrix(c, side, at.y, at.x, view.grid.x);
    b.firstPick = product.firstOfB();
    outline(a, top, 0, side, product.inner);
    outline(b, 0, left, product.inner, side);
    if (product.squares) {
        markCopied(frame, a, 0, side, top, first);
        markCopied(frame, b, product.squareBytes(), side, first, left);
        outline(a, top, first, side, side, Tone::Good);
        outline(b, first, left, side, side, Tone::Good);
    }
    const Heading heading{
        .title = "C = A * B",
        .subtitle = tr("block ({}, {}) and what it needs of A and B{}", at.x, at.y,
                       fetches && product.squares ? tr("; framed: fetched")
                       : canvas.interactive()     ? tr("; click another")
                                                  : ""),
        .expression = "",
    };
    const int lane = std::max(frame.brush.lane, 0);
    const model::Dim3 thread = model::threadIndex(view.block, view.warp, lane);
    const auto sum =
        productFormulas(frame, top + thread.y, left + thread.x, view.step, product.inner, product.columns);
    drawProduct(canvas, frame, drawHeading(canvas, frame.left, heading), a, b, c, lane, sum);
}

} // namespace lanescope::lab_matmul
