// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What the right-hand column says of a whole run: modelled, measured, counted.
#include "kit/panel/run_table.h"

#include "kit/words/limit_words.h"
#include "model/format.h"
#include "model/metrics.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

namespace lanescope::kit {

namespace {

/// The times of a run that are compared: of all launches together, seconds.
struct RunTimes {
    double modelled = 0, ideal = 0, measured = 0; ///< measured: the median, 0 without
    double launch = 0;                            ///< of modelled, what launching takes
    double kernels = 0;                           ///< modelled, without that
    std::string bound;      ///< what binds the kernel whose launches take the most time together, most of it
    std::string gain;       ///< what the longest launch that it binds would take without that
    std::string kernel;     ///< which one that is, of several; empty: there is one
    bool simulated = false; ///< modelled is by the simulation of some blocks
    bool published = false; ///< and by published figures of the chip
    bool atomics = false;   ///< atomics that wait for each other bind that launch
    bool isShort = false;   ///< what binds it is idle for part of it, which bound says
    std::string scattered;  ///< how much longer DRAM is busy than its bytes take
    double dramBusy = 0;    ///< seconds of kernels, modelled
    std::string measuredTip;
};

} // namespace

namespace {

/// What the model lets DRAM move, of what its clock and its width would allow; empty: by figures of the chip.
std::string dramShareText(const model::Architecture& chip, bool simulated) {
    const model::TimeFigures figures = model::timeFigures(chip);
    if (chip.peakGBps() <= 0 || (simulated && !figures.measured)) return {};
    const std::string share = percent(figures.copyBytesPerSecond / (chip.peakGBps() * 1e9));
    return tr("; DRAM moves at most {} of its peak, as measured on an H200", share);
}

} // namespace

namespace {

/// A launch of a few microseconds is limited by what is busy longest, which can be much less than its whole
/// time: what that is, and for how much of it. Empty: it is not so.
std::string busyText(const session::ModelledTime& time) {
    constexpr double kShort = 20e-6, kMost = 0.6;
    using enum model::TimeLimit;
    if (time.limit == Launch || time.limit == Latency || time.limit == Atomics)
        return {}; // no part of the chip
    const auto binding = std::ranges::find(time.parts, true, &session::ModelledTime::Part::binds);
    if (binding == time.parts.end() || time.seconds > kShort) return {};
    const double share = binding->seconds / time.seconds;
    return share > kMost ? std::string()
                         : tr("{}, busy for {} of the time", tr(time.boundText), percent(share));
}

/// What DRAM moves can be far below its peak, although it is what the launch waits for.
std::string scatteredText(const LaunchResult& launch, const session::ModelledTime& time,
                          std::size_t architecture) {
    constexpr double kFarMore = 1.25;
    if (time.limit != model::TimeLimit::Dram) return {};
    const model::DramTraffic& dram = launch.observation->dram[architecture];
    const auto moved = static_cast<double>(dram.bytesRead + dram.bytesWritten);
    const double longer = moved > 0 ? static_cast<double>(dram.busyBytes) / moved : 1;
    return longer < kFarMore ? std::string()
                             : tr(" Scattered sectors keep DRAM busy {} times as long as contiguous bytes "
                                  "would.",
                                  shortNumber(longer));
}

/// What the launches of each kernel take together, and what of it each limit binds.
class KernelTimes {
public:
    void add(const LaunchResult& launch, const session::ModelledTime& time) {
        Kernel& kernel = m_kernels[launch.label];
        kernel.seconds += time.seconds;
        Bound& bound = kernel.bounds[std::string_view(time.boundText)];
        bound.seconds += time.seconds;
        if (bound.longest && time.seconds <= bound.longestSeconds) return;
        bound.longest = &launch;
        bound.longestSeconds = time.seconds;
    }
    /// Of the kernel that takes most, the longest launch of those that what binds most of its time binds;
    /// nullptr: there is none.
    const LaunchResult* typical() const {
        if (m_kernels.empty()) return nullptr;
        const auto& bounds = most()->second.bounds;
        return std::ranges::max_element(bounds, {}, [](const auto& each) { return each.second.seconds; })
            ->second.longest;
    }
    /// Which kernel that is; empty: it is the only one. all: seconds of all.
    std::string text(double all) const {
        if (m_kernels.size() < 2 || all <= 0) return {};
        return tr(" The kernel meant is {}: of {} it takes the most time, {} of all.", most()->first,
                  m_kernels.size(), percent(most()->second.seconds / all));
    }

private:
    struct Bound {
        double seconds = 0, longestSeconds = 0;
        const LaunchResult* longest = nullptr;
    };
    struct Kernel {
        double seconds = 0;
        std::map<std::string_view, Bound> bounds;
    };
    using Kernels = std::map<std::string_view, Kernel>;
    Kernels::const_iterator most() const {
        return std::ranges::max_element(m_kernels, {}, [](const auto& each) { return each.second.seconds; });
    }

    Kernels m_kernels;
};

RunTimes modelledTimes(const RunResult& result, model::Cache cache, std::size_t architecture) {
    RunTimes times;
    KernelTimes kernels;
    bool all = true;
    for (const LaunchResult& launch : result.launches) {
        const session::ModelledTime time = session::modelledTime(launch, cache, architecture);
        times.modelled += time.eventSeconds();
        times.launch += time.launch;
        times.kernels += time.seconds;
        times.ideal += time.idealEventSeconds();
        const auto dram = std::ranges::find(time.parts, "DRAM", &session::ModelledTime::Part::name);
        if (dram != time.parts.end()) times.dramBusy += dram->seconds;
        if (const model::LaunchTime* simulated = session::launchTime(launch, architecture)) {
            times.simulated = true;
            times.published = times.published || simulated->published;
        }
        all = all && time.seconds > 0;
        kernels.add(launch, time);
    }
    if (const LaunchResult* const launch = kernels.typical()) {
        const session::ModelledTime time = session::modelledTime(*launch, cache, architecture);
        const std::string busy = busyText(time);
        times.isShort = !busy.empty();
        times.bound = times.isShort ? busy : limitWords(time);
        times.gain = gainText(time);
        times.scattered = scatteredText(*launch, time, architecture);
        times.atomics = time.limit == model::TimeLimit::Atomics;
        times.kernel = kernels.text(times.kernels);
    }
    if (!all) times.modelled = times.kernels = times.ideal = 0; // a part of a run says nothing about the run
    return times;
}

/// The launches of the kernel that is shown, where the run has others, too; nullopt: it has not, or none is
/// shown.
std::optional<RunResult> shownKernel(const Frame& frame) {
    if (!frame.shown) return std::nullopt;
    const std::string& label = frame.shown->launch->label;
    const auto isOther = [&](const LaunchResult& launch) { return launch.label != label; };
    if (std::ranges::none_of(frame.result.launches, isOther)) return std::nullopt;
    RunResult made;
    std::ranges::remove_copy_if(frame.result.launches, std::back_inserter(made.launches), isOther);
    return made;
}

model::Cache cacheOf(const Frame& frame) {
    return frame.measured && frame.measurements ? frame.measurements->cache : model::Cache::Cold;
}

double measuredSeconds(const RunResult& result) {
    double seconds = 0;
    for (const LaunchResult& launch : result.launches) seconds += launch.record.milliseconds * 1e-3;
    return seconds;
}

RunTimes timesOf(const Frame& frame) {
    const model::Cache cache = cacheOf(frame);
    RunTimes times = modelledTimes(frame.result, cache, 0);
    if (frame.measured) times.measured = measuredSeconds(frame.result);
    if (!frame.measured || !frame.measurements) return times;
    const session::Statistics series = session::statisticsOf(frame.measurements->live.runSeconds());
    if (series.count == 0) {
        times.measuredTip = tr("CUDA events around the launches of this frame");
        return times;
    }
    times.measured = series.median;
    times.measuredTip = tr(
        "CUDA events, median of {} launches, L2 {}. 5 % are below {}, 5 % above {}.", grouped(series.count),
        cache == model::Cache::Cold ? tr("emptied before each") : tr("as the previous launch left it"),
        duration(series.p5), duration(series.p95));
    return times;
}

/// How many times what it needs the pattern takes, in the words of what is wasted most, and what would not.
struct Waste {
    std::string much, without;
    bool textures = false; ///< of which nobody knows what they need
    bool shares = false;   ///< fewer bytes are moved than the lanes request
    bool byStores = false; ///< most of what is moved in vain
};
Waste wasteOf(const RunResult& result, std::size_t architecture) {
    double wavefronts = 0, ideal = 0, requested = 0, transferred = 0, storedInVain = 0;
    Waste waste;
    for (const LaunchResult& launch : result.launches) {
        if (!launch.observation) continue;
        for (const model::SiteCounts& site : launch.observation->reports[architecture].sites) {
            waste.textures = waste.textures || site.space == model::Space::Texture;
            if (site.space == model::Space::Shared) {
                wavefronts += static_cast<double>(site.counts.sharedWavefronts);
                ideal += static_cast<double>(site.counts.idealSharedWavefronts);
            } else if (site.space == model::Space::Global && site.direction != model::Direction::Atomic) {
                requested += static_cast<double>(site.counts.bytesRequested);
                transferred += static_cast<double>(site.counts.bytesTransferred);
                if (site.direction == model::Direction::Store)
                    storedInVain += static_cast<double>(site.counts.bytesTransferred) -
                                    static_cast<double>(site.counts.bytesRequested);
            }
        }
    }
    constexpr double kLittle = 1.05;
    const double conflicts = ideal > 0 ? wavefronts / ideal : 1;
    const double moved = requested > 0 ? transferred / requested : 1;
    waste.shares = conflicts < kLittle && moved * kLittle < 1;
    if (std::max(conflicts, moved) < kLittle) return waste;
    waste.byStores = moved > conflicts && storedInVain > (transferred - requested) / 2;
    waste.much = conflicts >= moved ? tr("{} times the wavefronts", shortNumber(conflicts))
                                    : tr("{} times the bytes", shortNumber(moved));
    waste.without = moved < kLittle       ? tr("without bank conflicts")
                    : conflicts < kLittle ? tr("with contiguous accesses")
                                          : tr("without bank conflicts and with contiguous accesses");
    return waste;
}

/// How many times the instructions that would do were no lane of a warp ever waiting; 1 where they were not
/// counted.
double instructionsTaken(const RunResult& result, std::size_t architecture) {
    model::Issues issued;
    for (const LaunchResult& launch : result.launches)
        if (launch.observation) issued += launch.observation->reports[architecture].issued;
    return issued.lanes == 0 ? 1
                             : static_cast<double>(issued.warps) / static_cast<double>(issued.leastWarps());
}

/// How many lanes of a warp take part in its accesses, on average.
double lanesPerAccess(const RunResult& result, std::size_t architecture) {
    double lanes = 0, accesses = 0;
    for (const LaunchResult& launch : result.launches) {
        if (!launch.observation) continue;
        for (const model::SiteCounts& each : launch.observation->reports[architecture].sites) {
            const std::uint8_t width = launch.observation->site(each.site).width;
            if (width == 0 || each.space == model::Space::Texture) continue;
            lanes += static_cast<double>(each.counts.bytesRequested) / width;
            accesses += static_cast<double>(each.counts.accesses);
        }
    }
    return accesses == 0 ? model::kWarpSize : lanes / accesses;
}

/// Whether lanes update global memory by atomics that move the same sectors more than once.
bool movesAtomicsAgain(const RunResult& result, std::size_t architecture) {
    const model::Counts atomics = result.total(model::Space::Global, model::Direction::Atomic, architecture);
    return atomics.bytesTransferred > atomics.bytesRequested;
}

/// How many times as long a pattern has to take to matter: what is written as 15 %, as much as the model
/// itself is off by in the worst of the lists that it was not fitted to.
constexpr double kMatters = 1.145;

/// "7.4 times as long as", "only 2 % longer than" where that is little. What waiting for wasted accesses adds
/// to a launch that no part of the chip binds is not known to a percent.
std::string longerText(double factor) {
    if (factor < 1.005) return tr("about as long as");
    if (factor < kMatters) return tr("only {:.0f} % longer than", (factor - 1) * 100);
    return factor < 1.5 ? tr("{:.0f} % longer than", (factor - 1) * 100)
                        : tr("{} times as long as", shortNumber(factor));
}

/// Whether the pattern matters for the time of the kernel, not only for its counts.
RunVerdict verdictOf(const RunResult& result, const RunTimes& times, std::size_t architecture) {
    constexpr double kFarOff = 1.3;
    const Waste waste = wasteOf(result, architecture);
    const double apart = instructionsTaken(result, architecture);
    const double lanes = lanesPerAccess(result, architecture);
    constexpr double kNearlyAll = 31; // of 32: that more idle is said, whether or not it costs anything
    const double factor = times.ideal > 0 ? times.modelled / times.ideal : 1;
    RunVerdict verdict;
    // Green says that nothing is wasted; what is wasted at no cost, or not known, is neither good nor bad.
    if (lanes < kNearlyAll) verdict.tone = Tone::Plain;
    if (times.atomics) {
        verdict.tone = Tone::Warn;
        verdict.text =
            tr("Yes: the kernel is limited by {}. Fewer of them, or summing in shared memory "
               "first, would take less time. Warps go on meanwhile: what waits in the source below "
               "is something else.",
               times.bound);
    } else if (waste.much.empty() && apart >= kMatters) {
        verdict.tone = Tone::Warn;
        verdict.text = tr("The accesses waste next to nothing, but lanes that wait for others cost {} times "
                          "the instructions. The kernel is limited by {}.",
                          shortNumber(apart), times.bound);
    } else if (waste.much.empty() && waste.textures) {
        verdict.tone = Tone::Plain;
        verdict.text =
            tr("Not known: what the pattern of texture fetches costs is not modelled. Whatever that is, the "
               "rest of the kernel is limited by {}.",
               times.bound);
    } else if (waste.shares) {
        verdict.text =
            tr("Fewer bytes are moved than requested, as lanes that want the same word share a fetch. "
               "The kernel is limited by {}.",
               times.bound);
    } else if (waste.much.empty()) {
        const bool again = movesAtomicsAgain(result, architecture);
        if (again) verdict.tone = Tone::Plain;
        verdict.text =
            again ? tr("Plain loads and stores waste next to nothing. Atomics move their sectors again and "
                       "again, but that is not what limits the kernel at this size: it is limited by {}.",
                       times.bound)
            : lanes < kNearlyAll
                ? tr("The accesses waste next to nothing, though on average only {:.0f} of a warp's 32 "
                     "lanes take part in a memory access. The kernel is limited by {}.",
                     lanes, times.bound)
                : tr("The accesses waste next to nothing. The kernel is limited by {}.", times.bound);
    } else {
        const bool matters = factor >= kMatters;
        verdict.tone = matters || apart >= kMatters ? Tone::Warn : Tone::Plain;
        // The time of the kernel stands in the table; what is compared has the launch in it.
        const std::size_t launches = result.launches.size();
        const std::string launching = launches == 1 ? tr("launching") : tr("launching {} kernels", launches);
        const std::string taken = duration(times.modelled), needed = duration(times.ideal);
        const std::string both =
            taken == needed ? tr("{} either way, with {} for {}", taken, duration(times.launch), launching)
                            : tr("{} instead of {}, both with {} for {}", taken, needed,
                                 duration(times.launch), launching);
        const std::string longer = longerText(taken == needed ? 1 : factor);
        verdict.text =
            matters ? tr("Yes: {}, and the kernel is limited by {}: {} {} ({}).", waste.much, times.bound,
                         longer, waste.without, both)
                    : tr("Not much at this size: {}, yet it takes {} {} ({}). The kernel is limited by {}.",
                         waste.much, longer, waste.without, both, times.bound);
        if (matters && waste.byStores)
            verdict.text +=
                tr(" Most of it comes from stores. No warp waits for a store, so no line of the source "
                   "shows this wait.");
        if (apart >= kMatters)
            verdict.text += tr(" Besides, lanes that wait for others cost {} times the instructions.",
                               shortNumber(apart));
        else if (lanes < kNearlyAll)
            verdict.text += tr(" Besides, on average only {:.0f} of a warp's 32 lanes take part in a memory "
                               "access.",
                               lanes);
    }
    verdict.text += times.scattered;
    if (times.isShort)
        verdict.text +=
            tr(" This launch is short: its start, the wait for the first data and its end take the "
               "rest.");
    verdict.text += times.kernel;
    if (times.measured == 0) {
        verdict.text += times.published ? tr(" This is modelled, from published figures of the chip.")
                                        : tr(" This is modelled.");
        return verdict;
    }
    verdict.text += tr(" Modelled {}, measured {}.", duration(times.modelled), duration(times.measured));
    const double off = std::max(times.measured / times.modelled, times.modelled / times.measured);
    if (off > kFarOff)
        verdict.text +=
            tr(" The model is off by a factor of {} here: trust the measurement.", shortNumber(off));
    return verdict;
}

} // namespace

namespace {

/// A count of all blocks of the run's launches, also where some of a launch stand for all. of: of a report.
template<class Of>
double ofAllBlocks(const RunResult& result, Of of) {
    double sum = 0;
    for (const LaunchResult& launch : result.launches)
        if (launch.observation) {
            const model::Report& report = launch.observation->reports.front();
            sum += static_cast<double>(of(report)) * report.scale();
        }
    return sum;
}

/// "4,096", "~4,096" where it is scaled.
std::string countText(const RunResult& result, double count) {
    return (result.sampled() ? "~" : "") + grouped(static_cast<std::uint64_t>(std::llround(count)));
}

/// How often memory that serves some lanes at a time had to: shared memory, and atomics on global memory.
void addWavefronts(std::vector<Row>& rows, const RunResult& result) {
    const auto shared = [&](std::uint64_t model::Counts::*count) {
        return ofAllBlocks(
            result, [&](const model::Report& each) { return each.total(model::Space::Shared).*count; });
    };
    if (const double taken = shared(&model::Counts::sharedWavefronts); taken > 0)
        rows.push_back({tr("shared wavefronts"),
                        countText(result, taken),
                        {},
                        {},
                        tr("of all warps' accesses to shared memory; {} would do without bank conflicts",
                           countText(result, shared(&model::Counts::idealSharedWavefronts)))});
    const double atomics = ofAllBlocks(result, [](const model::Report& each) {
        return each.total(model::Space::Global, model::Direction::Atomic).tagWavefronts;
    });
    if (atomics > 0)
        rows.push_back({tr("tag wavefronts of atomics"),
                        countText(result, atomics),
                        {},
                        {},
                        tr("of all warps' atomics on global memory: lanes at the same word take one each")});
}

/// "Counted on 64 of 4,096 blocks and scaled."; of launches that ran.
std::string sampleText(const RunResult& result) {
    std::uint64_t run = 0, total = 0;
    for (const LaunchResult& launch : result.launches)
        if (launch.observation && launch.observation->reports.front().blocksRun > 0) {
            run += launch.observation->reports.front().blocksRun;
            total += launch.observation->reports.front().blocksTotal;
        }
    return tr("Counted on {} of {} blocks and scaled.", grouped(run), grouped(total));
}

} // namespace

std::vector<Row> counterRows(const Frame& frame, const session::CounterReadings& readings) {
    std::vector<Row> rows;
    for (int s = 0; s < model::kSpaceCount; ++s)
        for (int d = 0; d < model::kDirectionCount; ++d) {
            const auto space = static_cast<model::Space>(s);
            const auto direction = static_cast<model::Direction>(d);
            const model::Counts counts = frame.result.total(space, direction);
            if (counts.accesses == 0) continue;
            for (const model::Metric& each : model::metrics()) {
                const auto read = readings.find(
                    fmt::format("{}.{}.{}", spaceName(space), directionName(direction), each.name));
                if (!read) continue;
                const bool has = !each.ratio && each.counted(frame.architecture, {space, direction});
                const double modelled =
                    has ? ofAllBlocks(frame.result,
                                      [&](const model::Report& report) {
                                          return each.countOf(report.total(space, direction));
                                      })
                        : 0;
                rows.push_back(
                    {fmt::format("{} {} {}", tr(std::string_view(spaceName(space))),
                                 tr(std::string_view(directionName(direction))), tr(each.labelIn(space))),
                     has ? countText(frame.result, modelled) : std::string(),
                     {},
                     grouped(static_cast<std::uint64_t>(*read)),
                     tr("The model's count of the whole run, and what the GPU's counter read for the "
                        "same launches.")});
            }
        }
    return rows;
}

RunVerdict runVerdict(const Frame& frame) {
    if (const std::optional<RunResult> kernel = shownKernel(frame)) {
        RunTimes times = modelledTimes(*kernel, cacheOf(frame), 0);
        if (times.modelled == 0) return {};
        if (frame.measured) times.measured = measuredSeconds(*kernel);
        RunVerdict verdict = verdictOf(*kernel, times, 0);
        verdict.kernel = frame.shown->launch->label;
        return verdict;
    }
    const RunTimes times = timesOf(frame);
    return times.modelled > 0 ? verdictOf(frame.result, times, 0) : RunVerdict{};
}

PatternTimes patternTimes(const RunResult& result, model::Cache cache, std::size_t architecture) {
    const RunTimes times = modelledTimes(result, cache, architecture);
    if (times.modelled == 0) return {};
    return {times.modelled, times.ideal, verdictOf(result, times, architecture)};
}

std::string untimedNote(const Frame& frame) {
    const session::RunBytes bytes = session::bytesOf(frame.result);
    if (!bytes.modelled)
        return bytes.timeModelled
                   ? tr("DRAM traffic is not modelled for textures, surfaces, local and constant memory.")
                   : tr("DRAM traffic is not modelled for textures, surfaces, local and constant memory, "
                        "nor is the time of this run.");
    const model::Architecture& chip = frame.architecture;
    if (!chip.hasDeviceFigures() && timesOf(frame).modelled == 0) return noTimeText(chip);
    return bytes.timeModelled
               ? std::string()
               : tr("How long atomics wait for each other in the L2 is not modelled, so no time is given.");
}

void sayRunTable(Panel& panel, const Frame& frame) {
    const RunResult& result = frame.result;
    if (result.launches.empty()) return;
    const session::Measurements nothing;
    const session::Measurements& measured = frame.measurements ? *frame.measurements : nothing;
    const model::Architecture& chip = frame.architecture;
    const session::RunBytes bytes = session::bytesOf(result);
    const RunTimes times = timesOf(frame);
    const bool warm = measured.cache == model::Cache::Warm && frame.measured;
    const double l2 = chip.l2MiB * 1048576;
    const bool inL2 = static_cast<double>(bytes.dram.footprintBytes) < l2;

    const auto counted = [&](std::string_view name) {
        const auto value = measured.counters ? measured.counters->find(name) : std::nullopt;
        return value ? byteSize(*value) : std::string();
    };
    const auto modelledBytes = [&](double value) { return (bytes.sampled ? "~" : "") + byteSize(value); };
    std::vector<Row> rows;
    rows.reserve(16);
    rows.push_back({tr("requested"),
                    modelledBytes(bytes.requested),
                    {},
                    {},
                    tr("bytes that lanes load, store or update")});
    const auto sectors = measured.counters ? measured.counters->find("l2_sectors") : std::nullopt;
    rows.push_back(
        {chip.l2MiB > 0 ? tr("moved, to and from L2") : tr("moved"),
         modelledBytes(bytes.transferred),
         {},
         sectors ? byteSize(*sectors * 32) : std::string(),
         tr("bytes of all transactions; the counter: sectors between the multiprocessors and the L2")});
    rows.push_back({bytes.transferred > 0 && bytes.requested > bytes.transferred
                        ? tr("efficiency, words shared")
                        : tr("efficiency"),
                    percent(bytes.transferred > 0 ? bytes.requested / bytes.transferred : 0),
                    {},
                    {},
                    tr("requested / moved; above 100 % when lanes share words")});
    addWavefronts(rows, result);
    const std::string cold = tr(
        "From a cold L2, each {}-byte block is read once{}. Storing part of a sector makes the DRAM read it: "
        "{}.{}",
        chip.dramFetchBytes, warm && inL2 ? tr("; a warm L2 that holds it all leaves nothing to read") : "",
        byteSize(static_cast<double>(bytes.dram.fillBytes)),
        chip.measuredDram
            ? tr(" A block of which atomics touch one sector alone counts as 48 bytes: what an H200 "
                 "reads for it on average.")
            : "");
    if (chip.l2MiB > 0 && (bytes.modelled || measured.counters)) {
        const auto dram = [&](std::uint64_t value) {
            return bytes.modelled ? modelledBytes(static_cast<double>(value)) : std::string();
        };
        rows.push_back({tr("DRAM read, loads {} B at a time", chip.dramFetchBytes),
                        dram(bytes.dram.bytesRead),
                        {},
                        counted("dram_bytes_read"),
                        cold});
        rows.push_back(
            {tr("DRAM written"),
             dram(bytes.dram.bytesWritten),
             {},
             counted("dram_bytes_written"),
             tr("Distinct sectors written. The GPU's counter misses what the L2 still holds at the end.")});
    }
    if (times.modelled > 0 || times.measured > 0) {
        // Beside what events measured stands what they would have measured.
        const double shown = frame.measured ? times.modelled : times.kernels;
        const auto unless0 = [](double value, auto text) { return value > 0 ? text(value) : std::string(); };
        rows.push_back(
            {frame.measured    ? chip.l2MiB == 0 ? tr("between events")
                                 : warm          ? tr("between events, warm L2")
                                                 : tr("between events, cold L2")
                : chip.l2MiB == 0 ? tr("kernel time")
             : warm            ? tr("kernel time, warm L2")
                               : tr("kernel time, cold L2"),
             unless0(shown, duration),
             unless0(times.measured, duration),
             {},
             tr("Modelled: {} {}{}{}. {}{}{}",
                times.published
                    ? tr("some blocks are simulated on one multiprocessor, from published figures of "
                         "this chip that were not checked against one. Limited by")
                : times.simulated ? tr("some blocks are simulated on one multiprocessor. Limited by")
                                  : tr("the longest of the times that the chip's parts need, here"),
                times.bound,
                frame.measured
                    ? tr("; {} of it is what events around a launch add to the kernel's own time",
                         duration(times.launch))
                    : tr("; this is the kernel's own time: events around the launch would measure {} more",
                         duration(times.launch)),
                dramShareText(chip, times.simulated), times.gain,
                times.gain.empty() || times.measuredTip.empty() ? "" : " ", times.measuredTip)});
        const double peak = (frame.measured && frame.device.peakBytesPerSecond() > 0)
                                ? frame.device.peakBytesPerSecond()
                                : chip.peakGBps() * 1e9;
        const double modelled = shown > 0 ? bytes.requested / shown : 0;
        const double real = times.measured > 0 ? bytes.requested / times.measured : 0;
        rows.push_back(
            {tr("bandwidth, as requested"),
             unless0(modelled, bandwidth),
             unless0(real, bandwidth),
             {},
             tr("Useful bandwidth = bytes requested / kernel time / 10^9 = {} / {}{}",
                byteSize(bytes.requested), duration(shown),
                real > 0 ? tr("; measured {} / {}", byteSize(bytes.requested), duration(times.measured))
                         : std::string())});
        if (peak > 0) {
            rows.push_back({tr("requested bytes, share of the peak"),
                            unless0(modelled / peak, percent),
                            unless0(real / peak, percent),
                            {},
                            tr("bandwidth / {}: memory clock x bus width / 8 x 2", bandwidth(peak))});
            // A warm L2 leaves less to read than the counts say; without one every transaction goes to DRAM.
            const auto dram = chip.l2MiB == 0
                                  ? bytes.transferred
                                  : static_cast<double>(bytes.dram.bytesRead + bytes.dram.bytesWritten);
            if (bytes.modelled && !warm && times.modelled > 0 && dram > 0)
                rows.push_back(
                    {tr("DRAM bytes, share of the peak"),
                     percent(dram / shown / peak),
                     unless0(times.measured > 0 ? dram / times.measured / peak : 0, percent),
                     {},
                     tr("what DRAM reads and writes / kernel time / {}: more than the requested bytes "
                        "where the pattern wastes some. Only a long launch comes near the peak: in a short "
                        "one, its start and end take part of the time. Scattered sectors stay below it, as "
                        "DRAM opens a row of memory for each of them.",
                        bandwidth(peak))});
            if (bytes.modelled && !warm && times.kernels > 0 && times.dramBusy > 0)
                rows.push_back(
                    {tr("DRAM busy"),
                     percent(times.dramBusy / times.kernels),
                     {},
                     {},
                     tr("share of the kernel time{}. That is more than its bytes are of the peak, as DRAM "
                        "needs longer for them than the peak allows: it turns from reads to writes, opens "
                        "rows and refreshes.",
                        dramShareText(chip, times.simulated))});
        }
        if (measured.bestCopyBytesPerSecond > 0 && real > 0)
            rows.push_back({tr("of the best copy"),
                            unless0(modelled / measured.bestCopyBytesPerSecond, percent),
                            percent(real / measured.bestCopyBytesPerSecond),
                            {},
                            tr("bandwidth / {}, the best contiguous copy measured on this GPU: bytes "
                               "read and written",
                               bandwidth(measured.bestCopyBytesPerSecond))});
    }
    // The tables of one access have rows of the same names.
    const std::size_t launches = result.launches.size();
    const std::string whole = result.missing != 0 ? tr("all warps of the first {} of {} launches",
                                                       grouped(launches), grouped(launches + result.missing))
                              : launches == 1     ? tr("whole run: all warps")
                                              : tr("whole run: all warps of {} launches", grouped(launches));
    panel.table(whole, rows);
    if (measured.counters && result.launches.front().observation)
        panel.table(tr("counted, {}", whole), counterRows(frame, *measured.counters));
    if (const RunVerdict verdict = runVerdict(frame); !verdict.text.empty())
        panel.card(verdict.tone,
                   verdict.kernel.empty() ? std::string(tr("Does the pattern matter here?"))
                                          : tr("Does the pattern of {} matter?", verdict.kernel),
                   verdict.text);
    if (const std::string untimed = untimedNote(frame); !untimed.empty()) panel.note(untimed);
    if (frame.measured && warm && inL2 && bytes.modelled)
        panel.note(tr("The working set ({}) fits the L2 ({}): what is measured is the cache. Choose a cold "
                      "L2 in the Bandwidth panel, or a larger size.",
                      byteSize(static_cast<double>(bytes.dram.footprintBytes)), byteSize(l2)));
    if (bytes.sampled) panel.note(sampleText(result));
}

} // namespace lanescope::kit
