// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/constant/model.h"

#include <cmath>
#include <numbers>

namespace lanescope::lab_constant {

float valueAt(int i, bool ramp) {
    const float turn = static_cast<float>(i) / kElements;
    return ramp ? turn : 0.5F + 0.5F * std::sin(turn * 2 * std::numbers::pi_v<float>);
}

Costs costsOf(const Pattern& pattern, std::uint32_t activeMask, const model::Architecture& architecture,
              const model::Rules& rules) {
    model::WarpAccess access;
    access.operation = model::Operation::Load;
    access.width = sizeof(float);
    access.activeMask = activeMask;
    model::TexelFootprint texels;
    texels.width = kSide;
    texels.height = kSide;
    for (int lane = 0; lane < model::kWarpSize; ++lane) {
        const auto i = static_cast<std::size_t>(lane);
        const int element = pattern.element(lane);
        texels.x0[i] = element % kSide;
        texels.x1[i] = element % kSide;
        texels.y0[i] = element / kSide;
        texels.y1[i] = element / kSide;
        access.address[i] = static_cast<std::uint64_t>(element) * sizeof(float);
    }
    const auto in = [&](model::Space space) {
        access.space = space;
        access.footprint = space == model::Space::Texture ? &texels : nullptr;
        return model::count(access, architecture, rules);
    };
    return {
        .constant = in(model::Space::Constant),
        .global = in(model::Space::Global),
        .shared = in(model::Space::Shared),
        .texture = in(model::Space::Texture),
    };
}

} // namespace lanescope::lab_constant
