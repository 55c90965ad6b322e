// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/timing.h"

#include "device/architecture.h"
#include "kit/words/limit_words.h"
#include "model/format.h"
#include "model/time/kernel_time.h"
#include "session/times/chip_row.h"
#include "shell/output/text_table.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace lanescope::shell {

namespace {

/// What was modelled for is what was measured; on its own it is a cold L2.
model::Cache cacheOf(const std::optional<TimedRun>& timed) {
    return timed ? timed->cache : model::Cache::Cold;
}

Json statisticsJson(const session::Statistics& times) {
    return {{"launches", times.count},   {"median_ms", times.median * 1e3}, {"p5_ms", times.p5 * 1e3},
            {"p95_ms", times.p95 * 1e3}, {"least_ms", times.least * 1e3},   {"most_ms", times.most * 1e3}};
}

session::Statistics wholeRuns(const TimedRun& timed) {
    std::vector<double> runs;
    for (const session::KernelSamples& kernel : timed.kernels) {
        runs.resize(kernel.seconds.size());
        for (std::size_t i = 0; i < runs.size(); ++i) runs[i] += kernel.seconds[i];
    }
    return session::statisticsOf(runs);
}

Json measuredJson(const session::RunBytes& bytes, const TimedRun& timed) {
    const session::Statistics run = wholeRuns(timed);
    Json kernels = Json::array();
    for (const session::KernelSamples& kernel : timed.kernels) {
        Json object{{"kernel", kernel.kernel}};
        object.update(statisticsJson(kernel.statistics()));
        kernels.push_back(std::move(object));
    }
    const double real = run.median > 0 ? bytes.requested / run.median : 0;
    const double peak = timed.device.peakBytesPerSecond();
    Json object{{"cache", model::cacheName(timed.cache)}, {"warm_up", session::kWarmUpLaunches}};
    object["kernels"] = std::move(kernels);
    object["run"] = statisticsJson(run);
    object["bytes_requested"] = bytes.requested;
    object["gbps"] = real * 1e-9;
    object["share_of_peak"] = peak > 0 ? Json(real / peak) : Json(nullptr);
    object["best_copy_gbps"] =
        timed.bestCopyBytesPerSecond > 0 ? Json(timed.bestCopyBytesPerSecond * 1e-9) : Json(nullptr);
    object["share_of_best_copy"] =
        timed.bestCopyBytesPerSecond > 0 ? Json(real / timed.bestCopyBytesPerSecond) : Json(nullptr);
    return object;
}

const model::Architecture& chipOf(const session::RunResult& result, std::size_t architecture) {
    return *result.launches.front().observation->reports[architecture].architecture;
}

/// Of the architectures that a run is modelled as, the measuring GPU's own; the first when it is not there.
std::size_t homeOf(const session::RunResult& result, const device::Info& device) {
    const auto& reports = result.launches.front().observation->reports;
    const auto own =
        std::ranges::find(reports, &device::architectureOf(device), &model::Report::architecture);
    return own == reports.end() ? 0 : static_cast<std::size_t>(own - reports.begin());
}

} // namespace

void addTimes(json::Stream& document, const session::RunResult& result, std::size_t architecture,
              const std::optional<TimedRun>& timed) {
    const session::RunBytes bytes = session::bytesOf(result, architecture);
    document.field("dram", bytes.modelled ? Json{{"bytes_read", bytes.dram.bytesRead},
                                                 {"bytes_written", bytes.dram.bytesWritten},
                                                 {"fill_bytes", bytes.dram.fillBytes},
                                                 {"footprint_bytes", bytes.dram.footprintBytes}}
                                          : Json(nullptr));
    document.name("modelled_time");
    document.beginObject();
    document.field("cache", model::cacheName(cacheOf(timed)));
    document.field("between", "events"); // a kernel's own is modelled_seconds
    document.name("kernels");
    document.beginList();
    for (const session::LaunchResult& launch : result.launches) {
        const session::ModelledTime time = session::modelledTime(launch, cacheOf(timed), architecture);
        const bool known = time.seconds > 0;
        document.value({{"kernel", launch.label},
                        {"milliseconds", known ? Json(time.eventSeconds() * 1e3) : Json(nullptr)},
                        {"own_milliseconds", known ? Json(time.seconds * 1e3) : Json(nullptr)},
                        {"bound", known ? Json(time.bound) : Json(nullptr)},
                        {"modelled_from", known ? Json(session::nameOf(time.basis)) : Json(nullptr)}});
    }
    document.end();
    document.end();
    document.field("timing", timed && !timed->kernels.empty() ? measuredJson(bytes, *timed) : Json(nullptr));
}

std::string noFiguresText(const model::Architecture& chip) {
    if (chip.hasDeviceFigures())
        return session::bundledTimes()->of(chip)
                   ? std::string()
                   : tr("no time of this is estimated from the figures of {}; times are simulated for {}\n",
                        chip.name, kit::chipsWithTimes());
    return tr(
        "no modelled time: the row {} has rules, but no device's figures. Times are simulated for {} only, "
        "and estimated for other rows with figures, of which the nearest is --arch '{}'; on such a GPU "
        "`lanescope validate --times --save` measures its own\n",
        chip.name, kit::chipsWithTimes(), model::nearestWithFigures(chip).name);
}

namespace {

/// The least and the most of some launches; empty: no launch has one.
using TimeRange = std::optional<std::pair<double, double>>;

std::string textOf(const TimeRange& range) {
    if (!range) return {};
    const std::string least = lanescope::duration(range->first), most = lanescope::duration(range->second);
    return least == most ? least : tr("{} to {}", least, most);
}

void widen(TimeRange& range, const TimeRange& by) {
    if (!by) return;
    range = range ? std::pair{std::min(range->first, by->first), std::max(range->second, by->second)} : *by;
}

/// A row of what lies between events, of one launch or of several.
struct EventTimes {
    std::string label;
    TimeRange modelled;
    std::string bound;
    TimeRange median, p5, p95;
    std::size_t launches = 1;

    std::vector<std::string> cells() const {
        return {label, textOf(modelled), bound, textOf(median), textOf(p5), textOf(p95)};
    }
    void add(const EventTimes& other) {
        launches += other.launches;
        widen(modelled, other.modelled);
        if (bound != other.bound) bound = tr("several");
        widen(median, other.median);
        widen(p5, other.p5);
        widen(p95, other.p95);
    }
};

/// Rows in a row that say the same are one; where these are too many, all of the same kernel are.
std::vector<EventTimes> together(std::vector<EventTimes> rows) {
    constexpr std::size_t kMost = 50;
    std::vector<EventTimes> some;
    for (EventTimes& row : rows)
        if (!some.empty() && some.back().cells() == row.cells())
            some.back().add(row);
        else
            some.push_back(std::move(row));
    if (some.size() <= kMost) return some;
    std::vector<EventTimes> few;
    for (EventTimes& row : some)
        if (const auto own = std::ranges::find(few, row.label, &EventTimes::label); own != few.end())
            own->add(row);
        else
            few.push_back(std::move(row));
    return few;
}

TextTable eventTable(const std::vector<EventTimes>& rows) {
    using Align = TextTable::Align;
    TextTable table({{tr("kernel")},
                     {tr("modelled between events"), Align::Right},
                     {tr("limited by")},
                     {tr("measured"), Align::Right},
                     {"5 %", Align::Right},
                     {"95 %", Align::Right}});
    for (const EventTimes& row : rows) {
        std::vector<std::string> cells = row.cells();
        if (row.launches > 1)
            cells.front() = fmt::format("{} x {}", lanescope::grouped(row.launches), row.label);
        table.add(std::move(cells));
    }
    return table;
}

} // namespace

std::string timesText(const session::RunResult& result, std::size_t architecture,
                      const std::optional<TimedRun>& timed) {
    const session::RunBytes bytes = session::bytesOf(result, architecture);
    const model::Architecture& chip = chipOf(result, architecture);
    std::string text;
    if (chip.l2MiB > 0)
        text =
            tr("DRAM if each launch finds a cold L2, where loads fetch blocks of {} bytes: {} read{}, {} "
               "written\n",
               chip.dramFetchBytes, lanescope::byteSize(static_cast<double>(bytes.dram.bytesRead)),
               bytes.dram.fillBytes > 0 ? tr(" ({} of it fills sectors written in part)",
                                             lanescope::byteSize(static_cast<double>(bytes.dram.fillBytes)))
                                        : std::string(),
               lanescope::byteSize(static_cast<double>(bytes.dram.bytesWritten)));
    if (!bytes.modelled)
        text = tr("DRAM traffic is not modelled for textures, surfaces, local and constant memory{}\n",
                  bytes.timeModelled ? "" : tr(", nor is the time of this run"));
    else if (!bytes.timeModelled)
        text += tr("times are not modelled for atomics of global memory\n");
    if (!chip.hasDeviceFigures() &&
        session::modelledSeconds(result, cacheOf(timed), session::TimeOf::Kernels, architecture) == 0)
        text += noFiguresText(chip);
    bool any = false; // that is not said with the launches, where there are the kernels' own times
    std::vector<EventTimes> rows;
    for (std::size_t i = 0; i < result.launches.size(); ++i) {
        const session::ModelledTime time =
            session::modelledTime(result.launches[i], cacheOf(timed), architecture);
        const bool known = time.seconds > 0, real = timed && i < timed->kernels.size();
        const session::Statistics all = real ? timed->kernels[i].statistics() : session::Statistics{};
        any = any || real || (known && !session::launchTime(result.launches[i], architecture));
        EventTimes row{.label = result.launches[i].label};
        if (known) row.modelled = {time.eventSeconds(), time.eventSeconds()};
        if (known) row.bound = tr(time.boundText);
        if (real) row.median = {all.median, all.median};
        if (real) row.p5 = {all.p5, all.p5};
        if (real) row.p95 = {all.p95, all.p95};
        rows.push_back(std::move(row));
    }
    const TextTable table = eventTable(together(std::move(rows)));
    if (any) text += table.text();
    if (any)
        text +=
            tr("between events: a kernel's own time and what two CUDA events around its launch add to it\n");
    if (any && session::timeBasisOf(result, architecture) == session::TimeBasis::Specifications)
        text +=
            tr("modelled from the chip's specifications: what its busiest part needs at least, not checked "
               "against one\n");
    if (!timed || timed->kernels.empty()) return text;
    const session::Statistics run = wholeRuns(*timed);
    const double real = run.median > 0 ? bytes.requested / run.median : 0;
    if (&chip != &device::architectureOf(timed->device))
        text += tr("the times were measured on {}, which is another chip than the one modelled\n",
                   timed->device.name);
    text += tr("measured over {} launches, L2 {}: {} requested / {} = {}", run.count,
               tr(model::cacheName(timed->cache)), lanescope::byteSize(bytes.requested),
               lanescope::duration(run.median), lanescope::bandwidth(real));
    // A share of the GPU's own peak, which is no other chip's, is said in one place.
    if (homeOf(result, timed->device) != architecture) return text + "\n";
    if (const double peak = timed->device.peakBytesPerSecond(); peak > 0)
        text += tr(", {} of {}'s peak", lanescope::percent(real / peak), timed->device.name);
    if (timed->bestCopyBytesPerSecond > 0)
        text += tr(", {} of the best copy ({})", lanescope::percent(real / timed->bestCopyBytesPerSecond),
                   lanescope::bandwidth(timed->bestCopyBytesPerSecond));
    return text + "\n";
}

} // namespace lanescope::shell
