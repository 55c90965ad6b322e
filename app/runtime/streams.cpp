// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/streams.h"

#include "runtime/errors.h"

#include <cuda_runtime_api.h>

#include <algorithm>

namespace lanescope::runtime {

Streams::Streams() {
    m_default.id = 1;
    m_perThread.id = 2;
}

Stream& Streams::stream(cudaStream_t handle) {
    if (handle == nullptr || handle == cudaStreamLegacy) return m_default;
    if (handle == cudaStreamPerThread) return m_perThread;
    const auto found = m_streams.find(handle);
    require(found != m_streams.end(), cudaErrorInvalidResourceHandle);
    return *found->second;
}

Event& Streams::event(cudaEvent_t handle) {
    const auto found = m_events.find(handle);
    require(found != m_events.end(), cudaErrorInvalidResourceHandle);
    return *found->second;
}

cudaStream_t Streams::create(unsigned flags, int priority) {
    auto stream = std::make_unique<Stream>(Stream{flags, priority, m_next++, {}});
    const auto handle = reinterpret_cast<cudaStream_t>(stream.get());
    m_streams.emplace(handle, std::move(stream));
    return handle;
}

cudaEvent_t Streams::createEvent(unsigned flags) {
    auto event = std::make_unique<Event>();
    event->flags = flags;
    const auto handle = reinterpret_cast<cudaEvent_t>(event.get());
    m_events.emplace(handle, std::move(event));
    return handle;
}

void Streams::destroy(cudaStream_t handle) {
    const auto found = m_streams.find(handle);
    require(found != m_streams.end(), cudaErrorInvalidResourceHandle);
    // One that takes part in a capture may go before that ends.
    Stream& stream = *found->second;
    if (stream.capture) stream.capture->ends.erase(&stream);
    m_streams.erase(found);
}

void Streams::destroy(cudaEvent_t handle) {
    require(m_events.erase(handle) == 1, cudaErrorInvalidResourceHandle);
}

bool Streams::capturing() const {
    return m_default.capture || m_perThread.capture ||
           std::ranges::any_of(m_streams, [](const auto& each) { return each.second->capture != nullptr; });
}

} // namespace lanescope::runtime
