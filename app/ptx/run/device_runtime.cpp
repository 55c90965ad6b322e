// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The part of the CUDA runtime that device code calls: launches, streams, errors.
#include "ptx/run/address_resolution.h"
#include "ptx/run/call_arguments.h"
#include "ptx/run/child_grids.h"

#include <fmt/format.h>

#include <bit>

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

/// Where the user's code called what is a function of the toolkit's headers when it is not inlined.
std::uint32_t BlockRunner::callerOf(const WarpState& warp, std::uint32_t pc) const {
    auto frame = std::find_if(warp.frames.begin(), warp.frames.end(),
                              [&](const Frame& each) { return each.regs == warp.regs; });
    const Program& program = *m_plan.program;
    while (frame != warp.frames.end() && frame->depth > 0 &&
           isToolkitHeader(program.files[program.lines[pc].file])) {
        pc = frame->returnPc - 1;
        frame = warp.frames.begin() + frame->parent;
    }
    return pc;
}

void BlockRunner::deviceRuntime(WarpState& warp, const CallSite& site, std::uint32_t mask, std::uint32_t pc) {
    ChildGrids& children = *m_plan.children;
    pc = callerOf(warp, pc);
    const SourceLine& line = m_plan.program->lines[pc];
    ChildGrids::Caller caller;
    caller.grid = m_plan.gridNumber;
    caller.block = m_context.blockIndex;
    caller.file = m_plan.program->files[line.file];
    caller.line = line.line;
    caller.sink = m_context.sink;
    caller.printed = m_context.printed;
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const auto index = static_cast<std::size_t>(lane);
        const auto argument = [&](std::size_t i) { return readArgument(warp, site, i, index); };
        caller.lane = lane;
        caller.thread = threadIndex(m_context, warp.index, lane);
        caller.time = time();
        caller.ownTime = m_context.clock - m_othersTime;
        const std::uint64_t before = children.executed();
        std::string why;
        std::uint64_t result = 0;
        DeviceError error = DeviceError::None;
        switch (site.builtin) {
        case Builtin::ParameterBuffer:
            result =
                children.reserve(argument(0), readDim3(warp, site, 1, index), readDim3(warp, site, 2, index),
                                 static_cast<std::uint32_t>(argument(3)), why);
            if (result == 0) error = DeviceError::InvalidConfiguration;
            break;
        case Builtin::LaunchDevice: {
            try {
                error = children.launch(caller, argument(0), argument(1), why);
            } catch (const LaneFault& fault) {
                fail(warp, pc, fault.kind, fault.lane, fault.address, fault.text);
            }
            break;
        }
        case Builtin::StreamCreate: {
            std::byte* to = hostAddress(warp, lane, argument(0), 8);
            if (to) {
                const std::uint64_t stream = children.createStream(caller);
                std::memcpy(to, &stream, 8);
                if (m_checker) m_checker->wroteFor(warp, lane, argument(0), 8);
            } else {
                error = DeviceError::InvalidValue;
                why = "cudaStreamCreateWithFlags is given a pointer that it cannot write to";
            }
            break;
        }
        case Builtin::StreamDestroy:
            error = children.destroyStream(caller, argument(0));
            if (error != DeviceError::None)
                why = "cudaStreamDestroy of a stream that this block has not created";
            break;
        case Builtin::DeviceSynchronize:
            children.synchronize(caller);
            break;
        case Builtin::GetLastError:
        case Builtin::PeekLastError:
            result =
                static_cast<std::uint64_t>(children.lastError(caller, site.builtin == Builtin::GetLastError));
            break;
        case Builtin::ErrorName:
        case Builtin::ErrorString:
            result = ChildGrids::textAddress(static_cast<DeviceError>(argument(0)),
                                             site.builtin == Builtin::ErrorName);
            break;
        default:
            break;
        }
        // the calling block stands still while its children run, and the budget is for all that a warp sets
        // off
        const std::uint64_t others = children.executed() - before;
        m_context.clock += others;
        m_othersTime += others;
        warp.executed += others;
        if (others != 0 && warp.executed > m_plan.budget)
            fail(warp, pc, FaultKind::Budget, lane, 0, "instruction budget used up by child grids");
        if (error != DeviceError::None) {
            children.fail(caller, error);
            report(FindingKind::RefusedCall, pc, fmt::format("refused with {}: {}", nameOf(error), why));
            if (site.builtin != Builtin::ParameterBuffer) result = static_cast<std::uint64_t>(error);
        }
        writeResult(warp, site, index, result);
    }
}

} // namespace lanescope::ptx
