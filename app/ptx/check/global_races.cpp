// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/check/global_races.h"

#include <algorithm>
#include <bit>

namespace lanescope::ptx {

GlobalRaces::Page& GlobalRaces::pageOf(std::uint64_t number) {
    if (number != m_lastNumber) {
        m_lastNumber = number;
        m_lastPage = &m_pages[number];
    }
    return *m_lastPage;
}

/// From words to bytes.
void GlobalRaces::divide(Page& page) {
    page.byBytes = true;
    for (std::vector<Cell>* cells : {&page.writes, &page.reads[0], &page.reads[1]}) {
        if (cells->empty()) continue;
        m_cells += cells->size() * (kWordBytes - 1);
        std::vector<Cell> divided;
        divided.reserve(cells->size() * kWordBytes);
        for (const Cell& cell : *cells) divided.insert(divided.end(), kWordBytes, cell);
        *cells = std::move(divided);
    }
}

std::vector<GlobalRaces::Cell>& GlobalRaces::filled(std::vector<Cell>& cells, const Page& page) {
    if (cells.empty()) {
        cells.resize(page.byBytes ? kPageBytes : kPageBytes / kWordBytes);
        m_cells += cells.size();
    }
    return cells;
}

std::uint32_t GlobalRaces::instanceOf(const CheckedAccess& access, std::uint32_t thread) {
    const Instance own{
        .block = m_clocks->block(),
        .site = access.site,
        .epoch = m_clocks->epoch(),
        .time = m_clocks->now(thread),
        .warp = static_cast<std::uint16_t>(access.warp),
        .kind = static_cast<std::uint8_t>((access.writes ? kWrites : 0) | (access.strong ? kStrong : 0) |
                                          (access.atomic ? kAtomic : 0) | (access.ofBlock ? kOfBlock : 0))};
    std::uint32_t& known = m_lately[(own.site * 67 + own.warp * 7 + own.time) % m_lately.size()];
    if (known != 0 && m_instances[known] == own) return known;
    known = static_cast<std::uint32_t>(m_instances.size());
    m_instances.push_back(own);
    order.now = known + 1;
    return known;
}

/// Of the lanes of a cell, those that nothing orders before what a lane of the access does.
std::uint32_t GlobalRaces::unordered(const Cell& cell, int lane) const {
    const Instance& first = m_instances[cell.instance];
    const std::uint32_t thread = m_access->warp * 32 + static_cast<std::uint32_t>(lane);
    if (first.block == m_clocks->block()) {
        if (first.epoch != m_clocks->epoch()) return 0;
        if (first.warp == m_access->warp && (m_lockstep || m_clocks->orderedInWarp(first.warp, first.time)))
            return 0;
        return m_clocks->unordered(first.warp, cell.lanes, first.time, thread);
    }
    std::uint32_t lanes = cell.lanes;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const auto other = static_cast<std::uint32_t>(first.warp * 32 + std::countr_zero(rest));
        if (m_clocks->ordered(AccessTime{first.block, first.epoch, other, first.time, cell.instance}, thread))
            lanes &= ~(rest & (0 - rest));
    }
    return lanes;
}

/// Whether a lane comes after a strong read that came after the last write there, a strong one: what it has
/// read orders that write, though it orders nothing else.
bool GlobalRaces::isObserved(const Page& page, std::size_t at, int lane) const {
    if (page.writes.empty() || (m_instances[page.writes[at].instance].kind & kStrong) == 0) return false;
    return std::ranges::any_of(page.reads, [&](const std::vector<Cell>& reads) {
        return !reads.empty() && reads[at].instance != 0 && !reads[at].isOld &&
               (m_instances[reads[at].instance].kind & kStrong) != 0 && unordered(reads[at], lane) == 0;
    });
}

void GlobalRaces::compare(const Cell& cell, const AccessPart& part, std::uint64_t address) {
    if (cell.instance == 0) return;
    const CheckedAccess& access = *m_access;
    const Instance& first = m_instances[cell.instance];
    const bool firstWrites = first.kind & kWrites;
    if (!firstWrites && !access.writes) return;
    const bool sameBlock = first.block == m_clocks->block();
    // strong for one another: atomics of block scope are so within their block
    if ((first.kind & kStrong) && access.strong &&
        (sameBlock || !((first.kind & kOfBlock) || access.ofBlock)))
        return;
    const bool stores = firstWrites && access.writes && !(first.kind & kAtomic) && !access.atomic;
    const Page& page = *m_lastPage;
    const std::size_t at = address % kPageBytes / (page.byBytes ? 1 : kWordBytes);
    RacingPair race;
    for (std::uint32_t rest = part.lanes; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        // several lanes that stored one value stored it together
        if (sameBlock && first.warp == access.warp && ((cell.lanes >> lane) & 1) && firstWrites &&
            !(first.kind & kAtomic))
            continue;
        const std::uint32_t others = unordered(cell, lane);
        if (others == 0 || (firstWrites && isObserved(page, at, lane))) continue;
        const auto bytes = page.byBytes ? static_cast<std::uint8_t>(1U << address % kWordBytes) : part.bytes;
        if (stores && storesTheSame(access, part, lane, bytes)) continue;
        if (race.lanes == 0) {
            race.lane = lane;
            race.firstLane = std::countr_zero(others);
        }
        race.lanes |= 1U << lane;
    }
    if (race.lanes == 0) return;
    race.firstSite = first.site;
    race.firstWarp = first.warp;
    race.firstWrites = firstWrites;
    race.firstAtomic = first.kind & kAtomic;
    race.address = address;
    race.bytes = page.byBytes ? 1 : kWordBytes;
    race.firstBlock = first.block;
    race.firstOfBlock = first.kind & kOfBlock;
    (*m_found)(race);
}

void GlobalRaces::look(Page& page, std::size_t at, const AccessPart& part) {
    const std::uint64_t address =
        m_lastNumber * kPageBytes + at * (page.byBytes ? 1 : std::size_t{kWordBytes});
    if (!page.writes.empty()) compare(page.writes[at], part, address);
    if (!m_access->writes) return;
    for (const std::vector<Cell>& reads : page.reads)
        if (!reads.empty()) compare(reads[at], part, address);
}

void GlobalRaces::remember(Page& page, std::size_t at, const AccessPart& part, std::uint32_t instance) {
    const auto put = [&](Cell& cell) {
        cell.lanes = part.lanes | (cell.instance == instance ? cell.lanes : 0);
        cell.instance = instance;
        cell.isOld = 0;
    };
    if (m_access->writes) {
        put(filled(page.writes, page)[at]);
        for (std::vector<Cell>& reads : page.reads) {
            if (reads.empty()) continue;
            const Instance& read = m_instances[reads[at].instance];
            if (m_access->atomic && read.block == m_clocks->block() && read.warp == m_access->warp &&
                (reads[at].lanes & part.lanes) != 0)
                m_guesses.insert(read.site);
            // whatever comes after a plain write comes after what it comes after; the rest was found just now
            if (!m_access->strong) reads[at] = {};
            reads[at].isOld = 1;
        }
        return;
    }
    // a read that another comes after says no more than that one
    for (std::vector<Cell>& reads : page.reads) {
        Cell& cell = filled(reads, page)[at];
        if (cell.instance == 0 || cell.instance == instance ||
            unordered(cell, std::countr_zero(part.lanes)) == 0)
            return put(cell);
    }
}

void GlobalRaces::access(const CheckedAccess& access, const SyncClocks& clocks, bool lockstep,
                         const std::function<void(const RacingPair&)>& found) {
    if (m_cells > kMostCells || m_instances.size() > kMostInstances) forgetAll();
    m_access = &access;
    m_clocks = &clocks;
    m_lockstep = lockstep;
    m_found = &found;
    split(access, m_parts);
    const auto each = [&](auto body) {
        for (const AccessPart& part : m_parts) {
            const std::uint64_t address = part.word * kWordBytes;
            Page& page = pageOf(address / kPageBytes);
            if (part.bytes != (1U << kWordBytes) - 1 && !page.byBytes) divide(page);
            const std::size_t offset = address % kPageBytes;
            if (!page.byBytes)
                body(page, offset / kWordBytes, part);
            else
                for (unsigned i = 0; i < kWordBytes; ++i)
                    if ((part.bytes >> i) & 1) body(page, offset + i, part);
        }
    };
    each([&](Page& page, std::size_t at, const AccessPart& part) { look(page, at, part); });
    if (access.writes && !access.strong)
        findRacesWithin(access, m_parts, [&](RacingPair race) {
            race.firstBlock = clocks.block();
            found(race);
        });
    std::uint32_t instance = 0;
    each([&](Page& page, std::size_t at, const AccessPart& part) {
        // of lanes at several times the first one: then others count as earlier than they are
        std::uint32_t time = ~0U, thread = 0;
        for (std::uint32_t rest = part.lanes; rest != 0; rest &= rest - 1) {
            const std::uint32_t lane = access.warp * 32 + static_cast<std::uint32_t>(std::countr_zero(rest));
            if (clocks.now(lane) >= time) continue;
            time = clocks.now(lane);
            thread = lane;
        }
        if (instance == 0 || time != m_instances[instance].time) instance = instanceOf(access, thread);
        remember(page, at, part, instance);
    });
}

void GlobalRaces::settle(const Program& program, FindingLog& into) const {
    std::set<std::pair<std::string_view, std::uint32_t>> lines;
    for (const std::uint32_t site : m_guesses)
        if (program.sites[site].line != 0) lines.emplace(program.sites[site].file, program.sites[site].line);
    for (const auto& [site, log] : m_unsure)
        if (!m_guesses.contains(site) &&
            !lines.contains({program.sites[site].file, program.sites[site].line}))
            into.join(log);
}

void GlobalRaces::forget(std::uint64_t address, std::uint64_t bytes) {
    for (std::uint64_t end = address + bytes; address < end;) {
        const std::uint64_t next = std::min(end, (address / kPageBytes + 1) * kPageBytes);
        if (const auto found = m_pages.find(address / kPageBytes); found != m_pages.end()) {
            Page& page = found->second;
            if (next - address == kPageBytes) {
                for (const std::vector<Cell>* cells : {&page.writes, &page.reads[0], &page.reads[1]})
                    m_cells -= cells->size();
                m_pages.erase(found);
                m_lastNumber = ~0ULL;
                m_lastPage = nullptr;
                address = next;
                continue;
            }
            const std::uint64_t grain = page.byBytes ? 1 : kWordBytes;
            const auto first = static_cast<std::ptrdiff_t>(address % kPageBytes / grain),
                       last = static_cast<std::ptrdiff_t>(((next - 1) % kPageBytes) / grain + 1);
            for (std::vector<Cell>* cells : {&page.writes, &page.reads[0], &page.reads[1]})
                if (!cells->empty()) std::fill(cells->begin() + first, cells->begin() + last, Cell{});
        }
        address = next;
    }
}

void GlobalRaces::forgetAll() {
    m_pages.clear();
    m_lastNumber = ~0ULL;
    m_lastPage = nullptr;
    m_cells = 0;
    m_instances.assign(1, {});
    m_lately = {};
}

} // namespace lanescope::ptx
