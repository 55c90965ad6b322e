// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/program/kernel.h"

#include <cstddef>
#include <span>

namespace lanescope::runtime {

/// The registers of its functions as machine code says them (an ELF file, a "cubin"; ptxas writes them into
/// .nv.info as EIATTR_REGCOUNT, which cuobjdump -elf shows). Empty for what is no such file.
ptx::KernelRegisters registersOf(std::span<const std::byte> machineCode);

} // namespace lanescope::runtime
