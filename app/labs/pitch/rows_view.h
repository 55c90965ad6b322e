// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/bars.h"
#include "kit/charts/formulas.h"
#include "kit/pictures/pictures.h"
#include "kit/words/facts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Rows of a matrix in memory, over the 128-byte lines that they lie in.
namespace lanescope::lab_pitch {

using namespace kit;

/// So many rows that begin `pitch` bytes apart.
struct RowsView {
    std::uint64_t address = 0; ///< of the first row
    std::uint64_t rowBytes = 1, pitch = 1, rows = 1;
    std::uint64_t elementBytes = 4;
    std::uint64_t rowsInSlice = 0; ///< of a volume; 0: a matrix
    std::int64_t firstPick = 0;    ///< rows are picked as Point, numbered from here

    bool packed() const { return pitch == rowBytes; }
    std::uint64_t start(std::uint64_t row) const { return address + row * pitch; }
    /// The row that an address lies in.
    std::uint64_t rowOf(std::uint64_t at) const { return pitch ? (at - address) / pitch : 0; }
    /// The same rows another pitch apart.
    RowsView withPitch(std::uint64_t bytes) const {
        RowsView view = *this;
        view.pitch = bytes;
        return view;
    }
};

/// What the shown access comes to when warps of it go through a whole row that begins at an address, 32
/// elements a warp.
model::Counts countRow(const Frame& frame, const ShownAccess& shown, const RowsView& rows,
                       std::uint64_t start);
/// The mean of a row's units (sectors, before CC 5.0 transactions), over as many of the first rows as can be
/// counted in a frame.
double unitsPerRow(const Frame& frame, const ShownAccess& shown, const RowsView& rows);
/// The next length of a row, in steps of a sector or more, at which packed rows cost no more than such as
/// begin at a line.
std::uint64_t bytesWithoutPitch(const Frame& frame, const ShownAccess& shown, const RowsView& rows);
/// The nearest number of elements, up to `most`, at which packed rows cost more than such as begin at a line.
std::optional<std::uint64_t> elementsThatNeedPitch(const Frame& frame, const ShownAccess& shown,
                                                   const RowsView& rows, std::uint64_t most);
/// The units of row after row, so many that can be counted in a frame, the shown one chosen.
BarsView rowBars(const Frame& frame, const ShownAccess& shown, const RowsView& rows);
/// How the kernel finds the row of the shown access, and where in its line that begins.
std::vector<Formula> rowFormulas(const ShownAccess& shown, const RowsView& rows);
/// What the rows take besides their elements: their bytes, the pitch, the padding of all of them.
std::vector<Fact> rowFacts(const RowsView& rows);
/// How many of the rows begin at a line, and how many at a sector.
std::string rowStarts(const RowsView& rows);

/// A strip a row, each over its own lines: where in its first line it begins, its bytes, those of neighbours,
/// padding; the shown access in the colours of its lanes; at the right what the row costs. Rows round the
/// shown one, as many as fit.
void drawRows(render::Canvas& canvas, const Frame& frame, const render::Rect& rect, const RowsView& rows,
              const ShownAccess& shown);

} // namespace lanescope::lab_pitch
