// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/matrix.h"
#include "kit/frame.h"
#include "kit/panel/panel.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::lab_transpose {

using namespace kit;

/// A square of 4-byte words in shared memory that a block fills by rows and reads by columns. A thread does
/// every block.y-th row, then every block.y-th column.
struct Tile {
    model::Dim3 block;     ///< x: the square's side
    std::uint32_t pad = 0; ///< unused words after each row
    bool swizzle = false;  ///< row r has its columns exchanged by XOR with r
    /// What of it is used: less at the matrix's edge.
    std::uint32_t usedRows = ~0U, usedColumns = ~0U;

    std::uint32_t side() const { return block.x; }
    std::uint32_t pitch() const { return block.x + pad; } ///< words from row to row
    std::uint32_t bytes() const { return side() * pitch() * 4; }
    std::uint32_t steps() const { return block.x / block.y; }
    /// What a warp of a block does in one of its steps.
    model::WarpAccess byRows(std::uint32_t warp, std::uint32_t step) const;
    model::WarpAccess byColumns(std::uint32_t warp, std::uint32_t step) const;
    /// All of the block's, both ways.
    model::Counts cost(const Frame& frame) const;
};

/// A matrix of 4-byte elements, row by row, and where the tile that a block does begins in it.
struct TiledMatrix {
    std::uint32_t rows = 1, columns = 1;
    std::uint32_t row = 0, column = 0;
};
/// The sectors or transactions that a warp moves of it, or of its transpose, in one of its steps: of rows of
/// the tile, or of columns.
std::uint64_t unitsMoved(const Frame& frame, const TiledMatrix& matrix, const Tile& tile, std::uint32_t warp,
                         std::uint32_t step, bool byColumns, bool turned);

/// The words of a tile with the colour and number of their bank; the lanes of an access in it are marked.
MatrixView bankMatrix(const Frame& frame, const Tile& tile, const model::WarpAccess* access);
/// "word 70 of shared memory: row 2, column 4, bank 6": of a pick in it.
std::string describeBankMatrix(const Frame& frame, const Tile& tile, const render::Pick& pick);

/// What a tile costs with 0, 1, 2 ... unused words after each row.
class PaddingSearch {
public:
    PaddingSearch(const Frame& frame, const Tile& tile, std::uint32_t most);
    /// Of a block, by padding.
    std::span<const model::Counts> costs() const { return m_costs; }
    /// The smallest without any bank conflict; where there is none, the one with the fewest wavefronts.
    std::uint32_t best() const;
    /// Whether best() is without conflict.
    bool found() const { return m_costs[best()].bankConflicts == 0; }
    /// What best() is and what it saves.
    std::string sentence() const;

private:
    std::vector<model::Counts> m_costs;
    std::string m_banks; ///< "32 banks for 32 lanes at a time"
};

/// A button that sets the parameter to the best padding and another one as well, and, when padding is in use,
/// what was found.
void offerPadding(Panel& panel, const PaddingSearch& search, std::string_view parameter,
                  const std::pair<std::string, std::string>& also, bool inUse);

} // namespace lanescope::lab_transpose
