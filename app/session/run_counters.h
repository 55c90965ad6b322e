// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/counters/counters.h"
#include "recording/recording.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::session {

/// What the hardware counted for one launch.
struct CountedLaunch {
    std::string label; ///< "wave.createVertices"
    model::Dim3 grid, block;
    device::CounterValues values;
    bool cold = false; ///< L2 and DRAM were counted in a run that began with an empty L2
};

/// The counters of a CUDA device for whole recordings. Each kernel is replayed for those of L1 and shared
/// memory, and runs once more, after the L2 was emptied, for those of L2 and DRAM.
class RunCounters {
public:
    /// Throws Unavailable with the reason and the cure.
    explicit RunCounters(const device::Info& device);

    /// As CUPTI names it, "GH100".
    const std::string& chip() const { return m_replayed.chip(); }
    const std::string& library() const { return m_replayed.library(); }
    const std::string& version() const { return m_replayed.version(); }
    /// How often each kernel runs for the counters of L1 and shared memory.
    std::size_t replays() const { return m_replayed.passes(); }
    /// Whether those of L2 and DRAM fit into one run, so that it can begin with an empty L2.
    bool cold() const { return m_memory.passes() == 1; }

    /// Plays a recording, after a play that counts nothing and fills its memory. Throws what playing throws,
    /// BadInput when its calls may fail, Unavailable for an error of CUPTI, and device::Cancelled
    /// once the flag is set: between two plays.
    std::vector<CountedLaunch> count(device::Device& device,
                                     std::shared_ptr<const recording::Recording> recording,
                                     const model::Architecture& architecture,
                                     const std::atomic<bool>* cancel = nullptr);

private:
    device::Counters m_replayed, m_memory;
};

} // namespace lanescope::session
