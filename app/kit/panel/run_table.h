// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/panel.h"

#include <string>

namespace lanescope::kit {

/// Whether the pattern matters for the time of a run, by the model and, where there is one, a measurement.
struct RunVerdict {
    Tone tone = Tone::Good;
    std::string text; ///< empty without a modelled time
};
RunVerdict runVerdict(const Frame& frame);

/// What Panel::runTable() says.
void sayRunTable(Panel& panel, const Frame& frame);

} // namespace lanescope::kit
