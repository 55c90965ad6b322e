// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/recording.h"

#include <cstdint>
#include <string_view>

namespace lanescope::session {

/// Puts a text into a recording that a test makes by hand.
inline recording::Text addText(recording::Recording& made, std::string_view text) {
    const recording::Text part{static_cast<std::uint32_t>(made.text.size()),
                               static_cast<std::uint32_t>(text.size())};
    made.text += text;
    return part;
}

} // namespace lanescope::session
