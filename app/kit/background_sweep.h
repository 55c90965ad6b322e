// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab_interfaces.h"
#include "session/times/chip_row.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::kit {

/// Runs the sweep that a lab proposes on a thread of its own, so that a window never waits; a new request
/// cancels the one under way without waiting for it. Points appear as they are done.
class BackgroundSweep {
public:
    /// times: of the chips for which the time of a launch is modelled.
    explicit BackgroundSweep(std::shared_ptr<const model::KnownTimes> times = session::bundledTimes());
    ~BackgroundSweep();

    struct Curve {
        const model::Architecture* architecture = nullptr;
        std::vector<double> x, y;        ///< parameter and metric
        std::vector<double> gbPerSecond; ///< modelled bandwidth of the whole run
        /// Modelled time of all launches from a cold L2; 0: not known.
        std::vector<double> microseconds;
        /// Of the metric, what would do: wavefronts without bank conflicts. Empty where nobody knows.
        std::vector<double> needed;
    };
    struct Snapshot {
        Sweep sweep;
        std::vector<Curve> curves;
        std::vector<std::string> names; ///< of the points when they are words, else empty
        std::string others;  ///< "pad=1, width=8": what else is set and matters, and not by default
        double progress = 0; ///< 0..1
        std::string error;
        std::string leftOut, leftOutWhy; ///< which architectures have no curve, and why; empty: each has
        std::string timeless; ///< why the second plot would be empty; empty: it is not, or there is none
        std::uint64_t generation = 0; ///< changes with the contents
    };
    /// Begins anew when what the sweep depends on differs from the last request; one of the last that were
    /// complete is there again at once.
    /// otherCode: SessionOptions::otherCode. chosen: one of timeSweeps() in the place of what the lab
    /// proposes.
    void request(const LabEntry& entry, const Lab& lab, const model::Architecture& architecture,
                 const recording::ModulePointer& otherCode = nullptr,
                 const std::optional<Sweep>& chosen = std::nullopt);
    /// Takes the request back; the points that it has stay.
    void cancel();
    Snapshot snapshot() const;
    /// That of the snapshot: for those who keep a copy.
    std::uint64_t generation() const;
    /// Sleeps until there is nothing more to come, at most so many seconds; true when nothing is.
    bool waitUntilDone(double seconds) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::kit
