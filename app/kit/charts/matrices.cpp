// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/matrices.h"

#include "kit/counted.h"
#include "kit/lab_interfaces.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace lanescope::kit {

MatrixView matrixOf(const Frame& frame, std::string_view buffer, std::string_view title, std::uint32_t rows,
                    std::uint32_t columns, const model::WarpAccess* access) {
    MatrixView view;
    view.title = title;
    view.rows = rows;
    view.columns = columns;
    view.shortCaption = fmt::format("{} x {}", grouped(rows), grouped(columns));
    view.caption = fmt::format("{} x {}", counted(rows, "row"), counted(columns, "column"));
    const std::span<const float> values = frame.result.values<float>(buffer);
    const float most = values.empty() ? 1 : std::max(*std::ranges::max_element(values), 1e-30F);
    const auto at = [values, columns](std::uint32_t row, std::uint32_t column) {
        const std::size_t i = std::size_t{row} * columns + column;
        return i < values.size() ? values[i] : 0;
    };
    view.amount = [at, most](std::uint32_t row, std::uint32_t column) {
        return at(row, column) > 0 ? at(row, column) / most : -1;
    };
    view.text = [at](std::uint32_t row, std::uint32_t column) {
        return at(row, column) > 0 ? shortNumber(static_cast<double>(at(row, column))) : std::string();
    };
    if (!access || frame.result.launches.empty() || !frame.result.launches.front().observation) return view;
    if (const Placement* placement = frame.result.launches.front().observation->placement(buffer))
        view.marks =
            marksOf(*access, placement->address, columns * sizeof(float), sizeof(float), rows, columns);
    view.site = static_cast<int>(access->site);
    return view;
}

void outline(MatrixView& view, std::uint32_t row, std::uint32_t column, std::uint32_t rows,
             std::uint32_t columns, Tone tone) {
    if (row < view.rows && column < view.columns)
        view.regions.push_back({row, column, std::min(rows, view.rows - row),
                                std::min(columns, view.columns - column), "", tone});
}

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

void tileMatrix(MatrixView& view, std::uint32_t tile, std::uint32_t row, std::uint32_t column,
                std::uint32_t blocksAcross) {
    view.blockRows = view.blockColumns = view.lineRows = view.lineColumns = tile;
    view.blocksAcross = blocksAcross;
    outline(view, row * tile, column * tile, tile, tile);
}

void drawMatrices(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                  std::span<const MatrixView> views) {
    if (views.empty()) return;
    constexpr float kGap = 14;
    const auto count = static_cast<float>(views.size());
    const float wide = (rect.width - kGap * (count - 1)) / count,
                high = (rect.height - kGap * (count - 1)) / count;
    const auto cells = [&](float width, float height) {
        float sum = 0;
        for (const MatrixView& view : views)
            sum += std::min(width / static_cast<float>(view.columns), height / static_cast<float>(view.rows));
        return sum;
    };
    const bool beside = cells(wide, rect.height) > cells(rect.width, high);
    for (std::size_t i = 0; i < views.size(); ++i) {
        const auto number = static_cast<float>(i);
        drawMatrix(canvas, frame,
                   beside ? render::Rect{rect.x + number * (wide + kGap), rect.y, wide, rect.height}
                          : render::Rect{rect.x, rect.y + number * (high + kGap), rect.width, high},
                   views[i]);
    }
}

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

} // namespace lanescope::kit
