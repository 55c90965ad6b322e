// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/observed/observed_call.h"

#include "ptx/program/kernel.h"
#include "runtime/chosen/registered.h"
#include "runtime/observed/call_line.h"
#include "runtime/observed/observed_function.h"
#include "runtime/runtime.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lanescope::runtime {

namespace {

/// The name of a kernel without namespaces and parameters.
std::string kernelName(const void* host) {
    for (const Registered& image : registered())
        for (const RegisteredFunction& each : image.functions)
            if (each.host == host) return std::string(ptx::plainName(each.name));
    return "without a name";
}

} // namespace

bool isCaptured(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    return LANESCOPE_DEVICE(cudaStreamIsCapturing)(stream, &status) == cudaSuccess &&
           status == cudaStreamCaptureStatusActive;
}

ObservedCall::ObservedCall() : m_watch(nullptr), m_recorder(ProgramRecorder::instance()) {
    lock();
    noteLine();
}

ObservedCall::ObservedCall(std::string_view name)
    : m_watch(Watch::instance()), m_recorder(ProgramRecorder::instance()) {
    lock();
    noteLine();
    if (!m_watch) return;
    m_name = name;
    m_site = callSite(nullptr);
    m_watch->called(m_name, m_site);
}

ObservedCall::ObservedCall(const Launched& launch)
    : m_watch(Watch::instance()), m_recorder(ProgramRecorder::instance()) {
    lock();
    if (!m_watch) return;
    m_name = kernelName(launch.host);
    m_site = callSite(launch.host);
    m_watch->called(m_name, m_site);
}

ObservedCall::~ObservedCall() {
    unlock();
}

/// The watch first, always: two threads never wait for each other's.
void ObservedCall::lock() {
    if (m_watch) m_watch->mutex.lock();
    if (!m_recorder) return;
    m_recorder->mutex.lock();
    m_recorder->calledAt(m_line); // others may have made calls meanwhile
}

void ObservedCall::noteLine() {
    if (!m_recorder) return;
    m_line = callLine();
    m_recorder->calledAt(m_line);
}

void ObservedCall::unlock() {
    if (m_recorder) m_recorder->mutex.unlock();
    if (m_watch) m_watch->mutex.unlock();
}

void ObservedCall::begins() const {
    // It opens guarded memory, in which the recorder looks for what the host has written.
    if (m_watch) m_watch->begins();
    if (m_recorder) m_recorder->prepare();
}

void ObservedCall::begins(const Launched& launch) {
    Footprint* const footprint = m_watch ? m_watch->begins() : nullptr;
    if (m_recorder) m_recorder->prepare(launch);
    thisThread().gaveUp = false;
    if (!footprint) return;
    Runtime::instance().sink = footprint;
    m_looks = true;
}

void ObservedCall::allocated(const char* name, const void* pointer, std::size_t bytes, MemoryKind kind,
                             Watch::Turn turn) const {
    if (m_recorder) {
        std::string place = fmt::format("{} at {}", name, m_line.empty() ? lineOf(callSite()) : m_line);
        const AllocatedBy by{recording::memoryFunctionOf(name), turn.value_or(nullptr), std::move(place)};
        if (kind == MemoryKind::Device)
            m_recorder->allocated(pointer, bytes, by);
        else
            m_recorder->shared(pointer, bytes, kind == MemoryKind::Managed, by);
    }
    if (m_watch) m_watch->allocated(name, pointer, bytes, kind, m_site, turn);
}

void ObservedCall::released(const char* name, const void* pointer, cudaError_t result, bool isForGraph,
                            Watch::Turn turn) const {
    if (m_recorder && result == cudaSuccess && !isForGraph)
        m_recorder->freed(pointer, recording::memoryFunctionOf(name), turn.value_or(nullptr));
    if (m_watch) m_watch->released(name, pointer, result, m_site, turn);
}

void ObservedCall::copied(const Copied& copy, cudaError_t result) const {
    if (m_recorder && m_recorder->isNoted(result))
        m_recorder->note(result, [&] { m_recorder->copied(copy); });
    if (!m_watch) return;
    const bool isForGraph = result == cudaSuccess && !copy.waited && isCaptured(copy.stream);
    m_watch->copied(copy, result, m_site, isForGraph);
}

void ObservedCall::filled(const Filled& fill, cudaError_t result) const {
    if (m_recorder && result == cudaSuccess) m_recorder->filled(fill);
    if (m_watch) m_watch->filled(fill, result, m_site, result == cudaSuccess && isCaptured(fill.stream));
}

void ObservedCall::launched(const Launched& launch, cudaError_t result) {
    if (std::exchange(m_looks, false)) Runtime::instance().sink = nullptr;
    if (m_recorder)
        result == cudaSuccess ? m_recorder->launched(launch.stream, !thisThread().gaveUp)
                              : m_recorder->launchRefused(launch.stream, result);
    const bool isPostponed = std::exchange(thisThread().postponed, false);
    if (m_watch && isPostponed) {
        // what it does later shows in no call
        m_watch->loseSight();
        m_watch->loseWaits();
    }
    if (m_watch) m_watch->launched(m_name.c_str(), launch.stream, result, m_site);
}

std::size_t bytesOf(const cudaChannelFormatDesc& format, const cudaExtent& extent) {
    return static_cast<std::size_t>(format.x + format.y + format.z + format.w) / 8 * extent.width *
           std::max<std::size_t>(extent.height, 1) * std::max<std::size_t>(extent.depth, 1);
}

void ObservedCall::arrayMade(const char* name, cudaArray_t array, std::size_t bytes) const {
    if (m_recorder) m_recorder->textured([&](TextureNotes& notes) { notes.arrayMade(array); });
    if (m_watch) m_watch->arrayMade(name, array, bytes, m_site);
}

void ObservedCall::arrayGone(cudaArray_t array) const {
    if (m_recorder) m_recorder->textured([&](TextureNotes& notes) { notes.arrayGone(array); });
    if (m_watch) m_watch->arrayGone(array);
}

/// The watch tells arrays apart by their handles, whatever they are.
void ObservedCall::mipmapMade(const char* name, cudaMipmappedArray_t mipmap,
                              const cudaChannelFormatDesc& format, const cudaExtent& extent, unsigned levels,
                              unsigned flags) const {
    if (m_recorder)
        m_recorder->textured(
            [&](TextureNotes& notes) { notes.mipmapMade(mipmap, format, extent, levels, flags); });
    if (m_watch)
        m_watch->arrayMade(name, reinterpret_cast<cudaArray_const_t>(mipmap), bytesOf(format, extent),
                           m_site);
}

void ObservedCall::mipmapGone(cudaMipmappedArray_t mipmap) const {
    if (m_recorder) m_recorder->textured([&](TextureNotes& notes) { notes.mipmapGone(mipmap); });
    if (m_watch) m_watch->arrayGone(reinterpret_cast<cudaArray_const_t>(mipmap));
}

void ObservedCall::streamMade(cudaStream_t stream, unsigned flags) const {
    if (m_recorder) m_recorder->streamMade(stream);
    if (m_watch) m_watch->streamMade(stream, flags);
}

void ObservedCall::streamGone(cudaStream_t stream) const {
    if (m_recorder) m_recorder->streamGone(stream);
    if (m_watch) m_watch->streamGone(stream);
}

void ObservedCall::streamWaits(cudaStream_t stream, cudaEvent_t event, bool isNode) const {
    if (m_recorder) m_recorder->eventWaited(event, stream, isNode);
    if (m_watch && !isCaptured(stream)) m_watch->streamWaits(stream, event); // else it is the graph's order
}

void ObservedCall::eventRecorded(cudaEvent_t event, cudaStream_t stream, bool isNode) const {
    if (m_recorder) m_recorder->eventRecorded(event, stream, isNode);
    if (m_watch && !isCaptured(stream)) m_watch->eventRecorded(event, stream);
}

void ObservedCall::waitedForAll() const {
    if (m_recorder) m_recorder->synchronized();
    if (m_watch) m_watch->waitedForAll();
}

void ObservedCall::waitedFor(cudaStream_t stream) const {
    if (m_recorder) m_recorder->synchronized(stream);
    if (m_watch) m_watch->waitedForStream(stream);
}

void ObservedCall::waitedFor(cudaEvent_t event) const {
    if (m_recorder) m_recorder->synchronized(event);
    if (m_watch) m_watch->waitedForEvent(event);
}

cudaError_t ObservedCall::returns(cudaError_t result) const {
    if (m_recorder) m_recorder->returned(result);
    if (m_watch) m_watch->returned(m_name, result, m_site);
    return result;
}

} // namespace lanescope::runtime
