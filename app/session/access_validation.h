// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "session/validation.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

/// Accesses drawn at random, made on a GPU, and counted there.
namespace lanescope::session {

/// One drawn access and what was counted for it; global addresses are offsets from the start of the memory.
struct CountedAccess {
    model::WarpAccess access;
    model::Counts modelled;
    device::CounterValues measured; ///< without what a launch counts that makes no access
};
/// What drawn accesses came to on a GPU.
struct LiveValidation {
    Comparison comparison;
    std::vector<CountedAccess> accesses;
    double seconds = 0;
};
/// The accesses as a table: the columns that compareTable() reads, and the model's count beside each counter.
std::string tableOf(const LiveValidation& live);
/// Draws accesses and compares each with the GPU's counters. Throws Unavailable where the counters
/// cannot be read, and device::Cancelled.
LiveValidation validateAccesses(device::Device& device, const model::Architecture& architecture,
                                std::size_t count, std::uint64_t seed, const Progress& progress,
                                const std::atomic<bool>* cancel = nullptr);

} // namespace lanescope::session
