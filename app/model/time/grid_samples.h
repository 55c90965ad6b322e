// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/memory/dram.h"
#include "model/memory/tally.h"
#include "model/time/block_sample.h"
#include "model/time/grid_timeline.h"
#include "model/time/launch_time.h"
#include "model/warp_access.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lanescope::model {

/// A grid of such a launch, as it ran.
struct RanGrid {
    LaunchedGrid grid; ///< its place among the others; its seconds and load follow from the samples
    ExecutedBlocks executed;
};

/// Watches a launch whose kernel may launch grids, for its time: its own grid, and of those that device code
/// launches the first one of each kind, which is a kernel and a shape.
class GridSamples final : public AccessSink {
public:
    /// code: of the program. All outlive this.
    GridSamples(const LaunchedBlocks& launch, const Architecture& architecture, const ChipTimes& chip,
                Rules rules, const MachineCode& code);
    ~GridSamples() override;
    void access(const WarpAccess& access) override;
    InstructionSink* instructionsOf(const Dim3& block) override;
    AccessSink* childGrid(const ChildGrid& grid) override;
    std::unique_ptr<AccessSink> fork() const override;
    void join(AccessSink& fork) override;

    /// grids: the host's first, then those that were launched, by number. traffic: of all together. nullopt:
    /// no time is known of one of them.
    std::optional<LaunchTime> time(std::span<const RanGrid> grids, const DramTraffic& traffic) const;

private:
    class Kind;
    std::unique_ptr<Kind> kindOf(const LaunchedBlocks& launch, std::size_t kernel) const;

    const Architecture& m_architecture;
    const ChipTimes& m_chip;
    Rules m_rules;
    const MachineCode& m_code;
    std::vector<std::unique_ptr<Kind>> m_kinds; ///< the host's grid first
    std::vector<std::size_t> m_kindOf;          ///< by grid
};

} // namespace lanescope::model
