// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/by_value.h"
#include "model/issues.h"
#include "model/warp_access.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lanescope::model {

/// Which word a compute-capability 1.x step broadcasts and which lane it serves: the guide leaves it open.
enum class BroadcastChoice : std::uint8_t { Fixed, Best, Worst };
inline constexpr ByValue<BroadcastChoice, std::string_view, 3> kBroadcastNames(
    {{BroadcastChoice::Fixed, "fixed"}, {BroadcastChoice::Best, "best"}, {BroadcastChoice::Worst, "worst"}});

/// What a user may choose about an architecture's rules.
struct Rules {
    BroadcastChoice broadcast = BroadcastChoice::Fixed; ///< CC 1.x
    int bankModeBytes = 4;                              ///< CC 3.x: 4 or 8
    bool l1 = true;                                     ///< CC 2.x loads: through L1 (128-byte lines) or not
    auto operator<=>(const Rules&) const = default;
};

/// What the memory system makes of accesses; every field is a plain sum over them, but for maxWays.
/// A count that an architecture or a space does not have stays 0 (`hasSectors` and the like say which).
struct Counts {
    std::uint64_t accesses = 0; ///< warp instructions
    std::uint64_t requests = 0;
    std::uint64_t sectors = 0;      ///< 32-byte sectors asked of L1, distinct in a request; CC 5.0 and later
    std::uint64_t tagLookups = 0;   ///< 128-byte lines asked of L1, distinct in a request; likewise
    std::uint64_t transactions = 0; ///< memory transactions, in the architecture's own unit
    // Passes through three stages, which are unlike: nothing adds one's to another's.
    std::uint64_t sharedWavefronts = 0;      ///< shared memory, data stage
    std::uint64_t idealSharedWavefronts = 0; ///< what they would be without any conflict
    std::uint64_t tagWavefronts = 0;         ///< global and local memory, tag stage (`t_output_wavefronts`)
    std::uint64_t idealTagWavefronts = 0;    ///< what they would be without any conflict
    std::uint64_t dataWavefronts = 0; ///< global, data stage; of stores nearly right, passesOfStoreBatch()
    std::uint64_t bankConflicts = 0;
    std::uint64_t maxWays = 0;          ///< largest n of an n-way bank conflict
    std::uint64_t bytesRequested = 0;   ///< active lanes x width
    std::uint64_t bytesTransferred = 0; ///< sum of the transactions' sizes; 0 for shared and constant memory

    Counts& operator+=(const Counts& other);
    bool operator==(const Counts&) const = default;
    /// bytesRequested / bytesTransferred; above 1 when lanes share words; 0 when nothing was transferred.
    double efficiency() const;
    /// Passes through the stage that paces accesses to a space: sharedWavefronts or tagWavefronts.
    std::uint64_t wavefrontsIn(Space space) const {
        return space == Space::Shared ? sharedWavefronts : tagWavefronts;
    }
    std::uint64_t idealWavefrontsIn(Space space) const {
        return space == Space::Shared ? idealSharedWavefronts : idealTagWavefronts;
    }
};

/// The counts that add up over accesses: all but maxWays, of which the largest stays.
inline constexpr std::array kSummedCounts{&Counts::accesses,
                                          &Counts::requests,
                                          &Counts::sectors,
                                          &Counts::tagLookups,
                                          &Counts::transactions,
                                          &Counts::sharedWavefronts,
                                          &Counts::idealSharedWavefronts,
                                          &Counts::tagWavefronts,
                                          &Counts::idealTagWavefronts,
                                          &Counts::dataWavefronts,
                                          &Counts::bankConflicts,
                                          &Counts::bytesRequested,
                                          &Counts::bytesTransferred};

static_assert(sizeof(Counts) == sizeof(std::uint64_t) * (kSummedCounts.size() + 1),
              "a count is in kSummedCounts, or it is maxWays");

/// The report's three classes of operations: atomics and reductions are one.
enum class Direction : std::uint8_t { Load, Store, Atomic };
inline constexpr int kDirectionCount = 3;
/// Matrix operations are loads and stores; reductions and increments are atomics.
Direction directionOf(Operation operation);

/// Names as in reports: "global", "shared", ...; "load", "store", "atomic".
std::string_view spaceName(Space space);
/// "load", "matrix store".
std::string_view operationName(Operation operation);
std::string_view directionName(Direction direction);

/// Whether the architecture moves global memory in sectors and looks up tags: `sectors`, `tagLookups` and
/// `tagWavefronts` are counted from compute capability 5.0 on.
bool hasSectors(const Architecture& architecture);

/// Whether `dataWavefronts` is counted: for global loads and stores from compute capability 7.0 on.
bool hasDataWavefronts(const Architecture& architecture, Direction direction);

/// The counts of one access: a pure function. Throws std::invalid_argument for a width other than 1, 2, 4, 8,
/// 16 or an address not aligned to it.
Counts count(const WarpAccess& access, const Architecture& architecture, const Rules& rules = {});

/// Counts of one site in one space and direction.
struct SiteCounts {
    std::uint32_t site = 0;
    Space space = Space::Global;
    Direction direction = Direction::Load;
    Counts counts;
};

/// What the memory system makes of a stream of accesses on one architecture.
struct Report {
    const Architecture* architecture = nullptr;
    Rules rules;
    std::vector<SiteCounts> sites; ///< by site, space, direction
    std::uint64_t blocksRun = 0;   ///< blocks the accesses come from
    std::uint64_t blocksTotal = 0; ///< blocks of the grids
    Issues issued;                 ///< no warps: instructions were not counted

    /// Some blocks stand for all. None do for a launch that did not run.
    bool isSample() const { return blocksRun != 0 && blocksRun < blocksTotal; }
    /// How many blocks each of a sample stands for.
    double scale() const {
        return isSample() ? static_cast<double>(blocksTotal) / static_cast<double>(blocksRun) : 1;
    }
    Counts total(Space space, Direction direction) const;
    Counts total(Space space) const;
    /// Over all spaces; bytesRequested counts only spaces that have transactions, so efficiency() is theirs.
    Counts total() const;
};

/// A sampled launch's report, every count scaled to the whole grid; blocksRun and blocksTotal stay.
Report wholeGrid(Report report);

} // namespace lanescope::model
