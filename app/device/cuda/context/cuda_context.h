// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/context/cuda_streams.h"
#include "device/device.h"

#include <cuda_runtime_api.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::device {

/// "cudaErrorIllegalAddress, an illegal memory access was encountered".
std::string describe(cudaError_t code);
/// What a user can do about it; empty when there is nothing general to say.
std::string_view cureOf(cudaError_t code);
/// The same size, as the runtime takes it.
dim3 toDim3(const model::Dim3& d);
/// What cudaLaunchKernelExC is told beside a configuration's sizes.
class LaunchAttributes {
public:
    /// cluster: blocks; 0 x 0 x 0: as the kernel is compiled for.
    LaunchAttributes(bool cooperative, const model::Dim3& cluster);
    /// Points to these attributes.
    cudaLaunchConfig_t config(dim3 grid, dim3 block, std::uint32_t sharedBytes, cudaStream_t stream) const;

private:
    std::array<cudaLaunchAttribute, 2> m_all{};
    unsigned m_count = 0;
};
/// An address of the device, or of the host, as the runtime takes it.
inline void* rawPointer(Pointer pointer) {
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(pointer));
}
/// The other way round.
inline Pointer pointerTo(const void* memory) {
    return reinterpret_cast<std::uintptr_t>(memory);
}

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
    /// The streams and events of the recording that is played; number 0 is the stream of all work that names
    /// none.
    CudaStreams& streams() { return *m_streams; }
    /// Number 0.
    cudaStream_t stream() { return streams()[0]; }
    /// CUDA's number of the GPU.
    int ordinal() const { return m_ordinal; }
    /// Whether an error has cost this process the GPU: recording::losesDevice().
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
    std::optional<CudaStreams> m_streams; // none: the GPU could not be had
    std::string m_lostBy;
    std::vector<std::string> m_inFlight;
    std::vector<cudaSurfaceObject_t> m_retired;
};

/// Calls the CUDA runtime and throws Error for anything but success.
#define LANESCOPE_CUDA(context, call) (context).check((call), #call, __FILE__, __LINE__)

/// For destructors: an error is cleared and forgotten.
void ignoreError(cudaError_t code) noexcept;

} // namespace lanescope::device
