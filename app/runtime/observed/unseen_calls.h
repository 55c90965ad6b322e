// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/observed/observed_function.h"

#include <span>

namespace lanescope::runtime {

/// Functions that change nothing that kernels see: only their failures are recorded.
std::span<const ObservedFunction> unseenCalls();

} // namespace lanescope::runtime
