// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/block_runner.h"

#include <algorithm>
#include <bit>
#include <cstring>

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

} // namespace

BlockRunner::Pause BlockRunner::runWarp(WarpState& warp, std::uint64_t quantum) {
    // counted without child grids, which have turns of their own
    const std::uint64_t end = m_executed + quantum;
    do {
        checkOutside(m_order);
        const std::uint64_t slice = std::min(end - m_executed, kCancelInterval);
        const Pause pause = warp.split ? runSplit(warp, slice) : runStack(warp, slice);
        if (pause != Pause::Turned && pause != Pause::Quantum) return pause;
        if ((warp.live & ~(warp.atBarrier | warp.atSync)) == 0) return Pause::Blocked;
    } while (m_executed < end);
    return Pause::Quantum;
}

void BlockRunner::enterFrame(WarpState& warp, std::uint32_t index) const {
    const Frame& frame = warp.frames[index];
    warp.regs = frame.regs;
    warp.function = &m_plan.program->functions[frame.function];
    warp.localBase = frame.localBase;
}

/// Whether a loop that keeps other lanes waiting does nothing but wait itself: twice at the same branch with
/// the same registers, it depends on memory alone.
bool BlockRunner::spins(WarpState& warp, std::uint32_t pc) {
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

void BlockRunner::diverge(WarpState& warp, std::uint32_t pc, std::uint32_t target,
                          std::uint32_t reconvergence, std::uint32_t taken) {
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

void BlockRunner::divergeTable(WarpState& warp, std::uint32_t pc, const Instruction& in, std::uint32_t mask) {
    const BranchTable& table = m_plan.program->tables[in.target];
    const StackEntry top = warp.stack.back();
    const auto* index = warp.slot<std::uint32_t>(in.a);
    std::vector<StackEntry> parts;
    const auto add = [&](std::uint32_t target, std::uint32_t lanes) {
        for (StackEntry& part : parts)
            if (part.pc == target) {
                part.mask |= lanes;
                return;
            }
        parts.push_back({target, table.reconvergence == kNoTarget ? top.reconvergence : table.reconvergence,
                         lanes, top.frame});
    };
    if ((top.mask & ~mask) != 0) add(pc + 1, top.mask & ~mask);
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        if (index[lane] >= table.targets.size())
            throw LaneFault{FaultKind::Trap, lane, 0,
                            "branch index " + std::to_string(index[lane]) + " beyond its table"};
        add(table.targets[index[lane]], 1u << lane);
    }
    if (parts.size() == 1) {
        warp.stack.back().pc = parts.front().pc;
        return;
    }
    if (table.reconvergence == kNoTarget || table.reconvergence == top.reconvergence)
        warp.stack.pop_back();
    else
        warp.stack.back().pc = table.reconvergence;
    for (const StackEntry& part : parts)
        if (part.pc != table.reconvergence) warp.stack.push_back(part);
}

std::vector<std::pair<std::uint32_t, std::uint32_t>>
BlockRunner::callTargets(WarpState& warp, const CallSite& site, std::uint32_t mask) const {
    if (site.callee != kNoTarget) return {{site.callee, mask}};
    std::vector<std::pair<std::uint32_t, std::uint32_t>> targets;
    const auto* address = warp.slot<std::uint64_t>(site.address);
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const std::uint64_t offset = address[lane] - functionAddress(0);
        const std::uint64_t index = offset / (functionAddress(1) - functionAddress(0));
        const auto& functions = m_plan.program->functions;
        if (address[lane] < functionAddress(0) || index >= functions.size() ||
            functionAddress(static_cast<std::uint32_t>(index)) != address[lane] ||
            !functions[index].defined || functions[index].entry)
            throw LaneFault{FaultKind::Trap, lane, address[lane],
                            "call through a pointer that is no function's address"};
        const Function& function = functions[index];
        bool fits = function.parameters.size() == site.arguments.size() &&
                    function.returns.size() == site.results.size();
        for (std::size_t k = 0; fits && k < site.arguments.size(); ++k)
            fits = site.arguments[k].bytes >= function.parameters[k].bytes;
        for (std::size_t k = 0; fits && k < site.results.size(); ++k)
            fits = site.results[k].bytes <= function.returns[k].bytes;
        if (!fits)
            throw LaneFault{FaultKind::Trap, lane, address[lane],
                            "call through a pointer of a function with other parameters: " + function.name};
        const auto known =
            std::find_if(targets.begin(), targets.end(), [&](const auto& t) { return t.first == index; });
        if (known != targets.end())
            known->second |= 1u << lane;
        else
            targets.emplace_back(static_cast<std::uint32_t>(index), 1u << lane);
    }
    return targets;
}

/// The lanes of mask whose whole member mask, as far as it lives, is there.
std::uint32_t BlockRunner::syncReady(WarpState& warp, const Instruction& in, std::uint32_t mask) const {
    const auto* members = warp.slot<std::uint32_t>(in.c);
    std::uint32_t ready = 0;
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        if ((members[lane] & warp.live & ~mask) == 0) ready |= 1u << lane;
    }
    return ready;
}

/// Lanes with different member masks are different groups, though they run the same instruction. met: with
/// the lanes of their mask that wait elsewhere.
[[gnu::noinline]] void BlockRunner::runSync(WarpState& warp, const Instruction& in, std::uint32_t mask,
                                            bool met) {
    const auto* slot = warp.slot<std::uint32_t>(in.c);
    std::array<std::uint32_t, 32> members;
    std::copy_n(slot, 32, members.begin()); // the result may be the same register
    while (mask != 0) {
        const std::uint32_t group = members[static_cast<std::size_t>(std::countr_zero(mask))];
        std::uint32_t same = 0;
        for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1)
            if (members[static_cast<std::size_t>(std::countr_zero(rest))] == group) same |= rest & (0 - rest);
        if (in.handler)
            in.handler(warp, in, same);
        else if (m_checker && !met)
            m_checker->meetInWarp(warp, same, group);
        mask &= ~same;
    }
}

BlockRunner::Pause BlockRunner::runStack(WarpState& warp, const std::uint64_t quantum) {
    const Instruction* const code = m_plan.program->code.data();
    if (warp.executed >= m_plan.budget) {
        const std::uint32_t pc = warp.stack.empty() ? m_plan.program->functions[m_plan.entry->function].begin
                                                    : warp.stack.back().pc;
        fail(warp, pc, FaultKind::Budget, -1, 0, "instruction budget used up");
    }
    const std::uint64_t allowed = std::min(quantum, m_plan.budget - warp.executed);
    std::uint64_t left = allowed;
    std::uint32_t pc = 0;
    const auto stop = [&](Pause pause) {
        warp.executed += allowed - left;
        m_executed += allowed - left;
        return pause;
    };
    try {
        for (;;) {
            while (!warp.stack.empty() &&
                   (warp.stack.back().mask == 0 || warp.stack.back().pc == warp.stack.back().reconvergence))
                warp.stack.pop_back();
            if (warp.stack.empty()) return stop(Pause::Done);
            const std::uint32_t active = warp.stack.back().mask,
                                reconvergence = warp.stack.back().reconvergence;
            enterFrame(warp, warp.stack.back().frame);
            warp.active = active;
            if (active == warp.live) {
                warp.waited = 0;
                warp.nextLook = kFirstLook;
                warp.looks = 0;
            }
            pc = warp.stack.back().pc;
            const std::byte* const regs = warp.regs;
            for (bool same = true; same;) {
                if (pc == reconvergence) {
                    warp.stack.pop_back();
                    break;
                }
                if (left == 0) {
                    warp.stack.back().pc = pc;
                    return stop(Pause::Quantum);
                }
                --left;
                ++m_context.clock;
                const Instruction& in = code[pc];
                std::uint32_t guard = 0;
                std::memcpy(&guard, regs + in.guard, sizeof guard);
                const std::uint32_t mask = active & (guard ^ in.guardFlip);
                if (in.flow == Flow::Plain) [[likely]] {
                    if (mask != 0) in.handler(warp, in, mask);
                    ++pc;
                    continue;
                }
                if (mask == 0) {
                    ++pc;
                    continue;
                }
                switch (in.flow) {
                case Flow::Branch:
                    if (in.target <= pc && mask != warp.live && warp.stack.size() > 1 && spins(warp, pc)) {
                        warp.stack.back().pc = pc;
                        report(FindingKind::LanesApart, pc,
                               "a loop waited for lanes of its own warp: they were run on their own");
                        splitWarp(warp);
                        return stop(Pause::Turned);
                    }
                    if (mask == active) {
                        pc = in.target;
                        break;
                    }
                    same = false;
                    if (in.mode != 0) {
                        warp.stack.back().pc = in.mode & kTargetExits ? pc + 1 : in.target;
                        exitLanes(warp, in.mode & kTargetExits ? mask : active & ~mask);
                        break;
                    }
                    diverge(warp, pc, in.target, static_cast<std::uint32_t>(in.imm), mask);
                    break;
                case Flow::BranchTable:
                    divergeTable(warp, pc, in, mask);
                    same = false;
                    break;
                case Flow::Call: {
                    const CallSite& site = m_plan.program->calls[in.target];
                    if (site.builtin != Builtin::None) {
                        builtin(warp, site, mask, pc);
                        ++pc;
                        break;
                    }
                    const std::uint32_t caller = warp.stack.back().frame;
                    warp.stack.back().pc = pc + 1;
                    for (const auto& [callee, lanes] : callTargets(warp, site, mask)) {
                        const std::uint32_t frame = call(warp, caller, site, callee, lanes, pc);
                        warp.stack.push_back(
                            {m_plan.program->functions[callee].begin, kNoTarget, lanes, frame});
                    }
                    same = false;
                    break;
                }
                case Flow::Return: {
                    const std::uint32_t index = warp.stack.back().frame;
                    copyResults(warp, warp.frames[index], mask);
                    warp.stack.back().pc = pc + 1;
                    for (auto entry = warp.stack.rbegin();
                         entry != warp.stack.rend() && entry->frame == index; ++entry)
                        entry->mask &= ~mask;
                    warp.frames[index].mask &= ~mask;
                    if (warp.frames[index].mask == 0) {
                        while (!warp.stack.empty() && warp.stack.back().frame == index) warp.stack.pop_back();
                        releaseFrame(warp, index);
                    }
                    same = false;
                    break;
                }
                case Flow::Exit:
                    warp.stack.back().pc = pc + 1;
                    exitLanes(warp, mask);
                    same = false;
                    break;
                case Flow::Barrier:
                    if (mask == warp.live ||
                        m_plan.program->barriers[in.target].kind == BarrierSite::Kind::Arrive) {
                        warp.stack.back().pc = pc + 1;
                        arrive(warp, in, mask, pc);
                        if (warp.atBarrier != 0) return stop(Pause::Blocked);
                        ++pc;
                        break;
                    }
                    // part of the warp: the rest must get the chance to come here by another way
                    warp.stack.back().pc = pc;
                    splitWarp(warp);
                    return stop(Pause::Turned);
                case Flow::WarpSync:
                    if (syncReady(warp, in, mask) != mask) {
                        warp.stack.back().pc = pc;
                        splitWarp(warp);
                        return stop(Pause::Turned);
                    }
                    runSync(warp, in, mask, false);
                    ++pc;
                    break;
                case Flow::Yield:
                    warp.stack.back().pc = ++pc;
                    // a lane that sleeps waits for somebody, so that its loop is looked at soon
                    warp.waited += kFirstLook / 4;
                    return stop(Pause::Yielded);
                case Flow::Trap:
                case Flow::Unsupported:
                    stopAt(in, pc, mask);
                case Flow::Plain:
                    break;
                }
            }
        }
    } catch (const LaneFault& fault) {
        stop(Pause::Quantum);
        fail(warp, pc, fault.kind, fault.lane, fault.address, fault.text);
    }
}

void BlockRunner::stopAt(const Instruction& in, std::uint32_t pc, std::uint32_t mask) const {
    if (in.flow == Flow::Trap) throw LaneFault{FaultKind::Trap, std::countr_zero(mask), 0, "trap"};
    throw LaneFault{FaultKind::Unsupported, -1, 0,
                    "not supported by the emulator: " +
                        m_plan.program->texts[m_plan.program->lines[pc].text]};
}

} // namespace lanescope::ptx
