// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/memory/dram.h"
#include "session/run_counters.h"
#include "session/validation.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

/// Whole kernels, counted on a GPU.
namespace lanescope::session {

/// One quantity of one launch.
struct LaunchQuantity {
    std::string kernel; ///< "wave.createVertices"
    device::CounterId id;
    std::uint64_t modelled = 0, measured = 0;
    bool promised = false; ///< the model says that it is exact: a kernel of one warp
    std::string reason;    ///< why they differ; empty when they do not
};
/// Everything that both sides know of a launch and that is not 0 on both. DRAM only where it was counted from
/// an empty L2, as it is modelled, and where only global memory goes there: the model has the traffic of
/// that.
std::vector<LaunchQuantity> compareLaunch(const model::Report& report, const model::DramTraffic& dram,
                                          const CountedLaunch& counted);

/// A recording, by a name that stands in messages.
struct NamedRecording {
    std::string name;
    std::shared_ptr<const recording::Recording> recording;
};
/// What a recording's launches came to.
struct LaunchValidation {
    std::string name;
    std::vector<LaunchQuantity> quantities;
    std::string skipped; ///< why there was nothing to compare; else empty
};
/// Compares every recording's kernels with the GPU's counters. Throws as validateAccesses().
std::vector<LaunchValidation> validateLaunches(device::Device& device,
                                               std::span<const NamedRecording> recordings,
                                               const model::Architecture& architecture,
                                               const Progress& progress,
                                               const std::atomic<bool>* cancel = nullptr);
/// Nothing that was promised is off.
bool holds(std::span<const LaunchValidation> all);

} // namespace lanescope::session
