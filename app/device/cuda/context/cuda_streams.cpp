// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/context/cuda_streams.h"

#include "device/cuda/context/cuda_context.h"

#include <algorithm>

namespace lanescope::device {

using recording::StreamNumber;

CudaEvent::CudaEvent(CudaContext& context, bool takesTimes) {
    LANESCOPE_CUDA(
        context, cudaEventCreateWithFlags(&m_event, takesTimes ? cudaEventDefault : cudaEventDisableTiming));
}

CudaEvent::~CudaEvent() {
    if (m_event) ignoreError(cudaEventDestroy(m_event));
}

void CudaStreams::set(std::span<const int> priorities, std::span<const StreamNumber> nonBlocking) {
    m_events.clear();
    const auto flagsOf = [&](std::size_t index) -> unsigned {
        const bool isApart =
            std::ranges::find(nonBlocking, static_cast<StreamNumber>(index + 1)) != nonBlocking.end();
        return ordersItself() && !isApart ? cudaStreamDefault : cudaStreamNonBlocking;
    };
    bool isSame = priorities.size() == m_streams.size();
    for (std::size_t i = 0; isSame && i < m_streams.size(); ++i)
        isSame = m_streams[i].priority == priorities[i] && m_streams[i].flags == flagsOf(i);
    if (isSame) return;
    drop();
    if (!ordersItself())
        LANESCOPE_CUDA(m_context, cudaEventCreateWithFlags(&m_zeroReached, cudaEventDisableTiming));
    m_zeroWork = 1; // all setup came before
    for (const int priority : priorities) {
        const unsigned flags = flagsOf(m_streams.size());
        Stream& made = m_streams.emplace_back();
        made.priority = priority;
        made.flags = flags;
        LANESCOPE_CUDA(m_context, cudaStreamCreateWithPriority(&made.stream, flags, priority));
        if (!ordersItself())
            LANESCOPE_CUDA(m_context, cudaEventCreateWithFlags(&made.reached, cudaEventDisableTiming));
    }
}

void CudaStreams::drop() noexcept {
    m_events.clear();
    for (const Stream& each : m_streams) {
        if (each.reached) ignoreError(cudaEventDestroy(each.reached));
        if (!each.stream) continue; // it could not be made
        ignoreError(cudaStreamSynchronize(each.stream));
        ignoreError(cudaStreamDestroy(each.stream));
    }
    m_streams.clear();
    if (m_zeroReached) ignoreError(cudaEventDestroy(std::exchange(m_zeroReached, nullptr)));
}

cudaStream_t CudaStreams::operator[](StreamNumber number) {
    if (ordersItself()) return number ? m_streams.at(number - 1).stream : nullptr;
    if (m_streams.empty()) return m_zero;
    // An error of these comes back from the call that the stream is for.
    if (number == 0) {
        for (Stream& each : m_streams) {
            if (!each.hasWork) continue;
            ignoreError(cudaEventRecord(each.reached, each.stream));
            ignoreError(cudaStreamWaitEvent(m_zero, each.reached));
            each.hasWork = false;
        }
        ++m_zeroWork;
        return m_zero;
    }
    Stream& chosen = m_streams.at(number - 1);
    if (chosen.waitedFor != m_zeroWork) {
        ignoreError(cudaEventRecord(m_zeroReached, m_zero));
        ignoreError(cudaStreamWaitEvent(chosen.stream, m_zeroReached));
        chosen.waitedFor = m_zeroWork;
    }
    chosen.hasWork = true;
    return chosen.stream;
}

cudaEvent_t CudaStreams::event(std::uint32_t number) {
    const auto found = m_events.find(number);
    return (found != m_events.end() ? found : m_events.try_emplace(number, m_context, false).first)
        ->second.get();
}

cudaError_t CudaStreams::recordEvent(std::uint32_t number, StreamNumber stream) {
    cudaStream_t where = (*this)[stream];
    return cudaEventRecord(event(number), where);
}

cudaError_t CudaStreams::waitEvent(std::uint32_t number, StreamNumber stream) {
    return cudaStreamWaitEvent((*this)[stream], event(number), 0);
}

} // namespace lanescope::device
