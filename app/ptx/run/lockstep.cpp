// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/lockstep.h"

#include "ptx/run/lane_groups.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <vector>

namespace lanescope::ptx {

namespace {

/// When a loop that some lanes are in and others wait for is looked at first, in backward branches; then
/// after twice as many, each time for some branches. And when it counts as endless whatever its registers
/// say.
constexpr std::uint64_t kFirstLook = 64, kLooks = 4, kEndless = 1 << 22;

std::uint64_t hashOf(const std::byte* data, std::size_t bytes) {
    std::uint64_t hash = 0x9e3779b97f4a7c15;
    for (std::size_t i = 0; i + 8 <= bytes; i += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, data + i, 8);
        hash = (hash ^ word) * 0x100000001b3;
        hash ^= hash >> 29;
    }
    return hash;
}

/// Puts the two sides of a branch on the stack, above the place where they meet.
void diverge(WarpState& warp, std::uint32_t pc, std::uint32_t target, std::uint32_t reconvergence,
             std::uint32_t taken) {
    const StackEntry top = warp.stack.back();
    const std::uint32_t others = top.mask & ~taken;
    if (reconvergence == kNoTarget) {
        warp.stack.back().pc = pc + 1;
        warp.stack.back().mask = others;
        warp.stack.push_back({target, top.reconvergence, taken, top.frame});
        return;
    }
    // when the lanes below wait at the same place already, these join them there
    if (reconvergence == top.reconvergence)
        warp.stack.pop_back();
    else
        warp.stack.back().pc = reconvergence;
    if (pc + 1 != reconvergence) warp.stack.push_back({pc + 1, reconvergence, others, top.frame});
    if (target != reconvergence) warp.stack.push_back({target, reconvergence, taken, top.frame});
}

} // namespace

template<bool Watched>
Pause Lockstep::runAs(WarpState& warp, const std::uint64_t quantum) {
    const Instruction* const code = m_block.plan.program->code.data();
    BlockContext& context = m_block.context;
    if (warp.executed >= m_block.plan.budget) {
        const Function& kernel = m_block.plan.program->functions[m_block.plan.entry->function];
        m_block.failBudget(warp, warp.stack.empty() ? kernel.begin : warp.stack.back().pc);
    }
    const std::uint64_t allowed = std::min(quantum, m_block.plan.budget - warp.executed);
    std::uint64_t left = allowed;
    std::uint32_t pc = 0;
    const auto stop = [&](Pause pause) {
        m_block.count(warp, allowed - left);
        return pause;
    };
    try {
        while (enterPath(warp)) {
            const std::uint32_t active = warp.active, reconvergence = warp.stack.back().reconvergence;
            const std::byte* const regs = warp.regs;
            pc = warp.stack.back().pc;
            for (;;) {
                if (pc == reconvergence) {
                    warp.stack.pop_back();
                    break;
                }
                if (left == 0) {
                    warp.stack.back().pc = pc;
                    return stop(Pause::Quantum);
                }
                --left;
                ++context.clock;
                const Instruction& in = code[pc];
                std::uint32_t guard = 0;
                std::memcpy(&guard, regs + in.guard, sizeof guard);
                const std::uint32_t mask = active & (guard ^ in.guardFlip);
                if (context.instructions) [[unlikely]]
                    context.instructions->instruction(warp.index, pc, mask);
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
        stop(Pause::Quantum);
        m_block.diagnostics.fail(warp, pc, fault);
    }
}

template Pause Lockstep::runAs<false>(WarpState& warp, std::uint64_t quantum);
template Pause Lockstep::runAs<true>(WarpState& warp, std::uint64_t quantum);

bool Lockstep::enterPath(WarpState& warp) const {
    while (!warp.stack.empty() &&
           (warp.stack.back().mask == 0 || warp.stack.back().pc == warp.stack.back().reconvergence))
        warp.stack.pop_back();
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
        if (m_block.spins) {
            // whether the pause is one of a loop that waits is seen at its branch
            m_block.context.polled = true;
            return Next::Instruction;
        }
        warp.stack.back().pc = pc + 1;
        // a lane that sleeps waits for somebody, so that its loop is looked at soon
        warp.waited += kFirstLook / 4;
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
    if (mask == warp.active) return Next::Target;
    if (in.mode != 0) {
        const bool takersExit = (in.mode & kTargetExits) != 0;
        warp.stack.back().pc = takersExit ? pc + 1 : in.target;
        m_block.exitLanes(warp, takersExit ? mask : warp.active & ~mask);
    } else {
        diverge(warp, pc, in.target, static_cast<std::uint32_t>(in.imm), mask);
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
        warp.spinHash = hashOf(warp.regs, warp.function->frameBytes);
        return false;
    }
    if (warp.looks == 0) return false;
    --warp.looks;
    return pc == warp.spinPc && hashOf(warp.regs, warp.function->frameBytes) == warp.spinHash;
}

Lockstep::Next Lockstep::split(WarpState& warp, std::uint32_t pc) {
    warp.stack.back().pc = pc;
    LaneGroups::split(warp);
    return Next::Turn;
}

Lockstep::Next Lockstep::branchTable(WarpState& warp, const Instruction& in, std::uint32_t mask,
                                     std::uint32_t pc) {
    const BranchTable& table = m_block.plan.program->tables[in.target];
    const StackEntry top = warp.stack.back();
    const std::uint32_t meeting = table.reconvergence == kNoTarget ? top.reconvergence : table.reconvergence;
    std::vector<StackEntry> parts;
    const auto add = [&](std::uint32_t target, std::uint32_t lanes) {
        const auto known = std::find_if(parts.begin(), parts.end(),
                                        [&](const StackEntry& part) { return part.pc == target; });
        if (known != parts.end())
            known->mask |= lanes;
        else
            parts.push_back({target, meeting, lanes, top.frame});
    };
    if ((top.mask & ~mask) != 0) add(pc + 1, top.mask & ~mask);
    eachLane(mask, [&](std::size_t lane) { add(m_block.tableTarget(warp, in, lane), 1U << lane); });
    if (parts.size() == 1) {
        warp.stack.back().pc = parts.front().pc;
        return Next::Path;
    }
    if (table.reconvergence == kNoTarget || table.reconvergence == top.reconvergence)
        warp.stack.pop_back();
    else
        warp.stack.back().pc = table.reconvergence;
    for (const StackEntry& part : parts)
        if (part.pc != table.reconvergence) warp.stack.push_back(part);
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
        warp.stack.push_back({program.functions[target.function].begin, kNoTarget, target.lanes, frame});
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
    if (WarpSync::readyLanes(warp, in, mask) != mask) return split(warp, pc);
    m_block.sync.run(warp, in, mask, false);
    return Next::Instruction;
}

} // namespace lanescope::ptx
