// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/banks/lane_choice.h"

#include "text/tr.h"

namespace lanescope::lab_banks {

using namespace kit;

LaneChoice::LaneChoice(ParameterSet* owner)
    : count(owner, "lanes", 32, 1, 32, translatable("active lanes")),
      which(owner, "mask", "first", {"first", "even", "odd", "random"},
            translatable("which lanes are active; even and odd: those first, then the others")) {
    count.makeAdvanced();
    which.makeAdvanced();
}

std::uint32_t LaneChoice::bits() const {
    std::uint32_t chosen = 0;
    for (int k = 0; k < count; ++k) {
        // Even and odd lanes begin with their own kind; 13 k + 11 visits all 32 lanes in a scattered order.
        const int lane = which.is("first") ? k
                         : which.is("random")
                             ? (13 * k + 11) % 32
                             : (2 * k + k / 16 + (which.is("odd") ? 1 - 2 * (k / 16) : 0)) % 32;
        chosen |= 1U << lane;
    }
    return chosen;
}

std::string LaneChoice::idle(const Parameter& parameter) const {
    return &parameter == &which && count == 32 ? tr("all 32 lanes are active") : "";
}

} // namespace lanescope::lab_banks
