// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/lockstep.h"

#include "ptx/run/lane_groups.h"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::ptx {

namespace {

/// When a loop that some lanes are in and others wait for is looked at first, in backward branches; then
/// after twice as many, each time for some branches. And when it counts as endless whatever its registers
/// say.
constexpr std::uint64_t kFirstLook = 64, kLooks = 4, kEndless = 1 << 22;

/// Puts lanes among those of their frame. Where lanes meet, they join those that wait there already.
void put(std::vector<StackEntry>& stack, const StackEntry& lanes, bool meets) {
    auto at = stack.end();
    const auto below = [&] { return at != stack.begin() && (at - 1)->frame == lanes.frame; };
    while (below() && (at - 1)->order < lanes.order) --at;
    const auto place = at;
    for (; meets && below() && (at - 1)->order == lanes.order; --at)
        if ((at - 1)->pc == lanes.pc) {
            (at - 1)->mask |= lanes.mask;
            return;
        }
    stack.insert(place, lanes);
}

/// Whether the lanes on top, which come to a place where lanes meet, find others that wait there, or have to
/// wait themselves for those that are further back: the stack is in order then.
bool meet(std::vector<StackEntry>& stack, std::uint32_t pc, std::uint32_t order) {
    if (stack.size() < 2) return false;
    const StackEntry top = stack.back(), next = stack[stack.size() - 2];
    if (next.frame != top.frame || next.order > order || (next.order == order && next.pc != pc)) return false;
    stack.pop_back();
    put(stack, {pc, order, top.mask, top.frame}, true);
    return true;
}

} // namespace

template<bool Watched>
Pause Lockstep::runAs(WarpState& warp, const std::uint64_t quantum) {
    const Instruction* const code = m_block.plan.program->code.data();
    const std::uint32_t* const order = m_block.plan.program->order.data();
    BlockContext& context = m_block.context;
    if (warp.executed >= m_block.plan.budget) {
        const Function& kernel = m_block.plan.program->functions[m_block.plan.entry->function];
        m_block.diagnostics.failBudget(warp, warp.stack.empty() ? kernel.begin : warp.stack.back().pc);
    }
    const std::uint64_t allowed = std::min(quantum, m_block.plan.budget - warp.executed);
    std::uint64_t left = allowed;
    std::uint32_t pc = 0, counted = 0; // counted: the instruction behind the last that is not in `left`
    const auto stop = [&](Pause pause) {
        m_block.count(warp, allowed - left);
        return pause;
    };
    try {
        while (enterPath(warp)) {
            const std::uint32_t active = warp.active;
            const std::byte* const regs = warp.regs;
            pc = warp.stack.back().pc;
            for (;;) {
                const Instruction& in = code[pc];
                if (in.meets && meet(warp.stack, pc, order[pc])) break;
                if (left == 0) {
                    warp.stack.back().pc = pc;
                    return stop(Pause::Quantum);
                }
                if (!Watched && in.straight > 1 && !context.instructions) [[likely]] {
                    const std::uint32_t count =
                        static_cast<std::uint32_t>(std::min<std::uint64_t>(in.straight, left));
                    left -= count;
                    context.clock += count;
                    for (counted = pc + count; pc != counted; ++pc) code[pc].handler(warp, code[pc], active);
                    continue;
                }
                --left;
                ++context.clock;
                counted = pc + 1;
                std::uint32_t guard = 0;
                std::memcpy(&guard, regs + in.guard, sizeof guard);
                const std::uint32_t mask = active & (guard ^ in.guardFlip);
                if (context.instructions) [[unlikely]]
                    context.instructions->issued(warp.index, pc, mask, active);
                if (in.flow == Flow::Plain) [[likely]] {
                    if (mask != 0) {
                        in.handler(warp, in, mask);
                        if constexpr (Watched) m_block.spins->ran(warp, in, mask, pc);
                    }
                    ++pc;
                    continue;
                }
                if (mask == 0) {
                    ++pc;
                    continue;
                }
                // the most frequent one: all that run take a branch, and it is no loop that others wait for
                if (in.flow == Flow::Branch && mask == active &&
                    (in.target > pc || (!Watched && mask == warp.live))) {
                    pc = in.target;
                    continue;
                }
                const Next next = step(warp, in, mask, pc);
                if (next == Next::Instruction)
                    ++pc;
                else if (next == Next::Target)
                    pc = in.target;
                else if (next == Next::Path)
                    break;
                else
                    return stop(next == Next::Block   ? Pause::Blocked
                                : next == Next::Yield ? Pause::Yielded
                                : next == Next::Spin  ? Pause::Spinning
                                                      : Pause::Turned);
            }
        }
        return stop(Pause::Done);
    } catch (const LaneFault& fault) {
        left += counted - (pc + 1);
        stop(Pause::Quantum);
        m_block.diagnostics.fail(warp, pc, fault);
    }
}

template Pause Lockstep::runAs<false>(WarpState& warp, std::uint64_t quantum);
template Pause Lockstep::runAs<true>(WarpState& warp, std::uint64_t quantum);

bool Lockstep::enterPath(WarpState& warp) const {
    while (!warp.stack.empty() && warp.stack.back().mask == 0) warp.stack.pop_back();
    if (warp.stack.empty()) return false;
    m_block.frames.enter(warp, warp.stack.back().frame);
    warp.active = warp.stack.back().mask;
    if (warp.active == warp.live) {
        warp.waited = 0;
        warp.nextLook = kFirstLook;
        warp.looks = 0;
    }
    return true;
}

Lockstep::Next Lockstep::step(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc) {
    switch (in.flow) {
    case Flow::Branch:
        return branch(warp, in, mask, pc);
    case Flow::BranchTable:
        return branchTable(warp, in, mask, pc);
    case Flow::Call:
        return call(warp, in, mask, pc);
    case Flow::Return:
        return leave(warp, mask, pc);
    case Flow::Exit:
        warp.stack.back().pc = pc + 1;
        m_block.exitLanes(warp, mask);
        return Next::Path;
    case Flow::Barrier:
        return barrier(warp, in, mask, pc);
    case Flow::WarpSync:
        return warpSync(warp, in, mask, pc);
    case Flow::Yield:
        if (in.handler) {
            in.handler(warp, in, mask);
            if (m_block.spins) return Next::Instruction;
            // who looks once notes when something was, and is no reason to let others go first
            if (std::exchange(warp.clockPc, pc) != pc) return Next::Instruction;
            warp.stack.back().pc = pc + 1;
            return Next::Yield;
        }
        if (m_block.spins) {
            // whether the pause is one of a loop that waits is seen at its branch
            m_block.context.polled = true;
            return Next::Instruction;
        }
        warp.stack.back().pc = pc + 1;
        // a lane that sleeps waits for somebody, so that its loop is looked at soon; who waits at an mbarrier
        // may wait for other warps
        if (in.mode != kWaitsAtMbarrier) warp.waited += kFirstLook / 4;
        return Next::Yield;
    case Flow::Trap:
    case Flow::Unsupported:
        m_block.diagnostics.stopAt(in, pc, mask);
    case Flow::Plain:
        break;
    }
    return Next::Instruction;
}

Lockstep::Next Lockstep::branch(WarpState& warp, const Instruction& in, std::uint32_t mask,
                                std::uint32_t pc) {
    if (in.target <= pc && m_block.spins && onlyWaits(warp, mask, pc)) {
        warp.stack.back().pc = pc;
        return Next::Spin;
    }
    // a loop that polls waits for anyone: whether it needs the other lanes is seen when nobody else goes on
    if (in.target <= pc && mask != warp.live && warp.stack.size() > 1 && !warp.loopVisit.known &&
        spins(warp, pc)) {
        m_block.diagnostics.report(FindingKind::LanesApart, pc,
                                   "a loop waited for lanes of its own warp: they were run on their own");
        return split(warp, pc);
    }
    const auto order = static_cast<std::uint32_t>(in.imm);
    const bool nextTurn = (in.mode & kMeetsAtNextTurn) != 0;
    if (mask == warp.active)
        return nextTurn && meet(warp.stack, in.target, order) ? Next::Path : Next::Target;
    if ((in.mode & (kTargetExits | kRestExits)) != 0) {
        const bool takersExit = (in.mode & kTargetExits) != 0;
        warp.stack.back().pc = takersExit ? pc + 1 : in.target;
        m_block.exitLanes(warp, takersExit ? mask : warp.active & ~mask);
    } else {
        const Program& program = *m_block.plan.program;
        const StackEntry top = warp.stack.back();
        warp.stack.pop_back();
        put(warp.stack, {pc + 1, program.order[pc + 1], top.mask & ~mask, top.frame},
            program.code[pc + 1].meets);
        put(warp.stack, {in.target, order, mask, top.frame}, nextTurn || program.code[in.target].meets);
    }
    return Next::Path;
}

/// Of a cooperative grid: whether the warp is in a loop that waits for other warps, or for other lanes of its
/// own.
bool Lockstep::onlyWaits(WarpState& warp, std::uint32_t mask, std::uint32_t pc) {
    if (mask == warp.active) return m_block.spins->returns(warp, pc);
    warp.loopVisit = {};
    return false;
}

/// Whether a loop that keeps other lanes waiting does nothing but wait itself: twice at the same branch with
/// the same registers, it depends on memory alone.
bool Lockstep::spins(WarpState& warp, std::uint32_t pc) {
    if (++warp.waited > kEndless) return true;
    if (warp.waited >= warp.nextLook) {
        warp.nextLook = 2 * warp.waited;
        warp.looks = kLooks;
        warp.spinPc = pc;
        warp.spinHash = XXH3_64bits(warp.regs, warp.function->frameBytes);
        return false;
    }
    if (warp.looks == 0) return false;
    --warp.looks;
    return pc == warp.spinPc && XXH3_64bits(warp.regs, warp.function->frameBytes) == warp.spinHash;
}

Lockstep::Next Lockstep::split(WarpState& warp, std::uint32_t pc) {
    warp.stack.back().pc = pc;
    LaneGroups::split(warp);
    return Next::Turn;
}

Lockstep::Next Lockstep::branchTable(WarpState& warp, const Instruction& in, std::uint32_t mask,
                                     std::uint32_t pc) {
    const Program& program = *m_block.plan.program;
    const StackEntry top = warp.stack.back();
    std::vector<StackEntry> parts;
    const auto add = [&](std::uint32_t target, std::uint32_t lanes) {
        const auto known = std::ranges::find(parts, target, &StackEntry::pc);
        if (known != parts.end())
            known->mask |= lanes;
        else
            parts.push_back({target, program.order[target], lanes, top.frame});
    };
    if ((top.mask & ~mask) != 0) add(pc + 1, top.mask & ~mask);
    eachLane(mask, [&](std::size_t lane) { add(m_block.tableTarget(warp, in, lane), 1U << lane); });
    warp.stack.pop_back();
    for (const StackEntry& part : parts) put(warp.stack, part, program.code[part.pc].meets);
    return Next::Path;
}

Lockstep::Next Lockstep::call(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc) {
    const Program& program = *m_block.plan.program;
    const CallSite& site = program.calls[in.target];
    if (site.builtin != Builtin::None) {
        m_block.context.changed = true;
        m_block.builtins.call(warp, site, mask, pc);
        return Next::Instruction;
    }
    const std::uint32_t caller = warp.stack.back().frame;
    warp.stack.back().pc = pc + 1;
    for (const CallFrames::Target& target : m_block.frames.targetsOf(warp, site, mask)) {
        const std::uint32_t frame = m_block.frames.call(warp, caller, site, target, pc);
        const std::uint32_t begin = program.functions[target.function].begin;
        warp.stack.push_back({begin, program.order[begin], target.lanes, frame});
    }
    return Next::Path;
}

Lockstep::Next Lockstep::leave(WarpState& warp, std::uint32_t mask, std::uint32_t pc) {
    const std::uint32_t index = warp.stack.back().frame;
    m_block.frames.giveResults(warp, warp.frames[index], mask);
    warp.stack.back().pc = pc + 1;
    for (auto entry = warp.stack.rbegin(); entry != warp.stack.rend() && entry->frame == index; ++entry)
        entry->mask &= ~mask;
    warp.frames[index].mask &= ~mask;
    if (warp.frames[index].mask == 0) {
        while (!warp.stack.empty() && warp.stack.back().frame == index) warp.stack.pop_back();
        m_block.frames.release(warp, index);
    }
    return Next::Path;
}

Lockstep::Next Lockstep::barrier(WarpState& warp, const Instruction& in, std::uint32_t mask,
                                 std::uint32_t pc) {
    const bool arrives = m_block.plan.program->barriers[in.target].kind == BarrierSite::Kind::Arrive;
    // part of the warp: the rest must get the chance to come here by another way
    if (mask != warp.live && !arrives) return split(warp, pc);
    warp.stack.back().pc = pc + 1;
    m_block.context.changed = true;
    m_block.barriers.arrive(warp, in, mask, pc);
    return warp.atBarrier != 0 ? Next::Block : Next::Instruction;
}

Lockstep::Next Lockstep::warpSync(WarpState& warp, const Instruction& in, std::uint32_t mask,
                                  std::uint32_t pc) {
    if (WarpSync::readyLanes(warp, in, mask) != mask) {
        const std::uint32_t live = warp.live;
        const Next next = split(warp, pc);
        warp.awaited = warp.slot<std::uint32_t>(in.c)[firstLane(mask)] & live & ~mask;
        return next;
    }
    if (warp.awaited != 0)
        m_block.sync.lookForExits(warp, pc, mask, warp.slot<std::uint32_t>(in.c)[firstLane(mask)]);
    m_block.sync.run(warp, in, mask, false);
    return Next::Instruction;
}

} // namespace lanescope::ptx
