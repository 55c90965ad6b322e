// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/sampler.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace lanescope::ptx {

using model::AddressMode;
using model::FilterMode;
using model::Sampler;

/// cudaChannelFormatKind.
enum class ChannelKind : std::uint8_t { Signed, Unsigned, Float };

/// A CUDA array: texels in rows, without gaps; layers and mipmap levels one after another.
struct Array {
    std::uint32_t number = 0; ///< TexelFootprint::texture
    std::uint32_t width = 0;  ///< texels
    std::uint32_t height = 1;
    std::uint32_t depth = 1; ///< 3-D depth or number of layers
    bool layered = false;
    std::uint32_t levels = 1;
    ChannelKind kind = ChannelKind::Float;
    std::uint32_t channels = 1;        ///< 1, 2 or 4
    std::uint32_t bitsPerChannel = 32; ///< 8, 16 or 32
    std::vector<std::byte> texels;
    std::shared_ptr<Array>
        whole; ///< of a mipmap's level as an array of its own: the mipmap, whose texels it has
    std::uint32_t levelOfWhole = 0; ///< which one it is

    std::uint32_t bytesPerTexel() const { return channels * bitsPerChannel / 8; }
    /// The first texel, wherever it is kept.
    std::byte* data();
    const std::byte* data() const { return const_cast<Array*>(this)->data(); }
    /// From there to the last texel of the last level.
    std::size_t bytes() const;
};

/// Texture and surface objects, by the 64-bit handles that kernels get as parameters.
class TextureTable {
public:
    /// firstHandle: less than those that it gives.
    explicit TextureTable(std::uint64_t firstHandle = 0);
    ~TextureTable();
    /// A new handle, never 0. Throws std::invalid_argument for an array without texels enough, or linear
    /// filtering of integers that are not read as normalized floats.
    std::uint64_t addTexture(std::shared_ptr<Array> array, const Sampler& sampler);
    std::uint64_t addSurface(std::shared_ptr<Array> array);
    void remove(std::uint64_t handle) noexcept;

    struct Object {
        std::shared_ptr<Array> array;
        Sampler sampler;
        bool surface = false;
    };
    /// nullptr when the handle names nothing.
    const Object* find(std::uint64_t handle) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::ptx
