// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/context/cuda_context.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::device {

/// Machine code of PTX that launches kernels itself, for the context's GPU: the driver's linker puts CUDA's
/// device runtime to it. Throws Error with the linker's log.
std::vector<std::byte> linkDeviceRuntime(CudaContext& context, const std::string& ptx, std::string_view name);

/// A log of the driver on one line.
std::string oneLine(std::string_view log);

} // namespace lanescope::device
