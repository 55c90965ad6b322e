// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/time/machine_code.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>

namespace lanescope::model {

/// Where device code puts a grid that it launches.
enum class ChildStream : std::uint8_t {
    Implicit,      ///< its block's NULL stream
    Named,         ///< one that its block makes and destroys for it
    FireAndForget, ///< none: it starts at once
    Tail           ///< behind the launching grid
};
inline constexpr std::size_t kChildStreams = 4;

/// Latencies and widths of a chip, in clock cycles of its multiprocessors. An H200's of pipes, shared memory,
/// L1 and barriers are measured alone (tests/times/latencies.txt, tests/data/h200_latencies.csv), those of
/// L2, DRAM, atomics and of starting blocks by whole kernels (tests/data/h200_times.csv; docs/time.md says
/// which). Another chip's follow from what `lanescope validate --times` measured there.
struct ChipTimes {
    /// They follow from what others have published: nothing was checked against the chip.
    bool published = false;
    double clockHz = 0;
    int multiprocessors = 0, schedulers = 4;
    /// Of a pipe of one scheduler: cycles between two instructions; of the chip's: from operands to result.
    std::array<double, kPipes> interval{}, latency{};
    double sharedLatency = 0, shuffleLatency = 0, matchLatency = 0, reduceLatency = 0, voteLatency = 0;
    double l1Latency = 0, l2Latency = 0, dramLatency = 0, constantLatency = 0;
    double textureLatency = 0, surfaceLatency = 0; ///< of what L1 has
    double sharedAtomicLatency = 0, globalAtomicLatency = 0;
    double barrierLatency = 0, barrierPerWarp = 0, fenceLatency = 0, specialLatency = 0, parameterLatency = 0,
           branchLatency = 0;
    /// Beyond it: of a jump ahead, of one to an address that is looked up, and until other lanes of a warp go
    /// on.
    double jumpLatency = 0, indirectLatency = 0, regroupLatency = 0;
    /// A barrier of the grid, beside the instructions around it: from the last block that comes to where all
    /// go on, more where blocks are in several clusters of multiprocessors, and at least so long for each.
    double gridBarrierLatency = 0, gridBarrierFar = 0, gridBarrierPerBlock = 0;
    double addressInterval = 0; ///< of the Lsu for addresses of 64 bits
    double matchInterval = 0;
    /// Of a distinct word of constants, and more where its cache has it not; and how much longer its own warp
    /// waits for each beyond the first.
    double constantInterval = 0, constantMiss = 0, constantWord = 0;
    double fillBytes = 0;  ///< a cycle, from L2 to one multiprocessor
    double storeBytes = 0; ///< a cycle, the other way
    double dramBytes = 0;  ///< a cycle, of the whole chip
    /// How long scattered sectors keep DRAM busy, in bytes of a contiguous copy: one read, one written in
    /// part.
    double scatteredRead = 0, scatteredWrite = 0;
    /// Cycles of all of L2 that a request for a line takes: at least, and per sector.
    double l2ReadLine = 0, l2ReadSector = 0;
    /// Likewise, for stores: both are added; a sector that is written in part takes longer.
    double l2WriteLine = 0, l2WriteSector = 0, l2WritePartOfSector = 0;
    double l2ReadAmongWrites = 0; ///< the share of a read's cycles that stores wait for it
    /// Atomics in a slice of L2: cycles per sector at least; per lane that changes the same word as another,
    /// less so many per sector; and between two that follow each other in a line, of integers, less so many
    /// per sector after the first, and of floats.
    int l2Slices = 0;
    double atomicSector = 0, atomicLane = 0, atomicOverlap = 0, atomicChain = 0, atomicChainOverlap = 0,
           atomicFloatChain = 0;
    double l2PerLine = 0, dramPerLine = 0; ///< that each further line of a load adds to the latency
    double storeQueue = 0;                 ///< cycles of work that wait behind a multiprocessor's stores
    double codeLatency = 0;                ///< of a line of instructions, where all multiprocessors want it
    double codeFollows = 0;                ///< of one behind another
    /// Cycles that a full queue adds to L2's and DRAM's latency, for reads, for a mixture with writes.
    double l2Queue = 0, dramQueue = 0, dramMixedQueue = 0, dramTurn = 0;
    double l2Bytes = 0;         ///< that a kernel finds again
    double l1Bytes = 0;         ///< L1 and shared memory together
    double blockStart = 0;      ///< between two blocks that one multiprocessor begins
    double blockTurnaround = 0; ///< from a block's last instruction to the first of the next in its place
    double kernelCold = 0, kernelWarm = 0; ///< before the first instruction and after the last, together
    /// From a cold L2, until what all multiprocessors wrote is known to be there; of fewer in proportion.
    double coldWrites = 0;
    /// Of launches from device code: the call that makes one, by stream, and of a tail launch after the
    /// first; at least so long between two that the chip takes, into streams and without one.
    std::array<double, kChildStreams> childCall{};
    double childTailCall = 0, childInterval = 0, childIntervalFree = 0;
    /// Until a child starts: from the end of the call; from the end of the launching grid, for the first one
    /// behind it; from the end of the one that it waits for, where the chip has taken up both, and where not.
    double childStart = 0, childTailStart = 0, childFollow = 0, childNext = 0;
    double childSettle = 0;  ///< to note that a grid has ended
    double childPrepare = 0; ///< what a kernel that may launch takes before it starts, beside any other
    double childEnd = 0;     ///< and after its last child is known to have ended
};
/// The H200's, as the program has them.
const ChipTimes& builtInTimes();

/// The chips whose times are known: the H200, those that were measured, and those of which figures are
/// published.
class KnownTimes {
public:
    /// Of the chip that a row stands for. nullptr: nothing is known of it.
    const ChipTimes* of(const Architecture& architecture) const;
    /// Takes these for a row's, in place of those that it had.
    void set(const Architecture& architecture, const ChipTimes& times);

private:
    std::map<std::string_view, ChipTimes> m_known; ///< by a row's name
};

} // namespace lanescope::model
