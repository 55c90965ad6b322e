// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/device_runtime.h"

#include "ptx/check/checker.h"
#include "ptx/handlers/address_resolution.h"
#include "ptx/run/call_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace lanescope::ptx {

namespace {

model::Dim3 readDim3(const WarpState& warp, const CallSite& site, std::size_t index, std::size_t lane) {
    model::Dim3 value;
    const std::byte* from = placeOf(warp, site.arguments[index], lane);
    std::memcpy(&value.x, from, 4);
    std::memcpy(&value.y, from + 4, 4);
    std::memcpy(&value.z, from + 8, 4);
    return value;
}

} // namespace

DeviceRuntime::DeviceRuntime(const LaunchPlan& plan, BlockContext& block, Checker* checker,
                             Diagnostics& diagnostics)
    : m_plan(plan), m_block(block), m_checker(checker), m_diagnostics(diagnostics) {}

/// Where the user's code called what is a function of the toolkit's headers when it is not inlined.
std::uint32_t DeviceRuntime::callerOf(const WarpState& warp, std::uint32_t pc) const {
    auto frame = std::find_if(warp.frames.begin(), warp.frames.end(),
                              [&](const CallFrame& each) { return each.regs == warp.regs; });
    const Program& program = *m_plan.program;
    while (frame != warp.frames.end() && frame->depth > 0 &&
           isToolkitHeader(program.files[program.lines[pc].file])) {
        pc = frame->returnPc - 1;
        frame = warp.frames.begin() + frame->parent;
    }
    return pc;
}

void DeviceRuntime::call(WarpState& warp, const CallSite& site, std::uint32_t mask, std::uint32_t pc) {
    ChildGrids& children = *m_plan.children;
    pc = callerOf(warp, pc);
    warp.clockPc = kNoTarget; // a loop that launches does not wait
    const SourceLine& line = m_plan.program->lines[pc];
    ChildGrids::Caller caller;
    caller.grid = m_plan.gridNumber;
    caller.block = m_block.blockIndex;
    caller.file = m_plan.program->files[line.file];
    caller.line = line.line;
    caller.printed = m_block.printed;
    eachLane(mask, [&](std::size_t lane) {
        caller.lane = static_cast<int>(lane);
        caller.thread = model::threadIndex(m_block.blockSize, warp.index, caller.lane);
        caller.time = m_block.startTime + m_block.clock;
        caller.ownTime = m_block.clock - m_othersTime;
        const std::uint64_t before = children.executed();
        Answer given = answer(warp, site, caller, pc);
        // the calling block stands still while its children run, and the budget is for all that a warp sets
        // off
        const std::uint64_t others = children.executed() - before;
        m_block.clock += others;
        m_othersTime += others;
        if (others != 0 && warp.executed + (m_othersOf[warp.index] += others) > m_plan.budget)
            m_diagnostics.fail(
                warp, pc,
                {FaultKind::Budget, caller.lane, 0,
                 "a warp and the grids that it launched ran too many instructions (an endless loop?)"});
        if (given.error != DeviceError::None) {
            children.fail(caller, given.error);
            m_diagnostics.report(FindingKind::RefusedCall, pc,
                                 fmt::format("refused with {}: {}", nameOf(given.error), given.why));
            if (site.builtin != Builtin::ParameterBuffer)
                given.result = static_cast<std::uint64_t>(given.error);
        }
        writeResult(warp, site, lane, given.result);
    });
}

/// What a call of one lane gives.
DeviceRuntime::Answer DeviceRuntime::answer(WarpState& warp, const CallSite& site,
                                            const ChildGrids::Caller& caller, std::uint32_t pc) {
    ChildGrids& children = *m_plan.children;
    const auto lane = static_cast<std::size_t>(caller.lane);
    const auto argument = [&](std::size_t i) { return readArgument(warp, site, i, lane); };
    Answer given;
    switch (site.builtin) {
    case Builtin::ParameterBuffer:
        given.result =
            children.reserve(argument(0), readDim3(warp, site, 1, lane), readDim3(warp, site, 2, lane),
                             static_cast<std::uint32_t>(argument(3)), given.why);
        if (given.result == 0) given.error = DeviceError::InvalidConfiguration;
        break;
    case Builtin::LaunchDevice:
        try {
            given.error = children.launch(caller, argument(0), argument(1), given.why);
        } catch (const LaneFault& fault) {
            m_diagnostics.fail(warp, pc, fault);
        }
        break;
    case Builtin::StreamCreate:
        if (std::byte* to = hostAddress(warp, caller.lane, argument(0), 8)) {
            const std::uint64_t stream = children.createStream(caller);
            std::memcpy(to, &stream, 8);
            if (m_checker) m_checker->wroteFor(warp, caller.lane, argument(0), 8);
        } else {
            given.error = DeviceError::InvalidValue;
            given.why = "cudaStreamCreateWithFlags is given a pointer that it cannot write to";
        }
        break;
    case Builtin::StreamDestroy:
        given.error = children.destroyStream(caller, argument(0));
        if (given.error != DeviceError::None)
            given.why = "cudaStreamDestroy of a stream that this block has not created";
        break;
    case Builtin::DeviceSynchronize:
        children.synchronize(caller);
        break;
    case Builtin::CopyAsync:
    case Builtin::FillAsync: {
        const bool copies = site.builtin == Builtin::CopyAsync;
        const std::uint64_t to = argument(0), bytes = argument(2);
        if (bytes == 0) break;
        std::byte* const target = hostAddress(warp, caller.lane, to, bytes);
        const std::byte* const source = copies ? hostAddress(warp, caller.lane, argument(1), bytes) : nullptr;
        if (!target || (copies && !source)) {
            given.error = DeviceError::InvalidValue;
            given.why = fmt::format("{} of memory that is not all there",
                                    copies ? "cudaMemcpyAsync" : "cudaMemsetAsync");
            break;
        }
        // It comes after what the block has launched before.
        children.synchronize(caller);
        if (copies)
            std::memmove(target, source, bytes);
        else
            std::memset(target, static_cast<int>(argument(1)), bytes);
        if (m_checker) m_checker->wroteFor(warp, caller.lane, to, bytes);
        break;
    }
    case Builtin::GetLastError:
    case Builtin::PeekLastError:
        given.result =
            static_cast<std::uint64_t>(children.lastError(caller, site.builtin == Builtin::GetLastError));
        break;
    case Builtin::ErrorName:
    case Builtin::ErrorString:
        given.result = ChildGrids::textAddress(static_cast<DeviceError>(argument(0)),
                                               site.builtin == Builtin::ErrorName);
        break;
    default:
        break;
    }
    return given;
}

} // namespace lanescope::ptx
