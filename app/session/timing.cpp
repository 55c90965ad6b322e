// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/timing.h"

#include "session/playback.h"

#include <algorithm>
#include <cmath>

namespace lanescope::session {

namespace {

/// sorted must not be empty.
double percentile(std::span<const double> sorted, double share) {
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (sorted[high] - sorted[low]) * (at - static_cast<double>(low));
}

std::vector<double> sortedCopy(std::span<const double> values) {
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

double runTime(const RunResult& result) {
    double seconds = 0;
    for (const LaunchResult& launch : result.launches) seconds += launch.record.milliseconds * 1e-3;
    return seconds;
}

void keepNewest(std::vector<double>& values, std::size_t most) {
    if (values.size() > most) values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(most));
}

using TimeFunction = model::KernelTime (*)(const model::Report&, const model::DramTraffic&,
                                           const model::LaunchShape&, model::Cache);

model::KernelTime timeBy(TimeFunction time, const LaunchResult& launch, model::Cache cache,
                         std::size_t architecture) {
    if (launch.fault || !launch.refused.empty()) return {}; // it did not run to its end
    if (!launch.observation) return {};
    const Observation& seen = *launch.observation;
    const model::Report& report = seen.reports[architecture];
    const double scale = static_cast<double>(report.blocksTotal) /
                         static_cast<double>(std::max<std::uint64_t>(report.blocksRun, 1));
    model::LaunchShape shape;
    shape.blocks = launch.grid.count();
    shape.threadsPerBlock = launch.block.count();
    shape.sharedBytesPerBlock = launch.sharedBytes;
    const std::size_t dot = launch.label.find('.');
    if (const ptx::Kernel* kernel = seen.module->module().find(launch.label.substr(dot + 1)))
        shape.sharedBytesPerBlock += kernel->staticSharedBytes;
    shape.warpInstructions = static_cast<std::uint64_t>(static_cast<double>(seen.warpInstructions) * scale);
    return time(report, seen.dram[architecture], shape, cache);
}

} // namespace

Statistics statisticsOf(std::span<const double> seconds) {
    if (seconds.empty()) return {};
    const std::vector<double> sorted = sortedCopy(seconds);
    return {sorted.size(),
            percentile(sorted, 0.5),
            percentile(sorted, 0.05),
            percentile(sorted, 0.95),
            sorted.front(),
            sorted.back()};
}

Histogram histogramOf(std::span<const double> values, std::size_t bins) {
    if (values.empty() || bins == 0) return {};
    const std::vector<double> sorted = sortedCopy(values);
    const double low = sorted.front();
    const double p95 = percentile(sorted, 0.95);
    const double high = std::max(p95 + 0.2 * (p95 - low), low * 1.001 + 1e-12);
    Histogram made;
    made.first = low;
    made.step = (high - low) / static_cast<double>(bins);
    made.counts.assign(bins, 0);
    for (double value : sorted) {
        const auto bin = static_cast<std::size_t>((value - low) / made.step);
        if (bin < bins)
            ++made.counts[bin];
        else
            ++made.beyond;
    }
    return made;
}

void LiveTimes::clear() {
    m_key.clear();
    m_skipped = 0;
    m_samples.clear();
    m_runs.clear();
}

void LiveTimes::add(const std::string& key, const RunResult& result) {
    if (key != m_key) {
        clear();
        m_key = key;
    }
    if (m_skipped < kWarmUpLaunches) {
        ++m_skipped;
        return;
    }
    if (m_samples.size() != result.launches.size()) {
        m_samples.assign(result.launches.size(), {});
        for (std::size_t i = 0; i < m_samples.size(); ++i) m_samples[i].kernel = result.launches[i].label;
    }
    for (std::size_t i = 0; i < m_samples.size(); ++i) {
        m_samples[i].seconds.push_back(result.launches[i].record.milliseconds * 1e-3);
        keepNewest(m_samples[i].seconds, kKept);
    }
    m_runs.push_back(runTime(result));
    keepNewest(m_runs, kKept);
}

model::KernelTime modelledTime(const LaunchResult& launch, model::Cache cache, std::size_t architecture) {
    return timeBy(&model::kernelTime, launch, cache, architecture);
}

model::KernelTime idealTime(const LaunchResult& launch, model::Cache cache, std::size_t architecture) {
    return timeBy(&model::idealKernelTime, launch, cache, architecture);
}

RunBytes bytesOf(const RunResult& result, std::size_t architecture) {
    RunBytes bytes;
    for (const LaunchResult& launch : result.launches) {
        if (!launch.observation) continue;
        const model::Report& report = launch.observation->reports[architecture];
        const double scale = static_cast<double>(report.blocksTotal) /
                             static_cast<double>(std::max<std::uint64_t>(report.blocksRun, 1));
        const auto scaled = [scale](std::uint64_t count) {
            return static_cast<std::uint64_t>(std::llround(static_cast<double>(count) * scale));
        };
        const model::Counts total = report.total();
        bytes.requested += static_cast<double>(total.bytesRequested) * scale;
        bytes.transferred += static_cast<double>(total.bytesTransferred) * scale;
        const model::DramTraffic& dram = launch.observation->dram[architecture];
        bytes.dram += {scaled(dram.bytesRead), scaled(dram.bytesWritten), scaled(dram.fillBytes),
                       scaled(dram.footprintBytes), scaled(dram.busyBytes)};
        bytes.modelled = bytes.modelled && model::trafficIsModelled(report);
        bytes.timeModelled = bytes.timeModelled && model::timeIsModelled(report);
        bytes.sampled = bytes.sampled || report.blocksRun != report.blocksTotal;
    }
    return bytes;
}

double modelledSeconds(const RunResult& result, model::Cache cache, std::size_t architecture) {
    double seconds = 0;
    for (const LaunchResult& launch : result.launches) {
        const double one = modelledTime(launch, cache, architecture).eventSeconds();
        if (one == 0) return 0; // a part of a run says nothing about the run
        seconds += one;
    }
    return seconds;
}

std::vector<KernelSamples> timeSeries(Playback& playback, const SeriesOptions& options) {
    playback.setTiming(options.cache == model::Cache::Cold ? Timing::Cold : Timing::Warm);
    std::vector<KernelSamples> samples;
    for (int run = -kWarmUpLaunches; run < options.launches; ++run) {
        if (options.cancel && *options.cancel) break;
        playback.step(0);
        playback.throwError();
        const RunResult& result = playback.result();
        if (run < 0) continue;
        if (samples.empty())
            for (const LaunchResult& launch : result.launches) samples.push_back({launch.label, {}});
        for (std::size_t i = 0; i < samples.size(); ++i)
            samples[i].seconds.push_back(result.launches[i].record.milliseconds * 1e-3);
        if (options.progress)
            options.progress(static_cast<double>(run + 1) / static_cast<double>(options.launches));
    }
    playback.setTiming(Timing::Off);
    return samples;
}

} // namespace lanescope::session
