// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/observed/observed_function.h"

#include <span>

namespace lanescope::runtime {

/// Those that allocate memory, copy and fill.
std::span<const ObservedFunction> memoryCalls();

} // namespace lanescope::runtime
