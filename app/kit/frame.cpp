// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/frame.h"

namespace lanescope::kit {

std::optional<ShownAccess> shownAccess(const Frame& frame) {
    return frame.subjects ? frame.subjects->shown(frame.result, frame.view.site) : std::nullopt;
}

std::span<const model::WarpAccess* const> subjectsOf(const Frame& frame, const LaunchResult& launch) {
    if (!frame.subjects) return {};
    return frame.subjects->of(static_cast<std::size_t>(&launch - frame.result.launches.data()));
}

} // namespace lanescope::kit
