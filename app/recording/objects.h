// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/sampler.h"

#include <array>
#include <cstddef>
#include <cstdint>

/// What a program has on a device, described without addresses.
namespace lanescope::recording {

/// Format of a CUDA array: 8-bit ones are read as normalized floats.
enum class TexelFormat : std::uint8_t { R8, Rgba8, R32f, Rgba32f };
/// All channels together.
constexpr std::uint32_t bytesPerTexel(TexelFormat format) {
    constexpr std::array<std::uint32_t, 4> kBytes{1, 4, 4, 16};
    return kBytes[static_cast<std::size_t>(format)];
}

/// A CUDA array of two or three dimensions.
struct ArrayDesc {
    std::uint32_t width = 0, height = 0; ///< texels
    TexelFormat format = TexelFormat::Rgba8;
    std::uint32_t depth = 1; ///< slices; more than 1: an array of three dimensions
    /// Without padding.
    std::size_t rowBytes() const { return std::size_t{width} * bytesPerTexel(format); }
    /// Of all slices, in tightly packed rows.
    std::size_t bytes() const { return rowBytes() * height * depth; }
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
        Buffer,       ///< cudaMalloc
        PackedRows,   ///< rows one right after the other
        PitchedRows,  ///< cudaMallocPitch, cudaMalloc3D: the device chooses the distance from row to row
        ResultBuffer, ///< a buffer of OpenGL; without OpenGL, plain memory
        ResultImage,  ///< a texture of OpenGL with a surface object; without OpenGL, an array
        Texture,      ///< an array with a texture object
        Surface,      ///< an array with a surface object, which kernels read and write
        Variable      ///< a __device__ or __constant__ variable of a module, whose name is the object's
    };
    Kind kind = Kind::Buffer;
    bool setup = true; ///< there before the calls; else an Allocate call makes it anew in each play
    Text name;
    std::uint64_t bytes = 0;    ///< without the padding of rows
    std::uint64_t rowBytes = 0; ///< of rows; else 0
    std::uint64_t rows = 0;
    ArrayDesc array;            ///< of images, textures and surfaces
    Sampler sampler;            ///< of textures
    std::uint32_t contents = 0; ///< index in Recording::contents
    std::uint32_t module = 0;   ///< of a variable: index in Recording::modules
    bool operator==(const Object&) const = default;
};

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
