// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/calls.h"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace lanescope::device {

class CudaContext;

/// An event of the CUDA runtime.
class CudaEvent {
public:
    /// takesTimes: cudaEventElapsedTime() may be asked of it. Throws as LANESCOPE_CUDA does.
    explicit CudaEvent(CudaContext& context, bool takesTimes = true);
    ~CudaEvent();
    CudaEvent(CudaEvent&& other) noexcept : m_event(std::exchange(other.m_event, nullptr)) {}
    CudaEvent& operator=(CudaEvent&&) = delete;
    /// For as long as this lives.
    cudaEvent_t get() const { return m_event; }

private:
    cudaEvent_t m_event = nullptr;
};

/// The streams and events that a recording's calls name by numbers, on one GPU. Number 0 is the default
/// stream: it goes on when the others have done what they were given before, and they after it.
class CudaStreams {
public:
    /// zero: number 0. nullptr: CUDA's legacy default stream, which CUDA itself keeps in order with the
    /// others; with another one it is done here, by events.
    explicit CudaStreams(CudaContext& context, cudaStream_t zero = nullptr)
        : m_context(context), m_zero(zero) {}
    /// Waits for their work.
    ~CudaStreams() { drop(); }
    CudaStreams(const CudaStreams&) = delete;
    CudaStreams& operator=(const CudaStreams&) = delete;

    /// Numbers 1, 2, ..., the smaller priority first; of no effect where they are these already. No event has
    /// been recorded then. nonBlocking: those that CUDA's legacy default stream has no order with; with
    /// another default stream they have one. Throws as LANESCOPE_CUDA does.
    void set(std::span<const int> priorities, std::span<const recording::StreamNumber> nonBlocking = {});
    /// For work that is put into it at once.
    cudaStream_t operator[](recording::StreamNumber number);
    /// The event of that number, made when it is named first. Throws as LANESCOPE_CUDA does.
    cudaEvent_t event(std::uint32_t number);
    /// cudaEventRecord, and what it returned.
    cudaError_t recordEvent(std::uint32_t number, recording::StreamNumber stream);
    /// cudaStreamWaitEvent, and what it returned: of no effect for an event that was not recorded.
    cudaError_t waitEvent(std::uint32_t number, recording::StreamNumber stream);

private:
    struct Stream {
        int priority = 0;
        unsigned flags = 0;
        cudaStream_t stream = nullptr;
        cudaEvent_t reached = nullptr;
        bool hasWork = false;        // that the default stream has not waited for
        std::uint64_t waitedFor = 0; // of m_zeroWork
    };
    bool ordersItself() const { return m_zero == nullptr; }
    void drop() noexcept;

    CudaContext& m_context;
    cudaStream_t m_zero;
    cudaEvent_t m_zeroReached = nullptr;
    std::uint64_t m_zeroWork = 0; // grows as the default stream is given work
    std::vector<Stream> m_streams;
    std::map<std::uint32_t, CudaEvent> m_events;
};

} // namespace lanescope::device
