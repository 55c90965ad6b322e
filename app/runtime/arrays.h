// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/texture/texture.h"
#include "runtime/memory.h"

#include <driver_types.h>
#include <surface_types.h>
#include <texture_types.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace lanescope::runtime {

/// A CUDA array, or one level of a mipmap: texels in rows, slices one after another.
struct ArrayObject {
    std::shared_ptr<ptx::Array> array;
    cudaChannelFormatDesc format{};
    cudaExtent extent{}; ///< as given to cudaMalloc3DArray; of a level its own
    unsigned flags = 0;

    /// All channels together, as the format has them.
    std::size_t texelBytes() const { return array->bytesPerTexel(); }
    /// Without padding.
    std::size_t rowBytes() const { return array->width * texelBytes(); }
    /// Of a slice.
    std::size_t rows() const { return array->height; }
    /// A row of a slice; no bounds are checked.
    std::byte* row(std::size_t y, std::size_t z) const {
        return array->data() + (z * array->height + y) * rowBytes();
    }
};

/// A mipmapped array. Its levels are made as arrays when they are asked for.
struct MipmapObject {
    std::shared_ptr<ptx::Array> array;
    cudaChannelFormatDesc format{};
    cudaExtent extent{}; ///< as given to cudaMallocMipmappedArray
    unsigned flags = 0;
    std::vector<std::unique_ptr<ArrayObject>> levels;
};

/// How a texture object reads, by its description.
ptx::Sampler samplerOf(const cudaTextureDesc& texture);

/// Arrays, texture objects and surface objects of a program by their handles.
class Arrays {
public:
    /// device: whose they are. Those of all devices are found by each, but kernels use their own device's
    /// objects alone.
    Arrays(Memory& memory, int device);
    Arrays(const Arrays&) = delete;
    Arrays& operator=(const Arrays&) = delete;

    /// Zeroed. Throws Failure for a shape or a format that CUDA refuses, or that is not there yet.
    cudaArray_t create(const cudaChannelFormatDesc& format, cudaExtent extent, unsigned flags);
    /// Throws Failure for what is none.
    void release(cudaArray_t handle);
    /// Throws Failure for what is none.
    ArrayObject& array(cudaArray_const_t handle);

    /// Zeroed; of fewer levels where the sides have no more. Throws Failure like create().
    cudaMipmappedArray_t createMipmap(const cudaChannelFormatDesc& format, cudaExtent extent, unsigned levels,
                                      unsigned flags);
    /// With its levels. Throws Failure for what is none.
    void release(cudaMipmappedArray_t handle);
    /// The same array each time. Throws Failure for what is none, or has no such level.
    cudaArray_t level(cudaMipmappedArray_const_t handle, unsigned level);

    /// Over an array or over plain memory, which is read as it is when a kernel begins. Throws Failure for a
    /// description that CUDA refuses.
    cudaTextureObject_t createTexture(const cudaResourceDesc& resource, const cudaTextureDesc& texture);
    /// Of no effect for a handle that is none, as in CUDA.
    void releaseTexture(cudaTextureObject_t handle);
    /// Over a whole array. Throws Failure for anything else.
    cudaSurfaceObject_t createSurface(const cudaResourceDesc& resource);
    /// Of no effect for a handle that is none, as in CUDA.
    void releaseSurface(cudaSurfaceObject_t handle);
    /// What an object was made with. Throws Failure for a handle that is none.
    const cudaResourceDesc& resourceOf(cudaTextureObject_t handle);
    /// The same of its sampler.
    const cudaTextureDesc& textureOf(cudaTextureObject_t handle);

    /// Textures over plain memory read it as it is when a kernel begins.
    void refreshLinear();
    /// The same objects as kernels see them.
    ptx::TextureTable& textures() { return m_textures; }

private:
    struct TextureObject {
        cudaResourceDesc resource{};
        cudaTextureDesc texture{};
        std::shared_ptr<ptx::Array> copy; ///< of plain memory
    };
    static const TextureObject& object(cudaTextureObject_t handle);
    std::shared_ptr<ptx::Array> arrayOf(const cudaResourceDesc& resource);
    MipmapObject& mipmap(cudaMipmappedArray_const_t handle);

    Memory& m_memory;
    ptx::TextureTable m_textures;
    std::map<cudaArray_const_t, std::unique_ptr<ArrayObject>> m_arrays;
    std::map<cudaArray_const_t, ArrayObject*> m_levels; // of mipmaps, as arrays
    std::map<cudaMipmappedArray_const_t, std::unique_ptr<MipmapObject>> m_mipmaps;
    std::map<std::uint64_t, TextureObject> m_objects;
    std::uint32_t m_next = 0;
};

} // namespace lanescope::runtime
