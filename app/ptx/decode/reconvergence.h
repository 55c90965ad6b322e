// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/program/program.h"

namespace lanescope::ptx {

/// Sets the order in which the lanes of a warp go through a function, and where those that parted come
/// together again: Program::order, Instruction::meets, and what Instruction says of branches. Their targets
/// are known by now. The rules are those of ptxas, found by compiling small kernels (docs/laws.md).
void findReconvergence(Program& program, const Function& function);

} // namespace lanescope::ptx
