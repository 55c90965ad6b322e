// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/image.h"

#include <gtest/gtest.h>

#include <string>

namespace lanescope::golden {

/// How far two pictures of the same size are apart, in steps of 255.
struct Difference {
    int largest = 0; ///< of any channel of any pixel
    double mean = 0; ///< over all channels of all pixels
};
Difference difference(const render::Image& a, const render::Image& b);

/// How far a picture may be from its golden: Mesa's versions round edges differently.
struct Threshold {
    int largest = 48;
    double mean = 0.15;
};

/// Whether there is a NAME.png in this folder.
bool exists(const std::string& name);

/// Compares a picture with NAME.png of this folder. A failure leaves NAME.actual.png, NAME.expected.png and
/// NAME.difference.png in golden-failures of the build folder and says how far they are apart. With
/// LANESCOPE_UPDATE_GOLDENS=1 in the environment the picture becomes the golden and the check fails once;
/// with LANESCOPE_UPDATE_GOLDENS=new only where there is none.
testing::AssertionResult matches(const render::Image& picture, const std::string& name,
                                 Threshold threshold = {});

} // namespace lanescope::golden
