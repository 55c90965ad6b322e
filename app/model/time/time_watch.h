// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/time/grid_samples.h"
#include "model/time/launch_time.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lanescope::model {

/// Watches a launch for the time that it takes on one chip.
class TimeWatch {
public:
    /// chip: nullptr where nothing is known of it. run: the blocks that run, where not all do; of a kernel
    /// that launches grids no time is known then. All but run outlive this.
    TimeWatch(const LaunchedBlocks& launch, const Architecture& architecture, const ChipTimes* chip,
              Rules rules, const MachineCode& code, std::span<const std::uint64_t> run = {});
    /// Gets the accesses and instructions of the launch; nullptr: no time will be known.
    AccessSink* sink() const;
    /// After the launch; report, traffic and executed: of the blocks that ran. grids: it and those that
    /// device code launched; empty: there are none. nullopt: no time is known.
    std::optional<LaunchTime> time(const Report& report, const DramTraffic& traffic,
                                   const ExecutedBlocks& executed, std::span<const RanGrid> grids) const;
    /// What time() of the same code and architecture goes by: see timeInput(). Empty: more than can be said.
    std::vector<std::byte> input(const Report& report, const DramTraffic& traffic,
                                 const ExecutedBlocks& executed) const;

private:
    LaunchedBlocks m_launch;
    const ChipTimes* m_chip;
    const MachineCode& m_code;
    std::unique_ptr<BlockSample> m_sample;
    std::unique_ptr<GridSamples> m_grids; ///< of a kernel that may launch grids, in its place
};

} // namespace lanescope::model
