// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/views/lane_part.h"
#include "model/memory/coalescing.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::kit {

/// One 128-byte line of global memory as the sector ruler draws it.
struct LineView {
    /// Transactions of one place and size.
    struct Moved {
        std::uint64_t address = 0;
        int bytes = 0, times = 0, bytesUsed = 0;
        std::uint32_t lanes = 0;
    };
    std::uint64_t address = 0;
    std::vector<Moved> moved;       ///< by address, then size
    std::vector<LanePart> parts;    ///< by lane; from and to are shares of the line
    int tagBank = -1, tagPass = -1; ///< -1: not known

    std::uint32_t lanes() const;
    int sectorsMoved() const;
    int bytesMoved() const;
    int bytesUsed() const;   ///< distinct bytes that lanes touch
    bool movesAgain() const; ///< a sector more than once, for atomics that meet
    /// "4 sectors moved, 43 of 128 bytes used", in the architecture's own units; brief leaves words out.
    std::string caption(bool sectors, bool brief) const;
};

/// The lines of an access in the order of their addresses.
std::vector<LineView> linesOf(const model::WarpAccess& access, const model::Architecture& architecture,
                              const model::Rules& rules);

} // namespace lanescope::kit
