// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/instruction_set.h"
#include "ptx/texture/texture_sampling.h"

#include <array>
#include <bit>
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
    /// The mean of one level's 2, 4 or 8 corners, or of two levels' 1, 2, 4 or 8 each; the weights of a
    /// lane's corners sum to 256. nullptr for integers that are not read as floats.
    void (*linear)(const std::byte* texels, const LaneOffsets* offset, const LaneWeights* weight, int corners,
                   int levels, std::uint32_t lanes, const std::array<float, 4>& border,
                   std::array<LaneWords, 4>& result);
};

/// An IEEE half as a float; exact.
inline float halfToFloat(std::uint16_t bits) {
    const std::uint32_t sign = (bits & 0x8000U) << 16;
    const std::uint32_t magnitude = bits & 0x7FFFU;
    if (magnitude >= 0x7C00U) { // infinity and NaN keep their payload
        return std::bit_cast<float>(sign | 0x7F800000U | ((magnitude & 0x3FFU) << 13));
    }
    // The exponent's bias moves from 15 to 127 by a power of two, which is exact for subnormals too.
    const float value = std::bit_cast<float>(magnitude << 13) * 0x1p112F;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) | sign);
}

namespace LANESCOPE_ISA {

/// The reader of a format that TextureTable has accepted.
const TexelReader& texelReader(ChannelKind kind, std::uint32_t bits, std::uint32_t channels,
                               bool normalizedFloat);

} // namespace LANESCOPE_ISA

} // namespace lanescope::ptx
