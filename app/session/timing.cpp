// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/timing.h"

#include "model/arithmetic.h"
#include "model/by_value.h"
#include "session/playback.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope::session {

namespace {

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

using Parts = std::vector<ModelledTime::Part>;

struct BoundNames {
    std::string_view name, text; ///< as JSON has it, and in a sentence
};
constexpr model::ByValue<model::Bound, BoundNames, 6>
    kBounds({{model::Bound::Latency, {"latency", "memory latency"}},
             {model::Bound::Dram, {"dram", "DRAM"}},
             {model::Bound::L2, {"l2", "the L2"}},
             {model::Bound::TagStage, {"tag_stage", "the tag stage"}},
             {model::Bound::DataStage, {"data_stage", "the data stage of L1 and shared memory"}},
             {model::Bound::Instructions, {"instructions", "its instructions"}}});

Parts partsOf(const model::KernelTime& time) {
    using model::Bound;
    const Bound bound = time.bound();
    return {{"waiting",
             "Rounds of blocks that the chip holds at once x the time of a thread that reads DRAM.",
             time.latency, bound == Bound::Latency},
            {"DRAM", "What it reads and writes, as bytes of a copy / the bandwidth of a copy.", time.dram,
             bound == Bound::Dram},
            {"L2", "Bytes of all transactions / the L2's bandwidth; known for the H200 only.", time.l2,
             bound == Bound::L2},
            {"tag stage", "Passes that look up lines in L1, one per clock and multiprocessor.", time.tagStage,
             bound == Bound::TagStage},
            {"data stage", "Wavefronts of shared and global memory, one per clock and multiprocessor.",
             time.dataStage, bound == Bound::DataStage},
            {"instructions", "Four warp instructions per clock and multiprocessor; of PTX.",
             time.instructions, bound == Bound::Instructions}};
}

struct PartText {
    std::string_view name, meaning;
};
PartText textOf(const model::LimitedTime::Busy& busy) {
    switch (busy.part) {
    case model::TimeLimit::Dram:
        return {"DRAM", "What it reads and writes, as bytes of a copy / the bandwidth of a copy."};
    case model::TimeLimit::L2:
        return {"L2", "Sectors that L1 does not have, and those written / the L2's bandwidth."};
    case model::TimeLimit::Fill:
        return {"L2 to L1", "Sectors that come to one multiprocessor."};
    case model::TimeLimit::Atomics:
        return {"L2 atomics", "Atomics in L2, which lanes of all multiprocessors at the same word wait for."};
    case model::TimeLimit::Data:
        return {"data stage", "Wavefronts of L1 and shared memory, one per clock and multiprocessor."};
    case model::TimeLimit::Issue:
        return {"issue slots", "Machine instructions, estimated from PTX: one per clock and scheduler."};
    default:
        break;
    }
    using model::Pipe;
    constexpr model::ByValue<Pipe, std::string_view, model::kPipes> kPipeNames({{Pipe::Any, "ALU"},
                                                                                {Pipe::Alu, "ALU"},
                                                                                {Pipe::Fma, "FMA"},
                                                                                {Pipe::FmaHeavy, "FMA heavy"},
                                                                                {Pipe::Fp64, "FP64"},
                                                                                {Pipe::Xu, "XU"},
                                                                                {Pipe::Lsu, "LSU pipe"},
                                                                                {Pipe::Tex, "TEX pipe"},
                                                                                {Pipe::Adu, "ADU pipe"},
                                                                                {Pipe::Cbu, "CBU pipe"},
                                                                                {Pipe::Uniform, "uniform"}});
    return {kPipeNames[busy.pipe],
            "Machine instructions of one of the pipes that execute them, estimated from PTX."};
}

/// Those that are busy for a share of the time that can be seen.
Parts partsOf(const model::LimitedTime& time) {
    constexpr double kSeen = 0.02;
    Parts parts{{"start and end", "Starting and ending a kernel, whatever it does.", time.fixed,
                 time.limit == model::TimeLimit::Launch}};
    for (const model::LimitedTime::Busy& busy : time.busy) {
        if (busy.seconds < kSeen * time.seconds) continue;
        const PartText text = textOf(busy);
        parts.push_back(
            {text.name, text.meaning, busy.seconds, busy.part == time.limit && busy.pipe == time.pipe});
    }
    return parts;
}

/// What each part of the chip needs, and with a pattern that wastes nothing.
struct Needed {
    model::KernelTime time, ideal;
};
Needed neededTime(const LaunchResult& launch, model::Cache cache, std::size_t architecture) {
    const Observation& seen = *launch.observation;
    const model::Report& report = seen.reports[architecture];
    const double scale = report.scale();
    model::LaunchShape shape;
    shape.blocks = launch.grid.count();
    shape.threadsPerBlock = launch.block.count();
    shape.sharedBytesPerBlock = seen.resources.sharedBytes;
    shape.warpInstructions = static_cast<std::uint64_t>(static_cast<double>(seen.warpInstructions) * scale);
    return {model::kernelTime(report, seen.dram[architecture], shape, cache),
            model::idealKernelTime(report, seen.dram[architecture], shape, cache)};
}

/// What events around a launch see beside it: of a kernel that reads DRAM once both models say the same.
double aroundLaunch(const model::Architecture& architecture, double fixed, double dramLatency) {
    const model::TimeFigures figures = model::timeFigures(architecture);
    return std::max(0.0, figures.launchSeconds + figures.latencySeconds - fixed - dramLatency);
}

} // namespace

Statistics statisticsOf(std::span<const double> seconds) {
    if (seconds.empty()) return {};
    const std::vector<double> sorted = sortedCopy(seconds);
    return {sorted.size(),
            model::percentile(sorted, 0.5),
            model::percentile(sorted, 0.05),
            model::percentile(sorted, 0.95),
            sorted.front(),
            sorted.back()};
}

Histogram histogramOf(std::span<const double> values, std::size_t bins) {
    if (values.empty() || bins == 0) return {};
    const std::vector<double> sorted = sortedCopy(values);
    const double low = sorted.front();
    const double p95 = model::percentile(sorted, 0.95);
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

const model::LaunchTime* launchTime(const LaunchResult& launch, std::size_t architecture) {
    if (launch.fault || !launch.refusedOn(architecture).empty() || !launch.observation) return nullptr;
    const auto& times = launch.observation->times;
    return architecture < times.size() && times[architecture] ? &*times[architecture] : nullptr;
}

ModelledTime modelledTime(const LaunchResult& launch, model::Cache cache, std::size_t architecture) {
    ModelledTime made;
    if (launch.fault || !launch.refusedOn(architecture).empty()) return made; // it did not run to its end
    if (!launch.observation) return made;
    const model::LaunchTime* simulated = launchTime(launch, architecture);
    if (!simulated) {
        const Needed needed = neededTime(launch, cache, architecture);
        made.seconds = needed.time.seconds();
        if (made.seconds > 0) made.basis = TimeBasis::Specifications;
        made.launch = needed.time.launch;
        made.ideal = needed.ideal.seconds();
        made.bound = kBounds[needed.time.bound()].name;
        made.boundText = kBounds[needed.time.bound()].text;
        made.parts = partsOf(needed.time);
        return made;
    }
    const model::LimitedTime& time = cache == model::Cache::Cold ? simulated->cold : simulated->warm;
    made.seconds = time.seconds;
    made.basis = simulated->published ? TimeBasis::Published : TimeBasis::Measured;
    made.launch = aroundLaunch(*launch.observation->reports[architecture].architecture, time.fixed,
                               simulated->dramLatency);
    made.ideal = time.withoutWaste;
    made.bound = model::limitName(time.limit, time.pipe);
    made.boundText = model::limitText(time.limit, time.pipe);
    made.limit = time.limit;
    made.withoutBound = time.withoutLimit;
    made.parts = partsOf(time);
    return made;
}

std::string_view nameOf(TimeBasis basis) {
    constexpr model::ByValue<TimeBasis, std::string_view, 4> kNames(
        {{TimeBasis::Unknown, ""},
         {TimeBasis::Specifications, "specifications"},
         {TimeBasis::Published, "published figures"},
         {TimeBasis::Measured, "measured chip"}});
    return kNames[basis];
}

TimeBasis timeBasisOf(const RunResult& result, std::size_t architecture) {
    TimeBasis least = result.launches.empty() ? TimeBasis::Unknown : TimeBasis::Measured;
    for (const LaunchResult& launch : result.launches)
        least = std::min(least, modelledTime(launch, model::Cache::Cold, architecture).basis);
    return least;
}

RunBytes bytesOf(const RunResult& result, std::size_t architecture) {
    RunBytes bytes;
    for (const LaunchResult& launch : result.launches) {
        if (!launch.observation) continue;
        const model::Report& report = launch.observation->reports[architecture];
        const double scale = report.scale();
        const auto scaled = [scale](std::uint64_t count) {
            return static_cast<std::uint64_t>(std::llround(static_cast<double>(count) * scale));
        };
        const model::Counts total = report.total();
        bytes.requested += static_cast<double>(total.bytesRequested) * scale;
        bytes.transferred += static_cast<double>(total.bytesTransferred) * scale;
        const model::DramTraffic& dram = launch.observation->dram[architecture];
        bytes.dram += {.bytesRead = scaled(dram.bytesRead),
                       .bytesWritten = scaled(dram.bytesWritten),
                       .fillBytes = scaled(dram.fillBytes),
                       .footprintBytes = scaled(dram.footprintBytes),
                       .lineBytes = scaled(dram.lineBytes),
                       .loadedBytes = scaled(dram.loadedBytes),
                       .busyBytes = scaled(dram.busyBytes)};
        bytes.modelled = bytes.modelled && model::trafficIsModelled(report);
        bytes.timeModelled =
            bytes.timeModelled && (model::timeIsModelled(report) || launchTime(launch, architecture));
        bytes.sampled = bytes.sampled || report.isSample();
    }
    return bytes;
}

double modelledSeconds(const RunResult& result, model::Cache cache, TimeOf what, std::size_t architecture) {
    double seconds = 0;
    for (const LaunchResult& launch : result.launches) {
        const ModelledTime time = modelledTime(launch, cache, architecture);
        const double one = what == TimeOf::Events ? time.eventSeconds() : time.seconds;
        if (one == 0) return 0; // a part of a run says nothing about the run
        seconds += one;
    }
    return seconds;
}

namespace {

/// While it lives, what kernels print is not seen: they have printed it when the run was shown.
class Quiet {
public:
    explicit Quiet(device::Device& device) : m_device(device) { m_device.showPrints(false); }
    ~Quiet() { m_device.showPrints(true); }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;

private:
    device::Device& m_device;
};

} // namespace

std::vector<KernelSamples> timeSeries(Playback& playback, const SeriesOptions& options) {
    playback.setTiming(options.cache == model::Cache::Cold ? Timing::Cold : Timing::Warm);
    const Quiet quiet(playback.device());
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
