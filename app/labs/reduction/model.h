// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/report.h"
#include "model/warp_access.h"
#include "text/tr.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

/// Elements that are added to each other, step by step.
namespace lanescope::lab_reduction {

/// Which threads add which elements.
enum class Variant : std::uint8_t { Interleaved, Strided, Sequential, Shuffle };

/// One launch of a reduction: its blocks leave a sum each for the next one.
struct Round {
    std::uint32_t numbers = 0; ///< to add
    std::uint32_t sums = 0;    ///< blocks
    bool operator==(const Round&) const = default;
};
/// The launches that add up so many numbers, one a thread: until one sum is left, at least one.
std::vector<Round> roundsOf(std::uint32_t numbers, std::uint32_t threads);
/// Sums that a round leaves, one a block.
std::uint32_t sumsOf(std::uint32_t numbers, std::uint32_t threads);

/// Steps of the tree of a block; threads: a power of two, 64 or more.
std::uint32_t stepsOf(Variant variant, std::uint32_t threads);
/// k: how many elements, in that step of a tree in shared memory, lie from an element to the one added to it.
std::uint32_t distanceOf(Variant variant, std::uint32_t threads, std::uint32_t step);
/// Of a block's numbers, one a thread: how many it has when there are so many in all.
std::uint32_t numbersIn(std::uint32_t block, std::uint32_t threads, std::uint32_t all);

/// Element `from` goes into element `to`; a move leaves nothing of what was there.
struct Addition {
    std::uint32_t from = 0; ///< places, 0-based
    std::uint32_t to = 0;
    std::uint32_t warp = 0;
    int lane = 0; ///< which does it
};

/// What a block does at once.
struct TreeStep {
    std::string label; ///< "k = 4"
    std::vector<Addition> additions;
    std::uint64_t lanes = 0;                                  ///< that do it
    std::uint64_t warpLanes = 0;                              ///< of the warps that they belong to
    std::string doing = translatable("add");                  ///< what those lanes do
    std::string others = translatable("wait for their warp"); ///< what the others do
    std::uint64_t wavefronts = 0;                             ///< of shared memory
    std::uint64_t idealWavefronts = 0;
    bool throughMemory = true;        ///< else from register to register
    std::vector<std::uint32_t> lines; ///< of the source, that add in shared memory

    std::uint32_t readers = 0; ///< bit i: lane i of the first warp then reads what all warps have written

    /// Bit i: lane i of a warp is one of `additions`.
    std::uint32_t lanesOf(std::uint32_t warp) const;
    /// How many lanes do something, of those of their warps.
    struct AtWork {
        std::uint64_t lanes = 0, of = 0;
        bool operator==(const AtWork&) const = default;
    };
    /// reads: of the step through shared memory, reading is shown, which the first warp does alone.
    AtWork atWork(bool reads) const;
};

/// How the accesses of a block are read.
struct BlockTrace {
    std::span<const model::WarpAccess> accesses;             ///< of all warps, each in program order
    std::function<std::uint32_t(std::uint32_t site)> lineOf; ///< of the source
    std::uint64_t threads = 0;                               ///< of the block
};
/// The steps of a block's s[to] += s[from] in shared memory, of 4-byte elements, as its warps made them. A
/// step is the n-th time that a warp makes the addition. Steps have no label.
std::vector<TreeStep> sharedAdditions(const BlockTrace& trace, const model::Architecture& architecture,
                                      const model::Rules& rules);

/// The steps of a block of so many threads, whole warps, that adds with __shfl_down_sync in every warp and,
/// when one sum a warp has gone through shared memory, in the first. By the rule: shuffles touch no memory.
/// Lanes whose sums nobody uses are left out.
std::vector<TreeStep> shuffleAdditions(std::uint32_t threads);

} // namespace lanescope::lab_reduction
