// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/contents.h"
#include "render/image.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::kit {

/// A picture that a lab shows: built in, or a PNG file.
struct Picture {
    std::string key; ///< differs when the contents do
    render::Image image;
    render::Image preview;                                ///< at most 512 pixels wide and high
    mutable std::array<recording::BlobPointer, 2> texels; ///< what texelsOf has made
};

/// Names of the built-in pictures, 512 x 512 each, the first the default.
const std::vector<std::string>& builtInPictures();

/// A built-in picture by name, else the PNG file of that path, read again only when it has changed. Throws
/// BadInput.
std::shared_ptr<const Picture> findPicture(const std::string& nameOrPath);

/// The picture as the texels of an array: four bytes each, or four floats from 0 to 1. Made once.
recording::BlobPointer texelsOf(const Picture& picture, bool floats);

} // namespace lanescope::kit
