// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/observed/observed_function.h"

#include <span>

namespace lanescope::runtime {

/// Those of streams, events and waits, and questions for errors.
std::span<const ObservedFunction> streamCalls();

} // namespace lanescope::runtime
