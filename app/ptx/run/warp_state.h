// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/program/program.h"
#include "ptx/state/warp.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::ptx {

/// A function that is being called, for the lanes of mask.
struct CallFrame {
    std::uint32_t function = 0;
    std::byte* regs = nullptr;
    std::uint32_t parent = kNoTarget; ///< index of a frame
    std::uint32_t returnPc = 0;
    std::uint32_t call = kNoTarget; ///< index of the call site
    std::uint32_t localBase = 0;
    std::uint32_t depth = 0;
    std::uint32_t mask = 0;
};

/// Lanes that are at one place of a frame. Of those in one frame, which follow each other on the stack, the
/// lowest in Program::order are on top and run.
struct StackEntry {
    std::uint32_t pc = 0, order = 0, mask = 0, frame = 0;
};

/// Lanes that wait at a block-wide barrier.
struct BarrierWait {
    std::uint32_t mask = 0, id = 0;
    const BarrierSite* site = nullptr;
    std::byte* regs = nullptr;
    std::uint32_t result = 0;
    std::uint32_t pc = 0;
};

/// Where a warp of a cooperative grid was when it was looked at last: see SpinWatch.
struct LoopVisit {
    std::uint32_t pc = kNoTarget; ///< of a backward branch
    bool known = false;           ///< the fingerprint holds
    std::uint64_t fingerprint = 0;
};
/// The same of one whose lanes are in several places.
struct LanesVisit {
    std::array<std::uint32_t, 32> pc{}, turn{};
    std::uint32_t ready = 0;
    unsigned steps = 0; ///< of groups of lanes since then
    bool known = false;
    std::uint64_t fingerprint = 0;
};

/// A warp's whole state. Lanes run from a stack as long as that gets them on (Lockstep); when lanes must wait
/// for others of their warp, each gets a program counter of its own until they are together again
/// (LaneGroups).
struct WarpState : Warp {
    std::vector<StackEntry> stack;
    std::vector<CallFrame> frames;
    std::vector<std::uint32_t> freeFrames;
    bool started = false, done = false, split = false;
    std::array<std::uint32_t, 32> lanePc{}, laneFrame{}, laneTurn{}, laneMembers{};
    std::uint32_t atBarrier = 0, atSync = 0, released = 0;
    std::uint32_t awaited = 0;   ///< lanes that those at a barrier of the warp have waited for
    std::uint32_t localUsed = 0; ///< bytes of local memory that frames may have written, a lane
    std::vector<BarrierWait> waits;
    std::uint64_t executed = 0;
    std::uint64_t spinHash = 0;
    std::uint32_t spinPc = kNoTarget;
    std::uint32_t clockPc = kNoTarget; ///< where it last looked at a clock
    /// Backward branches since all lanes ran together last, and at how many of them the loop is looked at.
    std::uint64_t waited = 0, nextLook = 0, looks = 0;
    // of a cooperative grid
    bool spinning = false;      ///< its last turn ended in a loop that only waits
    bool atGridBarrier = false; ///< which is that of the grid's barrier
    LoopVisit loopVisit;
    LanesVisit lanesVisit;

    /// Lanes that wait for nobody.
    std::uint32_t ready() const { return live & ~(atBarrier | atSync); }
};

/// Why a warp stopped: Turned when it goes on in another way (as a stack or split), Quantum when it has run
/// as many instructions as it was told to, Spinning when it only waits for others (SpinWatch).
enum class Pause : std::uint8_t { Done, Blocked, Yielded, Turned, Quantum, Spinning };

/// Calls body(lane) for each lane of a mask, the lowest first.
template<class Body>
void eachLane(std::uint32_t lanes, Body body) {
    for (; lanes != 0; lanes &= lanes - 1) body(static_cast<std::size_t>(std::countr_zero(lanes)));
}

/// Index of the lowest lane of a mask.
inline std::size_t firstLane(std::uint32_t lanes) {
    return static_cast<std::size_t>(std::countr_zero(lanes));
}

} // namespace lanescope::ptx
