// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/bars.h"
#include "model/occupancy.h"

#include <string>

/// How many warps of a kernel a multiprocessor holds, in words and as bars.
namespace lanescope::lab_hierarchy {

using namespace kit;

/// Resident warps by block size, 32 threads to the architecture's most; the size of block is chosen. caption
/// says what else a block takes.
BarsView occupancyBars(const model::BlockResources& block, const model::Architecture& architecture);
/// Why not even one such block runs on an architecture, of what it takes and may take; empty: one does.
std::string whyNoBlock(const model::BlockResources& block, const model::Architecture& architecture);
/// "4 blocks of 256 threads: 32 of 64 warps. Registers leave no room for more."
std::string occupancyText(const model::BlockResources& block, const model::Architecture& architecture);

} // namespace lanescope::lab_hierarchy
