// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/device_memory.h"

#include <fmt/format.h>

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
    const cudaError_t code = cudaMalloc(&made, bytes);
    if (code == cudaErrorMemoryAllocation) refuseMemory(context, bytes, what, info);
    LANESCOPE_CUDA(context, code);
    return DeviceMemory(made);
}

} // namespace lanescope::device
