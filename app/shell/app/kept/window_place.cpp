// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/kept/window_place.h"

#include "shell/app/look/theme.h"
#include "shell/requests/lab_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <vector>

namespace lanescope::shell {

std::string placeText(const WindowPlace& place) {
    return fmt::format("window {},{} {}x{} scale {}{}", place.x, place.y, place.width, place.height,
                       place.scale, place.maximized ? " maximized" : "");
}

std::optional<WindowPlace> parsePlace(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    if (words.size() < 5 || words.size() > 6 || words[0] != "window" || words[3] != "scale") return {};
    WindowPlace place;
    const std::size_t comma = std::min(words[1].find(','), words[1].size());
    if (!parseWhole(words[1].substr(0, comma), place.x) ||
        !parseWhole(words[1].substr(std::min(comma + 1, words[1].size())), place.y) ||
        !parseWhole(words[4], place.scale) || !(place.scale >= 0.25F && place.scale <= 16))
        return {};
    try {
        const Size size = parseSize(words[2]);
        place.width = size.width;
        place.height = size.height;
    } catch (const BadInput&) {
        return {};
    }
    place.maximized = words.size() == 6;
    if (place.maximized && words[5] != "maximized") return {};
    return place;
}

namespace {

/// Pixels of a monitor on which the window has its usual size, and how many times as many are many.
constexpr float kUsualRoomWidth = 1920, kUsualRoomHeight = 1200, kManyPixels = 1.5F;

} // namespace

WindowStart windowStart(const AppOptions& options, float monitorScale, int roomWidth, int roomHeight) {
    // A monitor that says 1 may still be a projector with many pixels: the picture's size decides then.
    const bool says = monitorScale > 1;
    WindowStart start{options.width, options.height, options.scale, options.zoom};
    if (options.scale <= 0 && says) start.scale = monitorScale;
    const float usual = scaleFor(options.width, options.height);
    float grows = 1;
    if (options.place) {
        start.width = options.place->width;
        start.height = options.place->height;
        grows = monitorScale / options.place->scale;
        if (options.place->scale > 1) start.zoom *= usual / options.place->scale;
    } else if (options.sized) {
        // zoom is of what is usual for the size
        if (start.scale > 0) start.zoom *= usual / start.scale;
    } else if (says) {
        grows = monitorScale;
    } else {
        // Of a monitor with many pixels it would be a corner.
        const float fits = std::min(static_cast<float>(roomWidth) / kUsualRoomWidth,
                                    static_cast<float>(roomHeight) / kUsualRoomHeight);
        if (roomWidth != INT_MAX && fits >= kManyPixels) grows = fits;
    }
    const auto grown = [grows](int size) {
        return static_cast<int>(std::lround(static_cast<float>(size) * grows));
    };
    start.width = std::min(grown(start.width), std::max(roomWidth, kLeastWidth));
    start.height = std::min(grown(start.height), std::max(roomHeight, kLeastHeight));
    return start;
}

} // namespace lanescope::shell
