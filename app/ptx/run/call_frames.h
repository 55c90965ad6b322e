// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/launch_plan.h"
#include "ptx/run/warp_state.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace lanescope::ptx {

class Checker;

/// The functions that the warps of a worker are in: their registers, their local memory, what is handed over
/// when they are called and when they return.
class CallFrames {
public:
    /// checker: may be nullptr.
    CallFrames(const LaunchPlan& plan, Checker* checker);

    /// Makes a warp ready to run the kernel from its beginning.
    void start(WarpState& warp);
    /// Makes a frame the one that handlers see.
    void enter(WarpState& warp, std::uint32_t frame) const {
        const CallFrame& entered = warp.frames[frame];
        warp.regs = entered.regs;
        warp.function = &m_plan.program->functions[entered.function];
        warp.localBase = entered.localBase;
    }

    /// A function and the lanes that call it.
    struct Target {
        std::uint32_t function = 0, lanes = 0;
    };
    /// Where a call leads: to several functions when it goes through a pointer. Throws LaneFault for a
    /// pointer to no function that takes these arguments.
    std::vector<Target> targetsOf(const WarpState& warp, const CallSite& site, std::uint32_t mask) const;
    /// A frame for a function that is called at pc, with its arguments in place. Throws LaneFault when the
    /// stack is too deep.
    std::uint32_t call(WarpState& warp, std::uint32_t callerFrame, const CallSite& site, const Target& target,
                       std::uint32_t pc);
    /// Hands a function's results to its caller.
    void giveResults(const WarpState& warp, const CallFrame& frame, std::uint32_t mask) const;
    void release(WarpState& warp, std::uint32_t frame);
    /// Lanes that have exited are in no function any more.
    void dropLanes(WarpState& warp, std::uint32_t mask);
    /// What it has taken for registers and local memory.
    std::uint64_t bytes() const { return m_bytes; }

private:
    std::uint32_t newFrame(WarpState& warp, std::uint32_t function, std::uint32_t mask);
    std::byte* takeRegisters(std::uint32_t function);
    void growLocal(WarpState& warp, std::uint32_t bytes);
    /// Counts memory that is needed from here on. Throws Fault when a cooperative grid may have no more.
    void take(std::uint64_t bytes);
    bool fits(const Function& function, const CallSite& site) const;

    const LaunchPlan& m_plan;
    Checker* m_checker;
    std::uint64_t m_bytes = 0;
    std::vector<std::unique_ptr<std::byte[]>> m_storage; ///< of all frames
    std::vector<std::vector<std::byte*>> m_pool;         ///< free frames, by function
};

} // namespace lanescope::ptx
