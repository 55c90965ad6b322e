// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace lanescope::model {

/// When a child grid runs, of the moments that CUDA leaves open: the first, or the last.
enum class ChildStart : std::uint8_t {
    AtLaunch,   ///< it sees of memory what had been written when it was launched
    AfterParent ///< when the blocks of the launching grid have ended: these see nothing of what it writes
};

} // namespace lanescope::model
