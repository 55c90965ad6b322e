// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/warp_access.h"

#include <cstdint>
#include <vector>

/// Programs with one mistake each, and their mended form.
namespace lanescope::lab_errors {

enum class Mistake : std::uint8_t {
    TooManyThreads,
    TooMuchShared,
    LateError,
    OutOfBounds,
    Race,
    Barrier,
    Uninitialised
};

/// A program and its sizes.
struct Program {
    Mistake mistake = Mistake::OutOfBounds;
    bool fixed = false;      ///< without the mistake
    int threads = 64;        ///< of a block, where the launch is not refused
    int ahead = 1;           ///< elements past its own that a thread reads
    int come = 40;           ///< threads that meet the condition around the barrier
    int askedThreads = 1536; ///< of a block, by a launch with too many
    int askedShared = 64;    ///< KiB of a block, by a launch with too much

    /// Of kernels/errors.cu, "FILE.kernel".
    const char* kernel() const;
    /// Whether the launch asks for more than a block may have.
    bool limits() const;
    /// That the program is about.
    int elements() const;
    /// What the kernel reads: 1, 2, 3 ...
    std::vector<int> inputs() const;
    /// What the program without the mistake gives.
    std::vector<int> expected() const;
    /// Whether it has an array that the kernel reads.
    bool hasInput() const;

    struct Shape {
        model::Dim3 grid;
        model::Dim3 block;
        std::uint32_t sharedBytes = 0;
    };
    /// Of the launch, where a block may have so many threads and bytes of shared memory.
    Shape shape(std::uint32_t mostThreads, std::uint32_t mostSharedBytes) const;
};

} // namespace lanescope::lab_errors
