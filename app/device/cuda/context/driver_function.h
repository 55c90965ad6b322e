// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/context/cuda_context.h"

#include <cuda.h>
#include <fmt/format.h>

namespace lanescope::device {

/// A function of the driver, which nothing of ours is linked with: one that exists since CUDA 12, or in that
/// form. Throws Error where the driver has it not.
template<class F>
F* driverFunction(CudaContext& context, const char* name) {
    constexpr unsigned kDriverVersion = 12000;
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    LANESCOPE_CUDA(context, cudaGetDriverEntryPointByVersion(name, &function, kDriverVersion,
                                                             cudaEnableDefault, &found));
    if (found != cudaDriverEntryPointSuccess || !function)
        throw Error(fmt::format("the driver has no {}: update it to one of CUDA 12 or newer", name));
    return reinterpret_cast<F*>(function);
}

} // namespace lanescope::device
