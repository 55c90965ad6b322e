// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"

#include <cstdint>
#include <vector>

namespace lanescope::model {

/// A word of shared memory that a lane touches.
struct BankWord {
    int lane = 0;
    std::uint64_t word = 0; ///< byte address / 4
    int bank = 0;
};

/// The lanes of one access that shared memory serves together, for 1.x one 32-bit request of a half-warp.
struct RequestGroup {
    std::uint32_t lanes = 0;     ///< active lanes; never 0
    int part = 0;                ///< 1.x: which 32-bit part of a wider access; else 0
    int ways = 0;                ///< largest number of different words a bank serves for it
    int wavefronts = 0;          ///< ways; on 1.x the steps; on 2.x, 128 bits, one more
    std::vector<int> waysByBank; ///< by bank: the different words it serves
    std::vector<BankWord> words; ///< by lane: every word touched
};

/// One pass of the data stage, on 1.x one step.
struct Wavefront {
    int group = 0;               ///< index into requestGroups()
    std::uint32_t lanes = 0;     ///< lanes it serves; 0: the pass that 2.x adds to each 128-bit request
    int broadcastLane = -1;      ///< 1.x loads: the lane whose word was broadcast; else -1
    std::vector<BankWord> words; ///< by lane: the words it moves
};

/// How a shared-memory access is cut into groups, in the order they are served; groups without an active lane
/// are left out. Empty for a matrix operation that the architecture does not have.
std::vector<RequestGroup> requestGroups(const WarpAccess& access, const Architecture& architecture,
                                        const Rules& rules = {});

/// The wavefronts of a shared-memory access in order; as many as count() says. From 2.x on a bank serves its
/// words in the order in which the lanes name them: the order is ours, the number is the hardware's.
std::vector<Wavefront> wavefronts(const WarpAccess& access, const Architecture& architecture,
                                  const Rules& rules = {});

/// The bank of a shared byte address: 16 banks on 1.x, else 32; 8 bytes wide on 3.x in 8-byte mode.
int bankOf(std::uint64_t address, const Architecture& architecture, const Rules& rules = {});

/// Whether the architecture has `ldmatrix` (CC 7.5 on) or `stmatrix` (CC 9.0 on), by the PTX ISA.
bool hasMatrixOperation(Operation operation, const Architecture& architecture);

/// Whether a bank counts all lanes of a word in one pass: from 8.0 on ptxas makes ATOMS.POPC.INC of an
/// Increment, which an H200 serves like a store.
bool countsLanes(Operation operation, const Architecture& architecture);

/// Distinct 4-byte words that the fullest of 32 banks serves for these lanes of an access: the cost of one
/// group in the data stage, of global accesses too (measured on an H200).
int wordsInFullestBank(const WarpAccess& access, std::uint32_t lanes);

/// The counts of a shared-memory access; the access must be valid, as checked by count().
Counts countShared(const WarpAccess& access, const Architecture& architecture, const Rules& rules);

} // namespace lanescope::model
