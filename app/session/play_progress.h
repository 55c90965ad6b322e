// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace lanescope::session {

/// How far a play is.
struct PlayProgress {
    double share = 1;         ///< of its blocks, 0..1
    std::size_t launches = 0; ///< that have ended
    std::size_t of = 0;       ///< of how many
    bool operator==(const PlayProgress&) const = default;
};

} // namespace lanescope::session
