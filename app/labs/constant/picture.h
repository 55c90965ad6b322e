// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/pictures/test_images.h"
#include "labs/constant/model.h"
#include "render/canvas.h"

#include <string>

namespace lanescope::lab_constant {

/// The table as its pictures have it.
struct TableView {
    Pattern lanes;       ///< who reads what of it
    bool ramp = false;   ///< see valueAt
    std::string place;   ///< where it lies: "global memory"
    bool isRead = false; ///< by the shown access
};
/// In the frame's left part the table, its elements picked as Point by number, and what each lane got of it,
/// the lanes numbered from kElements on.
void drawTable(render::Canvas& canvas, const kit::Frame& frame, const TableView& table,
               const kit::ShownAccess& shown);

/// The table as texels in grey.
kit::Picture greyTexels(bool ramp);

} // namespace lanescope::lab_constant
