// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/check/checked_access.h"
#include "ptx/check/finding.h"
#include "ptx/check/sync_clocks.h"
#include "ptx/program/program.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

namespace lanescope::ptx {

/// Remembers who touched global memory during a grid, and finds accesses that nothing puts in order. Of each
/// word (byte, where smaller ones are accessed) it knows the last write and two reads, so that it takes a few
/// times the memory that a grid touches; beyond a limit it begins anew. Then races are missed, and none is
/// invented. The grid's blocks run on one thread.
class GlobalRaces {
public:
    void access(const CheckedAccess& access, const SyncClocks& clocks, bool lockstep,
                const std::function<void(const RacingPair&)>& found);
    /// Memory that was given out anew: nobody has touched it.
    void forget(std::uint64_t address, std::uint64_t bytes);

    /// What was found of a plain load, of this site, and an atomic. Where threads go on to an atomic of their
    /// own on the same bytes, as loops of compare-and-swap begin, the load is a guess that nothing depends
    /// on.
    FindingLog& unsure(std::uint32_t load) { return m_unsure[load]; }
    /// Adds what is sure by now: at the end of the grid.
    void settle(const Program& program, FindingLog& into) const;

    GridOrder order;
    /// What memory is known by; forget() of a whole one leaves nothing of it.
    static constexpr std::uint64_t kPageBytes = 4096;

private:
    enum Kind : std::uint8_t { kWrites = 1, kStrong = 2, kAtomic = 4, kOfBlock = 8 };
    /// One instruction of a warp between two of its synchronisations.
    struct Instance {
        std::uint64_t block = 0;
        std::uint32_t site = 0, epoch = 0, time = 0;
        std::uint16_t warp = 0;
        std::uint8_t kind = 0;
        bool operator==(const Instance&) const = default;
    };
    /// Lanes of an instance that touched something; instance 0: nobody has.
    struct Cell {
        std::uint32_t instance : 31 = 0;
        std::uint32_t isOld : 1 = 0; ///< of a read: a write has come since
        std::uint32_t lanes = 0;
    };
    static_assert(sizeof(Cell) == 8);
    /// Of kPageBytes of memory; vectors are empty until somebody needs them.
    struct Page {
        bool byBytes = false; ///< else by words
        std::vector<Cell> writes;
        std::array<std::vector<Cell>, 2> reads;
    };
    static constexpr std::size_t kMostCells = std::size_t{1} << 27, kMostInstances = std::size_t{1} << 23;

    Page& pageOf(std::uint64_t number);
    void divide(Page& page);
    std::vector<Cell>& filled(std::vector<Cell>& cells, const Page& page);
    std::uint32_t instanceOf(const CheckedAccess& access, std::uint32_t thread);
    void look(Page& page, std::size_t at, const AccessPart& part);
    void compare(const Cell& cell, const AccessPart& part, std::uint64_t address);
    std::uint32_t unordered(const Cell& cell, int lane) const;
    bool isObserved(const Page& page, std::size_t at, int lane) const;
    void remember(Page& page, std::size_t at, const AccessPart& part, std::uint32_t instance);
    void forgetAll();

    std::unordered_map<std::uint64_t, Page> m_pages; ///< by number
    std::uint64_t m_lastNumber = ~0ULL;
    Page* m_lastPage = nullptr;
    std::size_t m_cells = 0;
    std::vector<Instance> m_instances{1};
    std::array<std::uint32_t, 4096> m_lately{};   ///< instances by what their access was
    std::map<std::uint32_t, FindingLog> m_unsure; ///< by site
    std::set<std::uint32_t> m_guesses;            ///< sites
    std::vector<AccessPart> m_parts;
    // of the access in hand
    const CheckedAccess* m_access = nullptr;
    const SyncClocks* m_clocks = nullptr;
    bool m_lockstep = false;
    const std::function<void(const RacingPair&)>* m_found = nullptr;
};

} // namespace lanescope::ptx
