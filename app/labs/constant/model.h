// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"
#include "model/warp_access.h"

/// A table that the lanes of a warp read.
namespace lanescope::lab_constant {

inline constexpr int kElements = 256; ///< of the table
inline constexpr int kSide = 16;      ///< the table as a square

/// The parameter of the kernels, as kernels/constant.cu declares it.
struct Pattern {
    int first = 0;    ///< element of lane 0
    int distinct = 1; ///< different elements that the lanes take in turn
    int stride = 1;   ///< elements from one of these to the next

    /// The kernels' function of the same name.
    int element(int lane) const { return (first + lane % distinct * stride) % kElements; }
};

/// Element i of the table, 0 to 1: a ramp, else one turn of a sine.
float valueAt(int i, bool ramp);

/// What a load of the table by one warp costs, by where the table lies.
struct Costs {
    model::Counts constant;
    model::Counts global;
    model::Counts shared;
    model::Counts texture; ///< of kSide x kSide texels
};
/// The table begins at the first byte of each memory.
Costs costsOf(const Pattern& pattern, std::uint32_t activeMask, const model::Architecture& architecture,
              const model::Rules& rules);

} // namespace lanescope::lab_constant
