// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/tone.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope::kit {

/// One amount: a bin, a step, a row of memory.
struct Bar {
    double value = 0;
    /// Of value, drawn bright before the rest: what was needed of it, in the colour of that where the tone
    /// warns of the rest; negative: all.
    double part = -1;
    std::string label;
    std::string shortLabel{}; ///< where the label has no room
    Tone tone = Tone::Plain;  ///< Plain is the accent colour
};

/// Amounts side by side, from a common zero.
struct BarsView {
    std::string title, caption;
    std::string shortTitle, shortCaption; ///< where those have no room
    std::string unit;                     ///< of the values, for the axis: "active lanes"
    std::string along;                    ///< what upright bars' labels are: "threads per block"; empty: said
    std::vector<Bar> bars;
    double full = 0;            ///< the axis' end; 0: the largest value
    double mark = 0;            ///< a dashed line at this value; 0: none
    std::string markLabel;      ///< what it stands for
    int chosen = -1;            ///< the bar that is outlined
    float apart = 8;            ///< points between the labels of upright bars, at the least
    bool across = false;        ///< bars run to the right, one under the other
    bool ranked = false;        ///< of those across, the last go where there is no room to name each
    std::int64_t firstPick = 0; ///< bars are picked as Point, numbered from here
    int group = 0;              ///< as Pick::group
};

} // namespace lanescope::kit
