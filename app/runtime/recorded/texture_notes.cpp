// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/texture_notes.h"

#include "runtime/arrays.h"
#include "runtime/recorded/device_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace lanescope::runtime {

namespace {

using recording::ArrayDesc;
using recording::ArrayShape;
using recording::Object;

recording::ChannelKind kindOf(cudaChannelFormatKind kind) {
    switch (kind) {
    case cudaChannelFormatKindSigned:
        return recording::ChannelKind::Signed;
    case cudaChannelFormatKindUnsigned:
        return recording::ChannelKind::Unsigned;
    case cudaChannelFormatKindFloat:
        return recording::ChannelKind::Float;
    default:
        throw CannotHold("the program makes an array of a format that a recording cannot hold yet");
    }
}

recording::TexelFormat formatOf(const cudaChannelFormatDesc& format) {
    const int count = format.w ? 4 : format.z ? 3 : format.y ? 2 : 1;
    const auto texel = recording::texelFormatOf(
        {kindOf(format.f), static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(format.x)});
    if (!texel) throw CannotHold("the program makes an array of a format that a recording cannot hold yet");
    return *texel;
}

ArrayShape shapeOf(const cudaExtent& extent, unsigned flags) {
    const bool hasLayers = (flags & cudaArrayLayered) != 0;
    if ((flags & cudaArrayCubemap) != 0) return hasLayers ? ArrayShape::CubeLayers : ArrayShape::Cube;
    if (hasLayers) return extent.height > 0 ? ArrayShape::Layers : ArrayShape::LineLayers;
    return extent.depth > 0 ? ArrayShape::Volume : extent.height > 0 ? ArrayShape::Plain : ArrayShape::Line;
}

ArrayDesc descOf(const cudaChannelFormatDesc& format, const cudaExtent& extent, unsigned flags) {
    constexpr unsigned kKnown =
        cudaArrayLayered | cudaArrayCubemap | cudaArraySurfaceLoadStore | cudaArrayTextureGather;
    if ((flags & ~kKnown) != 0)
        throw CannotHold("the program makes a sparse or another special array, which a recording cannot hold "
                         "yet");
    return {.width = static_cast<std::uint32_t>(extent.width),
            .height = static_cast<std::uint32_t>(std::max<std::size_t>(extent.height, 1)),
            .format = formatOf(format),
            .depth = static_cast<std::uint32_t>(std::max<std::size_t>(extent.depth, 1)),
            .shape = shapeOf(extent, flags),
            .gathers = (flags & cudaArrayTextureGather) != 0};
}

ArrayDesc descOf(cudaArray_t array) {
    cudaChannelFormatDesc format{};
    cudaExtent extent{};
    unsigned flags = 0;
    if (deviceCall<decltype(cudaArrayGetInfo)>("cudaArrayGetInfo")(&format, &extent, &flags, array) !=
        cudaSuccess)
        throw CannotHold("the program makes an array that the device does not describe");
    return descOf(format, extent, flags);
}

} // namespace

void TextureNotes::arrayMade(cudaArray_t array) {
    const ArrayDesc desc = descOf(array);
    m_arrays[array] =
        make({.kind = Object::Kind::Array, .setup = false, .bytes = desc.bytes(), .array = desc},
             fmt::format("array{}", ++m_arrayCount));
}

void TextureNotes::arrayGone(cudaArray_t array) {
    const auto found = m_arrays.find(array);
    if (found == m_arrays.end()) return;
    m_writer.add(recording::Free{found->second});
    m_free.push_back(found->second);
    m_arrays.erase(found);
}

void TextureNotes::mipmapMade(cudaMipmappedArray_t mipmap, const cudaChannelFormatDesc& format,
                              const cudaExtent& extent, unsigned levels, unsigned flags) {
    ArrayDesc desc = descOf(format, extent, flags);
    // What the runtime clamps it to.
    desc.levels = std::clamp(
        levels, 1U, static_cast<unsigned>(std::bit_width(std::max({desc.width, desc.height, desc.depth}))));
    m_mipmaps[mipmap] =
        make({.kind = Object::Kind::Mipmap, .setup = false, .bytes = desc.bytes(), .array = desc},
             fmt::format("mipmap{}", ++m_arrayCount));
}

void TextureNotes::levelAsked(cudaArray_t array, cudaMipmappedArray_const_t mipmap, unsigned level) {
    const auto whole = m_mipmaps.find(mipmap);
    if (whole == m_mipmaps.end()) throw CannotHold("the program uses a mipmap that it did not make");
    if (m_arrays.contains(array)) return;
    const ArrayDesc desc = m_writer.recording.objects[whole->second].array.level(level);
    m_arrays[array] = make({.kind = Object::Kind::Level,
                            .setup = false,
                            .bytes = desc.bytes(),
                            .array = desc,
                            .over = whole->second,
                            .level = level},
                           fmt::format("{}_level{}", m_writer.recording.name(whole->second), level));
}

void TextureNotes::mipmapGone(cudaMipmappedArray_t mipmap) {
    const auto found = m_mipmaps.find(mipmap);
    if (found == m_mipmaps.end()) return;
    // Its levels go with it.
    std::erase_if(m_arrays, [&](const auto& array) {
        const Object& level = m_writer.recording.objects[array.second];
        const bool goes = level.kind == Object::Kind::Level && level.over == found->second;
        if (goes) m_free.push_back(array.second);
        return goes;
    });
    m_writer.add(recording::Free{found->second});
    m_free.push_back(found->second);
    m_mipmaps.erase(found);
}

std::uint32_t TextureNotes::arrayOf(const cudaResourceDesc& resource) const {
    if (resource.resType == cudaResourceTypeMipmappedArray) {
        const auto mipmap = m_mipmaps.find(resource.res.mipmap.mipmap);
        if (mipmap == m_mipmaps.end())
            throw CannotHold("the program makes a texture over a mipmap it did not make");
        return mipmap->second;
    }
    const auto found = m_arrays.find(resource.res.array.array);
    if (found == m_arrays.end())
        throw CannotHold("the program makes a texture over an array it did not make");
    return found->second;
}

void TextureNotes::textureMade(cudaTextureObject_t texture, const cudaResourceDesc& resource,
                               const cudaTextureDesc& description, bool hasView,
                               const std::optional<Place>& memory) {
    if (hasView || description.sRGB || description.seamlessCubemap)
        throw CannotHold("the program makes a texture object with a view, sRGB or a seamless cubemap, "
                         "which a recording cannot hold yet");
    Object made{.kind = Object::Kind::TextureObject, .setup = false, .sampler = samplerOf(description)};
    const bool isLine = resource.resType == cudaResourceTypeLinear;
    if (isLine || resource.resType == cudaResourceTypePitch2D) {
        if (!memory) throw CannotHold("the program makes a texture over memory that it did not allocate");
        const auto& rows = resource.res.pitch2D;
        const auto texel = formatOf(isLine ? resource.res.linear.desc : rows.desc);
        made.over = memory->object;
        made.offset = memory->offset;
        made.rowBytes = isLine ? 0 : rows.pitchInBytes;
        made.array = {.width = static_cast<std::uint32_t>(
                          isLine ? resource.res.linear.sizeInBytes / bytesPerTexel(texel) : rows.width),
                      .height = static_cast<std::uint32_t>(isLine ? 1 : rows.height),
                      .format = texel,
                      .shape = isLine ? ArrayShape::Line : ArrayShape::Plain};
    } else {
        made.over = arrayOf(resource);
    }
    add(texture, made, fmt::format("texture{}", ++m_objectCount));
}

void TextureNotes::surfaceMade(cudaSurfaceObject_t surface, const cudaResourceDesc& resource) {
    add(surface, {.kind = Object::Kind::SurfaceObject, .setup = false, .over = arrayOf(resource)},
        fmt::format("surface{}", ++m_objectCount));
}

void TextureNotes::add(std::uint64_t handle, const Object& object, std::string_view name) {
    m_handles[handle] = make(object, name);
}

void TextureNotes::objectGone(unsigned long long handle) {
    const auto found = m_handles.find(handle);
    if (found == m_handles.end()) return;
    m_writer.add(recording::Free{found->second});
    m_free.push_back(found->second);
    m_handles.erase(found);
}

/// One that is gone and was alike, or a new one.
std::uint32_t TextureNotes::make(const Object& object, std::string_view name) {
    const auto isAlike = [&](std::uint32_t index) {
        Object known = m_writer.recording.objects[index];
        known.name = object.name;
        return known == object;
    };
    const auto found = std::ranges::find_if(m_free, isAlike);
    const std::uint32_t made = found != m_free.end() ? *found : m_writer.object(object, name);
    if (found != m_free.end()) m_free.erase(found);
    m_writer.add(recording::Allocate{made});
    return made;
}

std::optional<std::uint32_t> TextureNotes::objectOf(std::uint64_t handle) const {
    const auto found = m_handles.find(handle);
    return found == m_handles.end() ? std::nullopt : std::optional(found->second);
}

Place TextureNotes::placeOf(const Texels& texels) const {
    const auto found = m_arrays.find(texels.array);
    if (found == m_arrays.end()) throw CannotHold("the program copies with an array that it did not make");
    const ArrayDesc& desc = m_writer.recording.objects[found->second].array;
    return {.object = found->second,
            .offset = (texels.z * desc.height + texels.y) * desc.rowBytes() + texels.x,
            .bytes = desc.bytes(),
            .row = desc.rowBytes()};
}

} // namespace lanescope::runtime
