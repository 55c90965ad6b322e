// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asked.h"

#include <vector>

namespace lanescope::runtime {

/// A copy in three dimensions as those of its slices, between memory and arrays.
std::vector<Copied> slicesOf(const char* name, const cudaMemcpy3DParms& what, cudaStream_t stream = nullptr,
                             bool waited = false);

} // namespace lanescope::runtime
