// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/check/sync_clocks.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace lanescope::ptx {

/// One instruction of one warp on shared memory, as the search for races sees it.
struct SharedAccess {
    std::uint32_t site = 0, warp = 0, lanes = 0;
    unsigned width = 4;                     ///< bytes a lane
    const std::uint64_t* offsets = nullptr; ///< by lane, from the start of shared memory
    bool writes = false, strong = false;
    bool atomic = false;       ///< reads and writes in one
    bool asynchronous = false; ///< cp.async: written some time until its thread waits for it
    /// Byte number `byte` of what a lane stores, -1 unknown.
    std::function<int(int lane, unsigned byte)> stored;
};

/// Two accesses that race, `first` having come first here: the lane of each, and the bytes both touch.
struct SharedRace {
    std::uint32_t firstSite = 0, firstWarp = 0;
    int firstLane = 0;
    bool firstWrites = false, firstAtomic = false;
    int lane = 0;
    std::uint32_t offset = 0, bytes = 0;
    std::uint32_t lanes = 0; ///< of the later access, those that race with this site
};

/// Remembers who touched each word of a block's shared memory since its last barrier, and finds accesses that
/// nothing puts in order: Checks::races says which those are.
class SharedRaces {
public:
    SharedRaces(std::uint32_t threads, bool lockstep);

    /// shared: the block's memory, as it is before the access.
    void access(const SharedAccess& access, std::span<const std::byte> shared,
                const std::function<void(const SharedRace&)>& found);
    /// All threads of the block have met, or another block begins.
    void meetAll() { ++m_epoch; }
    void newBlock();
    /// cp.async.commit_group and .wait_group of the lanes of a warp; keep: groups that may be under way
    /// still.
    void commit(std::uint32_t warp, std::uint32_t lanes);
    void wait(std::uint32_t warp, std::uint32_t lanes, std::uint32_t keep);

    SyncClocks clocks;

private:
    enum Kind : std::uint8_t { kWrites = 1, kStrong = 2, kAtomic = 4, kPending = 8 };
    /// Lanes of a warp that touched bytes of a word by one instruction, at one time of theirs.
    struct Mark {
        std::uint32_t site = 0, time = 0, lanes = 0;
        std::uint16_t warp = 0;
        std::uint8_t bytes = 0; ///< bit i: byte i of the word
        std::uint8_t kind = 0;
    };
    struct Word {
        std::uint32_t epoch = 0;
        std::vector<Mark> marks;
    };
    /// Lanes of the access in hand that touch the same bytes of the same word; first: of the access's bytes.
    struct Part {
        std::uint32_t word = 0, lanes = 0;
        std::uint8_t bytes = 0;
        unsigned first = 0;
    };
    struct Copy {
        std::uint32_t site = 0, offset = 0;
        unsigned width = 0;
        std::uint32_t group = 0;
    };
    struct CopyQueue {
        std::uint32_t group = 0; ///< that is not committed yet
        std::vector<Copy> copies;
    };

    Word& word(std::uint32_t index);
    void split(const SharedAccess& access);
    std::uint32_t raceWith(const SharedAccess& access, const Part& part, const Mark& mark,
                           std::span<const std::byte> shared, int& lane, int& firstLane) const;
    bool sameStored(const SharedAccess& access, const Part& part, int lane, std::uint8_t bytes,
                    std::span<const std::byte> shared) const;
    void racesWithin(const SharedAccess& access, const std::function<void(const SharedRace&)>& found);
    void remember(const SharedAccess& access, const Part& part);

    bool m_lockstep;
    std::uint32_t m_epoch = 1;
    std::vector<Word> m_words;
    std::vector<Part> m_parts;
    std::vector<CopyQueue> m_copies; ///< by thread; empty until one copies
};

} // namespace lanescope::ptx
