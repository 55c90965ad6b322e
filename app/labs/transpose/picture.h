// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/matrix.h"
#include "kit/frame.h"
#include "labs/transpose/model.h"
#include "render/canvas.h"

#include <optional>
#include <string>

namespace lanescope::lab_transpose {

/// The words of a tile with the colour and number of their bank; the lanes of an access in it are marked.
kit::MatrixView bankMatrix(const kit::Frame& frame, const Tile& tile, const model::WarpAccess* access);
/// What the matrices are drawn for.
struct ElementsView {
    TiledMatrix matrix; ///< and where the shown block begins in it
    model::Dim3 grid;
    Variant variant = Variant::Copy;
    Tile tile;
};
/// In the frame's left part the matrix before and after and, where there is one, the tile between them.
void drawElements(render::Canvas& canvas, const kit::Frame& frame, const ElementsView& view,
                  const std::optional<kit::ShownAccess>& shown);

/// "word 70 of shared memory: row 2, column 4, bank 6": of a pick in it.
std::string describeBankMatrix(const kit::Frame& frame, const Tile& tile, const render::Pick& pick);

} // namespace lanescope::lab_transpose
