// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/block_parts.h"

#include <cstdint>

namespace lanescope::ptx {

/// Runs a warp from its stack of divergent paths: the lanes on top run together until they meet those below.
class Lockstep {
public:
    explicit Lockstep(BlockParts& block) : m_block(block) {}

    /// Runs so many instructions, or until the warp must stop. Throws Fault.
    Pause run(WarpState& warp, std::uint64_t quantum) {
        return m_block.spins ? runAs<true>(warp, quantum) : runAs<false>(warp, quantum);
    }

private:
    /// What to go on with after an instruction that is not plain.
    enum class Next : std::uint8_t {
        Instruction, ///< the one behind it
        Target,      ///< the one it names
        Path,        ///< what is on top of the stack now
        Block,
        Yield,
        Turn,
        Spin
    };
    /// Watched: by SpinWatch.
    template<bool Watched>
    Pause runAs(WarpState& warp, std::uint64_t quantum);
    /// Makes the path on top of the stack the one that runs; false when there is none left.
    bool enterPath(WarpState& warp) const;
    Next step(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc);
    Next branch(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc);
    Next branchTable(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc);
    Next call(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc);
    Next leave(WarpState& warp, std::uint32_t mask, std::uint32_t pc);
    Next barrier(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc);
    Next warpSync(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc);
    static Next split(WarpState& warp, std::uint32_t pc);
    bool onlyWaits(WarpState& warp, std::uint32_t mask, std::uint32_t pc);
    static bool spins(WarpState& warp, std::uint32_t pc);

    BlockParts& m_block;
};

} // namespace lanescope::ptx
