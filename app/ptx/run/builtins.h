// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/device_runtime.h"
#include "ptx/run/diagnostics.h"
#include "ptx/run/warp_state.h"

#include <cstdint>

namespace lanescope::ptx {

class Checker;

/// Functions that device code calls and the emulator supplies: vprintf, __assertfail, malloc, free, and those
/// of the CUDA runtime.
class Builtins {
public:
    /// checker: may be nullptr.
    Builtins(const LaunchPlan& plan, BlockContext& block, Checker* checker, Diagnostics& diagnostics);

    void beginBlock() { m_runtime.beginBlock(); }
    /// Throws LaneFault, and Fault of child grids.
    void call(WarpState& warp, const CallSite& site, std::uint32_t mask, std::uint32_t pc);

private:
    void callLane(WarpState& warp, const CallSite& site, std::size_t lane);
    std::uint64_t allocate(std::uint64_t bytes);
    void print(WarpState& warp, const CallSite& site, std::size_t lane);

    const LaunchPlan& m_plan;
    BlockContext& m_block;
    Checker* m_checker;
    DeviceRuntime m_runtime;
};

} // namespace lanescope::ptx
