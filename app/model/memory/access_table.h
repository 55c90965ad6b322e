// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/error.h"
#include "model/report.h"

#include <cstddef>
#include <istream>
#include <ostream>
#include <vector>

namespace lanescope::model {

/// One row of a table of accesses.
struct TableRow {
    WarpAccess access;
    std::size_t line = 0; ///< where it stands in the table, from 1
};

/// Reads a table in CSV: columns found by the names in its first line, `space` (global, shared), `op` (ld st
/// atom red ldmatrix stmatrix), `width_bytes`, `lane_byte_offsets` (32, separated by spaces, `-` for an
/// inactive lane) and, for the matrix operations, `matrices`. More columns and blank lines are skipped.
/// Throws BadInput, "line N: what is wrong", for the first row that is not an access.
std::vector<TableRow> readAccessTable(std::istream& table);

/// Writes the counts of each row, a heading first; a figure that the row's space and operation do not have on
/// the architecture is left empty.
void writeCountTable(std::ostream& out, const std::vector<TableRow>& rows, const Architecture& architecture,
                     const Rules& rules = {});

} // namespace lanescope::model
