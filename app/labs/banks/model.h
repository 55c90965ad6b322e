// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"

#include <cstdint>
#include <string>

/// One access of a warp to an array in shared memory.
namespace lanescope::lab_banks {

/// The parameter of the kernels, as kernels/banks.cu declares it.
struct Pattern {
    int offset = 0;          ///< element of lane 0
    int stride = 1;          ///< elements from one lane, or group of lanes, to the next
    int pad = 0;             ///< unused elements after every row of 32
    int swizzle = 0;         ///< 1: columns are exchanged by XOR with the row
    int group = 1;           ///< neighbouring lanes that share one element
    int elements = 1;        ///< length of the array
    std::uint32_t lanes = 0; ///< bit i: lane i takes part

    /// The kernels' function of the same name.
    int element(int lane) const;
    /// The shortest array that has every lane's element.
    int shortestArray() const;
    /// The same lanes at other elements; `elements` is left as it is.
    Pattern with(int newStride, int newPad, bool newSwizzle) const;
};

/// The kernel of kernels/banks.cu for elements of 1, 2, 4, 8 or 16 bytes.
std::string kernelName(model::Direction operation, unsigned bytes);

} // namespace lanescope::lab_banks
