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

cudaTextureFilterMode filterMode(recording::FilterMode mode) {
    return mode == recording::FilterMode::Linear ? cudaFilterModeLinear : cudaFilterModePoint;
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
    if (desc.shape == ArrayShape::LineLayers) return {desc.width, 0, desc.depth};
    const bool hasSlices = desc.shape != ArrayShape::Plain || desc.depth > 1;
    return {desc.width, desc.height, hasSlices ? desc.depth : 0};
}

unsigned flagsOf(const ArrayDesc& desc) {
    const bool isCube = desc.shape == ArrayShape::Cube || desc.shape == ArrayShape::CubeLayers;
    const bool layers = hasLayers(desc.shape) && desc.shape != ArrayShape::Cube;
    return cudaArraySurfaceLoadStore | (layers ? cudaArrayLayered : 0U) | (isCube ? cudaArrayCubemap : 0U) |
           (desc.gathers ? cudaArrayTextureGather : 0U);
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
    cudaMipmappedArray_t mipmap = nullptr;
    const cudaError_t code =
        desc.levels > 1
            ? cudaMallocMipmappedArray(&mipmap, &format, extentOf(desc), desc.levels, flagsOf(desc))
            : cudaMalloc3DArray(&m_array, &format, extentOf(desc), flagsOf(desc));
    if (code == cudaErrorMemoryAllocation) {
        static_cast<void>(cudaGetLastError());
        std::size_t free = 0, total = 0;
        ignoreError(cudaMemGetInfo(&free, &total));
        throw OutOfMemory("an array of " + textOf(desc), desc.bytes(), "the GPU's memory", free);
    }
    LANESCOPE_CUDA(*m_context, code);
    const std::vector<std::byte> zeros(texels.empty() ? desc.bytes() : 0);
    const std::span<const std::byte> first = texels.empty() ? std::span(zeros) : texels;
    if (mipmap) {
        m_mipmap = {mipmap, [](cudaMipmappedArray_t made) { ignoreError(cudaFreeMipmappedArray(made)); }};
        std::size_t offset = 0;
        for (std::uint32_t level = 0; level < desc.levels; ++level) {
            const CudaArray each(*this, level);
            each.upload(first.subspan(offset, each.m_desc.bytes()));
            offset += each.m_desc.bytes();
            if (level == 0) m_array = each.m_array;
        }
        return;
    }
    m_plain = {m_array, [](cudaArray_t made) { ignoreError(cudaFreeArray(made)); }};
    upload(first);
}

CudaArray::CudaArray(const CudaArray& whole, std::uint32_t level)
    : m_context(whole.m_context), m_desc(whole.m_desc.level(level)), m_mipmap(whole.m_mipmap),
      m_plain(whole.m_plain) {
    if (m_mipmap)
        LANESCOPE_CUDA(*m_context, cudaGetMipmappedArrayLevel(&m_array, m_mipmap.get(), level));
    else // it has but one, and is a plain array
        m_array = whole.m_array;
}

/// Tightly packed rows of one level.
void CudaArray::upload(std::span<const std::byte> texels) const {
    const std::size_t row = m_desc.rowBytes();
    Place to{0, row, const_cast<CudaArray*>(this)}; // copyRows writes what it is a handle of
    LANESCOPE_CUDA(*m_context, copyRows(to, {pointerTo(texels.data()), row}, row,
                                        std::size_t{m_desc.height} * m_desc.depth, cudaMemcpyHostToDevice,
                                        m_context->stream()));
    LANESCOPE_CUDA(*m_context, cudaStreamSynchronize(m_context->stream()));
}

cudaResourceDesc CudaArray::resource() const {
    cudaResourceDesc resource{};
    if (m_desc.levels > 1) {
        resource.resType = cudaResourceTypeMipmappedArray;
        resource.res.mipmap.mipmap = m_mipmap.get();
    } else {
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = m_array;
    }
    return resource;
}

CudaArray::~CudaArray() {
    ignoreError(cudaSetDevice(m_context->ordinal()));
    ignoreError(cudaStreamSynchronize(m_context->stream()));
}

void CudaArray::download(void* to) {
    const std::size_t row = m_desc.rowBytes();
    LANESCOPE_CUDA(*m_context, copyRows({pointerTo(to), row}, {0, row, this}, row,
                                        std::size_t{m_desc.height} * m_desc.depth, cudaMemcpyDeviceToHost,
                                        m_context->stream()));
    LANESCOPE_CUDA(*m_context, cudaStreamSynchronize(m_context->stream()));
}

namespace {

cudaTextureObject_t makeTexture(CudaContext& context, const cudaResourceDesc& resource, TexelFormat format,
                                const Sampler& sampler) {
    const recording::TexelChannels& channels = channelsOf(format);
    const bool normalizes =
        sampler.readNormalizedFloat && channels.kind != ChannelKind::Float && channels.bits < 32;
    cudaTextureDesc desc{};
    for (std::size_t i = 0; i < 3; ++i) desc.addressMode[i] = addressMode(sampler.address[i]);
    desc.filterMode = filterMode(sampler.filter);
    desc.mipmapFilterMode = filterMode(sampler.levelFilter);
    desc.mipmapLevelBias = sampler.levelBias;
    desc.minMipmapLevelClamp = sampler.minLevel;
    desc.maxMipmapLevelClamp = sampler.maxLevel;
    desc.maxAnisotropy = sampler.maxAnisotropy;
    desc.readMode = normalizes ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    desc.normalizedCoords = sampler.normalizedCoordinates ? 1 : 0;
    std::ranges::copy(sampler.border, desc.borderColor);
    cudaTextureObject_t texture = 0;
    LANESCOPE_CUDA(context, cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    return texture;
}

} // namespace

cudaTextureObject_t makeTexture(CudaContext& context, const CudaArray& array, const Sampler& sampler) {
    return makeTexture(context, array.resource(), array.desc().format, sampler);
}

cudaTextureObject_t makeTexture(CudaContext& context, const PlainTexels& texels, const Sampler& sampler) {
    cudaResourceDesc resource{};
    void* const first = rawPointer(texels.pointer);
    if (texels.pitch == 0) {
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear = {first, channelFormat(texels.desc.format), texels.desc.rowBytes()};
    } else {
        resource.resType = cudaResourceTypePitch2D;
        resource.res.pitch2D = {first, channelFormat(texels.desc.format), texels.desc.width,
                                texels.desc.height, texels.pitch};
    }
    return makeTexture(context, resource, texels.desc.format, sampler);
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
