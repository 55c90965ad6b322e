// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "labs/carving/strip_view.h"

#include <cstddef>
#include <string>
#include <vector>

namespace lanescope::lab_carving {

/// The first element of a part, byte by byte, with the words of the banks it lies in and the bytes at which
/// such an element may begin. Gives the rectangle beneath.
render::Rect drawFirstElement(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                              const std::vector<StripPart>& parts, std::size_t number);

/// Where the first element of a misaligned part lies, and the rule that this breaks, in words.
std::string misalignment(const Frame& frame, const StripPart& part);

} // namespace lanescope::lab_carving
