// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace lanescope::model {

/// The least multiple of unit, which is not 0, that is not below value.
constexpr std::uint64_t roundUp(std::uint64_t value, std::uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

/// The value that a share of them, 0 to 1, is below, between two of them by a straight line. sorted: from the
/// least on, not empty.
double percentile(std::span<const double> sorted, double share);

} // namespace lanescope::model
