// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/pitch/words.h"

#include "kit/counted.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "model/memory/coalescing.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_pitch {

using namespace kit;

BarsView rowBars(const Frame& frame, const ShownAccess& shown, const Rows& rows) {
    const RowCounter counter(*shown.access, frame.architecture, frame.rules);
    const std::uint64_t count = rows.countable();
    const std::uint64_t chosen = rowOf(*shown.access, rows);
    const std::uint64_t first = std::min(chosen / count * count, rows.count - count);
    const double best = static_cast<double>(counter.units(rows, 0));
    BarsView view;
    view.title = model::hasSectors(frame.architecture) ? tr("Sectors by row") : tr("Transactions by row");
    view.caption = count < rows.count
                       ? tr("rows {} to {} of {}; dashed: a row from a multiple of 128 bytes", first,
                            first + count - 1, grouped(rows.count))
                       : tr("what the warps of a row move; dashed: from a multiple of 128 bytes");
    view.shortCaption = count < rows.count
                            ? tr("rows {} to {} of {}", first, first + count - 1, grouped(rows.count))
                            : tr("dashed: from a multiple of 128 bytes");
    view.mark = best;
    view.full = 1.2 * best; // room for the numbers over the bars
    view.firstPick = static_cast<std::int64_t>(first);
    view.chosen = static_cast<int>(chosen - first);
    for (std::uint64_t row = first; row < first + count; ++row) {
        const auto units = static_cast<double>(counter.units(rows, rows.start(row)));
        view.full = std::max(view.full, 1.2 * units);
        view.bars.push_back({.value = units,
                             .label = fmt::format("{}", row),
                             .tone = units > best ? Tone::Warn : Tone::Good});
    }
    return view;
}

std::vector<Formula> rowFormulas(const ShownAccess& shown, const Rows& rows) {
    const std::uint64_t row = rowOf(*shown.access, rows);
    const std::uint64_t start = row * rows.pitch;
    const std::string at = fmt::format("p + {}", start);
    std::vector<Formula> steps;
    if (rows.rowsInSlice) {
        const std::uint64_t z = row / rows.rowsInSlice;
        const std::uint64_t y = row % rows.rowsInSlice;
        steps.push_back({tr("slice"), "p + z * (pitch * height)",
                         fmt::format("p + {} * ({} * {})", z, rows.pitch, rows.rowsInSlice),
                         fmt::format("p + {}", z * rows.pitch * rows.rowsInSlice)});
        steps.push_back({tr("row"), "slice + y * pitch", fmt::format("slice + {} * {}", y, rows.pitch), at});
    } else {
        steps.push_back({tr("row"), "p + y * pitch", fmt::format("p + {} * {}", row, rows.pitch), at});
    }
    const std::uint64_t into = rows.start(row) % model::kLineBytes;
    steps.push_back({tr("remainder"), "row % 128", fmt::format("{} % 128", start), fmt::format("{}", into),
                     into % model::kSectorBytes ? Tone::Warn : Tone::Good});
    return steps;
}

std::vector<Fact> rowFacts(const Rows& rows) {
    return {{tr("bytes in a row"), grouped(rows.rowBytes), "width * sizeof(element)"},
            {tr("pitch"), grouped(rows.pitch), tr("bytes from one row to the next, as the allocation said")},
            {tr("padding, all rows"), byteSize(static_cast<double>(rows.padding())),
             tr("allocated and never used")}};
}

std::string rowStarts(const Rows& rows) {
    const std::uint64_t lines = rows.startingAt(model::kLineBytes);
    if (lines == rows.count) return tr("Every row begins at a multiple of 128 bytes.");
    return lines == 1 ? tr("Of {} 1 begins at a multiple of 128 bytes, {} at one of 32.",
                           counted(rows.count, "row"), rows.startingAt(model::kSectorBytes))
                      : tr("Of {} {} begin at a multiple of 128 bytes, {} at one of 32.",
                           counted(rows.count, "row"), lines, rows.startingAt(model::kSectorBytes));
}

std::string conclusionText(const model::Architecture& architecture, const RowCounter& counter,
                           const Rows& rows, std::uint64_t devicePitch) {
    const Rows pitched = rows.withPitch(devicePitch);
    const double flat = counter.unitsPerRow(rows.withPitch(rows.rowBytes));
    const double best = counter.unitsPerRow(pitched);
    const std::string units = counted(shortNumber(flat), flat == 1, unitOf(architecture));
    if (flat <= best) return tr("Packed rows cost no more than pitched ones here: {} per row.", units);
    return tr("A row moves {} packed, {} pitched. The price of the pitch: {} of padding.", units,
              shortNumber(best), byteSize(static_cast<double>(pitched.padding())));
}

} // namespace lanescope::lab_pitch
