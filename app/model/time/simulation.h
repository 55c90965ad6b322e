// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/time/block_sample.h"
#include "model/time/machine_code.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lanescope::model {

/// Latencies and widths of a chip, in clock cycles of its multiprocessors. How each was measured:
/// docs/time.md.
struct ChipTimes {
    double clockHz = 0;
    int multiprocessors = 0, schedulers = 4;
    /// Of a pipe of one scheduler: cycles between two instructions; of the chip's: from operands to result.
    std::array<double, kPipes> interval{}, latency{};
    double sharedLatency = 0, shuffleLatency = 0, matchLatency = 0, reduceLatency = 0, voteLatency = 0;
    double l1Latency = 0, l2Latency = 0, dramLatency = 0, textureLatency = 0, constantLatency = 0;
    double sharedAtomicLatency = 0, globalAtomicLatency = 0;
    double barrierLatency = 0, barrierPerWarp = 0, fenceLatency = 0, specialLatency = 0, parameterLatency = 0,
           branchLatency = 0;
    double addressInterval = 0; ///< of the Lsu for addresses of 64 bits
    double matchInterval = 0, reduceInterval = 0, textureInterval = 0;
    double sharedAtomicPerLane = 0, l2AtomicPerSector = 0, l2AtomicPerLane = 0;
    double fillBytes = 0;                                    ///< a cycle, from L2 to one multiprocessor
    double storeBytes = 0;                                   ///< a cycle, the other way
    double l2ReadBytes = 0, l2WriteBytes = 0, dramBytes = 0; ///< a cycle, of the whole chip
    double l1Bytes = 0;                                      ///< L1 and shared memory together
    double blockStart = 0;                 ///< between two blocks that one multiprocessor begins
    double kernelStart = 0, kernelEnd = 0; ///< before the first instruction, after the last
};
const ChipTimes* chipTimes(const Architecture& architecture);

/// What is known of a launch beside the sample.
struct SampledLaunch {
    std::uint64_t blocks = 1, warpsPerBlock = 1;
    int residentBlocks = 1; ///< of a multiprocessor, by occupancy
    std::uint64_t sharedBytesPerBlock = 0;
    double dramShare = 0;          ///< of the sectors that L2 is asked for by loads, those that DRAM delivers
    double dramBytesPerSector = 0; ///< that DRAM is busy with, for each sector that L2 is asked for or given
};

/// What a launch takes, and how long each part of the chip is busy meanwhile, cycles.
struct SimulatedTime {
    double cycles = 0;      ///< from the kernel's start to its end
    double blockCycles = 0; ///< of one block in the middle of many
    std::array<double, kPipes> pipe{};
    double issue = 0, data = 0, l2 = 0, dram = 0, fill = 0;
    double missedSectors = 0, storedSectors = 0; ///< of the sample
    std::uint64_t steps = 0;
};

/// One multiprocessor with its share of L2 and DRAM runs the blocks of a sample; what it takes with all of a
/// launch's follows from them.
SimulatedTime simulate(const std::vector<const SampledBlock*>& blocks, const MachineCode& code,
                       const ChipTimes& chip, const SampledLaunch& launch);

} // namespace lanescope::model
