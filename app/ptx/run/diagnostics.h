// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/check/finding.h"
#include "ptx/run/launch_plan.h"
#include "ptx/state/warp.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lanescope::ptx {

/// Says what happened in the blocks of one worker, with its place: faults, which end the launch, and
/// findings, which are kept.
class Diagnostics {
public:
    Diagnostics(const LaunchPlan& plan, const BlockContext& block) : m_plan(plan), m_block(block) {}

    /// order: the block's place among those that are run.
    void beginBlock(std::uint64_t order) { m_order = order; }
    /// Throws the Fault of an instruction; lane -1: of the whole warp.
    [[noreturn]] void fail(const Warp& warp, std::uint32_t pc, const LaneFault& fault) const;
    /// Throws the Fault of a warp that has run all instructions that it may.
    [[noreturn]] void failBudget(const Warp& warp, std::uint32_t pc) const;
    /// Throws what a trap or an unsupported instruction ends with, a LaneFault.
    [[noreturn]] void stopAt(const Instruction& in, std::uint32_t pc, std::uint32_t mask) const;
    /// Keeps something that happened at an instruction; arrived and missing: lanes by warp, as Finding has
    /// them.
    void report(FindingKind kind, std::uint32_t pc, const std::string& text,
                std::vector<std::uint32_t> arrived = {}, std::span<const std::uint32_t> missing = {});

    FindingLog& findings() { return m_findings; }
    const FindingLog& findings() const { return m_findings; }

private:
    std::string placeOf(std::uint32_t pc) const;

    const LaunchPlan& m_plan;
    const BlockContext& m_block;
    FindingLog m_findings;
    std::uint64_t m_order = 0;
};

} // namespace lanescope::ptx
