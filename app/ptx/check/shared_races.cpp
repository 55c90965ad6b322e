// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/check/shared_races.h"

#include <algorithm>
#include <bit>

namespace lanescope::ptx {

namespace {

constexpr unsigned kWordBytes = 4;

int firstLaneOf(std::uint32_t lanes) {
    return std::countr_zero(lanes);
}

} // namespace

SharedRaces::SharedRaces(std::uint32_t threads, bool lockstep) : clocks(threads), m_lockstep(lockstep) {}

void SharedRaces::newBlock() {
    meetAll();
    clocks.newBlock();
    for (CopyQueue& queue : m_copies) queue = {};
    for (Word& word : m_words)
        if (!word.marks.empty()) word.marks.clear();
}

/// What was touched before the last barrier is in order with everything since, but for copies under way.
SharedRaces::Word& SharedRaces::word(std::uint32_t index) {
    if (index >= m_words.size()) m_words.resize(index + 1);
    Word& word = m_words[index];
    if (word.epoch != m_epoch) {
        word.epoch = m_epoch;
        std::erase_if(word.marks, [](const Mark& mark) { return (mark.kind & kPending) == 0; });
    }
    return word;
}

void SharedRaces::split(const SharedAccess& access) {
    m_parts.clear();
    for (unsigned first = 0; first < access.width; first += kWordBytes) {
        const unsigned size = std::min(access.width - first, kWordBytes);
        for (std::uint32_t rest = access.lanes; rest != 0; rest &= rest - 1) {
            const int lane = firstLaneOf(rest);
            const std::uint64_t offset = access.offsets[lane] + first;
            const auto word = static_cast<std::uint32_t>(offset / kWordBytes);
            const auto bytes = static_cast<std::uint8_t>(((1U << size) - 1) << (offset % kWordBytes));
            // lanes that follow one another and touch the same are looked at together
            if (!m_parts.empty() && m_parts.back().word == word && m_parts.back().bytes == bytes &&
                m_parts.back().first == first)
                m_parts.back().lanes |= 1U << lane;
            else
                m_parts.push_back({word, 1U << lane, bytes, first});
        }
    }
}

/// Whether a lane's bytes are in memory already, so that it does not matter which store came last.
bool SharedRaces::sameStored(const SharedAccess& access, const Part& part, int lane, std::uint8_t bytes,
                             std::span<const std::byte> shared) const {
    const auto shift = static_cast<unsigned>(std::countr_zero(part.bytes));
    for (unsigned i = 0; i < kWordBytes; ++i) {
        if (!((bytes >> i) & 1)) continue;
        const int value = access.stored(lane, part.first + i - shift);
        const std::size_t at = std::size_t{part.word} * kWordBytes + i;
        if (value < 0 || at >= shared.size() || static_cast<std::byte>(value) != shared[at]) return false;
    }
    return true;
}

/// The lanes of a part that race with a mark; lane and firstLane: the first pair.
std::uint32_t SharedRaces::raceWith(const SharedAccess& access, const Part& part, const Mark& mark,
                                    std::span<const std::byte> shared, int& lane, int& firstLane) const {
    const auto common = static_cast<std::uint8_t>(mark.bytes & part.bytes);
    const bool markWrites = mark.kind & kWrites, pending = mark.kind & kPending;
    if (common == 0 || (!markWrites && !access.writes)) return 0;
    if ((mark.kind & kStrong) && access.strong) return 0;
    const bool sameWarp = mark.warp == access.warp;
    if (!pending && sameWarp && (m_lockstep || clocks.orderedInWarp(access.warp, mark.time))) return 0;
    const bool stores = markWrites && access.writes && !(mark.kind & (kAtomic | kPending)) &&
                        !access.atomic && !access.asynchronous;
    std::uint32_t racing = 0;
    for (std::uint32_t rest = part.lanes; rest != 0; rest &= rest - 1) {
        const int own = firstLaneOf(rest);
        std::uint32_t others = mark.lanes;
        if (!pending && sameWarp) {
            // a lane is in order with itself; and several that stored one value stored it together
            if ((others >> own) & 1)
                others = markWrites && !(mark.kind & kAtomic) ? 0 : others & ~(1U << own);
        }
        const std::uint32_t thread = access.warp * 32 + static_cast<std::uint32_t>(own);
        if (!pending && (sameWarp || clocks.acrossWarps()))
            for (std::uint32_t left = others; left != 0; left &= left - 1) {
                const int other = firstLaneOf(left);
                if (clocks.ordered(mark.warp * 32U + static_cast<std::uint32_t>(other), mark.time, thread))
                    others &= ~(1U << other);
            }
        if (others == 0 || (stores && sameStored(access, part, own, common, shared))) continue;
        if (racing == 0) {
            lane = own;
            firstLane = firstLaneOf(others);
        }
        racing |= 1U << own;
    }
    return racing;
}

/// Lanes of one store that write other values to the same bytes: any of them may stay.
void SharedRaces::racesWithin(const SharedAccess& access,
                              const std::function<void(const SharedRace&)>& found) {
    std::vector<const Part*> parts;
    for (const Part& part : m_parts) parts.push_back(&part);
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Part* a, const Part* b) { return a->word < b->word; });
    SharedRace race{.firstSite = access.site, .firstWarp = access.warp, .firstWrites = true};
    const auto compare = [&](const Part& a, const Part& b, std::uint32_t lanes) {
        const auto common = static_cast<std::uint8_t>(a.bytes & b.bytes);
        if (common == 0) return;
        const int first = firstLaneOf(a.lanes);
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            const int lane = firstLaneOf(rest);
            bool same = lane == first;
            for (unsigned i = 0; !same && i < kWordBytes; ++i) {
                if (!((common >> i) & 1)) continue;
                const auto at = [&](const Part& part) {
                    return part.first + i - static_cast<unsigned>(std::countr_zero(part.bytes));
                };
                const int one = access.stored(first, at(a)), other = access.stored(lane, at(b));
                if (one < 0 || one != other) break;
                same = i + 1 >= kWordBytes || (common >> (i + 1)) == 0;
            }
            if (same) continue;
            if (race.lanes == 0) {
                race.firstLane = first;
                race.lane = lane;
                race.offset = a.word * kWordBytes + static_cast<std::uint32_t>(std::countr_zero(common));
                race.bytes = static_cast<std::uint32_t>(std::popcount(common));
            }
            race.lanes |= 1U << lane;
        }
    };
    for (std::size_t i = 0; i < parts.size(); ++i) {
        compare(*parts[i], *parts[i], parts[i]->lanes & (parts[i]->lanes - 1));
        for (std::size_t k = i + 1; k < parts.size() && parts[k]->word == parts[i]->word; ++k)
            compare(*parts[i], *parts[k], parts[k]->lanes);
    }
    if (race.lanes != 0) found(race);
}

void SharedRaces::remember(const SharedAccess& access, const Part& part) {
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
            clocks.now(access.warp * 32 + static_cast<std::uint32_t>(firstLaneOf(rest)));
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

void SharedRaces::access(const SharedAccess& access, std::span<const std::byte> shared,
                         const std::function<void(const SharedRace&)>& found) {
    split(access);
    for (const Part& part : m_parts)
        for (const Mark& mark : word(part.word).marks) {
            SharedRace race;
            race.lanes = raceWith(access, part, mark, shared, race.lane, race.firstLane);
            if (race.lanes == 0) continue;
            const auto common = static_cast<std::uint8_t>(mark.bytes & part.bytes);
            race.firstSite = mark.site;
            race.firstWarp = mark.warp;
            race.firstWrites = mark.kind & kWrites;
            race.firstAtomic = mark.kind & kAtomic;
            race.offset = part.word * kWordBytes + static_cast<std::uint32_t>(std::countr_zero(common));
            race.bytes = static_cast<std::uint32_t>(std::popcount(common));
            found(race);
        }
    if (access.writes && !access.strong) racesWithin(access, found);
    for (const Part& part : m_parts) remember(access, part);
    if (!access.asynchronous) return;
    if (m_copies.empty()) m_copies.resize(1024);
    for (std::uint32_t rest = access.lanes; rest != 0; rest &= rest - 1) {
        const int lane = firstLaneOf(rest);
        CopyQueue& queue = m_copies[access.warp * 32 + static_cast<std::uint32_t>(lane)];
        queue.copies.push_back(
            {access.site, static_cast<std::uint32_t>(access.offsets[lane]), access.width, queue.group});
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
            SharedAccess done{.site = copy.site,
                              .warp = warp,
                              .lanes = 1U << lane,
                              .width = copy.width,
                              .offsets = offsets.data(),
                              .writes = true,
                              .stored = {}};
            split(done);
            for (const Part& part : m_parts) remember(done, part);
            return true;
        });
    }
}

} // namespace lanescope::ptx
