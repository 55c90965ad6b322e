// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/context/cuda_context.h"

#include <cstddef>
#include <memory>
#include <string_view>

namespace lanescope::device {

/// cudaFree.
struct FreeMemory {
    void operator()(void* memory) const;
};
/// Memory of the device that is current, freed with its owner.
using DeviceMemory = std::unique_ptr<void, FreeMemory>;
/// Rows of it.
struct PitchedMemory {
    DeviceMemory memory;
    std::size_t pitch = 0;
};
/// After a cudaMalloc that found no room: throws OutOfMemory.
[[noreturn]] void refuseMemory(CudaContext& context, std::size_t bytes, std::string_view what,
                               const Info& info);
/// what: in the message, where it does not fit. Throws OutOfMemory, or as LANESCOPE_CUDA does.
DeviceMemory allocateMemory(CudaContext& context, std::size_t bytes, std::string_view what, const Info& info);
/// The same of rows, at distances that the device chooses.
PitchedMemory allocateRows(CudaContext& context, std::size_t rowBytes, std::size_t rows,
                           std::string_view what, const Info& info);

} // namespace lanescope::device
