// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asked.h"

#include <vector>

namespace lanescope::runtime {

/// A copy in three dimensions as those of its slices, between memory and arrays.
std::vector<Copied> slicesOf(const char* name, const cudaMemcpy3DParms& what, cudaStream_t stream = nullptr,
                             bool waited = false);

/// A copy of a run of texels, row after row, as those of the rectangles that it is made of. The run begins
/// where `what` says on the array's side; bytes: of it.
std::vector<Copied> rectanglesOf(const Copied& what, std::size_t bytes);

} // namespace lanescope::runtime
