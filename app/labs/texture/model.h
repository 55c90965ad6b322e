// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/warp_access.h"

#include <cstddef>
#include <cstdint>

/// A picture that is turned about its centre: which texels its pixels fetch.
namespace lanescope::lab_texture {

/// The angle after so many seconds: an animated picture turns by 20 degrees each, and starts anew at 360.
double degreesAt(double angle, bool animated, double seconds);

/// How the picture lies in the result.
struct Turn {
    double degrees = 0;
    double scale = 1;    ///< 2: the picture is twice as large
    int size = 512;      ///< width and height of the result, pixels
    int width = 512;     ///< of the picture, texels
    int height = 512;    ///< likewise
    bool linear = false; ///< four texels are mixed for a pixel, else the nearest is taken

    struct Place {
        double x = 0;
        double y = 0;
    };
    /// Where, in texels, the middle of a pixel lies in the picture.
    Place placeOf(double x, double y) const;
    /// The texels that a warp fetches whose 32 pixels begin at a pixel and lie `across` in a row, as far as
    /// they lie in the picture: those at its edges are clamped.
    model::TexelFootprint footprint(std::uint32_t x, std::uint32_t y, int across) const;
};

/// The largest square result of pixels of so many bytes, at most this wide.
int sizeWithin(std::size_t bytes, std::size_t pixelBytes, int most);

} // namespace lanescope::lab_texture
