// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/sweep.h"

#include "kit/session.h"
#include "session/stream_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace lanescope::kit {

namespace {

constexpr std::size_t kMostPoints = 1000000;
constexpr double kMostSeconds = 0.5; // of a point whose grid may be sampled

std::string where(const std::vector<SweepAxis>& axes, const std::vector<std::string>& values) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < axes.size(); ++i) parts.push_back(axes[i].parameter + "=" + values[i]);
    return fmt::format("{}", fmt::join(parts, ", "));
}

model::Counts scaled(model::Counts counts, double factor) {
    if (factor == 1) return counts;
    for (std::uint64_t model::Counts::*field :
         {&model::Counts::accesses, &model::Counts::requests, &model::Counts::sectors,
          &model::Counts::tagLookups, &model::Counts::transactions, &model::Counts::wavefronts,
          &model::Counts::dataWavefronts, &model::Counts::idealWavefronts, &model::Counts::bankConflicts,
          &model::Counts::bytesRequested, &model::Counts::bytesTransferred})
        counts.*field = static_cast<std::uint64_t>(std::llround(static_cast<double>(counts.*field) * factor));
    return counts;
}

/// The sites of all launches, scaled from a sample to all blocks.
model::Report wholeReport(const RunResult& result, std::size_t architecture) {
    model::Report report;
    for (const LaunchResult& launch : result.launches) {
        const model::Report whole = wholeGrid(launch.observation->reports[architecture]);
        report.architecture = whole.architecture;
        report.sites.insert(report.sites.end(), whole.sites.begin(), whole.sites.end());
        report.blocksRun += whole.blocksRun;
        report.blocksTotal += whole.blocksTotal;
    }
    return report;
}

/// The parts between separators; there is always one.
std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

/// What a metric's name ends with when it is per access, and the name without it.
std::pair<std::string_view, bool> perAccess(std::string_view metric) {
    constexpr std::string_view kPer = "_per_access";
    const bool per = metric.ends_with(kPer);
    return {per ? metric.substr(0, metric.size() - kPer.size()) : metric, per};
}

model::Counts totalOf(const model::Report& report, model::Space space) {
    model::Counts sum;
    for (int direction = 0; direction < model::kDirectionCount; ++direction)
        sum += report.total(space, static_cast<model::Direction>(direction));
    return sum;
}

constexpr std::string_view kSharedWavefronts = "shared_wavefronts", kTagWavefronts = "global_tag_wavefronts";

double runTime(std::span<const KernelSamples> samples, std::size_t run) {
    double seconds = 0;
    for (const KernelSamples& each : samples) seconds += each.seconds[run];
    return seconds;
}

/// What kernels do is measured, and only where none may fail.
void refuseUnmeasurable(const LabEntry& entry, const recording::Recording& recording) {
    const model::Architecture& any = model::defaultArchitecture();
    if (session::modelledWorkOf(recording, any))
        throw BadInput(fmt::format(
            "a sweep measures kernels, and the work of {} is none's: measure it with "
            "lanescope {}",
            entry.name, session::streamWorkOf(recording, any) ? "report " + entry.name : "bandwidth"));
    if (recording.options.mayFail)
        throw BadInput(
            fmt::format("the kernels of {} may fail, so no GPU times them: lanescope calls {} makes its "
                        "calls in a process of its own",
                        entry.name, entry.name));
}

/// What repeated runs come to, all launches of one together.
Statistics measuredRuns(Session& session, const SeriesOptions& options) {
    const std::vector<KernelSamples> samples = timeSeries(session, options);
    std::vector<double> runs;
    for (std::size_t run = 0; !samples.empty() && run < samples.front().seconds.size(); ++run)
        runs.push_back(runTime(samples, run));
    return statisticsOf(runs);
}

} // namespace

model::Report wholeGrid(model::Report report) {
    const double factor = static_cast<double>(report.blocksTotal) /
                          static_cast<double>(std::max<std::uint64_t>(report.blocksRun, 1));
    for (model::SiteCounts& site : report.sites) site.counts = scaled(site.counts, factor);
    return report;
}

SweepAxis parseAxis(const Lab& lab, std::string_view text) {
    const auto usage = [&] {
        return BadInput(fmt::format("'{}' is not an axis; write NAME=FIRST:LAST, NAME=FIRST:LAST:STEP or "
                                    "NAME=VALUE,VALUE",
                                    text));
    };
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) throw usage();
    const std::string_view name = text.substr(0, equals);
    const std::vector<std::string_view> list = split(text.substr(equals + 1), ',');
    std::vector<std::vector<std::string_view>> ranges;
    for (const std::string_view part : list) {
        const std::vector<std::string_view>& bounds = ranges.emplace_back(split(part, ':'));
        const bool listed = bounds.size() == 1 && list.size() > 1;
        if (bounds.size() > 3 || (bounds.size() == 1 && !listed) || bounds.back().empty()) throw usage();
    }
    const Parameter* parameter = lab.findParameter(name);
    if (!parameter) {
        std::vector<std::string> names;
        for (const Parameter* known : lab.parameters()) names.push_back(known->name());
        throw BadInput(fmt::format("no parameter '{}'; there are: {}", name, fmt::join(names, ", ")));
    }
    SweepAxis axis{std::string(name), {}};
    for (const std::vector<std::string_view>& bounds : ranges)
        for (std::string& value :
             bounds.size() == 1
                 ? std::vector{parameter->canonical(bounds[0])}
                 : parameter->values(bounds[0], bounds[1], bounds.size() == 3 ? bounds[2] : "")) {
            if (std::ranges::find(axis.values, value) != axis.values.end())
                throw BadInput(fmt::format("'{}' has the value {} twice", text, value));
            axis.values.push_back(std::move(value));
        }
    return axis;
}

double SweepPoint::modelledGBps(std::size_t architecture) const {
    return gbps(seconds[architecture]);
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
    std::shared_ptr<Lab> lab = plan.entry->make();
    lab->setValues(plan.values);
    if (plan.measureOn) refuseUnmeasurable(*plan.entry, recordingOf(*lab, *plan.architectures.front()));
    SessionOptions options;
    options.architectures = plan.architectures;
    options.keep = false;
    options.sampleAbove = plan.measureOn ? kMostCountedBlocks : plan.sampleAbove;
    // What is only modelled does not depend on what ran before.
    const model::Cache cache = plan.measureOn ? plan.series.cache : model::Cache::Cold;
    const std::size_t memory = plan.sampleAbove ? device::kSparseBytes : 0;
    options.cancelled = cancel;
    Session session(plan.measureOn ? plan.measureOn : device::openEmulated(memory), options);
    session.setLab(*plan.entry, lab);

    std::uint64_t mostWhole = plan.sampleAbove;
    std::vector<SweepPoint> points;
    for (std::size_t index = 0; index < total && !(cancel && *cancel); ++index) {
        SweepPoint point;
        point.values.resize(plan.axes.size());
        std::size_t rest = index;
        for (std::size_t axis = plan.axes.size(); axis-- > 0;) {
            point.values[axis] = plan.axes[axis].values[rest % plan.axes[axis].values.size()];
            rest /= plan.axes[axis].values.size();
            lab->set(plan.axes[axis].parameter, point.values[axis]);
        }
        const auto start = std::chrono::steady_clock::now();
        try {
            session.step(0, 0);
            if (cancel && *cancel) break;
            session.throwError();
            if (plan.measureOn) point.measured = measuredRuns(session, plan.series);
        } catch (const BadInput& failure) {
            throw BadInput(fmt::format("at {}: {}", where(plan.axes, point.values), failure.what()));
        } catch (const device::OutOfMemory& failure) {
            throw BadInput(fmt::format("at {}: {}", where(plan.axes, point.values), failure.what()));
        }
        const RunResult& result = session.result();
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
            session.setSampleAbove(mostWhole);
        }
        for (std::size_t i = 0; i < plan.architectures.size(); ++i) {
            point.subject.push_back(subjectCounts(*lab, result, i));
            point.reports.push_back(wholeReport(result, i));
            point.reports.back().architecture = plan.architectures[i];
            point.counts.push_back(point.reports.back().total());
            point.seconds.push_back(
                plan.architectures[i]->hasDeviceFigures() ? modelledSeconds(result, cache, i) : 0);
            if (const auto work = session::modelledWorkOf(*result.recording, *plan.architectures[i])) {
                point.seconds.back() = work->seconds;
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

double metricValue(const model::Counts& counts, std::string_view metric) {
    const auto number = [](std::uint64_t value) { return static_cast<double>(value); };
    if (const auto [name, per] = perAccess(metric); per)
        return metricValue(counts, name) / number(std::max<std::uint64_t>(counts.accesses, 1));
    if (metric == "efficiency") return counts.efficiency();
    if (metric == "requests") return number(counts.requests);
    if (metric == "sectors") return number(counts.sectors);
    if (metric == "tag_lookups") return number(counts.tagLookups);
    if (metric == "transactions") return number(counts.transactions);
    if (metric == "wavefronts" || metric == kSharedWavefronts || metric == kTagWavefronts)
        return number(counts.wavefronts);
    if (metric == "data_wavefronts") return number(counts.dataWavefronts);
    if (metric == "bank_conflicts") return number(counts.bankConflicts);
    if (metric == "max_ways") return number(counts.maxWays);
    if (metric == "bytes_requested") return number(counts.bytesRequested);
    if (metric == "bytes_transferred") return number(counts.bytesTransferred);
    throw BadInput(fmt::format("no metric '{}'", metric));
}

double metricValue(const model::Report& report, std::string_view metric) {
    const std::string_view name = perAccess(metric).first;
    if (name == kSharedWavefronts) return metricValue(totalOf(report, model::Space::Shared), metric);
    if (name == kTagWavefronts) return metricValue(totalOf(report, model::Space::Global), metric);
    if (name == "wavefronts")
        throw BadInput(
            fmt::format("'{}' of a whole run would add up passes of different stages; there are {} "
                        "and {}",
                        metric, kSharedWavefronts, kTagWavefronts));
    return metricValue(report.total(), metric);
}

} // namespace lanescope::kit
