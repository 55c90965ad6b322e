// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/time/machine_code.h"

#include <array>

namespace lanescope::model {

/// Latencies and widths of a chip, in clock cycles of its multiprocessors. Launched by
/// tests/times/latencies.txt, an H200's are in tests/data/h200_latencies.csv.
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
    double matchInterval = 0, textureInterval = 0, l2AtomicPerSector = 0;
    double fillBytes = 0;                                    ///< a cycle, from L2 to one multiprocessor
    double storeBytes = 0;                                   ///< a cycle, the other way
    double l2ReadBytes = 0, l2WriteBytes = 0, dramBytes = 0; ///< a cycle, of the whole chip
    double l1Bytes = 0;                                      ///< L1 and shared memory together
    double blockStart = 0;                 ///< between two blocks that one multiprocessor begins
    double kernelStart = 0, kernelEnd = 0; ///< before the first instruction, after the last
};
/// nullptr: nobody has measured it.
const ChipTimes* chipTimes(const Architecture& architecture);

} // namespace lanescope::model
