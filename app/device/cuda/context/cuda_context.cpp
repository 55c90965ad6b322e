// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/context/cuda_context.h"

#include "recording/call_errors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace lanescope::device {

namespace {

/// "device/cuda_device.cpp": where the sources lay when they were built is nobody's business.
std::string_view shortFile(std::string_view path) {
    const auto name = path.rfind('/');
    if (name == std::string_view::npos || name == 0) return path;
    const auto folder = path.rfind('/', name - 1);
    return folder == std::string_view::npos ? path : path.substr(folder + 1);
}

} // namespace

std::string describe(cudaError_t code) {
    return fmt::format("{}, {}", cudaGetErrorName(code), cudaGetErrorString(code));
}

std::string_view cureOf(cudaError_t code) {
    switch (code) {
    case cudaErrorInsufficientDriver:
        return "update the NVIDIA driver, or use --device emulated";
    case cudaErrorNoDevice:
        return "check nvidia-smi and CUDA_VISIBLE_DEVICES, or use --device emulated";
    case cudaErrorUnsupportedPtxVersion:
        return "the driver is older than the CUDA toolkit that made the PTX: update the driver, or build "
               "with an "
               "older toolkit";
    case cudaErrorInvalidPtx:
    case cudaErrorNoKernelImageForDevice:
        return "the kernels need a GPU of compute capability 7.5 or later";
    case cudaErrorMemoryAllocation:
        return "choose a smaller size, or close other programs that use the GPU";
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
        return "run the kernel with --device emulated: it names the line and the lane";
    case cudaErrorLaunchTimeout:
        return "the kernel ran too long for a GPU that also drives a display: make it smaller";
    case cudaErrorLaunchOutOfResources:
        return "choose smaller blocks: the kernel's registers do not suffice for so many threads";
    default:
        return {};
    }
}

dim3 toDim3(const model::Dim3& d) {
    return {d.x, d.y, d.z};
}

void ignoreError(cudaError_t code) noexcept {
    if (code != cudaSuccess) static_cast<void>(cudaGetLastError());
}

CudaContext::CudaContext(int ordinal) : m_ordinal(ordinal) {
    cudaError_t code = cudaSetDevice(ordinal);
    if (code == cudaSuccess) code = cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking);
    if (code == cudaSuccess) return;
    static_cast<void>(cudaGetLastError());
    const std::string_view cure = cureOf(code);
    throw Unavailable(fmt::format("CUDA device {} cannot be used: {}{}{}", ordinal, describe(code),
                                  cure.empty() ? "" : ": ", cure));
}

CudaContext::~CudaContext() {
    ignoreError(cudaSetDevice(m_ordinal));
    ignoreError(cudaStreamSynchronize(m_stream));
    settled();
    dropStreams();
    ignoreError(cudaStreamDestroy(m_stream));
}

cudaStream_t CudaContext::stream(int number) {
    if (m_streams.empty()) return m_stream;
    // An error of these comes back from the call that the stream is for.
    if (number == 0) {
        for (Stream& each : m_streams) {
            if (!each.hasWork) continue;
            ignoreError(cudaEventRecord(each.reached, each.stream));
            ignoreError(cudaStreamWaitEvent(m_stream, each.reached));
            each.hasWork = false;
        }
        ++m_defaultWork;
        return m_stream;
    }
    Stream& chosen = m_streams.at(static_cast<std::size_t>(number) - 1);
    if (chosen.waitedFor != m_defaultWork) {
        ignoreError(cudaEventRecord(m_reached, m_stream));
        ignoreError(cudaStreamWaitEvent(chosen.stream, m_reached));
        chosen.waitedFor = m_defaultWork;
    }
    chosen.hasWork = true;
    return chosen.stream;
}

void CudaContext::setStreams(std::span<const int> priorities) {
    for (const auto& [number, event] : std::exchange(m_events, {})) ignoreError(cudaEventDestroy(event));
    if (std::ranges::equal(priorities, m_streams, {}, {}, &Stream::priority)) return;
    synchronize();
    dropStreams();
    if (!m_reached) LANESCOPE_CUDA(*this, cudaEventCreateWithFlags(&m_reached, cudaEventDisableTiming));
    m_defaultWork = 1; // all setup came before
    for (const int priority : priorities) {
        Stream& made = m_streams.emplace_back();
        made.priority = priority;
        LANESCOPE_CUDA(*this, cudaStreamCreateWithPriority(&made.stream, cudaStreamNonBlocking, priority));
        LANESCOPE_CUDA(*this, cudaEventCreateWithFlags(&made.reached, cudaEventDisableTiming));
    }
}

void CudaContext::recordEvent(std::uint32_t event, int number) {
    cudaStream_t where = stream(number);
    cudaEvent_t& known = m_events[event];
    if (!known) LANESCOPE_CUDA(*this, cudaEventCreateWithFlags(&known, cudaEventDisableTiming));
    LANESCOPE_CUDA(*this, cudaEventRecord(known, where));
}

void CudaContext::waitEvent(std::uint32_t event, int number) {
    const auto known = m_events.find(event);
    if (known == m_events.end()) return;
    LANESCOPE_CUDA(*this, cudaStreamWaitEvent(stream(number), known->second));
}

void CudaContext::dropStreams() noexcept {
    for (const auto& [number, event] : m_events) ignoreError(cudaEventDestroy(event));
    m_events.clear();
    for (const Stream& each : m_streams) {
        ignoreError(cudaEventDestroy(each.reached));
        ignoreError(cudaStreamDestroy(each.stream));
    }
    m_streams.clear();
    if (m_reached) ignoreError(cudaEventDestroy(std::exchange(m_reached, nullptr)));
}

void CudaContext::use() {
    if (lost())
        throw Error(
            fmt::format("CUDA device {} was lost by {}: start the program again", m_ordinal, m_lostBy));
    LANESCOPE_CUDA(*this, cudaSetDevice(m_ordinal));
}

void CudaContext::check(cudaError_t code, const char* expression, const char* file, int line) {
    if (code == cudaSuccess) return;
    static_cast<void>(cudaGetLastError());
    std::string text =
        fmt::format("{} failed ({}:{}): {}", expression, shortFile(file), line, describe(code));
    if (!m_inFlight.empty()) text += fmt::format("; launches under way: {}", fmt::join(m_inFlight, ", "));
    if (const std::string_view cure = cureOf(code); !cure.empty()) text += fmt::format("; {}", cure);
    if (recording::losesDevice(static_cast<int>(code))) {
        m_lostBy = m_inFlight.empty()
                       ? describe(code)
                       : fmt::format("{} ({})", fmt::join(m_inFlight, ", "), cudaGetErrorName(code));
        text += fmt::format("; CUDA device {} is lost to this process: start the program again to use it",
                            m_ordinal);
    }
    throw Error(text);
}

void CudaContext::settled() noexcept {
    m_inFlight.clear();
    for (cudaSurfaceObject_t surface : m_retired) ignoreError(cudaDestroySurfaceObject(surface));
    m_retired.clear();
}

void CudaContext::synchronize() {
    LANESCOPE_CUDA(*this, cudaStreamSynchronize(stream()));
    settled();
}

} // namespace lanescope::device
