// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/warp_access.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace lanescope::model {

/// How often warps issued instructions, and for how many lanes in all. Lanes that an instruction's guard
/// keeps from running it count: they are there, as in the profiler's smsp__thread_inst_executed.
struct Issues {
    std::uint64_t warps = 0; ///< instructions of warps: smsp__inst_executed
    std::uint64_t lanes = 0;

    Issues& operator+=(const Issues& other) {
        warps += other.warps;
        lanes += other.lanes;
        return *this;
    }
    bool operator==(const Issues&) const = default;
    /// The profiler's smsp__thread_inst_executed_per_inst_executed.ratio; 0 of nothing.
    double lanesPerInstruction() const {
        return warps == 0 ? 0 : static_cast<double>(lanes) / static_cast<double>(warps);
    }
    /// Instructions of warps that would do were all of their lanes active in each.
    std::uint64_t leastWarps() const { return (lanes + kWarpSize - 1) / kWarpSize; }
};

/// An instruction as a warp issued it.
struct IssuedStep {
    std::uint32_t instruction = 0; ///< its number in the program
    std::uint32_t lanes = 0;       ///< active ones, as Issues has them
    bool operator==(const IssuedStep&) const = default;
};

/// What the warps of a launch issued.
struct IssuedInstructions {
    std::vector<Issues> byInstruction; ///< by number in the program
    std::vector<IssuedStep> steps;     ///< of one warp, in order
    std::uint64_t left = 0;            ///< steps of that warp that there was no room for

    Issues total() const;
};

/// A sink that counts instructions of all blocks, and keeps the first of one warp. The accesses are nothing
/// to it.
class IssueTally final : public AccessSink, private InstructionSink {
public:
    /// Steps that are kept.
    static constexpr std::size_t kMostSteps = 65536;

    IssueTally(Dim3 block, std::uint32_t warp) : m_block(block), m_warp(warp) {}
    void access(const WarpAccess&) override {}
    InstructionSink* instructionsOf(const Dim3& block) override;
    std::unique_ptr<AccessSink> fork() const override;
    void join(AccessSink& fork) override;

    const IssuedInstructions& issued() const { return m_issued; }
    IssuedInstructions take() { return std::move(m_issued); }

private:
    void instruction(std::uint32_t warp, std::uint32_t number, std::uint32_t lanes) override;
    void issued(std::uint32_t warp, std::uint32_t number, std::uint32_t lanes, std::uint32_t active) override;

    Dim3 m_block;
    std::uint32_t m_warp;
    bool m_kept = false; // the present block is the one whose warp is kept
    IssuedInstructions m_issued;
};

} // namespace lanescope::model
