// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/observed/observed_function.h"

#include <span>

namespace lanescope::runtime {

/// How a program gets functions of the driver.
std::span<const ObservedFunction> driverCalls();

} // namespace lanescope::runtime
