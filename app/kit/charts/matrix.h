// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/tone.h"
#include "render/canvas.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lanescope::kit {

/// A rectangle of elements with an outline and a name: a block's tile, a strip that is read.
struct MatrixRegion {
    std::uint32_t row = 0, column = 0, rows = 1, columns = 1;
    std::string label;
    Tone tone = Tone::Plain; ///< Plain is the accent colour
};

/// An element that a lane of the shown access touches.
struct MatrixMark {
    std::uint32_t row = 0, column = 0;
    int lane = 0;
    std::uint64_t address = 0;
    bool active = true; ///< false: the lane has nothing to do there; an outline
    int site = -1;      ///< of its access; -1: the view's
};

/// Elements in rows and columns, and what of them a block, a warp, a lane touches.
struct MatrixView {
    std::string title;        ///< "A", "before"
    std::string caption;      ///< beside the title: "64 x 64 float, row by row"
    std::string shortCaption; ///< where the caption has no room
    std::uint32_t rows = 1, columns = 1;
    /// 0 to 1 is drawn from cold to hot; negative: the element has no value (not written, not there).
    std::function<float(std::uint32_t row, std::uint32_t column)> amount;
    /// In place of amount; without opacity it is an outline: no element is there.
    std::function<render::Color(std::uint32_t row, std::uint32_t column)> color;
    /// What stands in a cell that is large enough; empty function: nothing.
    std::function<std::string(std::uint32_t row, std::uint32_t column)> text;
    std::vector<MatrixRegion> regions;
    std::vector<MatrixMark> marks;
    std::uint32_t blockRows = 0, blockColumns = 0; ///< a click picks the block of this shape; 0: the element
    std::uint32_t blocksAcross = 0;                ///< blocks in x of the grid; 0: columns / blockColumns
    bool blocksTurned = false;                   ///< blocks are numbered down the columns, as in a transpose
    std::uint32_t lineRows = 0, lineColumns = 0; ///< a line after every so many; 0: none
    /// What stands in the middle of the part between lines in this row and column of parts, where it fits.
    std::function<std::string(std::uint32_t row, std::uint32_t column)> partText;
    int site = -1;              ///< the access of the marks
    std::int64_t firstPick = 0; ///< elements are picked as Point, numbered from here row by row
    int group = 0;              ///< as Pick::group
};

/// The matrix in the middle of rect, each element a cell. Where cells would be too small to see, the whole in
/// shrunk form with the marked part enlarged beside or beneath it. Marked cells have their lane's colour and
/// number, are lit by the brush, and are picked as Lane.
void drawMatrix(render::Canvas& canvas, const Frame& frame, const render::Rect& rect, const MatrixView& view);

/// The elements that the lanes of an access touch, of a row-major matrix of elements of elementBytes that
/// begins at `address` and has rowBytes from row to row; those outside are left out.
std::vector<MatrixMark> marksOf(const model::WarpAccess& access, std::uint64_t address, std::size_t rowBytes,
                                std::size_t elementBytes, std::uint32_t rows, std::uint32_t columns);

} // namespace lanescope::kit
