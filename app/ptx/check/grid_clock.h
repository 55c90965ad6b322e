// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanescope::ptx {

/// Where an access stands: in a block, by its number in the grid, between two of its barriers, at a time of
/// its thread; and when the grid came to it, as GridOrder::now counts.
struct AccessTime {
    std::uint64_t block = 0;
    std::uint32_t epoch = 0, thread = 0, time = 0;
    std::uint32_t moment = 0;
};

/// Accesses of a grid's blocks that come before something: all of a block before one of its barriers, and
/// single threads up to a time of theirs. One that would have to remember too much only knows a moment, and
/// that everything before it came before: then races are missed, and none is invented.
class GridClock {
public:
    /// moment: of the grid, at which this is said.
    void knowBlock(std::uint64_t block, std::uint32_t epoch, std::uint32_t moment);
    void knowThread(std::uint64_t block, std::uint32_t thread, std::uint32_t time);
    void join(const GridClock& other);
    bool covers(const AccessTime& access) const;
    /// Whether it knows all that another one does.
    bool covers(const GridClock& other) const;
    /// Calls body(thread, time) for each single thread of a block.
    template<class Body>
    void eachThread(std::uint64_t block, Body body) const {
        for (std::size_t i = find(who(block, 0));
             i < m_facts.size() && m_facts[i].first >> kThreadBits == block; ++i)
            if (const auto thread = static_cast<std::uint32_t>(m_facts[i].first & kThreadMask); thread != 0)
                body(thread - 1, m_facts[i].second);
    }

private:
    static constexpr unsigned kThreadBits = 12;
    static constexpr std::uint64_t kThreadMask = (1 << kThreadBits) - 1;
    static constexpr std::size_t kMostFacts = 1 << 12;
    /// Of a thread, or, for 0, of a block as a whole.
    static std::uint64_t who(std::uint64_t block, std::uint32_t threadAndOne) {
        return block << kThreadBits | threadAndOne;
    }
    std::size_t find(std::uint64_t who) const;
    std::uint32_t valueOf(std::uint64_t who) const;
    void know(std::uint64_t who, std::uint32_t value);
    void limit();

    std::vector<std::pair<std::uint64_t, std::uint32_t>> m_facts; ///< in the order of who
    std::uint32_t m_said = 0;                                     ///< moment of the last fact
    std::uint32_t m_all = 0; ///< everything before this moment is covered
};

/// Shared, as many threads know the same; nullptr: nothing.
using KnownOfGrid = std::shared_ptr<const GridClock>;
void join(KnownOfGrid& into, const KnownOfGrid& from);

/// What the blocks of a grid tell one another through strong accesses of global memory.
class GridOrder {
public:
    /// What a location holds for those that acquire it: `wide` for all blocks, `narrow`, of operations of
    /// block scope, for one.
    struct Location {
        KnownOfGrid wide, narrow;
        std::uint64_t block = 0; ///< of narrow
    };
    std::unordered_map<std::uint64_t, Location> locations;
    std::uint32_t now = 1; ///< goes on with the grid's accesses
};

} // namespace lanescope::ptx
