// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace lanescope::kit {

/// Whole numbers from 0 to count - 1, drawn from a peak in their middle: the same ones on every machine.
struct PeakedValues {
    int count = 1024;
    double spread = 1; ///< 0: all are count / 2; 1: every number is as likely

    /// The i-th that is drawn.
    int at(std::size_t i) const;
    /// How often a number is drawn, 0 to 1.
    double share(int value) const;
};

} // namespace lanescope::kit
