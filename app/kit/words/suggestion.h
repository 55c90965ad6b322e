// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/parameters.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::kit {

/// Other values of a lab's parameters and what they come to; without values only a sentence.
struct Suggestion {
    Sets sets; ///< parameter and value
    std::string outcome;
    bool now = false;      ///< these are the lab's values
    bool timed = false;    ///< what the kernels would take is said, too, where somebody has tried
    bool noBetter = false; ///< by its counts it costs as much as the lab as it is, or more
};

/// Whether it is seen to, in the three figures that are shown; seconds.
bool takesLonger(double before, double after);
/// "kernel time 28.0 us instead of 49.7 us", "longer: kernel time ..."; seconds, modelled: before and with
/// what is suggested.
std::string timeText(double before, double after);
/// "stride=1, pad=0".
std::string settingsText(const Suggestion& suggestion);
/// "stride=1, pad=0: 1 wavefront", a line each; "(now)" behind the lab's values.
std::string textOf(std::span<const Suggestion> suggestions);

} // namespace lanescope::kit
