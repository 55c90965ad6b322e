// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/sampler.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

/// What a program has on a device, described without addresses.
namespace lanescope::recording {

/// Format of a CUDA array, by its channels and their bits: unsigned integers, signed ones (i), floats (f).
/// OpenGL shares the first four.
enum class TexelFormat : std::uint8_t {
    R8,
    Rgba8,
    R32f,
    Rgba32f,
    Rg8,
    R16,
    Rg16,
    Rgba16,
    R32,
    Rg32,
    Rgba32,
    R8i,
    Rg8i,
    Rgba8i,
    R16i,
    Rg16i,
    Rgba16i,
    R32i,
    Rg32i,
    Rgba32i,
    R16f,
    Rg16f,
    Rgba16f,
    Rg32f
};
/// What a channel holds: cudaChannelFormatKind.
enum class ChannelKind : std::uint8_t { Unsigned, Signed, Float };
/// The channels of a texel, which are all alike.
struct TexelChannels {
    ChannelKind kind = ChannelKind::Unsigned;
    std::uint32_t count = 0, bits = 0;
    bool operator==(const TexelChannels&) const = default;
};
namespace detail {
inline constexpr std::array kTexelChannels = [] {
    using enum ChannelKind;
    return std::array<TexelChannels, 24>{
        {{Unsigned, 1, 8},  {Unsigned, 4, 8},  {Float, 1, 32},    {Float, 4, 32},    {Unsigned, 2, 8},
         {Unsigned, 1, 16}, {Unsigned, 2, 16}, {Unsigned, 4, 16}, {Unsigned, 1, 32}, {Unsigned, 2, 32},
         {Unsigned, 4, 32}, {Signed, 1, 8},    {Signed, 2, 8},    {Signed, 4, 8},    {Signed, 1, 16},
         {Signed, 2, 16},   {Signed, 4, 16},   {Signed, 1, 32},   {Signed, 2, 32},   {Signed, 4, 32},
         {Float, 1, 16},    {Float, 2, 16},    {Float, 4, 16},    {Float, 2, 32}}};
}();
} // namespace detail
constexpr const TexelChannels& channelsOf(TexelFormat format) {
    return detail::kTexelChannels[static_cast<std::size_t>(format)];
}
/// nullopt: no array has such channels.
constexpr std::optional<TexelFormat> texelFormatOf(const TexelChannels& channels) {
    for (std::size_t i = 0; i < detail::kTexelChannels.size(); ++i)
        if (detail::kTexelChannels[i] == channels) return static_cast<TexelFormat>(i);
    return std::nullopt;
}
/// All channels together.
constexpr std::uint32_t bytesPerTexel(TexelFormat format) {
    return channelsOf(format).count * channelsOf(format).bits / 8;
}

/// What the sides of a CUDA array stand for.
enum class ArrayShape : std::uint8_t {
    Plain,      ///< two dimensions, or three where it has more than one slice
    Line,       ///< one dimension
    Volume,     ///< three dimensions
    Layers,     ///< slices of two dimensions that nothing is read between
    LineLayers, ///< the same of one dimension
    Cube,       ///< six slices, the faces
    CubeLayers  ///< six slices for each cube
};

/// Whether nothing is read between its slices.
constexpr bool hasLayers(ArrayShape shape) {
    return shape >= ArrayShape::Layers;
}

/// A CUDA array, with its mipmap levels one after another.
struct ArrayDesc {
    std::uint32_t width = 0, height = 0; ///< texels
    TexelFormat format = TexelFormat::Rgba8;
    std::uint32_t depth = 1; ///< slices
    ArrayShape shape = ArrayShape::Plain;
    std::uint32_t levels = 1; ///< each has half of the sides of the one before, rounded down, at least 1
    bool gathers = false;     ///< made with cudaArrayTextureGather
    /// Of level 0, without padding.
    std::size_t rowBytes() const { return std::size_t{width} * bytesPerTexel(format); }
    /// Of all slices of all levels, in tightly packed rows.
    std::size_t bytes() const {
        std::size_t all = 0;
        for (std::uint32_t each = 0; each < levels; ++each) {
            const ArrayDesc one = level(each);
            all += one.rowBytes() * one.height * one.depth;
        }
        return all;
    }
    /// A level as an array of its own.
    constexpr ArrayDesc level(std::uint32_t number) const {
        const auto shrunk = [number](std::uint32_t size) { return size >> number ? size >> number : 1; };
        ArrayDesc made = *this;
        made.width = shrunk(width);
        made.height = shrunk(height);
        if (!hasLayers(shape)) made.depth = shrunk(depth);
        made.levels = 1;
        return made;
    }
    bool operator==(const ArrayDesc&) const = default;
};

using model::AddressMode;
using model::FilterMode;
using model::Sampler;

/// A part of a recording's pool of text.
struct Text {
    std::uint32_t first = 0, size = 0;
    bool operator==(const Text&) const = default;
};
/// A run of entries in one of a recording's pools.
struct Range {
    std::uint32_t first = 0, count = 0;
    bool operator==(const Range&) const = default;
};

/// One allocation, array with its texture or surface, or memory that OpenGL shares.
struct Object {
    enum class Kind : std::uint8_t {
        Buffer,        ///< cudaMalloc
        PackedRows,    ///< rows one right after the other
        PitchedRows,   ///< cudaMallocPitch, cudaMalloc3D: the device chooses the distance from row to row
        ResultBuffer,  ///< a buffer of OpenGL; without OpenGL, plain memory
        ResultImage,   ///< a texture of OpenGL with a surface object; without OpenGL, an array
        Texture,       ///< an array with a texture object
        Surface,       ///< an array with a surface object, which kernels read and write
        Variable,      ///< a __device__ or __constant__ variable of a module, whose name is the object's
        Array,         ///< cudaMallocArray
        TextureObject, ///< cudaCreateTextureObject over an array or a buffer, which is an object of its own
        SurfaceObject, ///< cudaCreateSurfaceObject over an array, as above
        Mipmap,        ///< cudaMallocMipmappedArray
        Level          ///< cudaGetMipmappedArrayLevel, of a mipmap that is an object of its own
    };
    Kind kind = Kind::Buffer;
    bool setup = true; ///< there before the calls; else an Allocate call makes it anew in each play
    Text name;
    std::uint64_t bytes = 0;    ///< without the padding of rows
    std::uint64_t rowBytes = 0; ///< of rows; of a texture over a buffer's rows: from row to row; else 0
    std::uint64_t rows = 0;
    ArrayDesc array;            ///< of arrays, with what they are for or without; of textures over buffers
    Sampler sampler;            ///< of textures
    std::uint32_t contents = 0; ///< index in Recording::contents
    std::uint32_t module = 0;   ///< of a variable: index in Recording::modules
    std::uint32_t over = 0;   ///< of a texture or surface object: the array or buffer; of a level: the mipmap
    std::uint64_t offset = 0; ///< of a texture over a buffer: where it begins there, bytes
    std::uint32_t level = 0;  ///< of a level: its number
    bool operator==(const Object&) const = default;
};

/// Whether what it has are the texels of an array.
constexpr bool hasTexels(Object::Kind kind) {
    using enum Object::Kind;
    return kind == ResultImage || kind == Texture || kind == Surface || kind == Array || kind == Mipmap ||
           kind == Level;
}
/// Whether copies go to it by rows of texels.
constexpr bool isArray(Object::Kind kind) {
    return kind == Object::Kind::Array || kind == Object::Kind::Level;
}
/// Whether it is a texture or surface object over another object.
constexpr bool isOverObject(Object::Kind kind) {
    return kind == Object::Kind::TextureObject || kind == Object::Kind::SurfaceObject;
}

/// What a result buffer holds, for the pictures of it: it changes nothing of what is played and counted.
/// Vertices are structures of floats, the first three x, y and z, in tiles that have all x, then all y and so
/// on.
struct Vertices {
    std::uint32_t object = 0;
    std::uint32_t count = 0;   ///< 0: the buffer's contents are not known
    std::uint32_t columns = 0; ///< of a mesh, row by row; 0: free points
    std::uint32_t floats = 3;  ///< of a structure
    std::uint32_t tile = 1;    ///< structures in it; 1: an array of structures; count: a structure of arrays
    bool operator==(const Vertices&) const = default;

    /// Of a mesh; of free points 1.
    std::uint32_t rows() const { return columns ? count / columns : 1; }
    /// Where a field of a vertex lies, counted in floats.
    std::uint64_t element(std::uint64_t vertex, std::uint64_t field) const {
        return (vertex / tile * floats + field) * tile + vertex % tile;
    }
    /// Of whole tiles.
    std::uint64_t bytes() const {
        return (std::uint64_t{count} + tile - 1) / tile * tile * floats * sizeof(float);
    }
};

} // namespace lanescope::recording
