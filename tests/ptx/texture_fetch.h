// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/handlers/operation.h"
#include "ptx/texture/texture_sampling.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace lanescope::ptx {

using model::kWarpSize;

/// An array of values in their own type.
template<class T>
std::shared_ptr<Array> makeArray(ChannelKind kind, std::uint32_t channels, std::uint32_t width,
                                 std::uint32_t height, std::uint32_t depth, bool layered,
                                 const std::vector<T>& values) {
    auto array = std::make_shared<Array>();
    array->width = width;
    array->height = height;
    array->depth = depth;
    array->layered = layered;
    array->kind = kind;
    array->channels = channels;
    array->bitsPerChannel = sizeof(T) * 8;
    array->texels.resize(values.size() * sizeof(T));
    std::copy(values.begin(), values.end(), reinterpret_cast<T*>(array->texels.data()));
    return array;
}

/// A table with one texture, and a warp's operands for it.
struct Fetch {
    TextureTable table;
    std::array<std::uint64_t, kWarpSize> handles{};
    LaneWords layer{}, x{}, y{}, z{}, lod{};
    SampleOperation operation;
    std::array<LaneWords, 4> result{};
    model::TexelFootprint footprint;

    Fetch(std::shared_ptr<Array> array, const Sampler& sampler, TexelGeometry geometry) {
        handles.fill(table.addTexture(std::move(array), sampler));
        operation.geometry = geometry;
    }
    void run(std::uint32_t mask = 0xFFFFFFFF) {
        SampleOperands operands;
        operands.handle = handles.data();
        operands.layer = layer.data();
        operands.x = x.data();
        operands.y = y.data();
        operands.z = z.data();
        operands.lod = lod.data();
        handlers().sampleTexture(table, operation, operands, mask, result, &footprint, nullptr);
    }
    float at(int channel, int lane) const {
        return std::bit_cast<float>(
            result[static_cast<std::size_t>(channel)][static_cast<std::size_t>(lane)]);
    }
};

/// The bits of a float.
inline std::uint32_t word(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

/// Sets the first lanes.
inline void setFloats(LaneWords& words, const std::vector<float>& values) {
    for (std::size_t lane = 0; lane < values.size(); ++lane) {
        words[lane] = std::bit_cast<std::uint32_t>(values[lane]);
    }
}

/// One address mode for all axes.
inline Sampler samplerOf(AddressMode mode, FilterMode filter, bool normalized, bool readNormalized = false) {
    Sampler sampler;
    sampler.address = {mode, mode, mode};
    sampler.filter = filter;
    sampler.normalizedCoordinates = normalized;
    sampler.readNormalizedFloat = readNormalized;
    return sampler;
}

} // namespace lanescope::ptx
