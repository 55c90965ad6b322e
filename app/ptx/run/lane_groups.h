// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/block_parts.h"

#include <cstdint>

namespace lanescope::ptx {

/// Runs a warp whose lanes must wait for one another: each has its own program counter, those that are at the
/// same place run together, and the ones that ran longest ago come first.
class LaneGroups {
public:
    explicit LaneGroups(BlockParts& block) : m_block(block) {}

    /// Gives each lane of a stack a program counter of its own.
    static void split(WarpState& warp);
    /// Runs some so many instructions, until all lanes are together again, or until the warp must stop.
    /// Throws Fault.
    Pause run(WarpState& warp, std::uint64_t quantum);

private:
    static std::uint32_t nextGroup(const WarpState& warp, std::uint32_t ready);
    void join(WarpState& warp, std::uint32_t group);
    std::uint64_t runGroup(WarpState& warp, std::uint32_t group, std::uint64_t quantum);
    void step(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc);
    void call(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc);
    void leave(WarpState& warp, std::uint32_t mask);
    void warpSync(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc);

    BlockParts& m_block;
};

} // namespace lanescope::ptx
