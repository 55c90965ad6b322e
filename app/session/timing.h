// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/kernel_time.h"
#include "session/observation.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace lanescope::session {

class Playback;

/// What a number of times come to, seconds.
struct Statistics {
    std::size_t count = 0;
    double median = 0, p5 = 0, p95 = 0, least = 0, most = 0; ///< p5: 5 % are below
};
/// Percentiles are interpolated between the two nearest values. All 0 of nothing.
Statistics statisticsOf(std::span<const double> seconds);

/// Values in equal steps: how many lie in each.
struct Histogram {
    double first = 0, step = 1; ///< lower edge of the first bin, width of each
    std::vector<double> counts;
    std::size_t beyond = 0; ///< values above the last bin: a few stragglers must not squeeze the rest
};
/// The values up to a little above the 95th percentile, in at most `bins` bins.
Histogram histogramOf(std::span<const double> values, std::size_t bins);

/// The launches before a series that do not count: the first finds clocks low, code and pages not loaded.
inline constexpr int kWarmUpLaunches = 5;

/// Times of one kernel's launches in a row.
struct KernelSamples {
    std::string kernel;          ///< the launch's label
    std::vector<double> seconds; ///< in the order of the launches, without the warm-up
    Statistics statistics() const { return statisticsOf(seconds); }
};

/// Keeps the newest samples of each launch of a run while nothing changes that they depend on.
class LiveTimes {
public:
    /// Takes the times of a published run. Another key (what the times depend on) begins anew.
    void add(const std::string& key, const RunResult& result);
    void clear();
    /// By launch, in order; empty while the warm-up lasts.
    const std::vector<KernelSamples>& samples() const { return m_samples; }
    /// Of whole runs: all launches of one together.
    const std::vector<double>& runSeconds() const { return m_runs; }

private:
    static constexpr std::size_t kKept = 1000;
    std::string m_key;
    int m_skipped = 0;
    std::vector<KernelSamples> m_samples;
    std::vector<double> m_runs;
};

/// The modelled time of a launch on one of the observed architectures; all 0 before it was observed.
model::KernelTime modelledTime(const LaunchResult& launch, model::Cache cache, std::size_t architecture = 0);
/// The same without conflicts, every byte moved asked for.
model::KernelTime idealTime(const LaunchResult& launch, model::Cache cache, std::size_t architecture = 0);

/// Bytes of a run, scaled from a sample to all blocks.
struct RunBytes {
    double requested = 0;    ///< by lanes, of memory that is counted in transactions
    double transferred = 0;  ///< between L1 and L2, or the architecture's transactions
    model::DramTraffic dram; ///< from a cold L2
    bool sampled = false;
    bool modelled = true;     ///< false: a launch uses memory whose traffic and time are not modelled
    bool timeModelled = true; ///< false: or atomics of global memory, whose time is not
};
RunBytes bytesOf(const RunResult& result, std::size_t architecture = 0);

/// What a run takes by the model: eventSeconds of its launches together.
double modelledSeconds(const RunResult& result, model::Cache cache, std::size_t architecture = 0);

/// Plays what a playback shows, and has played, on a CUDA device again and again: kWarmUpLaunches runs that
/// do not count, then `launches` that do. Throws what the play throws; stops early, with fewer, when cancel
/// is set.
struct SeriesOptions {
    int launches = 30;
    model::Cache cache = model::Cache::Warm;
    const std::atomic<bool>* cancel = nullptr;
    std::function<void(double)> progress; ///< 0..1
};
std::vector<KernelSamples> timeSeries(Playback& playback, const SeriesOptions& options);

} // namespace lanescope::session
