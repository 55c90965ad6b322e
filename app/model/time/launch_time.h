// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/memory/dram.h"
#include "model/report.h"
#include "model/time/block_sample.h"
#include "model/time/chip_times.h"
#include "model/time/machine_code.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::model {

/// What the time of a launch depends on, beside what its blocks do.
struct LaunchedBlocks {
    Dim3 grid, block;
    std::uint64_t sharedBytes = 0;        ///< of a block, static and dynamic
    std::uint64_t registersPerThread = 0; ///< 0: unknown
    bool cooperative = false;             ///< its blocks may wait for each other
    bool launchesGrids = false;           ///< its kernel may
};

/// What the blocks of a launch that ran have executed, instructions of warps.
struct ExecutedBlocks {
    std::uint64_t warpInstructions = 0;
    std::uint64_t longestWarp = 0; ///< of the warp with the most; 0: not known
};

/// What keeps a launch from being faster. Those from Dram on are parts of the chip that can be busy.
enum class TimeLimit : std::uint8_t {
    Launch,  ///< starting and ending the kernel, and waiting for its few instructions
    Latency, ///< waiting: no part of the chip is busy for most of the time
    Dram,
    L2,
    Atomics, ///< those that wait for each other in L2
    Fill,    ///< what comes from L2 to a multiprocessor
    Data,    ///< the data stage of L1 and shared memory
    Issue,
    Pipe
};
/// As JSON has it: "dram", "data_stage", "pipe_fma"; and in a sentence: "DRAM", "the FMA pipe".
std::string_view limitName(TimeLimit limit, Pipe pipe);
std::string_view limitText(TimeLimit limit, Pipe pipe);

/// The modelled time of a launch from one state of the L2.
struct LimitedTime {
    struct Busy {
        TimeLimit part = TimeLimit::Dram;
        Pipe pipe = Pipe::Any; ///< of TimeLimit::Pipe
        double seconds = 0;
    };
    double seconds = 0; ///< from the kernel's start to its end, as the profiler's gpu__time_duration
    /// Of the same blocks, had shared memory no bank conflicts and lay the bytes that loads and stores of a
    /// warp want side by side: simulated again with that.
    double withoutWaste = 0;
    /// Had what binds no limit: of a part of the chip, of the same blocks, simulated again with a part that
    /// takes no time; of Latency, for as long as the busiest part is busy; of Launch, without `fixed`.
    double withoutLimit = 0;
    double fixed = 0; ///< of them, what starting and ending a kernel takes, whatever it does
    TimeLimit limit = TimeLimit::Launch;
    Pipe pipe = Pipe::Any;  ///< of TimeLimit::Pipe
    std::vector<Busy> busy; ///< how long parts of the chip are; those that have nothing to do are left out
};

/// "If DRAM were no limit, it would take 2.9 us."
std::string gainText(const LimitedTime& time);

/// The modelled time of a launch; nothing of it is measured.
struct LaunchTime {
    LimitedTime cold; ///< nothing is in the L2
    LimitedTime warm; ///< what fits the L2 is there
    /// Of the time that warps wait, from a cold L2: what passes until each instruction is issued, since the
    /// one before. By index into MachineCode::instructions; the sum is 1.
    std::vector<double> shares;
    double dramLatency = 0; ///< the chip's, seconds
    /// By figures of the chip that others have published: nothing of it was checked against the chip.
    bool published = false;
};

/// Steps that are simulated, of all blocks together; a sample keeps no more of each.
inline constexpr std::size_t kSampledSteps = 100000;

/// Blocks of one multiprocessor, spread over the grid: three rounds of those that it holds at once, at most;
/// where it has one only, three others, which show what blocks have in common. Ascending.
std::vector<std::uint64_t> blocksOfOne(std::uint64_t blocks, std::uint64_t resident,
                                       std::uint64_t multiprocessors);

/// To watch a launch with, for its time. run: the blocks that run, ascending, where not all do; those watched
/// are among them. code: of the program, outlives the sample. nullptr: no multiprocessor holds such a block.
std::unique_ptr<BlockSample> sampleFor(const LaunchedBlocks& launch, const Architecture& architecture,
                                       const ChipTimes& chip, Rules rules, const MachineCode& code,
                                       std::span<const std::uint64_t> run = {});

/// chip: the sample's. report, traffic and executed: of the blocks that ran, the sample's or more. nullopt:
/// no time is known.
std::optional<LaunchTime> launchTime(const LaunchedBlocks& launch, const ChipTimes& chip,
                                     const BlockSample& sample, const MachineCode& code, const Report& report,
                                     const DramTraffic& traffic, const ExecutedBlocks& executed);

} // namespace lanescope::model
