// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/matrices.h"

#include "kit/counted.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

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

void tileMatrix(MatrixView& view, std::uint32_t tile, std::uint32_t row, std::uint32_t column,
                std::uint32_t blocksAcross) {
    view.blockRows = view.blockColumns = view.lineRows = view.lineColumns = tile;
    view.blocksAcross = blocksAcross;
    outline(view, row * tile, column * tile, tile, tile);
}

} // namespace lanescope::kit
