// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace lanescope::render {

/// An sRGB colour, not premultiplied, each component 0 to 1.
struct Color {
    float r = 0, g = 0, b = 0, a = 1;

    bool operator==(const Color&) const = default;
    /// The same colour, its opacity multiplied.
    constexpr Color faded(float opacity) const { return {r, g, b, a * opacity}; }
    /// From 0xRRGGBB.
    static constexpr Color hex(std::uint32_t rgb, float alpha = 1) {
        return {static_cast<float>(rgb >> 16 & 255) / 255.f, static_cast<float>(rgb >> 8 & 255) / 255.f,
                static_cast<float>(rgb & 255) / 255.f, alpha};
    }
};
/// A straight mixture of two colours: t = 0 gives from, 1 gives to.
constexpr Color mix(const Color& from, const Color& to, float t) {
    return {from.r + (to.r - from.r) * t, from.g + (to.g - from.g) * t, from.b + (to.b - from.b) * t,
            from.a + (to.a - from.a) * t};
}
/// WCAG relative luminance, 0 black to 1 white.
float luminance(const Color& color);
/// Near-black or near-white, whichever reads better on the ground.
Color inkOn(const Color& ground);

/// The eight colours of Okabe and Ito (2008), told apart by colour-blind eyes.
namespace okabe {
inline constexpr Color kBlack = Color::hex(0x000000), kOrange = Color::hex(0xE69F00),
                       kSkyBlue = Color::hex(0x56B4E9), kGreen = Color::hex(0x009E73),
                       kYellow = Color::hex(0xF0E442), kBlue = Color::hex(0x0072B2),
                       kVermillion = Color::hex(0xD55E00), kPurple = Color::hex(0xCC79A7);
}

/// A lane's colour: blue, teal, green, yellow, orange, red over the lanes of a warp; dark ink reads on all.
Color laneColor(int lane, int lanes = 32);
/// A quantity's colour from cold (0) to hot (1), its luminance rising all the way; out of range is clamped.
Color heatColor(float amount);

/// What each colour on screen means; the names are the only way a lab asks for one.
struct Theme {
    Color background; ///< behind pictures
    Color panel;      ///< behind panels and cards
    Color raised;     ///< an unused cell, a button, a code block
    Color line;       ///< separators and outlines
    Color text, dim;  ///< first and second rank of text
    Color faint;      ///< axis numbers, disabled text
    Color accent;     ///< what is chosen or hovered
    Color good;       ///< as little traffic as possible
    Color warn;       ///< more than needed: conflicts, wasted bytes
    Color bad;        ///< errors and faults
    Color selection;  ///< behind a chosen list item
    bool dark = true;
};
const Theme& darkTheme();
const Theme& lightTheme();

} // namespace lanescope::render
