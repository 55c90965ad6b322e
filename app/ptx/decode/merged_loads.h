// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/decode/module.h"

#include <vector>

namespace lanescope::ptx {

/// By site of a module: whether ptxas is likely to make one load of 8 or 16 bytes of it and of loads of
/// neighbouring words of shared memory, so that a GPU makes fewer requests there than the PTX has.
std::vector<bool> mergedLoads(const Module& module);

} // namespace lanescope::ptx
