// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/texture/texture_level.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

namespace lanescope::ptx {

namespace {

constexpr int kLevelSteps = 256;

/// The steps of a level: what is beyond is cut off, towards zero.
int stepsOf(double level) {
    constexpr double kFar = 1 << 20;
    return level == level ? static_cast<int>(std::clamp(level, -kFar, kFar) * kLevelSteps) : 0;
}

/// The logarithm of a length as an H100 has it (docs/laws.md): of its mantissa eight bits count, and each has
/// an entry in a table. Lengths of zero and less ask for less than any level.
int stepsOfLength(double length) {
    if (!(length > 0)) return stepsOf(-std::numeric_limits<double>::infinity());
    int exponent = 0;
    const double mantissa = 2 * std::frexp(length, &exponent); // 1 to 2
    const int entry = static_cast<int>((mantissa - 1) * kLevelSteps);
    constexpr double kRounded = 0.47;
    const bool isEdge = entry == 0 || entry == kLevelSteps - 1;
    const int table =
        isEdge ? entry
               : static_cast<int>(kLevelSteps * std::log2(1 + (entry + 0.5) / kLevelSteps) + kRounded);
    return (exponent - 1) * kLevelSteps + table;
}

using Step = std::array<double, 3>;

/// The length of a step in texels, as an H100 estimates it: the longest side, 11/32 of the next one, a
/// quarter of the shortest, each to nine bits below the longest one's first.
double lengthOf(Step step) {
    for (double& side : step) side = std::abs(side);
    std::ranges::sort(step, std::ranges::greater{});
    if (!(step[0] > 0) || std::isinf(step[0])) return step[0];
    constexpr int kBits = 9;
    const double unit = std::ldexp(1, std::ilogb(step[0]) - kBits);
    const auto cut = [&](double side) { return std::floor(side / unit); };
    return (cut(step[0]) + cut(11.0 / 32 * step[1]) + cut(0.25 * step[2])) * unit;
}

/// The longest way through the pixel's footprint: along a derivative, or between the two.
double lengthOfGradient(const Array& array, const SampleOperands& operands, std::size_t lane) {
    const std::array<std::uint32_t, 3> size{array.width, array.height, array.layered ? 1 : array.depth};
    const auto step = [&](const auto& derivative) {
        Step texels{};
        for (std::size_t axis = 0; axis < size.size(); ++axis)
            if (const std::uint32_t* words = derivative[axis])
                texels[axis] = std::bit_cast<float>(words[lane]) * static_cast<double>(size[axis]);
        return texels;
    };
    const Step x = step(operands.dPdx), y = step(operands.dPdy);
    Step sum{}, difference{};
    for (std::size_t axis = 0; axis < size.size(); ++axis) {
        sum[axis] = x[axis] + y[axis];
        difference[axis] = x[axis] - y[axis];
    }
    constexpr double kBetween = 11.0 / 16;
    return std::max({lengthOf(x), lengthOf(y), kBetween * lengthOf(sum), kBetween * lengthOf(difference)});
}

int askedSteps(const Array& array, const SampleOperation& operation, const SampleOperands& operands,
               std::size_t lane) {
    switch (operation.level) {
    case TexelLevel::Level:
        return stepsOf(std::bit_cast<float>(operands.lod[lane]));
    case TexelLevel::Gradient:
        return stepsOfLength(lengthOfGradient(array, operands, lane));
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
    const int bias = stepsOf(sampler.levelBias);
    const int last = static_cast<int>(object.array->levels - 1) * kLevelSteps;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
        const int level = askedSteps(*object.array, operation, operands, lane) + bias;
        const int clamped = std::min(std::max(level, stepsOf(sampler.minLevel)), stepsOf(sampler.maxLevel));
        const auto steps = static_cast<std::uint32_t>(std::clamp(clamped, 0, last));
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
