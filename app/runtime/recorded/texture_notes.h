// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asked.h"
#include "runtime/recorded/recording_writer.h"

#include <driver_types.h>
#include <surface_types.h>
#include <texture_types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace lanescope::runtime {

/// A program's arrays, with the texture and surface objects over them, as a recording has them. Each function
/// throws CannotHold for what a recording has not.
class TextureNotes {
public:
    explicit TextureNotes(RecordingWriter& writer) : m_writer(writer) {}
    void arrayMade(cudaArray_t array);
    /// Of so many levels as it was asked for.
    void mipmapMade(cudaMipmappedArray_t mipmap, const cudaChannelFormatDesc& format,
                    const cudaExtent& extent, unsigned levels, unsigned flags);
    /// A level that was asked for, for the first time or again.
    void levelAsked(cudaArray_t array, cudaMipmappedArray_const_t mipmap, unsigned level);
    void mipmapGone(cudaMipmappedArray_t mipmap);
    /// Of no effect for an array that it does not know, as below.
    void arrayGone(cudaArray_t array);
    /// memory: of a texture over plain memory, where it begins.
    void textureMade(cudaTextureObject_t texture, const cudaResourceDesc& resource,
                     const cudaTextureDesc& description, bool hasView, const std::optional<Place>& memory);
    void surfaceMade(cudaSurfaceObject_t surface, const cudaResourceDesc& resource);
    /// A texture or surface object has been destroyed.
    void objectGone(unsigned long long handle);

    /// Whether there are any texture or surface objects.
    bool hasObjects() const { return !m_handles.empty(); }
    /// The object of a handle; nullopt: it is none.
    std::optional<std::uint32_t> objectOf(std::uint64_t handle) const;
    /// Where a copy begins.
    Place placeOf(const Texels& texels) const;

private:
    std::uint32_t arrayOf(const cudaResourceDesc& resource) const;
    void add(std::uint64_t handle, const recording::Object& object, std::string_view name);
    std::uint32_t make(const recording::Object& object, std::string_view name);

    RecordingWriter& m_writer;
    std::map<cudaArray_const_t, std::uint32_t> m_arrays; // and levels
    std::map<cudaMipmappedArray_const_t, std::uint32_t> m_mipmaps;
    std::map<std::uint64_t, std::uint32_t> m_handles;
    std::vector<std::uint32_t> m_free; // objects that are gone, for others that are alike
    std::uint32_t m_arrayCount = 0, m_objectCount = 0;
};

} // namespace lanescope::runtime
