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
    bool cold = false; ///< L2 and DRAM were counted in a run that began with an empty L2
};

/// The counters of a CUDA device for whole labs. Each kernel is replayed for those of L1 and shared memory,
/// and runs once more, after the L2 was emptied, for those of L2 and DRAM.
class LabCounters {
public:
    /// Throws device::Unavailable with the reason and the cure.
    explicit LabCounters(const device::Info& device);

    const std::string& chip() const { return m_replayed.chip(); }
    const std::string& library() const { return m_replayed.library(); }
    const std::string& version() const { return m_replayed.version(); }
    /// How often each kernel runs for the counters of L1 and shared memory.
    std::size_t replays() const { return m_replayed.passes(); }
    /// Whether those of L2 and DRAM fit into one run, so that it can begin with an empty L2.
    bool cold() const { return m_memory.passes() == 1; }

    /// Runs a lab with its present values, after a run that counts nothing and fills its memory. Throws what
    /// the run throws, device::Unavailable for an error of CUPTI, and device::Cancelled once the flag is set:
    /// between two runs of the lab's kernels.
    std::vector<CountedLaunch> count(device::Device& device, const LabEntry& entry, const Lab& lab,
                                     const model::Architecture& architecture,
                                     const std::atomic<bool>* cancel = nullptr);

private:
    device::Counters m_replayed, m_memory;
};

} // namespace lanescope::kit
