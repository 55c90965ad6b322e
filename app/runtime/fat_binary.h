// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/program/kernel.h"

#include <string>
#include <vector>

namespace lanescope::runtime {

/// A PTX text of a program, and the compute capability that it was written for: 90 for 9.0.
struct PtxImage {
    std::string text;
    unsigned capability = 0;
    ptx::KernelRegisters
        registers; ///< of the machine code beside it, where that is for the capability asked for
};

/// What nvcc has put into a program: the wrapper that __cudaRegisterFatBinary is given (version 1: one fat
/// binary; version 2, of -rdc: several, each of one source file). For each fat binary, the PTX with the
/// highest capability that is not above `most`, and of two of `most` the one that is for it alone (90a).
/// Several are one text, as ptx::filesOf() parts them again. Throws std::runtime_error when one is damaged,
/// packed in a way that is not known, or without such PTX, saying what to do about it.
std::vector<PtxImage> ptxOf(const void* wrapper, unsigned most);

} // namespace lanescope::runtime
