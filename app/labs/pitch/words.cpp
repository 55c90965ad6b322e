// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/readings.h"
#include "labs/pitch/rows_view.h"
#include "model/coalescing.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace lanescope::lab_pitch {

namespace {

/// Rows whose warps can be counted anew in every frame.
std::uint64_t countable(const RowsView& rows) {
    constexpr std::uint64_t kMostWarps = 1024, kMostRows = 128;
    const std::uint64_t warps = rows.rowBytes / rows.elementBytes / model::kWarpSize + 1;
    return std::min({rows.rows, std::max<std::uint64_t>(kMostWarps / warps, 1), kMostRows});
}

std::uint64_t shownRow(const ShownAccess& shown, const RowsView& rows) {
    const int lane = std::countr_zero(shown.access->activeMask);
    return rows.rowOf(shown.access->address[static_cast<std::size_t>(lane)]);
}

} // namespace

model::Counts countRow(const Frame& frame, const ShownAccess& shown, const RowsView& rows,
                       std::uint64_t start) {
    const std::uint64_t elements = rows.rowBytes / rows.elementBytes;
    model::Counts sum;
    model::WarpAccess access = *shown.access;
    for (std::uint64_t first = 0; first < elements; first += model::kWarpSize) {
        access.activeMask = 0;
        for (std::uint64_t lane = 0; lane < model::kWarpSize && first + lane < elements; ++lane) {
            access.activeMask |= 1U << lane;
            access.address[lane] = start + (first + lane) * rows.elementBytes;
        }
        sum += model::count(access, frame.architecture, frame.rules);
    }
    return sum;
}

double unitsPerRow(const Frame& frame, const ShownAccess& shown, const RowsView& rows) {
    const std::uint64_t count = countable(rows);
    double sum = 0;
    for (std::uint64_t row = 0; row < count; ++row)
        sum += static_cast<double>(unitsOf(countRow(frame, shown, rows, rows.start(row))));
    return count ? sum / static_cast<double>(count) : 0;
}

std::uint64_t bytesWithoutPitch(const Frame& frame, const ShownAccess& shown, const RowsView& rows) {
    RowsView tried = rows;
    for (std::uint64_t step = model::kSectorBytes; step <= model::kLineBytes; step *= 2) {
        tried.rowBytes = (rows.rowBytes + step - 1) / step * step;
        const std::uint64_t lines =
            (tried.rowBytes + model::kLineBytes - 1) / model::kLineBytes * model::kLineBytes;
        if (unitsPerRow(frame, shown, tried.withPitch(tried.rowBytes)) <=
            unitsPerRow(frame, shown, tried.withPitch(lines)))
            break;
    }
    return tried.rowBytes;
}

std::optional<std::uint64_t> elementsThatNeedPitch(const Frame& frame, const ShownAccess& shown,
                                                   const RowsView& rows, std::uint64_t most) {
    constexpr std::uint64_t kFarthest = 16;
    const std::uint64_t now = rows.rowBytes / rows.elementBytes;
    for (const bool longer : {true, false})
        for (std::uint64_t step = 1; step <= kFarthest; ++step) {
            if (longer ? now + step > most : now <= step) break;
            RowsView tried = rows;
            const std::uint64_t elements = longer ? now + step : now - step;
            tried.rowBytes = elements * rows.elementBytes;
            const std::uint64_t lines =
                (tried.rowBytes + model::kLineBytes - 1) / model::kLineBytes * model::kLineBytes;
            if (unitsPerRow(frame, shown, tried.withPitch(tried.rowBytes)) >
                unitsPerRow(frame, shown, tried.withPitch(lines)))
                return elements;
        }
    return std::nullopt;
}

BarsView rowBars(const Frame& frame, const ShownAccess& shown, const RowsView& rows) {
    const std::string unit = std::string(unitOf(frame.architecture)) + "s";
    const std::uint64_t count = countable(rows), chosen = shownRow(shown, rows);
    const std::uint64_t first = std::min(chosen / count * count, rows.rows - count);
    const double best = static_cast<double>(unitsOf(countRow(frame, shown, rows, 0)));
    BarsView view;
    view.title = unit + " by row";
    view.title[0] = static_cast<char>(view.title[0] - 'a' + 'A');
    view.caption = count < rows.rows ? fmt::format("rows {} to {} of {}; dashed: a row that begins at a line",
                                                   first, first + count - 1, grouped(rows.rows))
                                     : "what the warps of a row move; dashed: of a row that begins at a line";
    view.mark = best;
    view.full = 1.2 * best; // room for the numbers over the bars
    view.firstPick = rows.firstPick + static_cast<std::int64_t>(first);
    view.chosen = static_cast<int>(chosen - first);
    for (std::uint64_t row = first; row < first + count; ++row) {
        const auto units = static_cast<double>(unitsOf(countRow(frame, shown, rows, rows.start(row))));
        view.full = std::max(view.full, 1.2 * units);
        view.bars.push_back({.value = units,
                             .label = fmt::format("{}", row),
                             .tone = units > best ? Tone::Warn : Tone::Good});
    }
    return view;
}

std::vector<Formula> rowFormulas(const ShownAccess& shown, const RowsView& rows) {
    const std::uint64_t row = shownRow(shown, rows), start = row * rows.pitch;
    const std::string at = fmt::format("p + {}", start);
    std::vector<Formula> steps;
    if (rows.rowsInSlice) {
        const std::uint64_t z = row / rows.rowsInSlice, y = row % rows.rowsInSlice;
        steps.push_back({"slice", "p + z * (pitch * height)",
                         fmt::format("p + {} * ({} * {})", z, rows.pitch, rows.rowsInSlice),
                         fmt::format("p + {}", z * rows.pitch * rows.rowsInSlice)});
        steps.push_back({"row", "slice + y * pitch", fmt::format("slice + {} * {}", y, rows.pitch), at});
    } else {
        steps.push_back({"row", "p + y * pitch", fmt::format("p + {} * {}", row, rows.pitch), at});
    }
    const std::uint64_t into = rows.start(row) % model::kLineBytes;
    steps.push_back({"in its line", "row % 128", fmt::format("{} % 128", start), fmt::format("{}", into),
                     into % model::kSectorBytes ? Tone::Warn : Tone::Good});
    return steps;
}

std::vector<Fact> rowFacts(const RowsView& rows) {
    return {{"bytes in a row", grouped(rows.rowBytes), "width * sizeof(element)"},
            {"pitch", grouped(rows.pitch), "bytes from one row to the next, as the allocation said"},
            {"padding, all rows", byteSize(static_cast<double>((rows.pitch - rows.rowBytes) * rows.rows)),
             "allocated and never used"}};
}

std::string rowStarts(const RowsView& rows) {
    std::uint64_t lines = 0, sectors = 0;
    for (std::uint64_t row = 0; row < rows.rows; ++row) {
        lines += rows.start(row) % model::kLineBytes == 0;
        sectors += rows.start(row) % model::kSectorBytes == 0;
    }
    if (lines == rows.rows) return "Every row begins at a line.";
    return fmt::format("Of {} {} at a line, {} at a sector.", plural(rows.rows, "row"),
                       lines == 1 ? "1 begins" : fmt::format("{} begin", lines), sectors);
}

} // namespace lanescope::lab_pitch
