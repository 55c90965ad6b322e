// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/time/block_sample.h"
#include "model/time/chip_times.h"
#include "model/time/machine_code.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lanescope::model {

/// Where an access goes, as it is or packed.
std::span<const SampledLine> linesOf(const SampledBlock& block, const SampledAccess& access, bool packed);

/// Steps as the compiler has them: stretch by stretch in its order, without what unrolling a loop saves.
/// accesses: of the block.
std::vector<SampledStep> scheduled(const std::vector<SampledStep>& ran, const MachineCode& code,
                                   std::span<const SampledAccess> accesses);

/// A sampled block, which is kept elsewhere, and the steps of its warps as the compiler has them.
struct ScheduledBlock {
    ScheduledBlock(const SampledBlock& sampled, const MachineCode& code);
    const SampledBlock* block;
    std::vector<std::vector<SampledStep>> warps;
};

/// What is known of a launch beside the sample.
struct SampledLaunch {
    std::uint64_t blocks = 1, warpsPerBlock = 1;
    int residentBlocks = 1; ///< of a multiprocessor, by occupancy
    std::uint64_t sharedBytesPerBlock = 0;
    bool drops = false;                       ///< L2 does not keep all of its data
    bool coldStart = true;                    ///< the caches have been flushed
    bool packed = false;                      ///< every access as a pattern without waste would have it
    bool freeData = false, freeIssue = false; ///< the data stage, or the schedulers, take no time
    double dramShare = 0; ///< of the sectors that a multiprocessor's loads ask L2 for the first time
    /// Sectors that DRAM reads for all of the launch: where blocks share them, the first ones bring most of
    /// them.
    double dramSectors = 0;
    unsigned dramFetchSectors = 1;       ///< that DRAM reads together, 1, 2 or 4
    double dramWriteShare = 0;           ///< of the bytes that DRAM moves
    double dramBytesPerSector = 0;       ///< that DRAM is busy with, for each sector it delivers
    double dramBytesPerStoredSector = 0; ///< likewise, for each that L2 is given
};

/// What a launch takes, and how long each part of the chip is busy meanwhile, cycles.
struct SimulatedTime {
    double cycles = 0;      ///< from the kernel's start to its end
    double blockCycles = 0; ///< of one block in the middle of many
    double residence = 0;   ///< cycles that a block is there, on the average
    double together = 0;    ///< of them, from the last one's coming to a barrier of the grid to its opening
    std::size_t blocks = 0; ///< of the sample that ran, the first ones
    std::array<double, kPipes> pipe{};
    double issue = 0, data = 0, l2 = 0, dram = 0, fill = 0, atomics = 0;
    /// Of the sample: sectors that L2 is asked for for the first time, and that it is given.
    double firstSectors = 0, storedSectors = 0;
    /// Cycles that warps of the sample waited for each instruction: for its result, for a barrier that it is,
    /// or for its turn and its pipe. By index into MachineCode::instructions.
    std::vector<double> waited;
    std::uint64_t steps = 0;
};

/// One multiprocessor with its share of L2 and DRAM runs the blocks of a sample; what it takes with all of a
/// launch's follows from them.
SimulatedTime simulate(std::span<const ScheduledBlock> blocks, const MachineCode& code, const ChipTimes& chip,
                       const SampledLaunch& launch);

} // namespace lanescope::model
