// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/lane_groups.h"

#include <algorithm>

namespace lanescope::ptx {

namespace {

/// Instructions a group of lanes runs before another gets its turn.
constexpr std::uint64_t kTurn = 512;

void move(WarpState& warp, std::uint32_t lanes, std::uint32_t to) {
    eachLane(lanes, [&](std::size_t lane) { warp.lanePc[lane] = to; });
}

void countTurn(WarpState& warp, std::uint32_t lanes) {
    eachLane(lanes, [&](std::size_t lane) { ++warp.laneTurn[lane]; });
}

/// The nearest place ahead where others of the group's frame are, to go on with them from there.
std::uint32_t meetingAhead(const WarpState& warp, std::uint32_t group) {
    const std::size_t first = firstLane(group);
    std::uint32_t meeting = kNoTarget;
    eachLane(warp.live & ~group, [&](std::size_t lane) {
        if (warp.laneFrame[lane] == warp.laneFrame[first] && warp.lanePc[lane] > warp.lanePc[first])
            meeting = std::min(meeting, warp.lanePc[lane]);
    });
    return meeting;
}

} // namespace

void LaneGroups::split(WarpState& warp) {
    for (const StackEntry& entry : warp.stack)
        eachLane(entry.mask, [&](std::size_t lane) {
            warp.lanePc[lane] = entry.pc; // entries above come later and say where the lane really is
            warp.laneFrame[lane] = entry.frame;
            warp.laneTurn[lane] = 0;
        });
    // those that kept the others waiting come last
    if (!warp.stack.empty())
        eachLane(warp.stack.back().mask, [&](std::size_t lane) { warp.laneTurn[lane] = 1; });
    warp.stack.clear();
    warp.split = true;
    warp.atSync = warp.released = warp.awaited = 0;
}

/// The lanes that are where the one is that ran longest ago.
std::uint32_t LaneGroups::nextGroup(const WarpState& warp, std::uint32_t ready) {
    std::size_t chosen = firstLane(ready);
    eachLane(ready, [&](std::size_t lane) {
        if (warp.laneTurn[lane] < warp.laneTurn[chosen]) chosen = lane;
    });
    std::uint32_t group = 0;
    eachLane(ready, [&](std::size_t lane) {
        if (warp.lanePc[lane] == warp.lanePc[chosen] && warp.laneFrame[lane] == warp.laneFrame[chosen])
            group |= 1U << lane;
    });
    return group;
}

/// All lanes are together again, in the function that they are in and in all that called it.
void LaneGroups::join(WarpState& warp, std::uint32_t group) {
    warp.split = false;
    const std::size_t lane = firstLane(group);
    std::uint32_t pc = warp.lanePc[lane];
    for (std::uint32_t index = warp.laneFrame[lane];; index = warp.frames[index].parent) {
        const StackEntry here{pc, m_block.plan.program->order[pc], group, index};
        warp.stack.insert(warp.stack.begin(), here);
        pc = warp.frames[index].returnPc;
        if (warp.frames[index].depth == 0) break;
    }
    warp.waited = 0;
}

Pause LaneGroups::run(WarpState& warp, std::uint64_t quantum) {
    std::uint64_t left = quantum;
    while (left != 0) {
        if (warp.live == 0) return Pause::Done;
        m_block.sync.release(warp);
        if (warp.ready() == 0) return Pause::Blocked;
        if (m_block.spins && m_block.spins->allReturn(warp)) return Pause::Spinning;
        const std::uint32_t group = nextGroup(warp, warp.ready());
        if (group == warp.live && warp.released == 0) {
            join(warp, group);
            return Pause::Turned;
        }
        if (warp.executed >= m_block.plan.budget)
            m_block.diagnostics.failBudget(warp, warp.lanePc[firstLane(group)]);
        const std::uint64_t ran = runGroup(warp, group, std::min(left, kTurn));
        m_block.count(warp, ran);
        left -= std::min(left, std::max<std::uint64_t>(ran, 1));
    }
    return warp.live == 0 ? Pause::Done : Pause::Quantum;
}

/// Runs lanes that are at one place until they part, block, meet others or have had their turn.
std::uint64_t LaneGroups::runGroup(WarpState& warp, std::uint32_t group, std::uint64_t quantum) {
    const Instruction* const code = m_block.plan.program->code.data();
    const std::size_t first = firstLane(group);
    std::uint32_t pc = warp.lanePc[first];
    m_block.frames.enter(warp, warp.laneFrame[first]);
    warp.active = group;
    const std::uint32_t meeting = meetingAhead(warp, group);
    std::uint64_t ran = 0;
    try {
        while (ran < quantum && pc != meeting) {
            ++ran;
            ++m_block.context.clock;
            const Instruction& in = code[pc];
            const std::uint32_t mask = group & (warp.predicate(in.guard) ^ in.guardFlip);
            if (m_block.context.instructions)
                m_block.context.instructions->issued(warp.index, pc, mask, group);
            if (mask != 0 && in.flow != Flow::Plain) {
                countTurn(warp, group); // whatever happens, these lanes have had a turn of some length
                move(warp, group, pc + 1);
                step(warp, in, mask, pc);
                return ran;
            }
            if (mask != 0) {
                in.handler(warp, in, mask);
                if (m_block.spins) m_block.spins->ran(warp, in, mask, pc);
            }
            ++pc;
        }
    } catch (const LaneFault& fault) {
        m_block.diagnostics.fail(warp, pc, fault);
    }
    move(warp, group, pc);
    if (ran >= quantum) countTurn(warp, group);
    return ran;
}

/// One instruction that changes where lanes go; its lanes are at pc + 1 already.
void LaneGroups::step(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc) {
    switch (in.flow) {
    case Flow::Branch:
        return move(warp, mask, in.target);
    case Flow::BranchTable:
        return eachLane(mask,
                        [&](std::size_t lane) { warp.lanePc[lane] = m_block.tableTarget(warp, in, lane); });
    case Flow::Call:
        return call(warp, in, mask, pc);
    case Flow::Return:
        return leave(warp, mask);
    case Flow::Exit:
        return m_block.exitLanes(warp, mask);
    case Flow::Barrier:
        m_block.context.changed = true;
        return m_block.barriers.arrive(warp, in, mask, pc);
    case Flow::WarpSync:
        return warpSync(warp, in, mask, pc);
    case Flow::Trap:
    case Flow::Unsupported:
        m_block.diagnostics.stopAt(in, pc, mask);
    case Flow::Yield:
        if (in.handler)
            in.handler(warp, in, mask);
        else
            m_block.context.polled = true;
        break;
    case Flow::Plain:
        break;
    }
}

void LaneGroups::call(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc) {
    const CallSite& site = m_block.plan.program->calls[in.target];
    if (site.builtin != Builtin::None) {
        m_block.context.changed = true;
        return m_block.builtins.call(warp, site, mask, pc);
    }
    const std::uint32_t caller = warp.laneFrame[firstLane(mask)];
    for (const CallFrames::Target& target : m_block.frames.targetsOf(warp, site, mask)) {
        const std::uint32_t frame = m_block.frames.call(warp, caller, site, target, pc);
        eachLane(target.lanes, [&](std::size_t lane) { warp.laneFrame[lane] = frame; });
        move(warp, target.lanes, m_block.plan.program->functions[target.function].begin);
    }
}

void LaneGroups::leave(WarpState& warp, std::uint32_t mask) {
    const std::uint32_t index = warp.laneFrame[firstLane(mask)];
    CallFrame& frame = warp.frames[index];
    m_block.frames.giveResults(warp, frame, mask);
    eachLane(mask, [&](std::size_t lane) { warp.laneFrame[lane] = frame.parent; });
    move(warp, mask, frame.returnPc);
    frame.mask &= ~mask;
    if (frame.mask == 0) m_block.frames.release(warp, index);
}

void LaneGroups::warpSync(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc) {
    // a lane that was let go at this instruction does not wait a second time
    const std::uint32_t known = mask & warp.released;
    const std::uint32_t go = known != 0 ? known : WarpSync::readyLanes(warp, in, mask);
    const auto* members = warp.slot<std::uint32_t>(in.c);
    eachLane(mask & ~go, [&](std::size_t lane) { WarpSync::wait(warp, lane, members[lane], pc); });
    if (go != 0 && known == 0) m_block.sync.lookForExits(warp, pc, go, members[firstLane(go)]);
    if (go != 0) m_block.sync.run(warp, in, go, known != 0);
    warp.released &= ~go;
}

} // namespace lanescope::ptx
