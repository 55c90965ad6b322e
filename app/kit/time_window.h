// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

namespace lanescope::kit {

/// The part of a timeline's axis that is seen, as shares of the axis: of every chip, the same part.
struct TimeWindow {
    static constexpr double kLeast = 1e-7; ///< the shortest part

    double first = 0, last = 1;

    bool operator==(const TimeWindow&) const = default;
    bool isAll() const { return first <= 0 && last >= 1; }
    double length() const { return last - first; }
    /// Shorter for positive steps of a wheel; what is at this share of the window stays there.
    void zoom(double at, double steps) {
        constexpr double kPerStep = 1.25;
        const double fixed = first + at * length();
        const double next = std::clamp(length() / std::pow(kPerStep, steps), kLeast, 1.0);
        // What is nearly all of it is all: a button that leads back would do nothing to be seen.
        place(fixed - at * next, next > 0.999 ? 1 : next);
    }
    /// Along the axis, by a share of the window; it stops at both ends.
    void move(double by) { place(first + by * length(), length()); }

private:
    void place(double from, double length) {
        first = std::clamp(from, 0.0, 1 - length);
        last = length < 1 ? first + length : 1;
    }
};

} // namespace lanescope::kit
