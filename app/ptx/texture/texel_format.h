// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/texture/texture_sampling.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lanescope::ptx {

/// A lane's byte offset from the level's first texel, or kBorderOffset beyond the edge.
using LaneOffsets = std::array<std::int64_t, model::kWarpSize>;
using LaneWeights = std::array<float, model::kWarpSize>;
inline constexpr std::int64_t kBorderOffset = -1;

/// How texels of one format are read, for all lanes of an instruction.
struct TexelReader {
    /// The four channels as 32-bit register values; missing ones are 0.
    void (*point)(const std::byte* texels, const LaneOffsets& offset, std::uint32_t lanes,
                  const std::array<float, 4>& border, std::array<LaneWords, 4>& result);
    /// The mean of 2^dimensions corners; the weights of a lane's corners sum to 256. nullptr for integers
    /// that are not read as floats.
    void (*linear)(const std::byte* texels, const LaneOffsets* offset, const LaneWeights* weight,
                   int dimensions, std::uint32_t lanes, const std::array<float, 4>& border,
                   std::array<LaneWords, 4>& result);
};

/// The reader of a format that TextureTable has accepted.
const TexelReader& texelReader(ChannelKind kind, std::uint32_t bits, std::uint32_t channels,
                               bool normalizedFloat);

/// An IEEE half as a float; exact.
float halfToFloat(std::uint16_t bits);

} // namespace lanescope::ptx
