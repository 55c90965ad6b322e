// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/time/machine_code.h"
#include "ptx/syntax/syntax.h"

#include <cstdint>
#include <vector>

namespace lanescope::ptx {

/// What ptxas is likely to make of a function, instruction by instruction of its PTX: what becomes part of
/// another instruction, what is free, what becomes several. Found by reading what ptxas 13.0 makes of the
/// kernels of tests/times for compute capability 9.0, and by an H200's counters of them
/// (tests/data/h200_times.csv). `costs`
/// is shared by the functions of a program and grows.
std::vector<model::MachineInstruction> machineCode(const FunctionSyntax& function,
                                                   std::vector<model::MachineCost>& costs);

} // namespace lanescope::ptx
