// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/context/cuda_array.h"

#include "device/launch_check.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lanescope::device {

namespace {

using recording::ArrayShape;
using recording::ChannelKind;

cudaTextureAddressMode addressMode(recording::AddressMode mode) {
    switch (mode) {
    case recording::AddressMode::Wrap:
        return cudaAddressModeWrap;
    case recording::AddressMode::Clamp:
        return cudaAddressModeClamp;
    case recording::AddressMode::Mirror:
        return cudaAddressModeMirror;
    case recording::AddressMode::Border:
        return cudaAddressModeBorder;
    }
    return cudaAddressModeClamp;
}

cudaChannelFormatKind kindOf(ChannelKind kind) {
    switch (kind) {
    case ChannelKind::Signed:
        return cudaChannelFormatKindSigned;
    case ChannelKind::Float:
        return cudaChannelFormatKindFloat;
    case ChannelKind::Unsigned:
        break;
    }
    return cudaChannelFormatKindUnsigned;
}

cudaChannelFormatDesc channelFormat(TexelFormat format) {
    const recording::TexelChannels& channels = channelsOf(format);
    const auto bits = [&](std::uint32_t channel) {
        return channel < channels.count ? static_cast<int>(channels.bits) : 0;
    };
    return {bits(0), bits(1), bits(2), bits(3), kindOf(channels.kind)};
}

/// As cudaMalloc3DArray takes it: what is 0 is no dimension of the array.
cudaExtent extentOf(const ArrayDesc& desc) {
    if (desc.shape == ArrayShape::Line) return {desc.width, 0, 0};
    const bool hasSlices = desc.shape != ArrayShape::Plain || desc.depth > 1;
    return {desc.width, desc.height, hasSlices ? desc.depth : 0};
}

/// Where a copy begins in a place, for cudaMemcpy3D, of which one side is an array.
struct Side {
    cudaArray_t array = nullptr;
    cudaPos at{};
    cudaPitchedPtr memory{};

    Side(const Place& place, std::size_t rowBytes, std::size_t rowsOfSlice) {
        if (!place.array) {
            memory = {rawPointer(place.pointer), std::max(place.pitch, rowBytes), rowBytes, rowsOfSlice};
            return;
        }
        const ArrayDesc desc = place.array->desc();
        const std::size_t row = place.pointer / desc.rowBytes();
        array = static_cast<const CudaArray*>(place.array)->array();
        at = {place.pointer % desc.rowBytes() / bytesPerTexel(desc.format), row % desc.height,
              row / desc.height};
    }
};

} // namespace

CudaArray::CudaArray(std::shared_ptr<CudaContext> context, const ArrayDesc& desc,
                     std::span<const std::byte> texels)
    : m_context(std::move(context)), m_desc(desc) {
    m_context->use();
    const cudaChannelFormatDesc format = channelFormat(desc.format);
    const unsigned layers = desc.shape == ArrayShape::Layers ? cudaArrayLayered : cudaArrayDefault;
    const cudaError_t code =
        cudaMalloc3DArray(&m_array, &format, extentOf(desc), cudaArraySurfaceLoadStore | layers);
    if (code == cudaErrorMemoryAllocation) {
        static_cast<void>(cudaGetLastError());
        std::size_t free = 0, total = 0;
        ignoreError(cudaMemGetInfo(&free, &total));
        throw OutOfMemory("an array of " + textOf(desc), desc.bytes(), "the GPU's memory", free);
    }
    LANESCOPE_CUDA(*m_context, code);
    const std::vector<std::byte> zeros(texels.empty() ? desc.bytes() : 0);
    const std::span<const std::byte> first = texels.empty() ? std::span(zeros) : texels;
    const std::size_t row = desc.rowBytes();
    try {
        LANESCOPE_CUDA(*m_context, copyRows({0, row, this}, {pointerTo(first.data()), row}, row,
                                            std::size_t{desc.height} * desc.depth, cudaMemcpyHostToDevice,
                                            m_context->stream()));
        LANESCOPE_CUDA(*m_context, cudaStreamSynchronize(m_context->stream()));
    } catch (...) {
        ignoreError(cudaFreeArray(m_array));
        throw;
    }
}

CudaArray::~CudaArray() {
    ignoreError(cudaSetDevice(m_context->ordinal()));
    ignoreError(cudaStreamSynchronize(m_context->stream()));
    ignoreError(cudaFreeArray(m_array));
}

void CudaArray::download(void* to) {
    const std::size_t row = m_desc.rowBytes();
    LANESCOPE_CUDA(*m_context, copyRows({pointerTo(to), row}, {0, row, this}, row,
                                        std::size_t{m_desc.height} * m_desc.depth, cudaMemcpyDeviceToHost,
                                        m_context->stream()));
    LANESCOPE_CUDA(*m_context, cudaStreamSynchronize(m_context->stream()));
}

cudaTextureObject_t makeTexture(CudaContext& context, const CudaArray& array, const Sampler& sampler) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array.array();
    const recording::TexelChannels& channels = channelsOf(array.desc().format);
    const bool normalizes =
        sampler.readNormalizedFloat && channels.kind != ChannelKind::Float && channels.bits < 32;
    cudaTextureDesc desc{};
    for (std::size_t i = 0; i < 3; ++i) desc.addressMode[i] = addressMode(sampler.address[i]);
    desc.filterMode =
        sampler.filter == recording::FilterMode::Linear ? cudaFilterModeLinear : cudaFilterModePoint;
    desc.readMode = normalizes ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    desc.normalizedCoords = sampler.normalizedCoordinates ? 1 : 0;
    std::ranges::copy(sampler.border, desc.borderColor);
    cudaTextureObject_t texture = 0;
    LANESCOPE_CUDA(context, cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    return texture;
}

cudaSurfaceObject_t makeSurface(CudaContext& context, cudaArray_t array) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface = 0;
    LANESCOPE_CUDA(context, cudaCreateSurfaceObject(&surface, &resource));
    return surface;
}

cudaError_t copyRows(const Place& to, const Place& from, std::size_t rowBytes, std::size_t rows,
                     cudaMemcpyKind kind, std::optional<cudaStream_t> stream) {
    if (!to.array && !from.array) {
        void* const first = rawPointer(to.pointer);
        const void* const origin = rawPointer(from.pointer);
        if (rows == 1)
            return stream ? cudaMemcpyAsync(first, origin, rowBytes, kind, *stream)
                          : cudaMemcpy(first, origin, rowBytes, kind);
        return stream ? cudaMemcpy2DAsync(first, to.pitch, origin, from.pitch, rowBytes, rows, kind, *stream)
                      : cudaMemcpy2D(first, to.pitch, origin, from.pitch, rowBytes, rows, kind);
    }
    const ArrayDesc desc = (to.array ? to.array : from.array)->desc();
    const std::size_t slices = rows <= desc.height ? 1 : rows / desc.height;
    const Side target(to, rowBytes, rows / slices), source(from, rowBytes, rows / slices);
    cudaMemcpy3DParms copy{};
    copy.dstArray = target.array;
    copy.dstPos = target.at;
    copy.dstPtr = target.memory;
    copy.srcArray = source.array;
    copy.srcPos = source.at;
    copy.srcPtr = source.memory;
    // Widths count texels where an array takes part.
    copy.extent = {rowBytes / bytesPerTexel(desc.format), rows / slices, slices};
    copy.kind = kind;
    return stream ? cudaMemcpy3DAsync(&copy, *stream) : cudaMemcpy3D(&copy);
}

} // namespace lanescope::device
