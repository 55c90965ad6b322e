// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/device_memory.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::device {

void FreeMemory::operator()(void* memory) const {
    ignoreError(cudaFree(memory));
}

void refuseMemory(CudaContext& context, std::size_t bytes, std::string_view what, const Info& info) {
    ignoreError(cudaErrorMemoryAllocation);
    std::size_t free = 0, total = 0;
    LANESCOPE_CUDA(context, cudaMemGetInfo(&free, &total));
    throw OutOfMemory(what, bytes, fmt::format("the memory of {}", info.name), free);
}

DeviceMemory allocateMemory(CudaContext& context, std::size_t bytes, std::string_view what,
                            const Info& info) {
    void* made = nullptr;
    // An empty allocation has an address of its own.
    const cudaError_t code = cudaMalloc(&made, std::max<std::size_t>(bytes, 1));
    if (code == cudaErrorMemoryAllocation) refuseMemory(context, bytes, what, info);
    LANESCOPE_CUDA(context, code);
    return DeviceMemory(made);
}

PitchedMemory allocateRows(CudaContext& context, std::size_t rowBytes, std::size_t rows,
                           std::string_view what, const Info& info) {
    void* made = nullptr;
    std::size_t pitch = 0;
    const cudaError_t code =
        cudaMallocPitch(&made, &pitch, std::max<std::size_t>(rowBytes, 1), std::max<std::size_t>(rows, 1));
    if (code == cudaErrorMemoryAllocation) refuseMemory(context, rowBytes * rows, what, info);
    LANESCOPE_CUDA(context, code);
    return {DeviceMemory(made), pitch};
}

} // namespace lanescope::device
