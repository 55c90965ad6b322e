// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "render/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope::render {
namespace {

float linear(float srgb) {
    return srgb <= 0.04045f ? srgb / 12.92f : std::pow((srgb + 0.055f) / 1.055f, 2.4f);
}

template<std::size_t N>
Color ramp(const std::array<Color, N>& stops, float amount) {
    // The comparison also catches NaN, which clamp would let through to the index.
    if (!(amount > 0)) return stops.front();
    if (amount >= 1) return stops.back();
    const float place = amount * static_cast<float>(N - 1);
    const auto index = static_cast<std::size_t>(place);
    return mix(stops[index], stops[index + 1], place - static_cast<float>(index));
}

} // namespace

float luminance(const Color& color) {
    return 0.2126f * linear(color.r) + 0.7152f * linear(color.g) + 0.0722f * linear(color.b);
}

Color inkOn(const Color& ground) {
    // Equal contrast, (L + 0.05) / 0.05 against 1.05 / (L + 0.05), is at L = 0.179.
    return luminance(ground) > 0.179f ? Color::hex(0x10151C) : Color::hex(0xF4F7FA);
}

Color laneColor(int lane, int lanes) {
    static constexpr std::array kStops{Color::hex(0x7390E6), Color::hex(0x72B4E4), Color::hex(0x71DCDC),
                                       Color::hex(0x71E0A6), Color::hex(0x84E070), Color::hex(0xD9DF73),
                                       Color::hex(0xE3AE73), Color::hex(0xE56D6D)};
    if (lanes < 2) return kStops.front();
    return ramp(kStops, static_cast<float>(lane) / static_cast<float>(lanes - 1));
}

Color heatColor(float amount) {
    static constexpr std::array kStops{Color::hex(0x12263F), Color::hex(0x1B4F78), Color::hex(0x23818A),
                                       Color::hex(0x5FB07A), Color::hex(0xD9C85B), Color::hex(0xFDF3C8)};
    return ramp(kStops, amount);
}

const Theme& darkTheme() {
    static constexpr Theme kTheme{
        .background = Color::hex(0x101318),
        .panel = Color::hex(0x181B22),
        .raised = Color::hex(0x20242D),
        .line = Color::hex(0x2C313B),
        .text = Color::hex(0xE8ECF1),
        .dim = Color::hex(0xA3ACB8),
        .faint = Color::hex(0x78828F),
        .accent = okabe::kSkyBlue,
        .good = Color::hex(0x12B588),
        .warn = okabe::kOrange,
        .bad = Color::hex(0xF0713A),
        .selection = Color::hex(0x24425C),
        .dark = true,
    };
    return kTheme;
}

const Theme& lightTheme() {
    static constexpr Theme kTheme{
        .background = Color::hex(0xFFFFFF),
        .panel = Color::hex(0xF3F5F8),
        .raised = Color::hex(0xE6EAEF),
        .line = Color::hex(0xCCD3DB),
        .text = Color::hex(0x14181E),
        .dim = Color::hex(0x4A5461),
        .faint = Color::hex(0x6B7683),
        .accent = Color::hex(0x0068A6),
        .good = Color::hex(0x00794F),
        .warn = Color::hex(0x9A6100),
        .bad = Color::hex(0xB84A00),
        .selection = Color::hex(0xC9E1F3),
        .dark = false,
    };
    return kTheme;
}

} // namespace lanescope::render
