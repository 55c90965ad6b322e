// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/drawing.h"
#include "kit/tone.h"
#include "render/canvas.h"

#include <span>
#include <string>

/// A calculation of a kernel with the numbers of one thread put into it.
namespace lanescope::kit {

/// One step of it: name = rule = numbers = result.
struct Formula {
    std::string name;        ///< "lane"
    std::string rule;        ///< "number % 32"; may be empty
    std::string numbers;     ///< "84 % 32"; may be empty
    std::string result;      ///< "20"
    Tone tone = Tone::Plain; ///< of the result; Plain is the accent colour
};

/// The steps one under the other. One that is too long goes on in a second line; where there is no room for
/// that, the rules are left out, then the numbers. Gives the rectangle beneath.
render::Rect drawFormulas(render::Canvas& canvas, const render::Rect& rect, std::span<const Formula> steps);

} // namespace lanescope::kit
