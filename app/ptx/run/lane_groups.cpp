// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Lanes of a warp that must wait for one another: each has its own program counter, those that are at the
// same place run together, and the ones that ran longest ago come first.
#include "ptx/run/block_runner.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lanescope::ptx {

namespace {

/// Instructions a group of lanes runs before another gets its turn.
constexpr std::uint64_t kTurn = 512;

} // namespace

void BlockRunner::splitWarp(WarpState& warp) {
    for (const StackEntry& entry : warp.stack)
        for (std::uint32_t rest = entry.mask; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
            warp.lanePc[lane] = entry.pc; // entries above come later and say where the lane really is
            warp.laneFrame[lane] = entry.frame;
            warp.laneTurn[lane] = 0;
        }
    // those that kept the others waiting come last
    for (std::uint32_t rest = warp.stack.empty() ? 0 : warp.stack.back().mask; rest != 0; rest &= rest - 1)
        warp.laneTurn[static_cast<std::size_t>(std::countr_zero(rest))] = 1;
    warp.stack.clear();
    warp.split = true;
    warp.atSync = warp.released = 0;
}

/// Lanes that wait at warp-wide operations go on when all that they name wait at one, too, with the same
/// mask.
void BlockRunner::releaseSync(WarpState& warp) {
    for (std::uint32_t rest = warp.atSync; rest != 0; rest &= rest - 1) {
        const std::uint32_t members =
            warp.laneMembers[static_cast<std::size_t>(std::countr_zero(rest))] & warp.live;
        if ((members & ~warp.atSync) != 0) continue;
        std::uint32_t same = 0;
        for (std::uint32_t other = members; other != 0; other &= other - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(other));
            if ((warp.laneMembers[lane] & warp.live) == members) same |= 1u << lane;
        }
        if (same != members || members == 0) continue;
        warp.atSync &= ~members;
        warp.released |= members;
        const auto lane = static_cast<std::size_t>(std::countr_zero(members));
        if (m_checker && !m_plan.program->code[warp.lanePc[lane]].handler)
            m_checker->meetInWarp(warp, members, warp.laneMembers[lane]);
        return releaseSync(warp);
    }
}

BlockRunner::Pause BlockRunner::runSplit(WarpState& warp, std::uint64_t quantum) {
    std::uint64_t left = quantum;
    while (left != 0) {
        if (warp.live == 0) return Pause::Done;
        releaseSync(warp);
        const std::uint32_t ready = warp.live & ~(warp.atBarrier | warp.atSync);
        if (ready == 0) return Pause::Blocked;
        std::size_t chosen = static_cast<std::size_t>(std::countr_zero(ready));
        for (std::uint32_t rest = ready; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
            if (warp.laneTurn[lane] < warp.laneTurn[chosen]) chosen = lane;
        }
        std::uint32_t group = 0;
        for (std::uint32_t rest = ready; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
            if (warp.lanePc[lane] == warp.lanePc[chosen] && warp.laneFrame[lane] == warp.laneFrame[chosen])
                group |= 1u << lane;
        }
        if (group == warp.live && warp.released == 0) {
            // together again, in the function that they are in and in all that called it
            warp.split = false;
            std::uint32_t pc = warp.lanePc[chosen];
            for (std::uint32_t index = warp.laneFrame[chosen];; index = warp.frames[index].parent) {
                warp.stack.insert(warp.stack.begin(), {pc, kNoTarget, group, index});
                pc = warp.frames[index].returnPc;
                if (warp.frames[index].depth == 0) break;
            }
            warp.waited = 0;
            return Pause::Turned;
        }
        if (warp.executed >= m_plan.budget)
            fail(warp, warp.lanePc[chosen], FaultKind::Budget, -1, 0, "instruction budget used up");
        const std::uint64_t ran = runGroup(warp, group, std::min(left, kTurn));
        warp.executed += ran;
        m_executed += ran;
        left -= std::min(left, std::max<std::uint64_t>(ran, 1));
    }
    return warp.live == 0 ? Pause::Done : Pause::Quantum;
}

/// Runs lanes that are at one place until they part, block, meet others or have had their turn.
std::uint64_t BlockRunner::runGroup(WarpState& warp, std::uint32_t group, std::uint64_t quantum) {
    const Instruction* const code = m_plan.program->code.data();
    const auto first = static_cast<std::size_t>(std::countr_zero(group));
    std::uint32_t pc = warp.lanePc[first];
    enterFrame(warp, warp.laneFrame[first]);
    warp.active = group;
    // the nearest place ahead where others of the frame are, to go on with them from there
    std::uint32_t meeting = kNoTarget;
    for (std::uint32_t rest = warp.live & ~group; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        if (warp.laneFrame[lane] == warp.laneFrame[first] && warp.lanePc[lane] > pc)
            meeting = std::min(meeting, warp.lanePc[lane]);
    }
    const auto move = [&](std::uint32_t lanes, std::uint32_t to) {
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
            warp.lanePc[static_cast<std::size_t>(std::countr_zero(rest))] = to;
    };
    std::uint64_t ran = 0;
    try {
        while (ran < quantum && pc != meeting) {
            ++ran;
            ++m_context.clock;
            const Instruction& in = code[pc];
            const std::uint32_t mask = group & (warp.predicate(in.guard) ^ in.guardFlip);
            if (mask != 0 && in.flow != Flow::Plain) {
                // whatever happens, these lanes have had a turn of some length
                for (std::uint32_t rest = group; rest != 0; rest &= rest - 1)
                    ++warp.laneTurn[static_cast<std::size_t>(std::countr_zero(rest))];
                move(group, pc + 1);
                stepGroup(warp, in, mask, pc);
                return ran;
            }
            if (mask != 0) in.handler(warp, in, mask);
            ++pc;
        }
    } catch (const LaneFault& fault) {
        fail(warp, pc, fault.kind, fault.lane, fault.address, fault.text);
    }
    move(group, pc);
    if (ran >= quantum)
        for (std::uint32_t rest = group; rest != 0; rest &= rest - 1)
            ++warp.laneTurn[static_cast<std::size_t>(std::countr_zero(rest))];
    return ran;
}

/// One instruction that changes where lanes go; its lanes are at pc + 1 already.
void BlockRunner::stepGroup(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc) {
    const auto each = [](std::uint32_t lanes, auto body) {
        for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
            body(static_cast<std::size_t>(std::countr_zero(rest)));
    };
    switch (in.flow) {
    case Flow::Branch:
        each(mask, [&](std::size_t lane) { warp.lanePc[lane] = in.target; });
        break;
    case Flow::BranchTable: {
        const BranchTable& table = m_plan.program->tables[in.target];
        each(mask, [&](std::size_t lane) {
            const std::uint32_t index = warp.slot<std::uint32_t>(in.a)[lane];
            if (index >= table.targets.size())
                throw LaneFault{FaultKind::Trap, static_cast<int>(lane), 0,
                                "branch index " + std::to_string(index) + " beyond its table"};
            warp.lanePc[lane] = table.targets[index];
        });
        break;
    }
    case Flow::Call: {
        const CallSite& site = m_plan.program->calls[in.target];
        if (site.builtin != Builtin::None) {
            builtin(warp, site, mask, pc);
            break;
        }
        const std::uint32_t caller = warp.laneFrame[static_cast<std::size_t>(std::countr_zero(mask))];
        for (const auto& [callee, lanes] : callTargets(warp, site, mask)) {
            const std::uint32_t frame = call(warp, caller, site, callee, lanes, pc);
            const std::uint32_t begin = m_plan.program->functions[callee].begin;
            each(lanes, [&](std::size_t lane) {
                warp.laneFrame[lane] = frame;
                warp.lanePc[lane] = begin;
            });
        }
        break;
    }
    case Flow::Return: {
        const std::uint32_t index = warp.laneFrame[static_cast<std::size_t>(std::countr_zero(mask))];
        Frame& frame = warp.frames[index];
        copyResults(warp, frame, mask);
        each(mask, [&](std::size_t lane) {
            warp.laneFrame[lane] = frame.parent;
            warp.lanePc[lane] = frame.returnPc;
        });
        frame.mask &= ~mask;
        if (frame.mask == 0) releaseFrame(warp, index);
        break;
    }
    case Flow::Exit:
        exitLanes(warp, mask);
        break;
    case Flow::Barrier:
        arrive(warp, in, mask, pc);
        break;
    case Flow::WarpSync: {
        // a lane that was let go at this instruction does not wait a second time
        const std::uint32_t go =
            (mask & warp.released) != 0 ? mask & warp.released : syncReady(warp, in, mask);
        const auto* members = warp.slot<std::uint32_t>(in.c);
        each(mask & ~go, [&](std::size_t lane) {
            warp.lanePc[lane] = pc;
            warp.laneMembers[lane] = members[lane] | 1u << lane;
            warp.atSync |= 1u << lane;
        });
        if (go != 0) runSync(warp, in, go, (go & warp.released) != 0);
        warp.released &= ~go;
        break;
    }
    case Flow::Yield:
        break;
    case Flow::Trap:
    case Flow::Unsupported:
        stopAt(in, pc, mask);
    case Flow::Plain:
        break;
    }
}

} // namespace lanescope::ptx
