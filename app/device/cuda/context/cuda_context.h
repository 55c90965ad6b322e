// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace lanescope::device {

/// "cudaErrorIllegalAddress, an illegal memory access was encountered".
std::string describe(cudaError_t code);
/// What a user can do about it; empty when there is nothing general to say.
std::string_view cureOf(cudaError_t code);
/// The same size, as the runtime takes it.
dim3 toDim3(const model::Dim3& d);

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
    /// Number 0 is the stream of all work that names none. As CUDA's legacy default stream it goes on when
    /// the others have done what they were given before, and they after it. Those are numbered from 1.
    cudaStream_t stream(int number = 0);
    /// The streams beside it, the smaller priority first; no change where they are these already.
    void setStreams(std::span<const int> priorities);
    /// Notes where a stream is, under a number of the caller's; the event is made when it is named first.
    void recordEvent(std::uint32_t event, int stream);
    /// Holds up a stream until then; of no effect for an event that was not recorded.
    void waitEvent(std::uint32_t event, int stream);
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
    /// A stream beside the default one.
    struct Stream {
        int priority = 0;
        cudaStream_t stream = nullptr;
        cudaEvent_t reached = nullptr;
        bool hasWork = false;        // that the default stream has not waited for
        std::uint64_t waitedFor = 0; // of m_defaultWork
    };
    void dropStreams() noexcept;

    cudaStream_t m_stream = nullptr;
    cudaEvent_t m_reached = nullptr; // by the default stream
    std::uint64_t m_defaultWork = 0; // grows as the default stream is given work
    std::vector<Stream> m_streams;
    std::map<std::uint32_t, cudaEvent_t> m_events;
    std::string m_lostBy;
    std::vector<std::string> m_inFlight;
    std::vector<cudaSurfaceObject_t> m_retired;
};

/// Calls the CUDA runtime and throws Error for anything but success.
#define LANESCOPE_CUDA(context, call) (context).check((call), #call, __FILE__, __LINE__)

/// For destructors: an error is cleared and forgotten.
void ignoreError(cudaError_t code) noexcept;

} // namespace lanescope::device
