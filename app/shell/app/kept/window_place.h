// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/requests/app_options.h"

#include <optional>
#include <string>
#include <string_view>

namespace lanescope::shell {

/// "window 100,50 1600x1000 scale 2 maximized".
std::string placeText(const WindowPlace& place);
/// Nothing for another text.
std::optional<WindowPlace> parsePlace(std::string_view text);

/// Pixels that a window has at least.
inline constexpr int kLeastWidth = 640, kLeastHeight = 400;

/// A window's size as it opens, and how large its contents are.
struct WindowStart {
    int width = 0, height = 0; ///< pixels
    float scale = 0;           ///< pixels per point; 0: by the window's size
    float zoom = 1;            ///< a factor of the scale
};

/// Where the window was before, or the size that was asked for, or else the usual one on a monitor of that
/// scale; no larger than the room. monitorScale: pixels per point that the monitor wants, 1 if it does not
/// say.
WindowStart windowStart(const AppOptions& options, float monitorScale, int roomWidth, int roomHeight);

} // namespace lanescope::shell
