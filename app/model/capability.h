// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"

#include <span>

namespace lanescope::model {

/// What every GPU of one compute capability has in common: limits of a multiprocessor and of a block.
/// Sources: CUDA C Programming Guide 4.2 appendix F (1.x to 3.0), the tables of technical specifications of
/// later guides (3.2 and on), and the allocation units of the toolkit's occupancy calculator.
struct Capability {
    ComputeCapability cc;
    std::string_view rulesName; ///< "CC 6.1": the name of a row without device figures
    int sharedBytesPerClock;    ///< a multiprocessor: banks x bytes a bank serves a clock
    int maxThreadsPerMultiprocessor;
    int maxThreadsPerBlock;
    int maxBlocksPerMultiprocessor;
    int registersPerMultiprocessor; ///< 32-bit registers
    int registersPerBlock;
    int maxRegistersPerThread;
    int registerUnit;  ///< registers are handed out in multiples of this
    int registerPools; ///< pools a warp's registers come from; 0: handed out by block, not by warp
    int sharedKiBPerMultiprocessor;
    int sharedKiBPerBlock;   ///< the most a block can have, by opting in from CC 7.0 on
    int sharedUnitBytes;     ///< shared memory is handed out in multiples of this
    int sharedReservedBytes; ///< taken by the driver from each block's share
};

/// Every capability, ascending.
std::span<const Capability> capabilities();

/// The row of a capability; nullptr when there is none.
const Capability* findCapability(ComputeCapability cc);

} // namespace lanescope::model
