// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/sweep.h"

#include "session/playback.h"
#include "session/stream_timeline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lanescope::session {

namespace {

constexpr std::size_t kMostPoints = 1000000;
constexpr double kMostSeconds = 2; // of a point whose grid may be sampled

std::string where(const std::vector<SweepAxis>& axes, const std::vector<std::string>& values) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < axes.size(); ++i) parts.push_back(axes[i].parameter + "=" + values[i]);
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// The sites of all launches, scaled from a sample to all blocks.
model::Report wholeReport(const RunResult& result, std::size_t architecture) {
    model::Report report;
    for (const LaunchResult& launch : result.launches) {
        const model::Report whole = wholeGrid(launch.observation->reports[architecture]);
        report.architecture = whole.architecture;
        report.sites.insert(report.sites.end(), whole.sites.begin(), whole.sites.end());
        report.issued += whole.issued;
        report.blocksRun += whole.blocksRun;
        report.blocksTotal += whole.blocksTotal;
    }
    return report;
}

double timeOfRun(std::span<const KernelSamples> samples, std::size_t run) {
    double seconds = 0;
    for (const KernelSamples& each : samples) seconds += each.seconds[run];
    return seconds;
}

/// What kernels do is measured, and only where none may fail.
void refuseUnmeasurable(const std::string& name, const recording::Recording& recording) {
    const model::Architecture& any = model::defaultArchitecture();
    if (copyTimeOf(recording, any))
        throw BadInput(
            fmt::format("a sweep measures kernels, and the work of {} is none's: measure it with "
                        "lanescope {}",
                        name, recording::isPaced(recording) ? fmt::format("report {}", name) : "bandwidth"));
    if (recording.options.mayFail)
        throw BadInput(
            fmt::format("the kernels of {} may fail, so no GPU times them: lanescope calls {} makes its "
                        "calls in a process of its own",
                        name, name));
}

/// What repeated runs come to, all launches of one together.
Statistics measuredRuns(Playback& playback, const SeriesOptions& options) {
    const std::vector<KernelSamples> samples = timeSeries(playback, options);
    std::vector<double> runs;
    for (std::size_t run = 0; !samples.empty() && run < samples.front().seconds.size(); ++run)
        runs.push_back(timeOfRun(samples, run));
    return statisticsOf(runs);
}

} // namespace

double SweepPoint::modelledGBps(std::size_t architecture) const {
    return gbPerSecond(seconds[architecture]);
}

std::size_t sweepSize(const std::vector<SweepAxis>& axes) {
    std::size_t total = 1;
    for (const SweepAxis& axis : axes) {
        total *= axis.values.size();
        if (total > kMostPoints)
            throw BadInput(fmt::format("the sweep has more than {} points; take larger steps", kMostPoints));
    }
    return total;
}

std::vector<SweepPoint> runSweep(const SweepPlan& plan, const std::atomic<bool>* cancel,
                                 const std::function<void(const SweepPoint&)>& done) {
    const std::size_t total = sweepSize(plan.axes);
    PlaybackOptions options;
    options.architectures = plan.architectures;
    options.times = plan.times;
    options.keep = false;
    options.sampleAbove = plan.measureOn ? kMostCountedBlocks : plan.sampleAbove;
    // What is only modelled does not depend on what ran before.
    const model::Cache cache = plan.measureOn ? plan.series.cache : model::Cache::Cold;
    const TimeOf what = plan.measureOn ? TimeOf::Events : TimeOf::Kernels;
    const std::size_t memory = plan.sampleAbove ? device::kSparseBytes : 0;
    options.cancelled = cancel;
    Playback playback(plan.measureOn ? plan.measureOn : device::openEmulated(memory), options);

    std::uint64_t mostWhole = plan.sampleAbove;
    std::vector<SweepPoint> points;
    for (std::size_t index = 0; index < total && !(cancel && *cancel); ++index) {
        SweepPoint point;
        point.values.resize(plan.axes.size());
        std::size_t rest = index;
        for (std::size_t axis = plan.axes.size(); axis-- > 0;) {
            point.values[axis] = plan.axes[axis].values[rest % plan.axes[axis].values.size()];
            rest /= plan.axes[axis].values.size();
        }
        const auto start = std::chrono::steady_clock::now();
        try {
            const auto recording = plan.record(point.values, *plan.architectures.front());
            if (plan.measureOn) refuseUnmeasurable(plan.name, *recording);
            playback.show(recording, false, 0);
            playback.step(0);
            if (cancel && *cancel) break;
            playback.throwError();
            if (plan.measureOn) point.measured = measuredRuns(playback, plan.series);
        } catch (const BadInput& failure) {
            const BadInput said(fmt::format("at {}: {}", where(plan.axes, point.values), failure.what()));
            if (!plan.refused) throw BadInput(said);
            plan.refused(said);
            continue;
        } catch (const device::OutOfMemory& failure) {
            throw BadInput(fmt::format("at {}: {}", where(plan.axes, point.values), failure.what()));
        }
        const RunResult& result = playback.result();
        point.bytesRequested = bytesOf(result).requested;
        for (const LaunchResult& launch : result.launches) {
            if (point.stopped.empty()) point.stopped = launch.fault ? launch.fault->what() : launch.refused;
            point.blocksCounted += launch.observation->reports.front().blocksRun;
            point.blocksTotal += launch.observation->reports.front().blocksTotal;
        }
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        if (plan.sampleAbove && took.count() > kMostSeconds) {
            const double fit = static_cast<double>(point.blocksCounted) * kMostSeconds / took.count();
            mostWhole = std::clamp(static_cast<std::uint64_t>(fit), std::uint64_t{1}, mostWhole);
            playback.setSampleAbove(mostWhole);
        }
        for (std::size_t i = 0; i < plan.architectures.size(); ++i) {
            std::string& refused = point.refused.emplace_back();
            for (const LaunchResult& launch : result.launches)
                if (refused.empty()) refused = launch.refusedOn(i);
            point.subject.push_back(plan.subject(result, i));
            point.reports.push_back(wholeReport(result, i));
            point.reports.back().architecture = plan.architectures[i];
            point.counts.push_back(point.reports.back().total());
            point.seconds.push_back(modelledSeconds(result, cache, what, i));
            point.basis.push_back(timeBasisOf(result, i));
            if (const auto work = copyTimeOf(*result.recording, *plan.architectures[i])) {
                point.seconds.back() = work->seconds;
                point.basis.back() = TimeBasis::Unknown;
                point.bytesRequested = work->bytes;
                // A kernel that ran beside it moved other bytes.
                point.counted = false;
                point.counts.back() = {};
                point.counts.back().bytesRequested = static_cast<std::uint64_t>(work->bytes);
                point.subject.back() = point.counts.back();
                point.reports.back() = {};
                point.reports.back().architecture = plan.architectures[i];
            }
        }
        if (cancel && *cancel) break; // what was measured of this point is not all of it
        if (done) done(point);
        points.push_back(std::move(point));
    }
    return points;
}

} // namespace lanescope::session
