// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"
#include "model/warp_access.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// A matrix that is transposed tile by tile: which addresses its warps touch, and what that costs.
namespace lanescope::lab_transpose {

/// A square of 4-byte words in shared memory that a block fills by rows and reads by columns. A thread does
/// every block.y-th row, then every block.y-th column.
struct Tile {
    model::Dim3 block;     ///< x: the square's side
    std::uint32_t pad = 0; ///< unused words after each row
    bool swizzle = false;  ///< row r has its columns exchanged by XOR with r
    /// What of it is used: less at the matrix's edge.
    std::uint32_t usedRows = ~0U;
    std::uint32_t usedColumns = ~0U;

    std::uint32_t side() const { return block.x; }
    std::uint32_t pitch() const { return block.x + pad; } ///< words from row to row
    std::uint32_t bytes() const { return side() * pitch() * 4; }
    std::uint32_t steps() const { return block.x / block.y; }
    /// The word, from the tile's first, that holds an element of it.
    std::uint64_t wordOf(std::uint32_t row, std::uint32_t column) const;
    /// What a warp of a block does in one of its steps.
    model::WarpAccess byRows(std::uint32_t warp, std::uint32_t step) const;
    model::WarpAccess byColumns(std::uint32_t warp, std::uint32_t step) const;
    /// All of the block's, both ways.
    model::Counts cost(const model::Architecture& architecture, const model::Rules& rules) const;
};

/// A matrix of 4-byte elements, row by row, and where the tile that a block does begins in it.
struct TiledMatrix {
    std::uint32_t rows = 1;
    std::uint32_t columns = 1;
    std::uint32_t row = 0;
    std::uint32_t column = 0;
};

/// How the elements of a warp follow from its place in the tile, and where they lie in memory.
struct ElementOrder {
    bool byColumns = false;  ///< neighbouring lanes have a column of the tile, else a row
    bool transposed = false; ///< in the transpose of the matrix, else in the matrix itself
};
/// The sectors or transactions that a warp moves of a matrix from address 0 on, in one of its steps.
std::uint64_t unitsMoved(const model::Architecture& architecture, const model::Rules& rules,
                         const TiledMatrix& matrix, const Tile& tile, std::uint32_t warp, std::uint32_t step,
                         ElementOrder order);

/// How the kernel does it; the last three go through a tile in shared memory.
enum class Variant : std::uint8_t { Copy, Naive, Tiled, Padded, Swizzled };
bool hasTile(Variant variant);

/// What a warp's step costs: sectors or transactions of global memory, wavefronts of the tile.
struct VariantCost {
    std::uint64_t loads = 0;
    std::uint64_t stores = 0;
    std::uint64_t tileStores = 0; ///< 0 without a tile
    std::uint64_t tileLoads = 0;
    bool operator==(const VariantCost&) const = default;
};
/// By variant.
using VariantCosts = std::array<VariantCost, 5>;
VariantCost costOf(Variant variant, const model::Architecture& architecture, const model::Rules& rules,
                   const TiledMatrix& matrix, Tile tile, std::uint32_t warp, std::uint32_t step);

/// What a tile costs with 0, 1, 2 ... unused words after each row.
class PaddingSearch {
public:
    PaddingSearch(const model::Architecture& architecture, const model::Rules& rules, const Tile& tile,
                  std::uint32_t most);
    /// Of a block, by padding.
    std::span<const model::Counts> costs() const { return m_costs; }
    /// The smallest without any bank conflict; where there is none, the one with the fewest wavefronts.
    std::uint32_t best() const;
    /// Whether best() is without conflict.
    bool found() const { return m_costs[best()].bankConflicts == 0; }
    /// What best() is and what it saves, in a sentence.
    std::string sentence() const;

private:
    std::vector<model::Counts> m_costs;
    std::string m_banks; ///< "32 banks for 32 lanes at a time"
};

} // namespace lanescope::lab_transpose
