// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/bars.h"
#include "kit/charts/formulas.h"
#include "kit/frame.h"
#include "kit/words/facts.h"
#include "labs/pitch/model.h"

#include <string>
#include <vector>

namespace lanescope::lab_pitch {

/// The units of row after row, so many that can be counted in a frame, the shown one chosen.
kit::BarsView rowBars(const kit::Frame& frame, const kit::ShownAccess& shown, const Rows& rows);
/// How the kernel finds the row of the shown access, and where in its line that begins.
std::vector<kit::Formula> rowFormulas(const kit::ShownAccess& shown, const Rows& rows);
/// What the rows take besides their elements: their bytes, the pitch, the padding of all of them.
std::vector<kit::Fact> rowFacts(const Rows& rows);
/// How many of the rows begin at a line, and how many at a sector.
std::string rowStarts(const Rows& rows);
/// What packed rows move beside such as the device's pitch apart, and what the pitch takes.
std::string conclusionText(const model::Architecture& architecture, const RowCounter& counter,
                           const Rows& rows, std::uint64_t devicePitch);

} // namespace lanescope::lab_pitch
