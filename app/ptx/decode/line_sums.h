// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/decode/module.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lanescope::ptx {

/// What the instructions of a source line come to.
struct LineSum {
    std::string_view file;  ///< the module's: source file as the compiler was given it
    std::uint32_t line = 0; ///< 1-based; 0, without a file: all that have no line information
    double sum = 0;
};

/// byInstruction: amounts by the numbers that model::InstructionSink gets. Highest first, lines of nothing
/// left out.
std::vector<LineSum> sumByLine(const Module& module, std::span<const double> byInstruction);

/// The line of source that an instruction of that number stands in, 1-based; 0: there is no line information.
std::uint32_t lineOf(const Module& module, std::uint32_t instruction);

} // namespace lanescope::ptx
