// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/context/cuda_context.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::device {

/// Machine code of PTX for the context's GPU, as the driver's linker makes it of the text's files
/// (ptx::filesOf()); launches: with CUDA's device runtime, for kernels that launch others. Throws Error with
/// the linker's log.
std::vector<std::byte> linkPtx(CudaContext& context, std::string_view ptx, bool launches,
                               std::string_view name);

/// A log of the driver on one line.
std::string oneLine(std::string_view log);

} // namespace lanescope::device
