// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/time/machine_code.h"
#include "ptx/syntax/syntax.h"

#include <span>

namespace lanescope::ptx {

/// Registers of a thread that ptxas is likely to give a function, without those of the functions it calls and
/// without what its directives bound: by the most that are live at once, in the order of the PTX and in that
/// of `code`, which is what machineCode() made of it. 0: the function is too large to be looked at. A driver
/// or ptxas knows the number; this is for where neither was asked.
int registersOf(const FunctionSyntax& function, std::span<const model::MachineInstruction> code);

/// As many as a kernel's .maxntid, .minnctapersm and .maxnreg leave of them, at the 64 Ki registers of a
/// multiprocessor that all architectures have since 3.0.
int boundRegisters(const FunctionSyntax& kernel, int registers);

} // namespace lanescope::ptx
