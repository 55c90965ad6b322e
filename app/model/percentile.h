// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace lanescope::model {

/// The value that so large a share of them, 0 to 1, lies below, between two of them in proportion. They are
/// sorted, and at least one.
double percentile(std::span<const double> sorted, double share);

} // namespace lanescope::model
