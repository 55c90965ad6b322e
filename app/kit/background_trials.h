// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab.h"
#include "session/times/chip_row.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace lanescope::kit {

/// What a lab's run would take with other values, by the emulator, one after another on a thread of its own,
/// so that a window never waits.
class BackgroundTrials {
public:
    /// times: of the chips for which the time of a launch is modelled.
    explicit BackgroundTrials(std::shared_ptr<const model::KnownTimes> times = session::bundledTimes());
    ~BackgroundTrials();

    /// Modelled seconds of the kernels, from a cold L2, by what was set; 0: it cannot run so, or its time is
    /// not modelled.
    using Seconds = std::map<Sets, double>;
    struct Snapshot {
        Seconds seconds;
        std::size_t count = 0;        ///< of them when all are done
        std::uint64_t generation = 0; ///< changes with the contents
    };
    /// Begins anew when the lab's values, the architecture or what is to be tried differ from the last
    /// request; of what was tried before the last times are kept.
    void request(const LabEntry& entry, const Lab& lab, const model::Architecture& architecture,
                 const std::vector<Sets>& trials);
    Snapshot snapshot() const;
    /// That of the snapshot: for those who keep a copy.
    std::uint64_t generation() const;
    /// Sleeps until all are done, at most so many seconds; true when they are.
    bool waitUntilDone(double seconds) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::kit
