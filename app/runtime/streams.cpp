// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/streams.h"

#include "runtime/errors.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <set>

namespace lanescope::runtime {

namespace {

/// One for each device; they live as long as the process.
std::vector<Streams*>& allOfThem() {
    static auto* const all =
        new std::vector<Streams*>; // NOLINT(cppcoreguidelines-owning-memory): never destroyed
    return *all;
}

} // namespace

Streams::Streams() {
    // No two of a process are alike.
    const unsigned long long first = static_cast<unsigned long long>(allOfThem().size()) << 32;
    m_default.id = first + 1;
    m_perThread.id = first + 2;
    m_next = first + 3;
    allOfThem().push_back(this);
}

std::size_t Streams::number() const {
    return static_cast<std::size_t>(std::ranges::find(allOfThem(), this) - allOfThem().begin());
}

const Streams& Streams::ownerOf(cudaStream_t handle) const {
    for (const Streams* each : allOfThem())
        if (each->m_streams.contains(handle)) return *each;
    return *this;
}

const Streams& Streams::ownerOf(cudaEvent_t handle) {
    for (const Streams* each : allOfThem())
        if (each->m_events.contains(handle)) return *each;
    throw Failure(cudaErrorInvalidResourceHandle);
}

bool Streams::isDefault(cudaStream_t handle) {
    return handle == nullptr || handle == cudaStreamLegacy;
}

Stream& Streams::stream(cudaStream_t handle) {
    if (isDefault(handle)) return m_default;
    if (handle == cudaStreamPerThread) return m_perThread;
    for (const Streams* each : allOfThem())
        if (const auto found = each->m_streams.find(handle); found != each->m_streams.end())
            return *found->second;
    throw Failure(cudaErrorInvalidResourceHandle);
}

std::vector<Node*>* Streams::captured(cudaStream_t handle) {
    Stream& of = stream(handle);
    return of.capture ? &of.capture->ends[&of] : nullptr;
}

Event& Streams::event(cudaEvent_t handle) {
    for (const Streams* each : allOfThem())
        if (const auto found = each->m_events.find(handle); found != each->m_events.end())
            return *found->second;
    throw Failure(cudaErrorInvalidResourceHandle);
}

cudaStream_t Streams::create(unsigned flags, int priority) {
    auto stream = std::make_unique<Stream>(Stream{.flags = flags, .priority = priority, .id = m_next++});
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
    auto& streams = const_cast<Streams&>(ownerOf(handle)).m_streams;
    const auto found = streams.find(handle);
    require(found != streams.end(), cudaErrorInvalidResourceHandle);
    // One that takes part in a capture may go before that ends.
    Stream& stream = *found->second;
    if (stream.capture) stream.capture->ends.erase(&stream);
    streams.erase(found);
}

void Streams::destroy(cudaEvent_t handle) {
    const bool found =
        std::ranges::any_of(allOfThem(), [&](Streams* each) { return each->m_events.erase(handle) == 1; });
    require(found, cudaErrorInvalidResourceHandle);
}

void Streams::forget() {
    m_default.capture = m_perThread.capture = nullptr;
    m_streams.clear();
    m_events.clear();
}

void Streams::refuse(const std::shared_ptr<Capture>& capture, cudaError_t error) {
    if (!capture) return;
    capture->broken = true;
    throw Failure(error);
}

void Streams::refuseLegacy() const {
    for (const auto& [handle, stream] : m_streams)
        if (stream->waitsForDefault()) refuse(stream->capture, cudaErrorStreamCaptureImplicit);
}

void Streams::refuseWait() const {
    refuse(m_perThread.capture, cudaErrorStreamCaptureUnsupported);
    for (const auto& [handle, stream] : m_streams) refuse(stream->capture, cudaErrorStreamCaptureUnsupported);
}

void Streams::refuseUnsafe(cudaStreamCaptureMode mode) {
    if (mode == cudaStreamCaptureModeRelaxed) return;
    const auto look = [&](const std::shared_ptr<Capture>& capture) {
        if (!capture) return;
        const bool isOwn = capture->thread == std::this_thread::get_id();
        const bool isUnsafe = isOwn ? capture->mode != cudaStreamCaptureModeRelaxed
                                    : capture->mode == cudaStreamCaptureModeGlobal && mode == capture->mode;
        if (isUnsafe) refuse(capture, cudaErrorStreamCaptureUnsupported);
    };
    for (const Streams* each : allOfThem()) {
        look(each->m_perThread.capture);
        for (const auto& [handle, stream] : each->m_streams) look(stream->capture);
    }
}

bool Capture::isJoined() const {
    std::set<const Node*> before;
    std::vector<const Node*> open;
    if (const auto own = ends.find(origin); own != ends.end())
        open.assign(own->second.begin(), own->second.end());
    while (!open.empty()) {
        const Node* const node = open.back();
        open.pop_back();
        if (before.insert(node).second) open.insert(open.end(), node->needs.begin(), node->needs.end());
    }
    for (const auto& [stream, last] : ends)
        for (const Node* node : last)
            if (!before.contains(node)) return false;
    return true;
}

} // namespace lanescope::runtime
