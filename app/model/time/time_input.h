// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/memory/dram.h"
#include "model/report.h"
#include "model/time/block_sample.h"
#include "model/time/chip_times.h"
#include "model/time/launch_time.h"

#include <cstddef>
#include <vector>

namespace lanescope::model {

/// All that launchTime() goes by, but for the code, as bytes: of the same code and architecture, equal bytes
/// mean equal times. Addresses are among them, for where data lie decides what caches keep. They hold in this
/// process only.
std::vector<std::byte> timeInput(const LaunchedBlocks& launch, const ChipTimes& chip,
                                 const BlockSample& sample, const Report& report, const DramTraffic& traffic,
                                 const ExecutedBlocks& executed);

} // namespace lanescope::model
