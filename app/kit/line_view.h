// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lane_marks.h"
#include "model/coalescing.h"

#include <array>
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
    int bytesUsed() const; ///< distinct bytes that lanes touch
    /// "4 sectors moved, 43 of 128 bytes used", in the architecture's own units; brief leaves words out.
    std::string caption(bool sectors, bool brief) const;
};

/// The lines of an access in the order of their addresses.
std::vector<LineView> linesOf(const model::WarpAccess& access, const model::Architecture& architecture,
                              const model::Rules& rules);

/// "a cell is a line with its lanes; a pass takes one a bank: bank 2 has 11 of 32 lines, so 11 passes"; brief
/// leaves the rule out. Empty without look-ups.
std::string tagSentence(const std::vector<model::TagLookup>& lookups, bool brief);
/// Which passes move their data together; empty where that is not known or nothing is to say.
std::string batchSentence(const std::vector<model::TagLookup>& lookups);
/// What a line's tooltip says of its tag bank and passes; line is a byte address. Empty where it is not
/// touched.
std::string describeTag(const std::vector<model::TagLookup>& lookups, std::uint64_t line);

} // namespace lanescope::kit
