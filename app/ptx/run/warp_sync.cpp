// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/warp_sync.h"

#include "ptx/check/checker.h"
#include "ptx/check/sync_misuse.h"

#include <algorithm>
#include <array>

namespace lanescope::ptx {

std::uint32_t WarpSync::readyLanes(const WarpState& warp, const Instruction& in, std::uint32_t mask) {
    if ((warp.live & ~mask) == 0) return mask;
    const auto* members = warp.slot<std::uint32_t>(in.c);
    std::uint32_t ready = 0;
    eachLane(mask, [&](std::size_t lane) {
        if ((members[lane] & warp.live & ~mask) == 0) ready |= 1U << lane;
    });
    return ready;
}

void WarpSync::run(WarpState& warp, const Instruction& in, std::uint32_t mask, bool met) {
    std::array<std::uint32_t, 32> members;
    std::copy_n(warp.slot<std::uint32_t>(in.c), 32, members.begin()); // the result may be the same register
    std::uint32_t different = 0;                                      // nearly always none
    for (const std::uint32_t each : members) different |= each ^ members[0];
    if (SyncMisuse* misuse = m_checker ? m_checker->misuse() : nullptr;
        misuse && (different != 0 || (mask & ~members[0]) != 0))
        misuse->runTogether(warp, in, mask, members);
    std::uint32_t groups = 0;
    while (mask != 0) {
        ++groups;
        const std::uint32_t group = members[firstLane(mask)];
        std::uint32_t same = different == 0 ? mask : 0;
        if (different != 0)
            eachLane(mask, [&](std::size_t lane) {
                if (members[lane] == group) same |= 1U << lane;
            });
        if (in.handler)
            in.handler(warp, in, same);
        else if (m_checker && !met)
            m_checker->meetInWarp(warp, same, group);
        mask &= ~same;
    }
    if (groups > 1 && in.handler && warp.block->instructions)
        warp.block->instructions->matched(warp.index, groups);
}

void WarpSync::wait(WarpState& warp, std::size_t lane, std::uint32_t members, std::uint32_t pc) {
    warp.lanePc[lane] = pc;
    warp.laneMembers[lane] = members | 1U << lane;
    warp.atSync |= 1U << lane;
    warp.awaited |= members & warp.live;
}

void WarpSync::release(WarpState& warp) {
    for (std::uint32_t rest = warp.atSync; rest != 0; rest &= rest - 1) {
        const std::uint32_t members = warp.laneMembers[firstLane(rest)] & warp.live;
        if ((members & ~warp.atSync) != 0) continue;
        std::uint32_t same = 0;
        eachLane(members, [&](std::size_t lane) {
            if ((warp.laneMembers[lane] & warp.live) == members) same |= 1U << lane;
        });
        if (same != members || members == 0) continue;
        warp.atSync &= ~members;
        warp.released |= members;
        const std::size_t lane = firstLane(members);
        if (m_checker) lookAtMeeting(warp, members);
        if (m_checker && !m_program.code[warp.lanePc[lane]].handler)
            m_checker->meetInWarp(warp, members, warp.laneMembers[lane]);
    }
}

/// Lanes that have waited for one another go on: those that exchange values must be at one instruction.
void WarpSync::lookAtMeeting(WarpState& warp, std::uint32_t members) {
    SyncMisuse* const misuse = m_checker->misuse();
    if (!misuse) return;
    const std::size_t lane = firstLane(members);
    const std::uint32_t pc = warp.lanePc[lane];
    std::uint32_t here = 0;
    eachLane(members, [&](std::size_t each) { here |= warp.lanePc[each] == pc ? 1U << each : 0; });
    if (m_program.code[pc].handler && here != members)
        misuse->metElsewhere(warp, pc, here, members & ~here);
    else
        lookForExits(warp, pc, members, warp.laneMembers[lane]);
}

void WarpSync::lookForExits(WarpState& warp, std::uint32_t pc, std::uint32_t lanes, std::uint32_t named) {
    SyncMisuse* const misuse = m_checker ? m_checker->misuse() : nullptr;
    const std::uint32_t gone = named & warp.awaited & ~warp.live;
    if (misuse && gone != 0 && m_program.code[pc].handler) misuse->exitedMeanwhile(warp, pc, lanes, gone);
    warp.awaited &= ~(gone | lanes);
}

} // namespace lanescope::ptx
