// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"

#include <cstdint>
#include <optional>
#include <string>

namespace lanescope::shell {

/// What a click on a line of source shows.
struct LineChoice {
    std::size_t launch = 0; ///< by its place in the result
    std::int64_t site = -1; ///< of that line
    std::optional<recording::Focus>
        warp;         ///< that has to be looked at to show it; nothing: none can be chosen
    std::string text; ///< that the one that is looked at does not make it; empty: it does
};

/// site: of the line that was clicked; launch: the one that it is of, by its place in the result; -1: any.
/// Nothing: no launch has the line.
std::optional<LineChoice> lineChoice(const kit::Drawn& drawn, std::uint32_t site, std::int64_t launch);

} // namespace lanescope::shell
