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
#include <bit>

namespace lanescope::lab_matmul {

using namespace kit;
using model::Direction;
using model::Space;

void markCopied(const Frame& frame, MatrixView& view, std::uint64_t address, std::uint32_t side,
                std::uint32_t row, std::uint32_t column) {
    for (MatrixMark& mark : view.marks) {
        mark.active = false;
        mark.site = view.site;
    }
    const std::uint64_t end = address + std::uint64_t{side} * side * sizeof(float);
    for (const LaunchResult& launch : frame.result.launches) {
        for (const model::WarpAccess* access : subjectsOf(frame, launch)) {
            const std::uint64_t first =
                access->address[static_cast<std::size_t>(std::countr_zero(access->activeMask))];
            if (access->space != model::Space::Shared || first < address || first >= end ||
                model::directionOf(access->operation) != model::Direction::Load)
                continue;
            view.site = static_cast<int>(access->site);
            for (MatrixMark mark :
                 marksOf(*access, address, side * sizeof(float), sizeof(float), side, side)) {
                mark.row += row;
                mark.column += column;
                // The square has zeros beyond the matrix's edge.
                if (mark.row < view.rows && mark.column < view.columns) view.marks.push_back(mark);
            }
            return;
        }
    }
}

std::vector<Formula> productFormulas(const Frame& frame, std::uint32_t row, std::uint32_t column,
                                     std::uint32_t e, std::uint32_t inner, std::uint32_t columns) {
    const std::span<const float> a = frame.result.values<float>("A"), b = frame.result.values<float>("B"),
                                 c = frame.result.values<float>("C");
    const std::size_t left = std::size_t{row} * inner, element = std::size_t{row} * columns + column;
    if (column >= columns || element >= c.size() || left + inner > a.size() ||
        std::size_t{inner} * columns > b.size())
        return {};
    const auto factor = [&](std::uint32_t i) {
        return static_cast<double>(b[std::size_t{i} * columns + column]);
    };
    double sum = 0;
    for (std::uint32_t i = 0; i <= e; ++i) sum += static_cast<double>(a[left + i]) * factor(i);
    const auto first = static_cast<double>(a[left + e]);
    const auto number = [](double value) { return fmt::format("{}", value); };
    return {{tr("product {}", e), fmt::format("A[{0}][{1}] * B[{1}][{2}]", row, e, column),
             fmt::format("{} * {}", first, factor(e)), number(first * factor(e))},
            {tr("sum of 0 to {}", e), "", "", number(sum)},
            {tr("sum of all {}", inner), fmt::format("C[{}][{}]", row, column), "",
             number(static_cast<double>(c[element])), Tone::Good}};
}

namespace {

/// A product with its factors: the first to the left and the second above it, so that a row and a column
/// meet in their element. Beneath, where there is room, how the lane's element comes about; empty: it has
/// none.
void drawProduct(render::Canvas& canvas, const Frame& frame, const render::Rect& all, const MatrixView& left,
                 const MatrixView& above, const MatrixView& product, int lane, std::span<const Formula> sum) {
    constexpr float kGap = 14, kTitle = 20, kLeast = 5, kSeen = 62, kSum = 96, kBoth = 300;
    const bool both = all.height >= kBoth;
    const render::Rect rect = both ? all.top(all.height - kSum) : all;
    const auto leftColumns = static_cast<float>(left.columns), columns = static_cast<float>(product.columns),
               aboveRows = static_cast<float>(above.rows), rows = static_cast<float>(product.rows);
    const float cell = std::min((rect.width - kGap) / (leftColumns + columns),
                                (rect.height - kGap - 2 * kTitle) / (aboveRows + rows));
    // All cells alike where they can be told from each other; else each matrix has its share of the room.
    float across = leftColumns * cell, down = aboveRows * cell + kTitle, width = columns * cell,
          height = rows * cell + kTitle;
    if (cell < kLeast) {
        const auto share = [](float length, float part) {
            const float least = std::max(0.4F, std::min(0.5F, kSeen / std::max(length, 1.F)));
            return length * std::clamp(part, least, 1 - least);
        };
        across = share(rect.width - kGap, leftColumns / (leftColumns + columns));
        down = share(rect.height - kGap, aboveRows / (aboveRows + rows));
        width = rect.width - kGap - across;
        height = rect.height - kGap - down;
    }
    const float x = rect.x + across + kGap, y = rect.y + down + kGap;
    drawMatrix(canvas, frame, {x, rect.y, width, down}, above);
    drawMatrix(canvas, frame, {rect.x, y, across, height}, left);
    drawMatrix(canvas, frame, {x, y, width, height}, product);
    if (!both) return;
    const render::Rect beneath = all.belowTop(down + kGap + height);
    const std::string title =
        fmt::format(fmt::runtime(sum.empty() ? tr("Lane {} has no element{}") : tr("The sum of lane {}{}")),
                    lane, canvas.interactive() ? tr("; hover another") : "");
    canvas.text({beneath.x, beneath.y + 16}, title,
                {12.5F, canvas.theme().text, render::Font::Bold, render::Align::Start, render::Align::Start,
                 beneath.width});
    drawFormulas(canvas, beneath.belowTop(40), sum);
}

} // namespace

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
