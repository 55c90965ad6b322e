// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/handlers/lanes.h"
#include "ptx/matrix/fragment.h"

#include <cstdint>

/// Where the elements of a sparse A of 16 rows belong, as mma.sp and wgmma.mma_async.sp have it.
namespace lanescope::ptx::LANESCOPE_ISA {

/// Where in its group an element belongs: half of a group's elements are there, number `which` of them is
/// asked for. Who has the metadata of which row was found out on an H200. Elements of 4 bits are there in
/// pairs, and their metadata is that of bytes: so ptxas 13.0 has it for sm_90. depth: of A, with what is not
/// there.
inline unsigned placeInGroup(const Warp& w, const Sparsity& sparsity, unsigned depth, MatrixElement element,
                             unsigned row, unsigned group, unsigned which) {
    const unsigned bits = depth / sparsity.group * 4, lower = row % 8, half = row / 8;
    unsigned thread = sparsity.selector, shift = group * 4 + half * 16;
    if (bits == 32 && bitsOf(element) > 8) {
        thread = 2 * sparsity.selector + group / 4;
        shift = group % 4 * 4 + half * 16;
    } else if (bits == 32) {
        thread = 2 * sparsity.selector + half;
        shift = group * 4;
    } else if (bits == 64) {
        thread = half + group / 8 * 2;
        shift = group % 8 * 4;
    }
    const std::uint32_t word = w.slot<std::uint32_t>(sparsity.metadata)[lower * 4 + thread] >> shift;
    if (sparsity.group == 2) return (word & 3) / 2;
    return sparsity.group == 8 ? (word >> (which / 2 * 2) & 3) * 2 + which % 2 : word >> (2 * which) & 3;
}

/// Calls put(from, to) for all elements: its places among those that are there, and among all, row by row.
template<class Put>
void eachOfSparse(const Warp& w, const Sparsity& sparsity, unsigned depth, MatrixElement element, Put put) {
    const unsigned each = sparsity.group / 2;
    for (unsigned row = 0; row < 16; ++row)
        for (unsigned i = 0; i < depth / 2; ++i) {
            const unsigned group = i / each;
            put(row * (depth / 2) + i, row * depth + group * sparsity.group +
                                           placeInGroup(w, sparsity, depth, element, row, group, i % each));
        }
}

} // namespace lanescope::ptx::LANESCOPE_ISA
