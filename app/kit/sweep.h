// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab_interfaces.h"
#include "kit/timing.h"

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

/// A point of a sweep: the axes' values and what the whole run comes to for each architecture. Counts of a
/// sampled run are scaled to all blocks.
struct SweepPoint {
    std::vector<std::string> values;
    std::vector<model::Report> reports; ///< of all launches, by architecture; sites are left out
    std::vector<model::Counts> subject; ///< of the lab's subject alone, by architecture
    std::vector<model::Counts> counts;  ///< the whole run's, by architecture
    bool counted = true;         ///< false: what no kernel does, of which there are bytes and a time alone
    double bytesRequested = 0;   ///< of memory that is counted in transactions
    std::vector<double> seconds; ///< modelled, by architecture; 0 where the chip's figures are unknown
    Statistics measured;         ///< count 0: nothing was measured
    /// Why a launch failed, where the lab's calls may: what was counted until then says nothing. Else empty.
    std::string stopped;
    std::uint64_t blocksCounted = 0; ///< of all launches: those whose accesses the counts come from
    std::uint64_t blocksTotal = 0;   ///< of all launches; more than blocksCounted: a sample

    double modelledGBps(std::size_t architecture) const;
    /// bytesRequested / seconds / 10^9; 0 for no time.
    double gbps(double time) const { return time > 0 ? bytesRequested / time * 1e-9 : 0; }
};

/// Blocks of a grid up to which a measured sweep counts the accesses of all of them: a second or two.
inline constexpr std::uint64_t kMostCountedBlocks = 16384;

/// What a sweep runs and how.
struct SweepPlan {
    const LabEntry* entry = nullptr;
    std::vector<std::string> values; ///< of all the lab's parameters
    std::vector<SweepAxis> axes;
    std::vector<const model::Architecture*> architectures;
    /// A GPU to measure each point's kernel times on; grids of more than kMostCountedBlocks are then sampled.
    std::shared_ptr<device::Device> measureOn;
    SeriesOptions series;
    /// Without a GPU: grids of more blocks are sampled, and smaller ones too once a point took longer than
    /// half a second; 0: never.
    std::uint64_t sampleAbove = 0;
};

/// Parses "NAME=FIRST:LAST[:STEP]" or "NAME=VALUE,VALUE..." against a lab's parameters; throws BadInput.
SweepAxis parseAxis(const Lab& lab, std::string_view text);

/// Runs every combination of the axes' values, the last axis fastest: on an emulated device, or measured on a
/// GPU. Stops early when cancel is set. Throws what the lab throws, naming the point.
std::vector<SweepPoint> runSweep(const SweepPlan& plan, const std::atomic<bool>* cancel = nullptr,
                                 const std::function<void(const SweepPoint&)>& done = {});
/// How many points that is.
std::size_t sweepSize(const std::vector<SweepAxis>& axes);

/// A sampled launch's report, every count scaled to the whole grid; blocksRun and blocksTotal stay.
model::Report wholeGrid(model::Report report);

/// A report name's value ("efficiency", "sectors", ...) of accesses to one space. Wavefronts also go by the
/// name of their stage, shared_wavefronts or global_tag_wavefronts. Throws BadInput for another name.
double metricValue(const model::Counts& counts, std::string_view metric);
/// The same of a whole run. Its wavefronts have to say of which stage they are: passes through the data stage
/// of shared memory and through the tag stage of global memory are unlike, and their sum says nothing.
double metricValue(const model::Report& report, std::string_view metric);

/// Runs the sweep that a lab proposes on a thread of its own, so that a window never waits; a new request
/// cancels the one under way without waiting for it. Points appear as they are done.
class BackgroundSweep {
public:
    BackgroundSweep();
    ~BackgroundSweep();

    struct Curve {
        const model::Architecture* architecture = nullptr;
        std::vector<double> x, y; ///< parameter and metric
        std::vector<double> gbps; ///< modelled bandwidth of the whole run
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
    /// Takes the request back; the points that it has stay.
    void cancel();
    Snapshot snapshot() const;
    /// Sleeps until there is nothing more to come, at most so many seconds; true when nothing is.
    bool waitUntilDone(double seconds) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::kit
