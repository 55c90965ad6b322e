// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/check/shared_races.h"

#include <algorithm>
#include <bit>

namespace lanescope::ptx {

namespace {

int firstLaneOf(std::uint32_t lanes) {
    return std::countr_zero(lanes);
}

} // namespace

void SharedRaces::newBlock() {
    for (CopyQueue& queue : m_copies) queue = {};
    for (Word& word : m_words)
        if (!word.marks.empty()) word.marks.clear();
}

/// What was touched before the last barrier is in order with everything since, but for copies under way.
SharedRaces::Word& SharedRaces::word(std::uint64_t index) {
    if (index >= m_words.size()) m_words.resize(index + 1);
    Word& word = m_words[index];
    if (word.epoch != m_clocks.epoch()) {
        word.epoch = m_clocks.epoch();
        std::erase_if(word.marks, [this](const Mark& mark) {
            if (m_clocks.isCopies(mark.warp))
                return m_clocks.wasAwaited(static_cast<std::uint32_t>(firstLaneOf(mark.lanes)), mark.time);
            return (mark.kind & kPending) == 0;
        });
    }
    return word;
}

/// The lanes of a part that race with a mark; lane and firstLane: the first pair.
std::uint32_t SharedRaces::raceWith(const CheckedAccess& access, const AccessPart& part, const Mark& mark,
                                    int& lane, int& firstLane) const {
    const auto common = static_cast<std::uint8_t>(mark.bytes & part.bytes);
    const bool markWrites = mark.kind & kWrites, pending = mark.kind & kPending;
    if (common == 0 || (!markWrites && !access.writes)) return 0;
    if ((mark.kind & kStrong) && access.strong) return 0;
    const bool sameWarp = mark.warp == access.warp;
    if (!pending && sameWarp && (m_lockstep || m_clocks.orderedInWarp(access.warp, mark.time))) return 0;
    const bool stores = markWrites && access.writes && !(mark.kind & (kAtomic | kPending)) &&
                        !access.atomic && !access.asynchronous;
    std::uint32_t racing = 0;
    for (std::uint32_t rest = part.lanes; rest != 0; rest &= rest - 1) {
        const int own = firstLaneOf(rest);
        // several lanes that stored one value stored it together
        if (!pending && sameWarp && ((mark.lanes >> own) & 1) && markWrites && !(mark.kind & kAtomic))
            continue;
        const std::uint32_t thread = access.warp * 32 + static_cast<std::uint32_t>(own);
        const std::uint32_t others =
            pending ? mark.lanes : m_clocks.unordered(mark.warp, mark.lanes, mark.time, thread);
        if (others == 0 || (stores && storesTheSame(access, part, own, common))) continue;
        if (racing == 0) {
            lane = own;
            firstLane = firstLaneOf(others);
        }
        racing |= 1U << own;
    }
    return racing;
}

void SharedRaces::remember(const CheckedAccess& access, const AccessPart& part) {
    auto& marks = word(part.word).marks;
    const auto kind =
        static_cast<std::uint8_t>((access.writes ? kWrites : 0) | (access.strong ? kStrong : 0) |
                                  (access.atomic ? kAtomic : 0) | (access.asynchronous ? kPending : 0));
    const bool plainStore = access.writes && !access.strong && !access.asynchronous;
    if (plainStore) {
        // whatever comes after this store comes after what the store comes after; the rest was found just now
        for (Mark& mark : marks)
            if (!(mark.kind & kPending)) mark.bytes &= static_cast<std::uint8_t>(~part.bytes);
    } else if (!access.asynchronous) {
        for (Mark& mark : marks)
            if (mark.warp == access.warp && mark.kind == kind && (mark.bytes & ~part.bytes) == 0)
                mark.lanes &= ~part.lanes;
    }
    std::erase_if(marks, [](const Mark& mark) { return mark.bytes == 0 || mark.lanes == 0; });
    for (std::uint32_t rest = part.lanes; rest != 0; rest &= rest - 1) {
        const std::uint32_t lane = rest & (0 - rest);
        const std::uint32_t time =
            m_clocks.now(access.warp * 32 + static_cast<std::uint32_t>(firstLaneOf(rest)));
        const auto known = std::find_if(marks.begin(), marks.end(), [&](const Mark& mark) {
            return mark.site == access.site && mark.warp == access.warp && mark.time == time &&
                   mark.bytes == part.bytes && mark.kind == kind;
        });
        if (known != marks.end())
            known->lanes |= lane;
        else
            marks.push_back(
                {access.site, time, lane, static_cast<std::uint16_t>(access.warp), part.bytes, kind});
    }
}

void SharedRaces::access(const CheckedAccess& access, const std::function<void(const RacingPair&)>& found) {
    split(access, m_parts);
    for (const AccessPart& part : m_parts)
        for (const Mark& mark : word(part.word).marks) {
            RacingPair race;
            race.lanes = raceWith(access, part, mark, race.lane, race.firstLane);
            if (race.lanes == 0) continue;
            const auto common = static_cast<std::uint8_t>(mark.bytes & part.bytes);
            race.firstSite = mark.site;
            race.firstWarp = mark.warp;
            race.firstWrites = mark.kind & kWrites;
            race.firstAtomic = mark.kind & kAtomic;
            race.address = part.word * kWordBytes + static_cast<std::uint64_t>(std::countr_zero(common));
            race.bytes = static_cast<std::uint32_t>(std::popcount(common));
            found(race);
        }
    if (access.writes && !access.strong) findRacesWithin(access, m_parts, found);
    for (const AccessPart& part : m_parts) remember(access, part);
    if (!access.asynchronous) return;
    if (m_copies.empty()) m_copies.resize(1024);
    for (std::uint32_t rest = access.lanes; rest != 0; rest &= rest - 1) {
        const int lane = firstLaneOf(rest);
        CopyQueue& queue = m_copies[access.warp * 32 + static_cast<std::uint32_t>(lane)];
        queue.copies.push_back(
            {access.site, static_cast<std::uint32_t>(access.addresses[lane]), access.width, queue.group});
    }
}

void SharedRaces::commit(std::uint32_t warp, std::uint32_t lanes) {
    if (m_copies.empty()) return;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
        ++m_copies[warp * 32 + static_cast<std::uint32_t>(firstLaneOf(rest))].group;
}

void SharedRaces::wait(std::uint32_t warp, std::uint32_t lanes, std::uint32_t keep) {
    if (m_copies.empty()) return;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const int lane = firstLaneOf(rest);
        CopyQueue& queue = m_copies[warp * 32 + static_cast<std::uint32_t>(lane)];
        std::erase_if(queue.copies, [&](const Copy& copy) {
            if (copy.group + keep >= queue.group) return false;
            for (std::uint32_t at = copy.offset / kWordBytes; at < (copy.offset + copy.width) / kWordBytes;
                 ++at)
                for (Mark& mark : word(at).marks)
                    if ((mark.kind & kPending) && mark.site == copy.site && mark.warp == warp)
                        mark.lanes &= ~(1U << lane);
            // now it has written: as a store that the thread makes here
            const std::array<std::uint64_t, 32> offsets = [&] {
                std::array<std::uint64_t, 32> all{};
                all[static_cast<std::size_t>(lane)] = copy.offset;
                return all;
            }();
            CheckedAccess done{.site = copy.site,
                               .warp = warp,
                               .lanes = 1U << lane,
                               .width = copy.width,
                               .addresses = offsets.data(),
                               .writes = true,
                               .stored = {},
                               .before = {}};
            split(done, m_parts);
            for (const AccessPart& part : m_parts) remember(done, part);
            return true;
        });
    }
}

} // namespace lanescope::ptx
