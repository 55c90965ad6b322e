// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace lanescope::lab_atomics {

/// Whole numbers from 0 to count - 1, drawn from a peak in their middle: the same ones on every machine.
struct PeakedValues {
    int count = 1024;
    double spread = 1; ///< 0: all are count / 2; 1: every number is as likely

    /// The i-th that is drawn.
    int at(std::size_t i) const;
    /// How often a number is drawn, 0 to 1.
    double share(int value) const;
    struct Amounts {
        std::vector<double> of; ///< by value
        bool exact = false;     ///< counted; else what is to be expected, as counting would take long
    };
    /// How often each number is among the first n.
    Amounts amounts(std::size_t n) const;
};

} // namespace lanescope::lab_atomics
