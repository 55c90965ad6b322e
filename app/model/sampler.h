// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace lanescope::model {

/// What a coordinate beyond the edge reads: cudaTextureAddressMode.
enum class AddressMode : std::uint8_t { Wrap, Clamp, Mirror, Border };
/// cudaTextureFilterMode.
enum class FilterMode : std::uint8_t { Point, Linear };

/// How a texture object reads its array: the fields of cudaTextureDesc that the emulator honours.
struct Sampler {
    std::array<AddressMode, 3> address{AddressMode::Clamp, AddressMode::Clamp, AddressMode::Clamp};
    FilterMode filter = FilterMode::Point;
    bool normalizedCoordinates = false;
    bool readNormalizedFloat = false;           ///< 8- and 16-bit integers become 0..1 or -1..1
    std::array<float, 4> border{};              ///< border colour
    FilterMode levelFilter = FilterMode::Point; ///< between the levels of a mipmap
    float levelBias = 0;                        ///< is added to the level that an instruction asks for
    float minLevel = 0, maxLevel = 0;           ///< the level is at least and at most this
    std::uint32_t maxAnisotropy = 0;            ///< more than 1: gradients ask for more than one place
    bool operator==(const Sampler&) const = default;
};

} // namespace lanescope::model
