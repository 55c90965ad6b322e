// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/observed/observed_function.h"

#include <span>

namespace lanescope::runtime {

/// Those that make graphs, by a capture or node by node, and launch them.
std::span<const ObservedFunction> graphCalls();

} // namespace lanescope::runtime
