// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/memory/coalescing.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

/// What a multiprocessor keeps of memory while it is simulated.
namespace lanescope::model {

/// Lines with their sectors, the least recently used one goes first. Lines of a set are few, so that they are
/// looked through.
class SectorCache {
public:
    explicit SectorCache(double bytes) {
        const auto sets = static_cast<std::size_t>(bytes / kLineBytes / kWays);
        m_held.resize(std::max<std::size_t>(1, sets));
        m_lines = std::make_unique_for_overwrite<Line[]>(m_held.size() * kWays);
    }
    using Times = std::array<double, kLineBytes / kSectorBytes>;
    struct Found {
        unsigned missing = 0;   ///< sectors that were not there; they are now
        Times* comes = nullptr; ///< when each of the line's does
    };
    void clear() { std::ranges::fill(m_held, std::uint8_t{0}); }
    unsigned miss(std::uint64_t line, unsigned sectors) { return find(line, sectors).missing; }
    /// Whether all of these sectors are there, now; changes nothing.
    bool has(std::uint64_t line, unsigned sectors, double now) const {
        const std::size_t set = setOf(line);
        const std::span<const Line> held(&m_lines[set * kWays], m_held[set]);
        const auto known = std::ranges::find(held, line, &Line::line);
        if (known == held.end() || (sectors & ~known->sectors) != 0) return false;
        for (std::size_t s = 0; s < known->comes.size(); ++s)
            if ((sectors >> s & 1U) != 0 && known->comes[s] > now) return false;
        return true;
    }
    Found find(std::uint64_t line, unsigned sectors) {
        const std::size_t place = setOf(line);
        std::uint8_t& held = m_held[place];
        const std::span<Line> set(&m_lines[place * kWays], held);
        const auto known = std::ranges::find(set, line, &Line::line);
        if (known != set.end()) {
            const unsigned missing = sectors & ~known->sectors;
            known->sectors |= sectors;
            known->used = ++m_clock;
            return {missing, &known->comes};
        }
        Line& taken = held < kWays ? set.data()[held++] : *std::ranges::min_element(set, {}, &Line::used);
        taken = {line, ++m_clock, sectors, {}};
        return {sectors, &taken.comes};
    }

private:
    static constexpr std::size_t kWays = 16;
    std::size_t setOf(std::uint64_t line) const {
        return (line ^ (line >> 7) ^ (line >> 15)) % m_held.size();
    }
    struct Line {
        std::uint64_t line, used;
        unsigned sectors;
        Times comes;
    };
    std::vector<std::uint8_t> m_held; // lines of each set
    std::unique_ptr<Line[]> m_lines;  // kWays of each set, of which the held ones say something
    std::uint64_t m_clock = 0;
};

/// Lines with stores that have not been sent to L2 yet: a few, the oldest goes first.
class PendingStores {
public:
    /// Sectors of the line that no store waits for; now, in cycles, one does.
    unsigned add(std::uint64_t line, unsigned sectors, double now) {
        m_room = !m_room;
        if (m_lines.size() == kMost && !m_room) m_lines.erase(m_lines.begin());
        const auto known = std::ranges::find(m_lines, line, &Line::number);
        unsigned fresh = sectors;
        Line pending{line, sectors, now};
        if (known != m_lines.end()) {
            if (now <= known->stored + kLongest) {
                fresh &= ~known->sectors;
                pending.sectors |= known->sectors;
            }
            m_lines.erase(known);
        } else if (m_lines.size() == kMost) {
            m_lines.erase(m_lines.begin());
        }
        m_lines.push_back(pending);
        return fresh;
    }
    void clear() { m_lines.clear(); }

private:
    // On an H200 stores to six lines in turn are combined (moveParticles), of those to eight about half are
    // (bitCounts, add256, shuffles), of those to ten none (fast32; all of tests/ptx/corpus): the last place
    // is there for every second store.
    static constexpr std::size_t kMost = 8;
    // Without another store for so many cycles a line is sent: exitedWarps, whose blocks write the same two.
    static constexpr double kLongest = 150;
    struct Line {
        std::uint64_t number = 0;
        unsigned sectors = 0;
        double stored = 0; // when, for the last time
    };
    std::vector<Line> m_lines; // the last one used is the last
    bool m_room = false;
};

} // namespace lanescope::model
