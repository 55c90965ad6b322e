// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/check/finding.h"
#include "ptx/check/mbarrier_watch.h"
#include "ptx/program/program.h"
#include "ptx/state/warp.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope::ptx {

/// Says what is wrong with the operations of a warp and with mbarriers: see Checks::synchronisation. Lanes
/// are masks, or numbers in the warp.
class SyncMisuse {
public:
    SyncMisuse(const Program& program, std::string kernel, FindingLog& log);

    void beginBlock(const BlockContext& block, std::uint64_t order);
    void endBlock();

    /// A shuffle among lanes that run it together: lane i of mask takes what lane from[i] has.
    void shuffled(const Warp& warp, const Instruction& in, std::uint32_t mask, const std::uint32_t* from);
    /// Lanes of mask run an operation together; members: the mask that each of them gives.
    void runTogether(const Warp& warp, const Instruction& in, std::uint32_t mask,
                     const std::array<std::uint32_t, 32>& members);
    /// Lanes have waited at pc for all that they name, and some of those are elsewhere, or have exited since.
    void metElsewhere(const Warp& warp, std::uint32_t pc, std::uint32_t waiting, std::uint32_t others);
    void exitedMeanwhile(const Warp& warp, std::uint32_t pc, std::uint32_t waiting, std::uint32_t gone);

    // of mbarriers, by their offset in shared memory
    void mbarrierInitialized(const Warp& warp, const Instruction& in, int lane, std::uint64_t offset);
    void mbarrierInvalidated(std::uint64_t offset) {
        m_mbarriers.invalidated(static_cast<std::uint32_t>(offset));
    }
    void mbarrierExpects(const Warp& warp, const Instruction& in, int lane, std::uint64_t offset);

private:
    std::uint32_t pcOf(const Instruction& in) const;
    std::string placeOf(std::uint32_t pc) const;
    std::string laneText(std::uint32_t warp, int lane) const;
    bool again(FindingKind kind, std::uint32_t pc, std::string_view word, std::uint32_t count);
    /// lanes: of the warp, that did it together.
    void report(FindingKind kind, std::uint32_t pc, std::string_view word, std::uint32_t count,
                std::uint32_t warp, std::uint32_t lanes, const std::string& what);
    MbarrierWatch::Actor actor(const Warp& warp, const Instruction& in, int lane) const;
    void reportMbarrier(const MbarrierWatch::Actor& who, const std::string& what);

    const Program& m_program;
    std::string m_kernel;
    FindingLog& m_log;
    const BlockContext* m_block = nullptr;
    std::uint64_t m_order = 0;
    MbarrierWatch m_mbarriers;
};

} // namespace lanescope::ptx
