// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/metrics.h"
#include "session/times/chip_row.h"
#include "session/timing.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

/// Recordings over the values of parameters.
namespace lanescope::session {

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
    std::vector<model::Counts> subject; ///< of the accesses asked about alone, by architecture
    std::vector<model::Counts> counts;  ///< the whole run's, by architecture
    bool counted = true;          ///< false: what no kernel does, of which there are bytes and a time alone
    double bytesRequested = 0;    ///< of memory that is counted in transactions
    std::vector<double> seconds;  ///< modelled, by architecture; 0 where the chip's figures are unknown
    std::vector<TimeBasis> basis; ///< what these rest on; Unknown of copies
    Statistics measured;          ///< count 0: nothing was measured
    /// Why a launch failed, where the recording's calls may: what was counted until then says nothing. Else
    /// empty.
    std::string stopped;
    std::vector<std::string> refused; ///< by architecture, why it does not take a launch; empty: it does
    std::uint64_t blocksCounted = 0;  ///< of all launches: those whose accesses the counts come from
    std::uint64_t blocksTotal = 0;    ///< of all launches; more than blocksCounted: a sample

    /// By the modelled time; 0 where it is not known. 10^9 bytes requested per second.
    double modelledGBps(std::size_t architecture) const;
    /// bytesRequested / seconds / 10^9; 0 for no time.
    double gbPerSecond(double time) const { return time > 0 ? bytesRequested / time * 1e-9 : 0; }
};

/// Blocks of a grid up to which a measured sweep counts the accesses of all of them: a second or two.
inline constexpr std::uint64_t kMostCountedBlocks = 16384;

/// What a sweep runs and how.
struct SweepPlan {
    std::string name; ///< of what is swept, for messages
    std::vector<SweepAxis> axes;
    /// Records the point with these values of the axes; throws BadInput for values that do not go together.
    std::function<std::shared_ptr<const recording::Recording>(std::span<const std::string> values,
                                                              const model::Architecture& architecture)>
        record;
    /// Told of a point whose values do not go together, which is then left out; nullptr: the sweep throws.
    std::function<void(const BadInput&)> refused;
    /// Counts of the accesses asked about, of the point that was recorded last.
    std::function<model::Counts(const RunResult& result, std::size_t architecture)> subject;
    std::vector<const model::Architecture*> architectures; ///< recorded within the limits of the first
    std::shared_ptr<const model::KnownTimes> times = bundledTimes();
    /// A GPU to measure each point's kernel times on; grids of more than kMostCountedBlocks are then sampled.
    std::shared_ptr<device::Device> measureOn;
    SeriesOptions series;
    /// Without a GPU: grids of more blocks are sampled, and smaller ones too once a point took longer than
    /// two seconds; 0: never. From a sample the time is only near that of the whole grid.
    std::uint64_t sampleAbove = 0;
};

/// Plays every combination of the axes' values, the last axis fastest: on an emulated device, or measured on
/// a GPU. Stops early when cancel is set. Throws what recording and playing throw, naming the point.
std::vector<SweepPoint> runSweep(const SweepPlan& plan, const std::atomic<bool>* cancel = nullptr,
                                 const std::function<void(const SweepPoint&)>& done = {});
/// How many points that is; throws BadInput for too many.
std::size_t sweepSize(const std::vector<SweepAxis>& axes);

} // namespace lanescope::session
