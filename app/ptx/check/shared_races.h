// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/check/checked_access.h"
#include "ptx/check/sync_clocks.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace lanescope::ptx {

/// Remembers who touched each word of a block's shared memory since its last barrier, and finds accesses that
/// nothing puts in order: Checks::races says which those are.
class SharedRaces {
public:
    /// clocks: of the block's threads, which outlive it.
    SharedRaces(SyncClocks& clocks, bool lockstep) : m_clocks(clocks), m_lockstep(lockstep) {}

    void access(const CheckedAccess& access, const std::function<void(const RacingPair&)>& found);
    /// Another block begins.
    void newBlock();
    /// cp.async.commit_group and .wait_group of the lanes of a warp; keep: groups that may be under way
    /// still.
    void commit(std::uint32_t warp, std::uint32_t lanes);
    void wait(std::uint32_t warp, std::uint32_t lanes, std::uint32_t keep);

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
    struct Copy {
        std::uint32_t site = 0, offset = 0;
        unsigned width = 0;
        std::uint32_t group = 0;
    };
    struct CopyQueue {
        std::uint32_t group = 0; ///< that is not committed yet
        std::vector<Copy> copies;
    };

    Word& word(std::uint64_t index);
    std::uint32_t raceWith(const CheckedAccess& access, const AccessPart& part, const Mark& mark, int& lane,
                           int& firstLane) const;
    void remember(const CheckedAccess& access, const AccessPart& part);

    SyncClocks& m_clocks;
    bool m_lockstep;
    std::vector<Word> m_words;
    std::vector<AccessPart> m_parts;
    std::vector<CopyQueue> m_copies; ///< by thread; empty until one copies
};

} // namespace lanescope::ptx
