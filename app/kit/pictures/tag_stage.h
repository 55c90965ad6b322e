// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "model/memory/coalescing.h"
#include "render/canvas.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::kit {

/// Global memory from CC 5.0 on: which line goes through which of the four tag banks, pass by pass, and what
/// of their data moves together; where the banks are not known, that. It stands at the lower edge; gives the
/// rectangle above it.
render::Rect drawTagStage(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                          const ShownAccess& shown);

/// "a cell is a line with its lanes; a pass takes one a bank: bank 2 has 11 of 32 lines, so 11 passes"; brief
/// leaves the rule out. Empty without look-ups.
std::string tagSentence(const std::vector<model::TagLookup>& lookups, bool brief);
/// Which passes move their data together; empty where that is not known or nothing is to say.
std::string batchSentence(const std::vector<model::TagLookup>& lookups);
/// What a line's tooltip says of its tag bank and passes; line is a byte address. Empty where it is not
/// touched.
std::string describeTag(const std::vector<model::TagLookup>& lookups, std::uint64_t line);

} // namespace lanescope::kit
