// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/texture/model.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lanescope::lab_texture {

namespace {

std::int32_t texelAt(double place, int texels) {
    return static_cast<std::int32_t>(std::clamp(std::floor(place), 0.0, texels - 1.0));
}

} // namespace

double degreesAt(double angle, bool animated, double seconds) {
    constexpr double kPerSecond = 20;
    return animated ? std::fmod(angle + kPerSecond * seconds, 360.0) : angle;
}

Turn::Place Turn::placeOf(double x, double y) const {
    const double turn = degrees * std::numbers::pi / 180;
    const double fit = std::max(width, height) / static_cast<double>(size) / scale; // texels of a pixel
    const double fromCentreX = (x + 0.5 - size / 2.0) * fit;
    const double fromCentreY = (y + 0.5 - size / 2.0) * fit;
    return {
        .x = fromCentreX * std::cos(turn) - fromCentreY * std::sin(turn) + width / 2.0,
        .y = fromCentreX * std::sin(turn) + fromCentreY * std::cos(turn) + height / 2.0,
    };
}

model::TexelFootprint Turn::footprint(std::uint32_t x, std::uint32_t y, int across) const {
    // A linear filter mixes the texels whose centres lie around the place.
    const double around = linear ? 0.5 : 0;
    model::TexelFootprint texels;
    texels.width = static_cast<std::uint32_t>(width);
    texels.height = static_cast<std::uint32_t>(height);
    for (std::size_t lane = 0; lane < model::kWarpSize; ++lane) {
        const int column = static_cast<int>(lane) % across;
        const int row = static_cast<int>(lane) / across;
        const Place at = placeOf(x + column, y + row);
        texels.x0[lane] = texelAt(at.x - around, width);
        texels.y0[lane] = texelAt(at.y - around, height);
        texels.x1[lane] = texelAt(at.x + around, width);
        texels.y1[lane] = texelAt(at.y + around, height);
    }
    return texels;
}

int sizeWithin(std::size_t bytes, std::size_t pixelBytes, int most) {
    const double pixels = static_cast<double>(bytes) / static_cast<double>(pixelBytes);
    return std::min(most, static_cast<int>(std::sqrt(pixels)));
}

} // namespace lanescope::lab_texture
