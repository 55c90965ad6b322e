// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/arrays.h"

#include "ptx/texture/texture_sampling.h"
#include "runtime/errors.h"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <bit>
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
    sampler.levelFilter =
        texture.mipmapFilterMode == cudaFilterModeLinear ? ptx::FilterMode::Linear : ptx::FilterMode::Point;
    sampler.levelBias = texture.mipmapLevelBias;
    sampler.minLevel = texture.minMipmapLevelClamp;
    sampler.maxLevel = texture.maxMipmapLevelClamp;
    sampler.maxAnisotropy = texture.maxAnisotropy;
    return sampler;
}

namespace {

/// Without texels. most: the widest there may be of one and two dimensions without layers.
std::shared_ptr<ptx::Array> arrayFor(const cudaChannelFormatDesc& format, cudaExtent extent, unsigned flags,
                                     std::size_t most) {
    require((flags & ~(cudaArrayLayered | cudaArrayCubemap | cudaArraySurfaceLoadStore |
                       cudaArrayTextureGather)) == 0,
            cudaErrorNotSupported);
    // A cube is six layers.
    require((flags & cudaArrayCubemap) == 0 || (extent.width == extent.height && extent.depth % 6 == 0));
    // What an H200 takes at the most.
    const std::size_t widest = extent.depth > 0 ? (flags & cudaArrayLayered) != 0 ? 32768 : 16384 : most;
    require(extent.width > 0 && extent.width <= widest);
    auto array = shapeOf(format);
    array->width = static_cast<std::uint32_t>(extent.width);
    array->height = static_cast<std::uint32_t>(std::max<std::size_t>(extent.height, 1));
    array->depth = static_cast<std::uint32_t>(std::max<std::size_t>(extent.depth, 1));
    array->layered = (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
    return array;
}

/// One for each device; they live as long as the process.
std::vector<Arrays*>& allOfThem() {
    static auto* const all =
        new std::vector<Arrays*>; // NOLINT(cppcoreguidelines-owning-memory): never destroyed
    return *all;
}
/// Room for the handles of a device's objects.
constexpr std::uint64_t kHandles = std::uint64_t{1} << 32;

/// What an H200 takes at the most without layers of a width.
constexpr std::size_t kWidestArray = 131072, kWidestMipmap = 32768;

} // namespace

Arrays::Arrays(Memory& memory, int device)
    : m_memory(memory), m_textures(static_cast<std::uint64_t>(device) * kHandles) {
    allOfThem().push_back(this);
}

cudaArray_t Arrays::create(const cudaChannelFormatDesc& format, cudaExtent extent, unsigned flags) {
    auto object = std::make_unique<ArrayObject>();
    object->format = format;
    object->extent = extent;
    object->flags = flags;
    object->array = arrayFor(format, extent, flags, kWidestArray);
    object->array->number = m_next++;
    object->array->texels.resize(object->array->bytes());
    const auto handle = reinterpret_cast<cudaArray_t>(object.get());
    m_arrays.emplace(handle, std::move(object));
    return handle;
}

void Arrays::release(cudaArray_t handle) {
    require(
        std::ranges::any_of(allOfThem(), [&](Arrays* each) { return each->m_arrays.erase(handle) == 1; }));
}

ArrayObject& Arrays::array(cudaArray_const_t handle) {
    for (const Arrays* each : allOfThem()) {
        if (const auto found = each->m_arrays.find(handle); found != each->m_arrays.end())
            return *found->second;
        if (const auto level = each->m_levels.find(handle); level != each->m_levels.end())
            return *level->second;
    }
    throw Failure(cudaErrorInvalidResourceHandle);
}

cudaMipmappedArray_t Arrays::createMipmap(const cudaChannelFormatDesc& format, cudaExtent extent,
                                          unsigned levels, unsigned flags) {
    require(extent.height <= kWidestMipmap);
    auto object = std::make_unique<MipmapObject>();
    object->format = format;
    object->extent = extent;
    object->flags = flags;
    object->array = arrayFor(format, extent, flags, kWidestMipmap);
    ptx::Array& array = *object->array;
    array.number = m_next++;
    array.levels =
        std::clamp(levels, 1U,
                   static_cast<unsigned>(std::bit_width(std::max({array.width, array.height, array.depth}))));
    array.texels.resize(array.bytes());
    object->levels.resize(array.levels);
    const auto handle = reinterpret_cast<cudaMipmappedArray_t>(object.get());
    m_mipmaps.emplace(handle, std::move(object));
    return handle;
}

MipmapObject& Arrays::mipmap(cudaMipmappedArray_const_t handle) {
    for (const Arrays* each : allOfThem())
        if (const auto found = each->m_mipmaps.find(handle); found != each->m_mipmaps.end())
            return *found->second;
    throw Failure(cudaErrorInvalidResourceHandle);
}

void Arrays::release(cudaMipmappedArray_t handle) {
    const auto owner = std::ranges::find_if(
        allOfThem(), [&](const Arrays* each) { return each->m_mipmaps.contains(handle); });
    require(owner != allOfThem().end());
    if (*owner != this) return (*owner)->release(handle);
    const auto found = m_mipmaps.find(handle);
    for (const auto& level : found->second->levels)
        m_levels.erase(reinterpret_cast<cudaArray_const_t>(level.get()));
    m_mipmaps.erase(found);
}

cudaArray_t Arrays::level(cudaMipmappedArray_const_t handle, unsigned number) {
    MipmapObject& whole = mipmap(handle);
    require(number < whole.levels.size());
    std::unique_ptr<ArrayObject>& level = whole.levels[number];
    if (!level) {
        const ptx::TexelExtent extent = ptx::levelExtent(*whole.array, number);
        level = std::make_unique<ArrayObject>();
        level->format = whole.format;
        level->extent = {extent.width, whole.extent.height ? extent.height : 0,
                         whole.extent.depth ? extent.depth : 0};
        level->flags = whole.flags;
        level->array = shapeOf(whole.format);
        level->array->number = m_next++;
        level->array->width = extent.width;
        level->array->height = extent.height;
        level->array->depth = extent.depth;
        level->array->layered = whole.array->layered;
        level->array->whole = whole.array;
        level->array->levelOfWhole = number;
        m_levels.emplace(reinterpret_cast<cudaArray_t>(level.get()), level.get());
    }
    return reinterpret_cast<cudaArray_t>(level.get());
}

std::shared_ptr<ptx::Array> Arrays::arrayOf(const cudaResourceDesc& resource) {
    if (resource.resType == cudaResourceTypeArray) return array(resource.res.array.array).array;
    if (resource.resType == cudaResourceTypeMipmappedArray) return mipmap(resource.res.mipmap.mipmap).array;
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
    const bool isMipmap = resource.resType == cudaResourceTypeMipmappedArray;
    const bool isInteger = array->kind != ptx::ChannelKind::Float;
    if (texture.readMode == cudaReadModeNormalizedFloat)
        require(isInteger && array->bitsPerChannel <= 16, cudaErrorInvalidNormSetting);
    else if (texture.filterMode == cudaFilterModeLinear)
        require(!isInteger, cudaErrorInvalidFilterSetting);
    else // what mixing levels of integers returns is not known
        require(!isInteger || !isMipmap || texture.mipmapFilterMode == cudaFilterModePoint,
                cudaErrorNotSupported);
    try {
        ptx::Sampler sampler = samplerOf(texture);
        // Beyond plain memory there is nothing: tex1Dfetch gives zeros.
        if (resource.resType == cudaResourceTypeLinear) {
            sampler.address.fill(ptx::AddressMode::Border);
            sampler.border.fill(0);
        }
        const std::uint64_t handle = m_textures.addTexture(array, sampler);
        const bool isPlain =
            resource.resType == cudaResourceTypeLinear || resource.resType == cudaResourceTypePitch2D;
        m_objects[handle] = {resource, texture, isPlain ? array : nullptr};
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
    for (Arrays* each : allOfThem())
        if (each->m_objects.erase(handle) == 1) each->m_textures.remove(handle);
}

void Arrays::releaseSurface(cudaSurfaceObject_t handle) {
    releaseTexture(handle);
}

const Arrays::TextureObject& Arrays::object(cudaTextureObject_t handle) {
    for (const Arrays* each : allOfThem())
        if (const auto found = each->m_objects.find(handle); found != each->m_objects.end())
            return found->second;
    throw Failure(cudaErrorInvalidValue);
}

const cudaResourceDesc& Arrays::resourceOf(cudaTextureObject_t handle) {
    return object(handle).resource;
}

const cudaTextureDesc& Arrays::textureOf(cudaTextureObject_t handle) {
    return object(handle).texture;
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
