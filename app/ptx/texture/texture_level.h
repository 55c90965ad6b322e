// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/texture/texture_sampling.h"

#include <array>
#include <cstdint>

namespace lanescope::ptx {

/// What the lanes of an instruction read of a mipmap: a level, and from the next one as many 256ths.
struct LevelChoice {
    std::array<std::uint32_t, model::kWarpSize> level{}, coarser{};
    std::uint32_t blended = 0; ///< the lanes that read two levels
};

/// By OpenGL's rules (4.6, section 8.14): a gradient asks for the logarithm of the longer side in texels; the
/// bias is added, the result is clamped by the sampler and then by the levels that there are, and the level
/// filter takes the nearest level or mixes two. Levels have 8 fractional bits, rounded to the nearest; how an
/// H200 rounds them is not known, so that a mix may be one 256th of the two levels' difference away, or with
/// gradients, whose logarithm it approximates, a few. tex without a level asks for level 0. Throws TexelError
/// for a gradient of an anisotropic sampler, and for a level by coordinates that are not normalized.
LevelChoice chooseLevels(const TextureTable::Object& object, const SampleOperation& operation,
                         const SampleOperands& operands, std::uint32_t lanes);

} // namespace lanescope::ptx
