// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/parameters.h"

#include <cstdint>
#include <string>

namespace lanescope::lab_banks {

/// The parameters lanes and mask, which choose the lanes of a warp that take part.
struct LaneChoice {
    explicit LaneChoice(kit::ParameterSet* owner);
    /// Bit i: lane i takes part.
    std::uint32_t bits() const;
    /// Why `mask` has no effect now; empty: it has.
    std::string idle(const kit::Parameter& parameter) const;

    kit::Integer count;
    kit::Choice which;
};

} // namespace lanescope::lab_banks
