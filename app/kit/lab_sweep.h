// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab_interfaces.h"
#include "session/sweep.h"

#include <string>
#include <string_view>
#include <vector>

/// Sweeps over the parameters of a lab.
namespace lanescope::kit {

using session::SweepAxis;
using session::SweepPlan;
using session::SweepPoint;

/// Parses "NAME=FIRST:LAST[:STEP]" or "NAME=VALUE,VALUE..." against a lab's parameters; throws BadInput.
SweepAxis parseAxis(const Lab& lab, std::string_view text);

/// A sweep of a lab whose other parameters have these values; what it runs on is left to the caller.
SweepPlan sweepPlan(const LabEntry& entry, const std::vector<std::string>& values,
                    std::vector<SweepAxis> axes);

} // namespace lanescope::kit
