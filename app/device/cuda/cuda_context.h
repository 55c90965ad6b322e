// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"

#include <cuda_runtime_api.h>

#include <string>
#include <vector>

namespace lanescope::device {

/// "cudaErrorIllegalAddress, an illegal memory access was encountered".
std::string describe(cudaError_t code);
/// What a user can do about it; empty when there is nothing general to say.
std::string_view cureOf(cudaError_t code);
/// Whether the code means that this process can use the GPU no more: CUDA's asynchronous, sticky errors.
bool losesDevice(cudaError_t code);

/// The part of a CUDA device that its arrays, modules and shared resources need, and keep alive: the GPU's
/// number, the stream that all work goes through, and what is known of its health.
class CudaContext {
public:
    /// Makes the GPU current and a stream on it. Throws Unavailable.
    explicit CudaContext(int ordinal);
    ~CudaContext();
    CudaContext(const CudaContext&) = delete;
    CudaContext& operator=(const CudaContext&) = delete;

    /// Makes the GPU current on this thread. Throws Error when it was lost.
    void use();
    cudaStream_t stream() const { return m_stream; }
    int ordinal() const { return m_ordinal; }
    bool lost() const { return !m_lostBy.empty(); }

    /// Returns if code is a success. Otherwise clears the runtime's error and throws Error with the
    /// expression, the place, the runtime's words, the launches that were under way, and what to do.
    void check(cudaError_t code, const char* expression, const char* file, int line);

    /// Names a launch in messages until settled().
    void started(const std::string& label) { m_inFlight.push_back(label); }
    /// Every launch has ended: names are dropped, and surface objects that kernels may have used are
    /// destroyed.
    void settled() noexcept;
    /// Destroys a surface object once the launches under way have ended.
    void retire(cudaSurfaceObject_t surface) { m_retired.push_back(surface); }
    /// Waits for everything on the stream, throwing as check does.
    void synchronize();

private:
    int m_ordinal;
    cudaStream_t m_stream = nullptr;
    std::string m_lostBy;
    std::vector<std::string> m_inFlight;
    std::vector<cudaSurfaceObject_t> m_retired;
};

/// Calls the CUDA runtime and throws Error for anything but success.
#define LANESCOPE_CUDA(context, call) (context).check((call), #call, __FILE__, __LINE__)

/// For destructors: an error is cleared and forgotten.
void ignoreError(cudaError_t code) noexcept;

} // namespace lanescope::device
