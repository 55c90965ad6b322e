// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/context/cuda_context.h"

#include "recording/call_errors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

LaunchAttributes::LaunchAttributes(bool cooperative, const model::Dim3& cluster) {
    if (cooperative) {
        cudaLaunchAttribute& together = m_all[m_count++];
        together.id = cudaLaunchAttributeCooperative;
        together.val.cooperative = 1;
    }
    if (cluster.count() != 0) {
        cudaLaunchAttribute& clusters = m_all[m_count++];
        clusters.id = cudaLaunchAttributeClusterDimension;
        clusters.val.clusterDim.x = cluster.x;
        clusters.val.clusterDim.y = cluster.y;
        clusters.val.clusterDim.z = cluster.z;
    }
}

cudaLaunchConfig_t LaunchAttributes::config(dim3 grid, dim3 block, std::uint32_t sharedBytes,
                                            cudaStream_t stream) const {
    cudaLaunchConfig_t made{};
    made.gridDim = grid;
    made.blockDim = block;
    made.dynamicSmemBytes = sharedBytes;
    made.stream = stream;
    made.attrs = const_cast<cudaLaunchAttribute*>(m_all.data()); // the runtime only reads them
    made.numAttrs = m_count;
    return made;
}

void ignoreError(cudaError_t code) noexcept {
    if (code != cudaSuccess) static_cast<void>(cudaGetLastError());
}

CudaContext::CudaContext(int ordinal) : m_ordinal(ordinal) {
    cudaError_t code = cudaSetDevice(ordinal);
    if (code == cudaSuccess) code = cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking);
    if (code == cudaSuccess) {
        m_streams.emplace(*this, m_stream);
        return;
    }
    static_cast<void>(cudaGetLastError());
    const std::string_view cure = cureOf(code);
    throw Unavailable(fmt::format("CUDA device {} cannot be used: {}{}{}", ordinal, describe(code),
                                  cure.empty() ? "" : ": ", cure));
}

CudaContext::~CudaContext() {
    ignoreError(cudaSetDevice(m_ordinal));
    ignoreError(cudaStreamSynchronize(m_stream));
    settled();
    m_streams.reset();
    ignoreError(cudaStreamDestroy(m_stream));
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
