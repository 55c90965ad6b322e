// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/observed/observed_function.h"

#include <span>

namespace lanescope::runtime {

/// Those that launch kernels.
std::span<const ObservedFunction> launchCalls();

} // namespace lanescope::runtime
