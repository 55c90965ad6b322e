// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/call_frames.h"

#include "ptx/check/checker.h"
#include "ptx/run/cooperative_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace lanescope::ptx {

namespace {

constexpr std::uint32_t kMaxDepth = 4096;

/// Zeroes what the frames since the last call had of local memory; no access reaches beyond them. Most
/// kernels have a few bytes of it, in a function that never runs.
void clearLocal(WarpState& warp) {
    for (std::uint32_t first = 0; warp.local.touched && first < warp.localUsed; first += kLocalPiece) {
        const std::size_t used = std::min(kLocalPiece, warp.localUsed - first);
        for (int lane = 0; lane < 32; ++lane) std::memset(warp.local.at(lane, first), 0, used);
    }
    warp.local.touched = false;
    warp.localUsed = 0;
}

/// Where a lane has an argument or a result, in a function's registers or its parameter area.
std::byte* locate(std::byte* regs, const Function& function, const Place& place, std::size_t lane) {
    return place.inRegister ? regs + place.position + lane * place.bytes
                            : regs + function.areaOffset + lane * function.areaBytes + place.position;
}

/// One value, or a bit a lane of a predicate.
void copyValue(std::byte* toRegs, const Function& toFunction, const Place& to, std::byte* fromRegs,
               const Function& fromFunction, const Place& from, std::uint32_t bytes, std::uint32_t lanes) {
    if (bytes == 0) {
        std::uint32_t value = 0, old = 0;
        std::memcpy(&value, fromRegs + from.position, sizeof value);
        std::memcpy(&old, toRegs + to.position, sizeof old);
        old = (old & ~lanes) | (value & lanes);
        std::memcpy(toRegs + to.position, &old, sizeof old);
        return;
    }
    eachLane(lanes, [&](std::size_t lane) {
        std::memcpy(locate(toRegs, toFunction, to, lane), locate(fromRegs, fromFunction, from, lane), bytes);
    });
}

} // namespace

CallFrames::CallFrames(const LaunchPlan& plan, Checker* checker)
    : m_plan(plan), m_checker(checker), m_pool(plan.program->functions.size()) {}

void CallFrames::start(WarpState& warp) {
    for (CallFrame& frame : warp.frames) // of a block that failed
        if (frame.regs) m_pool[frame.function].push_back(std::exchange(frame.regs, nullptr));
    warp.frames.clear();
    warp.freeFrames.clear();
    warp.stack.clear();
    // what a kernel reads before writing may not depend on the worker
    clearLocal(warp);
    const std::uint32_t function = m_plan.entry->function;
    const std::uint32_t frame = newFrame(warp, function, warp.live);
    const std::uint32_t begin = m_plan.program->functions[function].begin;
    warp.stack.push_back({begin, m_plan.program->order[begin], warp.live, frame});
    if (m_checker) m_checker->frame(warp, warp.live, 0, m_plan.program->functions[function].localBytes);
}

void CallFrames::take(std::uint64_t bytes) {
    if (m_plan.together) m_plan.together->take(bytes);
    m_bytes += bytes;
}

void CallFrames::growLocal(WarpState& warp, std::uint32_t bytes) {
    constexpr std::size_t kBytes = std::size_t{kLocalPiece} * 32;
    warp.localUsed = std::max(warp.localUsed, bytes);
    while (warp.local.bytes() < bytes) {
        take(kBytes);
        warp.local.pieces.push_back(std::make_unique<std::byte[]>(kBytes));
    }
}

std::byte* CallFrames::takeRegisters(std::uint32_t function) {
    auto& pool = m_pool[function];
    if (!pool.empty()) {
        std::byte* regs = pool.back();
        pool.pop_back();
        return regs;
    }
    const Function& f = m_plan.program->functions[function];
    take(f.frameBytes + 64);
    m_storage.push_back(std::make_unique<std::byte[]>(f.frameBytes + 64));
    const auto start = reinterpret_cast<std::uintptr_t>(m_storage.back().get());
    std::byte* regs = m_storage.back().get() + ((start + 63) / 64 * 64 - start);
    for (const LaunchPlan::Value& value : (*m_plan.values)[function]) {
        if (value.bytes == 0) {
            std::memcpy(regs + value.slot, &value.bits, 4);
            continue;
        }
        for (std::size_t lane = 0; lane < 32; ++lane)
            std::memcpy(regs + value.slot + lane * value.bytes, &value.bits, value.bytes);
    }
    return regs;
}

std::uint32_t CallFrames::newFrame(WarpState& warp, std::uint32_t function, std::uint32_t mask) {
    std::uint32_t index = static_cast<std::uint32_t>(warp.frames.size());
    if (!warp.freeFrames.empty()) {
        index = warp.freeFrames.back();
        warp.freeFrames.pop_back();
    } else {
        warp.frames.emplace_back();
    }
    CallFrame& frame = warp.frames[index];
    frame = CallFrame{};
    frame.function = function;
    frame.mask = mask;
    frame.regs = takeRegisters(function);
    growLocal(warp, m_plan.program->functions[function].localBytes);
    return index;
}

void CallFrames::release(WarpState& warp, std::uint32_t index) {
    CallFrame& frame = warp.frames[index];
    m_pool[frame.function].push_back(std::exchange(frame.regs, nullptr));
    warp.freeFrames.push_back(index);
}

void CallFrames::dropLanes(WarpState& warp, std::uint32_t mask) {
    for (std::uint32_t i = 0; i < warp.frames.size(); ++i) {
        CallFrame& frame = warp.frames[i];
        if (!frame.regs) continue;
        frame.mask &= ~mask;
        if (frame.mask == 0) release(warp, i);
    }
}

bool CallFrames::fits(const Function& function, const CallSite& site) const {
    if (function.parameters.size() != site.arguments.size() || function.returns.size() != site.results.size())
        return false;
    for (std::size_t k = 0; k < site.arguments.size(); ++k)
        if (site.arguments[k].bytes < function.parameters[k].bytes) return false;
    for (std::size_t k = 0; k < site.results.size(); ++k)
        if (site.results[k].bytes > function.returns[k].bytes) return false;
    return true;
}

std::vector<CallFrames::Target> CallFrames::targetsOf(const WarpState& warp, const CallSite& site,
                                                      std::uint32_t mask) const {
    if (site.callee != kNoTarget) return {{site.callee, mask}};
    std::vector<Target> targets;
    const auto* address = warp.slot<std::uint64_t>(site.address);
    eachLane(mask, [&](std::size_t lane) {
        const std::uint64_t offset = address[lane] - functionAddress(0);
        const std::uint64_t index = offset / (functionAddress(1) - functionAddress(0));
        const auto& functions = m_plan.program->functions;
        if (address[lane] < functionAddress(0) || index >= functions.size() ||
            functionAddress(static_cast<std::uint32_t>(index)) != address[lane] ||
            !functions[index].defined || functions[index].entry)
            throw LaneFault{FaultKind::Trap, static_cast<int>(lane), address[lane],
                            "call through a pointer that is no function's address"};
        if (!fits(functions[index], site))
            throw LaneFault{FaultKind::Trap, static_cast<int>(lane), address[lane],
                            fmt::format("call through a pointer of a function with other parameters: {}",
                                        functions[index].name)};
        const auto known = std::find_if(targets.begin(), targets.end(),
                                        [&](const Target& target) { return target.function == index; });
        if (known != targets.end())
            known->lanes |= 1U << lane;
        else
            targets.push_back({static_cast<std::uint32_t>(index), 1U << lane});
    });
    return targets;
}

std::uint32_t CallFrames::call(WarpState& warp, std::uint32_t callerFrame, const CallSite& site,
                               const Target& target, std::uint32_t pc) {
    const Function& caller = m_plan.program->functions[warp.frames[callerFrame].function];
    const Function& function = m_plan.program->functions[target.function];
    const std::uint32_t localBase = warp.frames[callerFrame].localBase + caller.localBytes;
    const std::uint32_t depth = warp.frames[callerFrame].depth + 1;
    if (depth > kMaxDepth || localBase + function.localBytes > kLocalLimit)
        throw LaneFault{FaultKind::StackOverflow, std::countr_zero(target.lanes), 0,
                        fmt::format("stack overflow: call of {} at depth {}", function.name, depth)};
    growLocal(warp, localBase + function.localBytes);
    const std::uint32_t index = newFrame(warp, target.function, target.lanes);
    CallFrame& frame = warp.frames[index];
    frame.parent = callerFrame;
    frame.returnPc = pc + 1;
    frame.call = static_cast<std::uint32_t>(&site - m_plan.program->calls.data());
    frame.localBase = localBase;
    frame.depth = depth;
    if (m_checker) m_checker->frame(warp, target.lanes, localBase, function.localBytes);
    std::byte* const from = warp.frames[callerFrame].regs;
    for (std::size_t k = 0; k < site.arguments.size(); ++k) {
        const Place &source = site.arguments[k], &formal = function.parameters[k];
        copyValue(frame.regs, function, formal, from, caller, source, formal.bytes, target.lanes);
    }
    return index;
}

void CallFrames::giveResults(const WarpState& warp, const CallFrame& frame, std::uint32_t mask) const {
    const CallSite& site = m_plan.program->calls[frame.call];
    const Function& function = m_plan.program->functions[frame.function];
    const CallFrame& parent = warp.frames[frame.parent];
    const Function& caller = m_plan.program->functions[parent.function];
    for (std::size_t k = 0; k < site.results.size(); ++k) {
        const Place &source = function.returns[k], &target = site.results[k];
        copyValue(parent.regs, caller, target, frame.regs, function, source, target.bytes, mask);
    }
}

} // namespace lanescope::ptx
