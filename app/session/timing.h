// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/time/kernel_time.h"
#include "session/observation.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

/// By the simulation of some of a launch's blocks; nullptr: no time is known of the chip or of such a launch,
/// it did not run to its end, or it has not been observed.
const model::LaunchTime* launchTime(const LaunchResult& launch, std::size_t architecture = 0);

/// What a modelled time rests on, the surer the later.
enum class TimeBasis : std::uint8_t {
    Unknown,        ///< there is no time
    Specifications, ///< what the chip's busiest part needs at least, by the maker's figures
    Published,      ///< latencies and widths that others have published of the chip
    Measured        ///< and that were measured on it
};
/// "specifications", "published figures", "measured chip"; empty where there is no time.
std::string_view nameOf(TimeBasis basis);

/// What a launch takes by the model, not measured: by its launchTime(), or by what each part of the chip
/// needs (model::KernelTime) where there is none, but the chip's bandwidths are known.
struct ModelledTime {
    struct Part {
        std::string_view name, meaning;
        double seconds = 0; ///< that it is busy
        bool binds = false;
    };
    double seconds = 0; ///< from the kernel's start to its end; 0: unknown
    TimeBasis basis = TimeBasis::Unknown;
    double launch = 0;                     ///< what comes on top between two events
    double ideal = 0;                      ///< seconds, without conflicts, every byte moved asked for
    std::string_view bound, boundText;     ///< what binds: "dram"; "DRAM"
    std::optional<model::TimeLimit> limit; ///< what binds, where a simulation says it
    double withoutBound = 0;               ///< seconds, were what binds no limit; 0: not known
    std::vector<Part> parts;

    /// As events around the launch see it.
    double eventSeconds() const { return seconds > 0 ? seconds + launch : 0; }
    /// The same of the ideal time.
    double idealEventSeconds() const { return seconds > 0 ? ideal + launch : 0; }
};
/// architecture: which of those that the launch was observed for. All 0 where nothing is known.
ModelledTime modelledTime(const LaunchResult& launch, model::Cache cache, std::size_t architecture = 0);

/// Bytes of a run, scaled from a sample to all blocks.
struct RunBytes {
    double requested = 0;    ///< by lanes, of memory that is counted in transactions
    double transferred = 0;  ///< between L1 and L2, or the architecture's transactions
    model::DramTraffic dram; ///< from a cold L2
    bool sampled = false;
    bool modelled = true;     ///< false: a launch uses memory whose traffic is not modelled
    bool timeModelled = true; ///< false: or does what the time is not modelled of, on a chip with figures
};
/// Of all launches together; architecture: which of those that they were observed for.
RunBytes bytesOf(const RunResult& result, std::size_t architecture = 0);

/// Whether a time is the kernels' own, as a profiler has it, or what two events around each launch measure.
enum class TimeOf : std::uint8_t { Kernels, Events };
/// What a run takes by the model: its launches together.
double modelledSeconds(const RunResult& result, model::Cache cache, TimeOf what,
                       std::size_t architecture = 0);
/// What that rests on: of all launches the least sure.
TimeBasis timeBasisOf(const RunResult& result, std::size_t architecture = 0);

/// Plays what a playback shows, and has played, on a CUDA device again and again: kWarmUpLaunches runs that
/// do not count, then `launches` that do. Throws what the play throws; stops early, with fewer, when cancel
/// is set.
struct SeriesOptions {
    int launches = 30;
    model::Cache cache = model::Cache::Warm;
    const std::atomic<bool>* cancel = nullptr;
    std::function<void(double)> progress; ///< 0..1
};
/// Of each kernel, in the order of their first launches.
std::vector<KernelSamples> timeSeries(Playback& playback, const SeriesOptions& options);

} // namespace lanescope::session
