// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/launch_limits.h"
#include "model/warp_access.h"
#include "session/observation.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// What follows from the accesses and findings of a launch, for elements, words and threads one by one.
namespace lanescope::lab_errors {

inline constexpr std::size_t kElementBytes = 4; ///< of arrays and words

/// The threads of a block that store a word last and load it first; -1: none.
struct WordUse {
    int writer = -1;
    int reader = -1;
    bool operator==(const WordUse&) const = default;
};
/// Of shared memory, by word, in accesses that stand in the order they were made.
std::vector<WordUse> wordUses(std::span<const model::WarpAccess> accesses);

/// Whether what one thread writes another reads in order.
enum class WordOrder : std::uint8_t {
    OneThread, ///< nobody else
    TwoWarpsInOrder,
    OneWarp, ///< threads of one warp: in no order where there is a race
    TwoWarpsInNoOrder
};
/// race: one was found in the block.
WordOrder orderOf(const WordUse& use, bool race);
/// Of a thread; those of no thread: the number behind the last warp.
std::size_t warpOf(int thread, std::size_t warps);

/// Whether each thread of a block is missing at a barrier; arrived: by warp, a bit a lane. ofOneWarp: it is
/// known of one warp alone, and the others' bits are 0.
std::vector<bool> missingThreads(std::size_t threads, std::span<const std::uint32_t> arrived, bool ofOneWarp);

/// Whether each element of an array is loaded by one of the accesses.
std::vector<bool> loadedElements(std::span<const model::WarpAccess> accesses,
                                 const session::Placement& array);

/// A warp over an array whose threads, one an element, each read an element after their own.
struct Reach {
    std::uint32_t count = 0;   ///< elements of the array
    std::uint32_t ahead = 1;   ///< so many after its own
    bool guarded = false;      ///< those beyond the end do not read
    std::uint32_t threads = 1; ///< of a block
    std::uint32_t block = 0;
    std::uint32_t warp = 0;

    /// Elements past the end that are shown: as far as a warp reaches.
    std::uint32_t beyond() const;
    /// Where a lane reads, or would; nothing: there is no such thread, or it is further away than is shown.
    std::optional<std::uint32_t> elementOf(std::uint32_t lane) const;
};

/// What a launch asks for in a block, and what it may have: KiB of shared memory where it asks for any, else
/// threads.
struct Asked {
    bool shared = false;
    std::size_t amount = 0;
    std::size_t most = 0;
};
Asked askedOf(const model::Dim3& block, std::uint32_t sharedBytes, const model::LaunchLimits& limits);

/// The last array that begins before an address; nullptr: none does.
const session::Placement* arrayBefore(std::span<const session::Placement> arrays, std::uint64_t address);

/// Neighbours of one kind within a row: [first, end).
struct Run {
    std::size_t first = 0;
    std::size_t end = 0;
    bool operator==(const Run&) const = default;
};
std::vector<Run> runsOf(std::span<const std::size_t> kinds, std::size_t columns);

} // namespace lanescope::lab_errors
