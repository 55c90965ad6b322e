// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"

#include <functional>
#include <string>

namespace lanescope::lab_constant {

using namespace kit;

/// What a load of 4-byte elements of a table costs where the table might lie: a line each for constant,
/// global and shared memory and for a texture with so many texels in each of as many rows. element gives the
/// one that a lane reads.
std::string elsewhere(const Frame& frame, const ShownAccess& shown, int side,
                      const std::function<int(int lane)>& element);

/// What makes a load of a table dear, by where it lies and the architecture's rule, after what this one
/// takes: "4 sectors: the cost grows with ...".
std::string costRule(const Frame& frame, const ShownAccess& shown);

} // namespace lanescope::lab_constant
