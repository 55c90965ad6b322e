// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/counters.h"
#include "kit/lab.h"

#include <atomic>
#include <string>
#include <vector>

namespace lanescope::kit {

/// What the hardware counted for one launch of a lab.
struct CountedLaunch {
    std::string label; ///< "wave.createVertices"
    model::Dim3 grid, block;
    device::CounterValues values;
};

/// Runs a lab with its present values under a device's counters, after a run without them that allocates and
/// fills its memory. Throws what the run throws, device::Unavailable for an error of CUPTI, and
/// device::Cancelled once the flag is set: between two runs of the lab's kernels.
std::vector<CountedLaunch> countLab(device::Device& device, const LabEntry& entry, const Lab& lab,
                                    const model::Architecture& architecture, device::Counters& counters,
                                    const std::atomic<bool>* cancel = nullptr);

} // namespace lanescope::kit
