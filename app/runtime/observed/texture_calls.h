// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/observed/observed_function.h"

#include <span>

namespace lanescope::runtime {

/// Those of arrays, texture objects and surface objects.
std::span<const ObservedFunction> textureCalls();

} // namespace lanescope::runtime
