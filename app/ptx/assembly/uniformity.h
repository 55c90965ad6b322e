// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/syntax/syntax.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::ptx {

/// Which registers of a function hold the same value in all lanes of a warp that are at the same instruction,
/// as far as ptxas finds that out: from what nvcc 13.0's made of some 60 kernels for compute capability 9.0
/// (docs/laws.md). A kernel's parameters, constants, what a block, multiprocessor or warp has as a whole, and
/// what is loaded from one address are the same; what depends on a lane's or thread's index is not, nor are
/// results of atomics, of calls, and of branches that not all lanes take, also of a loop that some leave
/// before others.
class Uniformity {
public:
    explicit Uniformity(const FunctionSyntax& function);
    /// Of an address it is about where it leads, of a list about all of it.
    bool has(const Operand& operand) const;

private:
    struct Flow;

    bool isSame(const InstructionSyntax& in) const;
    bool isDifferent(const Operand& operand) const;
    bool mark(std::uint32_t reg);
    bool markResults(const InstructionSyntax& in);
    bool spread(const Flow& flow);
    bool spreadBranch(const Flow& flow, std::size_t block);

    const FunctionSyntax& m_function;
    std::vector<bool> m_differs; ///< by register
};

} // namespace lanescope::ptx
