// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/texture/texture_level.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lanescope::ptx {

namespace {

constexpr int kLevelSteps = 256;

/// The longer of the two steps that a gradient makes, in texels of level 0; its square.
double squareOfGradient(const Array& array, const SampleOperands& operands, std::size_t lane) {
    const std::array<std::uint32_t, 3> size{array.width, array.height, array.layered ? 1 : array.depth};
    double longest = 0;
    for (const auto* derivative : {&operands.dPdx, &operands.dPdy}) {
        double square = 0;
        for (std::size_t axis = 0; axis < size.size(); ++axis) {
            const std::uint32_t* words = (*derivative)[axis];
            const double step =
                words ? std::bit_cast<float>(words[lane]) * static_cast<double>(size[axis]) : 0;
            square += step * step;
        }
        longest = std::max(longest, square);
    }
    return longest;
}

double askedLevel(const Array& array, const SampleOperation& operation, const SampleOperands& operands,
                  std::size_t lane) {
    switch (operation.level) {
    case TexelLevel::Level:
        return std::bit_cast<float>(operands.lod[lane]);
    case TexelLevel::Gradient:
        // A gradient of zero asks for less than any level.
        return 0.5 * std::log2(squareOfGradient(array, operands, lane));
    case TexelLevel::Base:
        break;
    }
    return 0;
}

} // namespace

LevelChoice chooseLevels(const TextureTable::Object& object, const SampleOperation& operation,
                         const SampleOperands& operands, std::uint32_t lanes) {
    const Sampler& sampler = object.sampler;
    if (operation.level == TexelLevel::Gradient && sampler.maxAnisotropy > 1)
        throw TexelError(FaultKind::Unsupported, std::countr_zero(lanes),
                         "gradients with anisotropic filtering are not there yet");
    // A runtime makes such textures; what levels of other sizes return for texels' numbers is not known.
    if (operation.level != TexelLevel::Base && !sampler.normalizedCoordinates && object.array->levels > 1)
        throw TexelError(FaultKind::Unsupported, std::countr_zero(lanes),
                         "levels of a mipmap are read by normalized coordinates alone");
    LevelChoice choice;
    if (operation.gather) return choice; // reads level 0
    const double last = object.array->levels - 1;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        double level = askedLevel(*object.array, operation, operands, lane) + sampler.levelBias;
        level = level == level ? level : 0;
        level = std::min(std::max<double>(level, sampler.minLevel), static_cast<double>(sampler.maxLevel));
        level = std::clamp(level, 0.0, last);
        const auto steps = static_cast<std::uint32_t>(std::floor(level * kLevelSteps + 0.5));
        if (sampler.levelFilter == FilterMode::Point) {
            choice.level[lane] = (steps + kLevelSteps / 2) / kLevelSteps;
            continue;
        }
        choice.level[lane] = steps / kLevelSteps;
        choice.coarser[lane] = steps % kLevelSteps;
        choice.blended |= (choice.coarser[lane] != 0 ? 1U : 0U) << lane;
    }
    return choice;
}

} // namespace lanescope::ptx
