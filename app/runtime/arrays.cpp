// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/arrays.h"

#include "runtime/errors.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace lanescope::runtime {

namespace {

ptx::ChannelKind kindOf(const cudaChannelFormatDesc& format) {
    switch (format.f) {
    case cudaChannelFormatKindSigned:
        return ptx::ChannelKind::Signed;
    case cudaChannelFormatKindUnsigned:
        return ptx::ChannelKind::Unsigned;
    case cudaChannelFormatKindFloat:
        return ptx::ChannelKind::Float;
    default:
        throw Failure(cudaErrorNotSupported); // of block-compressed textures, for one
    }
}

std::shared_ptr<ptx::Array> shapeOf(const cudaChannelFormatDesc& format) {
    auto array = std::make_shared<ptx::Array>();
    array->kind = kindOf(format);
    array->channels = format.w ? 4 : format.z ? 3 : format.y ? 2 : 1;
    array->bitsPerChannel = static_cast<std::uint32_t>(format.x);
    require(array->channels != 3 && (format.x == 8 || format.x == 16 || format.x == 32),
            cudaErrorInvalidChannelDescriptor);
    return array;
}

ptx::AddressMode modeOf(cudaTextureAddressMode mode) {
    switch (mode) {
    case cudaAddressModeWrap:
        return ptx::AddressMode::Wrap;
    case cudaAddressModeMirror:
        return ptx::AddressMode::Mirror;
    case cudaAddressModeBorder:
        return ptx::AddressMode::Border;
    default:
        return ptx::AddressMode::Clamp;
    }
}

} // namespace

ptx::Sampler samplerOf(const cudaTextureDesc& texture) {
    ptx::Sampler sampler;
    for (std::size_t i = 0; i < 3; ++i) {
        sampler.address[i] = modeOf(texture.addressMode[i]);
        // Only normalized coordinates wrap.
        if (!texture.normalizedCoords &&
            (sampler.address[i] == ptx::AddressMode::Wrap || sampler.address[i] == ptx::AddressMode::Mirror))
            sampler.address[i] = ptx::AddressMode::Clamp;
    }
    sampler.filter =
        texture.filterMode == cudaFilterModeLinear ? ptx::FilterMode::Linear : ptx::FilterMode::Point;
    sampler.normalizedCoordinates = texture.normalizedCoords != 0;
    sampler.readNormalizedFloat = texture.readMode == cudaReadModeNormalizedFloat;
    std::copy_n(texture.borderColor, 4, sampler.border.begin());
    return sampler;
}

cudaArray_t Arrays::create(const cudaChannelFormatDesc& format, cudaExtent extent, unsigned flags) {
    require((flags & ~(cudaArrayLayered | cudaArrayCubemap | cudaArraySurfaceLoadStore |
                       cudaArrayTextureGather)) == 0,
            cudaErrorNotSupported);
    // A cube is six layers.
    require((flags & cudaArrayCubemap) == 0 || (extent.width == extent.height && extent.depth % 6 == 0));
    // What an H200 takes at the most.
    const std::size_t widest = extent.depth > 0 ? (flags & cudaArrayLayered) != 0 ? 32768 : 16384 : 131072;
    require(extent.width > 0 && extent.width <= widest);
    auto object = std::make_unique<ArrayObject>();
    object->format = format;
    object->extent = extent;
    object->flags = flags;
    object->array = shapeOf(format);
    ptx::Array& array = *object->array;
    array.number = m_next++;
    array.width = static_cast<std::uint32_t>(extent.width);
    array.height = static_cast<std::uint32_t>(std::max<std::size_t>(extent.height, 1));
    array.depth = static_cast<std::uint32_t>(std::max<std::size_t>(extent.depth, 1));
    array.layered = (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
    array.texels.resize(std::size_t{array.width} * array.height * array.depth * array.bytesPerTexel());
    const auto handle = reinterpret_cast<cudaArray_t>(object.get());
    m_arrays.emplace(handle, std::move(object));
    return handle;
}

void Arrays::release(cudaArray_t handle) {
    require(m_arrays.erase(handle) == 1);
}

ArrayObject& Arrays::array(cudaArray_const_t handle) {
    const auto found = m_arrays.find(handle);
    require(found != m_arrays.end(), cudaErrorInvalidResourceHandle);
    return *found->second;
}

std::shared_ptr<ptx::Array> Arrays::arrayOf(const cudaResourceDesc& resource) {
    if (resource.resType == cudaResourceTypeArray) return array(resource.res.array.array).array;
    require(resource.resType == cudaResourceTypeLinear || resource.resType == cudaResourceTypePitch2D,
            cudaErrorNotSupported);
    const bool rows = resource.resType == cudaResourceTypePitch2D;
    const void* const first = rows ? resource.res.pitch2D.devPtr : resource.res.linear.devPtr;
    // An H200 asks for 512 bytes (textureAlignment); here allocations begin at multiples of 256.
    require(first != nullptr && reinterpret_cast<std::uintptr_t>(first) % 256 == 0);
    require(!rows || resource.res.pitch2D.pitchInBytes % 32 == 0);
    auto made = shapeOf(rows ? resource.res.pitch2D.desc : resource.res.linear.desc);
    made->number = m_next++;
    made->width = static_cast<std::uint32_t>(rows ? resource.res.pitch2D.width
                                                  : resource.res.linear.sizeInBytes / made->bytesPerTexel());
    made->height = static_cast<std::uint32_t>(rows ? resource.res.pitch2D.height : 1);
    require(made->width > 0 && made->height > 0);
    made->texels.resize(std::size_t{made->width} * made->height * made->bytesPerTexel());
    return made;
}

cudaTextureObject_t Arrays::createTexture(const cudaResourceDesc& resource, const cudaTextureDesc& texture) {
    const auto array = arrayOf(resource);
    const bool isInteger = array->kind != ptx::ChannelKind::Float;
    if (texture.readMode == cudaReadModeNormalizedFloat)
        require(isInteger && array->bitsPerChannel <= 16, cudaErrorInvalidNormSetting);
    else if (texture.filterMode == cudaFilterModeLinear)
        require(!isInteger, cudaErrorInvalidFilterSetting);
    try {
        ptx::Sampler sampler = samplerOf(texture);
        // Beyond plain memory there is nothing: tex1Dfetch gives zeros.
        if (resource.resType == cudaResourceTypeLinear) {
            sampler.address.fill(ptx::AddressMode::Border);
            sampler.border.fill(0);
        }
        const std::uint64_t handle = m_textures.addTexture(array, sampler);
        m_objects[handle] = {resource, texture, resource.resType == cudaResourceTypeArray ? nullptr : array};
        return handle;
    } catch (const std::invalid_argument&) {
        throw Failure(cudaErrorInvalidValue);
    }
}

cudaSurfaceObject_t Arrays::createSurface(const cudaResourceDesc& resource) {
    require(resource.resType == cudaResourceTypeArray);
    const std::uint64_t handle = m_textures.addSurface(array(resource.res.array.array).array);
    m_objects[handle] = {resource, {}, nullptr};
    return handle;
}

void Arrays::releaseTexture(cudaTextureObject_t handle) {
    if (m_objects.erase(handle) == 1) m_textures.remove(handle);
}

void Arrays::releaseSurface(cudaSurfaceObject_t handle) {
    releaseTexture(handle);
}

const cudaResourceDesc& Arrays::resourceOf(cudaTextureObject_t handle) {
    require(m_objects.contains(handle));
    return m_objects.at(handle).resource;
}

const cudaTextureDesc& Arrays::textureOf(cudaTextureObject_t handle) {
    require(m_objects.contains(handle));
    return m_objects.at(handle).texture;
}

void Arrays::refreshLinear() {
    for (auto& [handle, object] : m_objects) {
        if (!object.copy) continue;
        const bool rows = object.resource.resType == cudaResourceTypePitch2D;
        const std::size_t row = std::size_t{object.copy->width} * object.copy->bytesPerTexel();
        const std::size_t pitch = rows ? object.resource.res.pitch2D.pitchInBytes : row;
        const void* const first =
            rows ? object.resource.res.pitch2D.devPtr : object.resource.res.linear.devPtr;
        // Memory that was freed before its texture is no longer read.
        if (!m_memory.find(first)) continue;
        for (std::size_t y = 0; y < object.copy->height; ++y)
            std::memcpy(object.copy->texels.data() + y * row,
                        m_memory.view(static_cast<const std::byte*>(first) + y * pitch, row), row);
    }
}

} // namespace lanescope::runtime
