// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab.h"

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::kit {

/// One axis of a sweep: a parameter and the values it takes.
struct SweepAxis {
    std::string parameter;
    std::vector<std::string> values;
};

/// A point of a sweep: the axes' values and the whole run's counts for each architecture.
struct SweepPoint {
    std::vector<std::string> values;
    std::vector<model::Report> reports; ///< of all launches, by architecture; sites are left out
    std::vector<model::Counts> subject; ///< of the lab's subject alone, by architecture
    std::vector<model::Counts> counts;  ///< the whole run's, by architecture
};

/// Parses "NAME=FIRST:LAST[:STEP]" against a lab's parameters; throws BadInput.
SweepAxis parseAxis(const Lab& lab, std::string_view text);

/// Runs every combination of the axes' values on an emulated device, the last axis fastest. Stops early when
/// cancel is set. Throws what the lab throws, naming the point.
std::vector<SweepPoint> runSweep(const LabEntry& entry, const std::vector<std::string>& values,
                                 const std::vector<SweepAxis>& axes,
                                 const std::vector<const model::Architecture*>& architectures,
                                 const std::atomic<bool>* cancel = nullptr,
                                 const std::function<void(const SweepPoint&)>& done = {});

/// A report name's value ("efficiency", "wavefronts", ...); throws BadInput for another name.
double metricValue(const model::Counts& counts, std::string_view metric);

/// Runs the sweep that a lab proposes on a thread of its own, so that a window never waits; a new request
/// cancels the one under way. Points appear as they are done.
class BackgroundSweep {
public:
    BackgroundSweep();
    ~BackgroundSweep();

    struct Curve {
        const model::Architecture* architecture = nullptr;
        std::vector<double> x, y; ///< parameter and metric
    };
    struct Snapshot {
        Sweep sweep;
        std::vector<Curve> curves;
        std::vector<std::string> names; ///< of the points when they are words, else empty
        double progress = 0;            ///< 0..1
        std::string error;
        std::uint64_t generation = 0; ///< changes with the contents
    };
    /// Begins anew when what the sweep depends on differs from the last request.
    void request(const LabEntry& entry, const Lab& lab, const model::Architecture& architecture);
    void cancel();
    Snapshot snapshot() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::kit
