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

/// Parses "NAME=FIRST:LAST[:STEP]" or "NAME=VALUE,VALUE..." against a lab's parameters; throws BadInput. STEP
/// of numbers: "5", or "x2" for factors of two.
SweepAxis parseAxis(const Lab& lab, std::string_view text);

/// A sweep of a lab whose other parameters have these values; what it runs on is left to the caller.
SweepPlan sweepPlan(const LabEntry& entry, const std::vector<std::string>& values,
                    std::vector<SweepAxis> axes);

/// The modelled time of a run over each parameter that a beginner sees and that has an effect: over all
/// words, some forty numbers at most.
std::vector<Sweep> timeSweeps(const Lab& lab, const model::Architecture& architecture);

} // namespace lanescope::kit
