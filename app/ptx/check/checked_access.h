// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace lanescope::ptx {

/// One instruction of one warp on shared or global memory, as the search for races sees it.
struct CheckedAccess {
    std::uint32_t site = 0, warp = 0, lanes = 0;
    unsigned width = 4;                       ///< bytes a lane
    const std::uint64_t* addresses = nullptr; ///< by lane; of shared memory from its start
    bool writes = false, strong = false;
    bool atomic = false;       ///< reads and writes in one
    bool asynchronous = false; ///< cp.async: written some time until its thread waits for it
    bool ofBlock = false;      ///< strong for the threads of its own block only (.cta)
    /// Byte number `byte` of what a lane stores, -1 unknown.
    std::function<int(int lane, unsigned byte)> stored;
    /// What is there before the access, likewise.
    std::function<std::byte(int lane, unsigned byte)> before;
};

/// Two accesses that race, `first` having come first here: the lane of each, and the bytes both touch.
struct RacingPair {
    std::uint32_t firstSite = 0, firstWarp = 0;
    int firstLane = 0;
    bool firstWrites = false, firstAtomic = false;
    int lane = 0;
    std::uint64_t address = 0; ///< as in CheckedAccess
    std::uint32_t bytes = 0;
    std::uint32_t lanes = 0;      ///< of the later access, those that race with this site
    std::uint64_t firstBlock = 0; ///< of global memory, its number in the grid
    bool firstOfBlock = false;    ///< CheckedAccess::ofBlock
};

inline constexpr unsigned kWordBytes = 4;

/// Lanes of an access that touch the same bytes of the same word; first: of the access's bytes.
struct AccessPart {
    std::uint64_t word = 0;
    std::uint32_t lanes = 0;
    std::uint8_t bytes = 0; ///< bit i: byte i of the word
    unsigned first = 0;
};

/// Cuts an access into words.
void split(const CheckedAccess& access, std::vector<AccessPart>& parts);
/// Whether a lane stores into these bytes of a part's word what is in memory already, so that it does not
/// matter which store came last.
bool storesTheSame(const CheckedAccess& access, const AccessPart& part, int lane, std::uint8_t bytes);
/// Lanes of one store that write other values to the same bytes: any of them may stay.
void findRacesWithin(const CheckedAccess& access, const std::vector<AccessPart>& parts,
                     const std::function<void(const RacingPair&)>& found);

} // namespace lanescope::ptx
