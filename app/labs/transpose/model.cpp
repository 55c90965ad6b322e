// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/transpose/model.h"

#include "kit/counted.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace lanescope::lab_transpose {

namespace {

constexpr std::uint64_t kWordBytes = 4;

std::optional<std::uint64_t> addressIn(const Tile& tile, std::uint32_t row, std::uint32_t column) {
    if (row >= tile.usedRows || column >= tile.usedColumns) return std::nullopt;
    return kWordBytes * tile.wordOf(row, column);
}

/// The byte address that a thread of a block, by its index, would touch; nothing: it takes no part.
using AddressOfThread = std::function<std::optional<std::uint64_t>(model::Dim3 thread)>;

/// What a warp of such a block would do with 4 bytes a lane.
model::WarpAccess madeAccess(model::Space space, model::Operation operation, model::Dim3 block,
                             std::uint32_t warp, const AddressOfThread& address) {
    model::WarpAccess access;
    access.space = space;
    access.operation = operation;
    access.warp = warp;
    for (int lane = 0; lane < model::kWarpSize; ++lane) {
        const model::Dim3 thread = model::threadIndex(block, warp, lane);
        if (thread.z >= block.z) continue; // the block's last warp may have fewer threads
        if (const std::optional<std::uint64_t> at = address(thread)) {
            access.address[static_cast<std::size_t>(lane)] = *at;
            access.activeMask |= 1U << lane;
        }
    }
    return access;
}

} // namespace

std::uint64_t Tile::wordOf(std::uint32_t row, std::uint32_t column) const {
    return std::uint64_t{row} * pitch() + (swizzle ? column ^ row : column);
}

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

model::Counts Tile::cost(const model::Architecture& architecture, const model::Rules& rules) const {
    model::Counts sum;
    for (std::uint32_t warp = 0; warp * model::kWarpSize < block.count(); ++warp)
        for (std::uint32_t step = 0; step < steps(); ++step)
            for (const model::WarpAccess& access : {byRows(warp, step), byColumns(warp, step)})
                sum += model::count(access, architecture, rules);
    return sum;
}

std::uint64_t unitsMoved(const model::Architecture& architecture, const model::Rules& rules,
                         const TiledMatrix& matrix, const Tile& tile, std::uint32_t warp, std::uint32_t step,
                         ElementOrder order) {
    const auto address = [&](model::Dim3 thread) -> std::optional<std::uint64_t> {
        const std::uint32_t slow = thread.y + step * tile.block.y;
        const std::uint64_t row = matrix.row + (order.byColumns ? thread.x : slow);
        const std::uint64_t column = matrix.column + (order.byColumns ? slow : thread.x);
        if (row >= matrix.rows || column >= matrix.columns) return std::nullopt;
        return kWordBytes * (order.transposed ? column * matrix.rows + row : row * matrix.columns + column);
    };
    const model::WarpAccess access =
        madeAccess(model::Space::Global, model::Operation::Store, tile.block, warp, address);
    return model::count(access, architecture, rules).transactions;
}

bool hasTile(Variant variant) {
    return variant >= Variant::Tiled;
}

VariantCost costOf(Variant variant, const model::Architecture& architecture, const model::Rules& rules,
                   const TiledMatrix& matrix, Tile tile, std::uint32_t warp, std::uint32_t step) {
    const auto moved = [&](ElementOrder order) {
        return unitsMoved(architecture, rules, matrix, tile, warp, step, order);
    };
    VariantCost cost;
    cost.loads = moved({});
    cost.stores = moved({.byColumns = hasTile(variant), .transposed = variant != Variant::Copy});
    if (!hasTile(variant)) return cost;
    tile.usedRows = matrix.rows - matrix.row;
    tile.usedColumns = matrix.columns - matrix.column;
    cost.tileStores = model::count(tile.byRows(warp, step), architecture, rules).sharedWavefronts;
    cost.tileLoads = model::count(tile.byColumns(warp, step), architecture, rules).sharedWavefronts;
    return cost;
}

PaddingSearch::PaddingSearch(const model::Architecture& architecture, const model::Rules& rules,
                             const Tile& tile, std::uint32_t most) {
    const bool halfWarps = architecture.sharedRule == model::SharedRule::BroadcastWord;
    m_banks = tr("{} banks for {} lanes at a time", architecture.banks, halfWarps ? 16 : 32);
    Tile padded = tile;
    padded.swizzle = false;
    for (padded.pad = 0; padded.pad <= most; ++padded.pad)
        m_costs.push_back(padded.cost(architecture, rules));
}

std::uint32_t PaddingSearch::best() const {
    const auto least = std::ranges::min_element(m_costs, {}, [](const model::Counts& counts) {
        return counts.bankConflicts ? std::pair{true, counts.sharedWavefronts}
                                    : std::pair{false, std::uint64_t{0}};
    });
    return static_cast<std::uint32_t>(least - m_costs.begin());
}

std::string PaddingSearch::sentence() const {
    const std::uint32_t pad = best();
    if (found() && pad == 0) return tr("No padding is needed: no conflict with {}.", m_banks);
    const std::string saves =
        tr("{} per block where pad=0 takes {}", counted(m_costs[pad].sharedWavefronts, "wavefront"),
           m_costs.front().sharedWavefronts);
    if (found()) return tr("pad={} is the smallest without conflict ({}): {}.", pad, m_banks, saves);
    return tr("No padding up to {} is without conflict ({}): what spreads the columns makes rows "
              "meet. pad={} is the best: {}.",
              m_costs.size() - 1, m_banks, pad, saves);
}

} // namespace lanescope::lab_transpose
