// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/check/checked_access.h"

#include <algorithm>
#include <bit>

namespace lanescope::ptx {

namespace {

/// Whether each lane's bytes lie behind those of the lane before it: no two of them share any.
bool ascends(const CheckedAccess& access) {
    std::uint64_t end = 0;
    for (std::uint32_t rest = access.lanes; rest != 0; rest &= rest - 1) {
        const std::uint64_t address = access.addresses[std::countr_zero(rest)];
        if (address < end) return false;
        end = address + access.width;
    }
    return true;
}

} // namespace

void split(const CheckedAccess& access, std::vector<AccessPart>& parts) {
    parts.clear();
    for (unsigned first = 0; first < access.width; first += kWordBytes) {
        const unsigned size = std::min(access.width - first, kWordBytes);
        for (std::uint32_t rest = access.lanes; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            const std::uint64_t address = access.addresses[lane] + first;
            const std::uint64_t word = address / kWordBytes;
            const auto bytes = static_cast<std::uint8_t>(((1U << size) - 1) << (address % kWordBytes));
            // lanes that follow one another and touch the same are looked at together
            if (!parts.empty() && parts.back().word == word && parts.back().bytes == bytes &&
                parts.back().first == first)
                parts.back().lanes |= 1U << lane;
            else
                parts.push_back({word, 1U << lane, bytes, first});
        }
    }
}

bool storesTheSame(const CheckedAccess& access, const AccessPart& part, int lane, std::uint8_t bytes) {
    const auto shift = static_cast<unsigned>(std::countr_zero(part.bytes));
    for (unsigned i = 0; i < kWordBytes; ++i) {
        if (!((bytes >> i) & 1)) continue;
        const unsigned at = part.first + i - shift;
        const int value = access.stored(lane, at);
        if (value < 0 || static_cast<std::byte>(value) != access.before(lane, at)) return false;
    }
    return true;
}

void findRacesWithin(const CheckedAccess& access, const std::vector<AccessPart>& all,
                     const std::function<void(const RacingPair&)>& found) {
    if (ascends(access)) return;
    std::vector<const AccessPart*> parts;
    for (const AccessPart& part : all) parts.push_back(&part);
    std::stable_sort(parts.begin(), parts.end(),
                     [](const AccessPart* a, const AccessPart* b) { return a->word < b->word; });
    RacingPair race{.firstSite = access.site, .firstWarp = access.warp, .firstWrites = true};
    const auto compare = [&](const AccessPart& a, const AccessPart& b, std::uint32_t lanes) {
        const auto common = static_cast<std::uint8_t>(a.bytes & b.bytes);
        if (common == 0) return;
        const int first = std::countr_zero(a.lanes);
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
            const int lane = std::countr_zero(rest);
            bool same = lane == first;
            for (unsigned i = 0; !same && i < kWordBytes; ++i) {
                if (!((common >> i) & 1)) continue;
                const auto at = [&](const AccessPart& part) {
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
                race.address = a.word * kWordBytes + static_cast<std::uint64_t>(std::countr_zero(common));
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

} // namespace lanescope::ptx
