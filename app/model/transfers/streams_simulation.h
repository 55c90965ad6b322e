// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/transfers/streams.h"

namespace lanescope::model {

/// Seconds: what rounding makes of nothing.
inline constexpr double kInstant = 1e-12;

/// Runs the program on the model. A kernel that fills more than the device holds its place until the end, but
/// all its blocks have started when 1 / fill of its time is left. Kernels share the device by priority, then
/// by order of issue.
Schedule simulate(const StreamProgram& program, const StreamDevice& device);

} // namespace lanescope::model
