// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/transpose/tile.h"

#include "kit/words/made_access.h"
#include "model/banks.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace lanescope::lab_transpose {

namespace {

constexpr std::uint64_t kWord = 4; // bytes

std::optional<std::uint64_t> addressIn(const Tile& tile, std::uint32_t row, std::uint32_t column) {
    if (row >= tile.usedRows || column >= tile.usedColumns) return std::nullopt;
    return kWord * (std::uint64_t{row} * tile.pitch() + (tile.swizzle ? column ^ row : column));
}

} // namespace

model::WarpAccess Tile::byRows(std::uint32_t warp, std::uint32_t step) const {
    return madeAccess(model::Space::Shared, model::Operation::Store, block, warp, [&](model::Dim3 thread) {
        return addressIn(*this, thread.y + step * block.y, thread.x);
    });
}

model::WarpAccess Tile::byColumns(std::uint32_t warp, std::uint32_t step) const {
    return madeAccess(model::Space::Shared, model::Operation::Load, block, warp, [&](model::Dim3 thread) {
        return addressIn(*this, thread.x, thread.y + step * block.y);
    });
}

model::Counts Tile::cost(const Frame& frame) const {
    model::Counts sum;
    for (std::uint32_t warp = 0; warp * model::kWarpSize < block.count(); ++warp)
        for (std::uint32_t step = 0; step < steps(); ++step)
            for (const model::WarpAccess& access : {byRows(warp, step), byColumns(warp, step)})
                sum += model::count(access, frame.architecture, frame.rules);
    return sum;
}

std::uint64_t unitsMoved(const Frame& frame, const TiledMatrix& matrix, const Tile& tile, std::uint32_t warp,
                         std::uint32_t step, bool byColumns, bool turned) {
    const auto address = [&](model::Dim3 thread) -> std::optional<std::uint64_t> {
        const std::uint32_t other = thread.y + step * tile.block.y;
        const std::uint64_t row = matrix.row + (byColumns ? thread.x : other),
                            column = matrix.column + (byColumns ? other : thread.x);
        if (row >= matrix.rows || column >= matrix.columns) return std::nullopt;
        return kWord * (turned ? column * matrix.rows + row : row * matrix.columns + column);
    };
    return costOf(frame,
                  madeAccess(model::Space::Global, model::Operation::Store, tile.block, warp, address));
}

MatrixView bankMatrix(const Frame& frame, const Tile& tile, const model::WarpAccess* access) {
    MatrixView view;
    view.title = "tile in shared memory";
    view.caption = fmt::format("coloured by bank: 0 dark, {} pale", frame.architecture.banks - 1);
    view.rows = tile.side();
    view.columns = tile.pitch();
    const auto bank = [&frame, pitch = tile.pitch()](std::uint32_t row, std::uint32_t column) {
        return model::bankOf(kWord * (std::uint64_t{row} * pitch + column), frame.architecture, frame.rules);
    };
    view.color = [bank, &frame, side = tile.side()](std::uint32_t row, std::uint32_t column) {
        const float share =
            static_cast<float>(bank(row, column)) / static_cast<float>(frame.architecture.banks - 1);
        return render::mix(frame.theme.raised, render::heatColor(share), column < side ? 0.6F : 0.15F);
    };
    view.text = [bank](std::uint32_t row, std::uint32_t column) { return fmt::to_string(bank(row, column)); };
    if (!access) return view;
    view.marks = marksOf(*access, 0, tile.pitch() * kWord, kWord, tile.side(), tile.pitch());
    view.site = static_cast<int>(access->site);
    return view;
}

std::string describeBankMatrix(const Frame& frame, const Tile& tile, const render::Pick& pick) {
    if (pick.id < 0) return {};
    const auto word = static_cast<std::uint64_t>(pick.id);
    return fmt::format("word {} of shared memory: row {}, column {}, bank {}{}", word, word / tile.pitch(),
                       word % tile.pitch(), model::bankOf(word * kWord, frame.architecture, frame.rules),
                       word % tile.pitch() < tile.side() ? "" : "; it is padding, nobody uses it");
}

PaddingSearch::PaddingSearch(const Frame& frame, const Tile& tile, std::uint32_t most)
    : m_banks(fmt::format("{} banks for {} lanes at a time", frame.architecture.banks,
                          frame.architecture.sharedRule == model::SharedRule::BroadcastWord ? 16 : 32)) {
    Tile padded = tile;
    padded.swizzle = false;
    for (padded.pad = 0; padded.pad <= most; ++padded.pad) m_costs.push_back(padded.cost(frame));
}

std::uint32_t PaddingSearch::best() const {
    const auto least = std::ranges::min_element(m_costs, {}, [](const model::Counts& c) {
        return c.bankConflicts ? std::pair{true, c.wavefronts} : std::pair{false, std::uint64_t{0}};
    });
    return static_cast<std::uint32_t>(least - m_costs.begin());
}

std::string PaddingSearch::sentence() const {
    const std::uint32_t pad = best();
    if (found() && pad == 0) return fmt::format("No padding is needed: no conflict with {}.", m_banks);
    const std::string saves =
        fmt::format("{} a block where pad=0 takes {}", plural(m_costs[pad].wavefronts, "wavefront"),
                    m_costs.front().wavefronts);
    if (found()) return fmt::format("pad={} is the smallest without conflict ({}): {}.", pad, m_banks, saves);
    return fmt::format("No padding up to {} is without conflict ({}): what spreads the columns makes rows "
                       "meet. pad={} is the best: {}.",
                       m_costs.size() - 1, m_banks, pad, saves);
}

void offerPadding(Panel& panel, const PaddingSearch& search, std::string_view parameter,
                  const std::pair<std::string, std::string>& also, bool inUse) {
    const std::pair<std::string, std::string> sets[] = {
        also, {std::string(parameter), fmt::to_string(search.best())}};
    const std::string label = "Find the smallest padding";
    panel.action(inUse ? label : fmt::format("{} ({}={})", label, also.first, also.second), sets,
                 fmt::format("the smallest without bank conflict: counts a block's wavefronts with {}=0 to "
                             "{} on this architecture",
                             parameter, search.costs().size() - 1));
    if (inUse) panel.card(search.found() ? Tone::Good : Tone::Warn, "The padding", search.sentence());
}

} // namespace lanescope::lab_transpose
