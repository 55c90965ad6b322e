// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/run/child_grids.h"
#include "ptx/run/diagnostics.h"
#include "ptx/run/warp_state.h"

#include <cstdint>
#include <map>
#include <string>

namespace lanescope::ptx {

class Checker;

/// The part of the CUDA runtime that device code calls: launches, streams, errors.
class DeviceRuntime {
public:
    /// checker: may be nullptr.
    DeviceRuntime(const LaunchPlan& plan, BlockContext& block, Checker* checker, Diagnostics& diagnostics);

    void beginBlock() {
        m_othersTime = 0;
        m_othersOf.clear();
    }
    /// Throws Fault, of this grid or of a child.
    void call(WarpState& warp, const CallSite& site, std::uint32_t mask, std::uint32_t pc);

private:
    struct Answer {
        std::uint64_t result = 0;
        DeviceError error = DeviceError::None;
        std::string why;
    };
    std::uint32_t callerOf(const WarpState& warp, std::uint32_t pc) const;
    Answer answer(WarpState& warp, const CallSite& site, const ChildGrids::Caller& caller, std::uint32_t pc);

    const LaunchPlan& m_plan;
    BlockContext& m_block;
    Checker* m_checker;
    Diagnostics& m_diagnostics;
    std::uint64_t m_othersTime = 0;                    ///< of the block's clock, what child grids ran
    std::map<std::uint32_t, std::uint64_t> m_othersOf; ///< likewise, of those that a warp launched
};

} // namespace lanescope::ptx
