// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/memory/coalescing.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// What a multiprocessor keeps of memory while it is simulated.
namespace lanescope::model {

/// Lines with their sectors, the least recently used one goes first. Lines of a set are few, so that they are
/// looked through.
class SectorCache {
public:
    explicit SectorCache(double bytes) {
        m_sets = std::max<std::size_t>(1, static_cast<std::size_t>(bytes / kLineBytes / kWays));
        m_lines.resize(m_sets * kWays);
    }
    using Times = std::array<double, kLineBytes / kSectorBytes>;
    struct Found {
        unsigned missing = 0;   ///< sectors that were not there; they are now
        Times* comes = nullptr; ///< when each of the line's does
    };
    void clear() { std::fill(m_lines.begin(), m_lines.end(), Line{}); }
    unsigned miss(std::uint64_t line, unsigned sectors) { return find(line, sectors).missing; }
    Found find(std::uint64_t line, unsigned sectors) {
        const std::uint64_t hash = line ^ (line >> 7) ^ (line >> 15);
        Line* const set = &m_lines[hash % m_sets * kWays];
        Line* oldest = set;
        for (std::size_t way = 0; way < kWays; ++way) {
            if (set[way].used != 0 && set[way].line == line) {
                const unsigned missing = sectors & ~set[way].sectors;
                set[way].sectors |= sectors;
                set[way].used = ++m_clock;
                return {missing, &set[way].comes};
            }
            if (set[way].used < oldest->used) oldest = &set[way];
        }
        *oldest = {line, ++m_clock, sectors, {}};
        return {sectors, &oldest->comes};
    }

private:
    static constexpr std::size_t kWays = 16;
    struct Line {
        std::uint64_t line = 0, used = 0;
        unsigned sectors = 0;
        Times comes{};
    };
    std::vector<Line> m_lines;
    std::size_t m_sets = 1;
    std::uint64_t m_clock = 0;
};

/// Lines with stores that have not been sent to L2 yet: a few, the oldest goes first.
class PendingStores {
public:
    /// Sectors of the line that no store waits for; now one does.
    unsigned add(std::uint64_t line, unsigned sectors) {
        const auto known = std::ranges::find(m_lines, line, &Line::number);
        unsigned fresh = sectors;
        Line pending{line, sectors};
        if (known != m_lines.end()) {
            fresh &= ~known->sectors;
            pending.sectors |= known->sectors;
            m_lines.erase(known);
        } else if (m_lines.size() == kMost) {
            m_lines.erase(m_lines.begin());
        }
        m_lines.push_back(pending);
        return fresh;
    }
    void clear() { m_lines.clear(); }

private:
    // Six lines are combined, eight are not (moveParticles and fast32 of tests/ptx/corpus on an H200).
    static constexpr std::size_t kMost = 7;
    struct Line {
        std::uint64_t number = 0;
        unsigned sectors = 0;
    };
    std::vector<Line> m_lines; // the last one used is the last
};

} // namespace lanescope::model
