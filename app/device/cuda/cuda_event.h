// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/context/cuda_context.h"

#include <cuda_runtime_api.h>

#include <utility>

namespace lanescope::device {

/// An event of the CUDA runtime that takes times. Throws as LANESCOPE_CUDA does.
class CudaEvent {
public:
    explicit CudaEvent(CudaContext& context) { LANESCOPE_CUDA(context, cudaEventCreate(&m_event)); }
    ~CudaEvent() {
        if (m_event) ignoreError(cudaEventDestroy(m_event));
    }
    CudaEvent(CudaEvent&& other) noexcept : m_event(std::exchange(other.m_event, nullptr)) {}
    CudaEvent& operator=(CudaEvent&&) = delete;
    /// For as long as this lives.
    cudaEvent_t get() const { return m_event; }

private:
    cudaEvent_t m_event = nullptr;
};

} // namespace lanescope::device
