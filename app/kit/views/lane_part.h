// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

namespace lanescope::kit {

/// A part of a cell, 0 to 1 from its left edge, that a lane touches.
struct LanePart {
    int lane = 0;
    float from = 0, to = 1;
    bool operator==(const LanePart&) const = default;
};

} // namespace lanescope::kit
