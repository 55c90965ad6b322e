// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/sweep.h"

#include "device/architecture.h"
#include "kit/lab_interfaces.h"
#include "kit/lab_sweep.h"
#include "kit/session.h"
#include "model/format.h"
#include "model/metrics.h"
#include "model/time/kernel_time.h"
#include "shell/commands/settings.h"
#include "shell/output/counters.h"
#include "shell/output/device.h"
#include "shell/output/output.h"
#include "shell/output/report.h"
#include "shell/output/sweep.h"
#include "shell/output/text_table.h"
#include "shell/output/timing.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace lanescope::shell {

namespace {

/// Points of one plan, by the names of what was set and what ran.
struct Series {
    kit::ExperimentSeries about;
    session::SweepPlan plan;
    std::vector<session::SweepPoint> points;

    /// The value of a parameter at a point; empty when the series neither sets nor sweeps it.
    std::string valueOf(const std::string& parameter, const session::SweepPoint& point) const {
        for (std::size_t axis = 0; axis < plan.axes.size(); ++axis)
            if (plan.axes[axis].parameter == parameter) return point.values[axis];
        for (const auto& [name, value] : about.sets)
            if (name == parameter) return value;
        return {};
    }
};

/// The metrics of one space and direction that a sweep has as columns of their own.
struct SpaceColumn {
    model::Space space;
    model::Direction direction;
    model::Part part() const { return {space, direction}; }
};

std::vector<SpaceColumn> usedSpaces(const std::vector<session::SweepPoint*>& points) {
    std::vector<SpaceColumn> used;
    for (int s = 0; s < model::kSpaceCount; ++s)
        for (int d = 0; d < model::kDirectionCount; ++d) {
            const SpaceColumn column{static_cast<model::Space>(s), static_cast<model::Direction>(d)};
            const bool any = std::any_of(points.begin(), points.end(), [&](const session::SweepPoint* point) {
                return std::any_of(point->reports.begin(), point->reports.end(),
                                   [&](const model::Report& report) {
                                       return report.total(column.space, column.direction).accesses > 0;
                                   });
            });
            if (any) used.push_back(column);
        }
    return used;
}

/// Whether some architecture of a sweep has the count: a column that is empty throughout says nothing.
bool countedAnywhere(const model::Metric& metric,
                     const std::vector<const model::Architecture*>& architectures, model::Part part) {
    return std::any_of(architectures.begin(), architectures.end(),
                       [&](const model::Architecture* row) { return metric.counted(*row, part); });
}

/// Of what no kernel does there are no accesses to count, only bytes.
bool hasMetric(const session::SweepPoint& point, const model::Metric& metric) {
    return point.counted || metric.name == "bytes_requested";
}

/// A time or a bandwidth; empty for what was not measured or cannot be modelled.
std::string numberCell(double value) {
    return value > 0 ? fmt::format("{:.6g}", value) : std::string();
}

/// The parameters that the series set or sweep, in the order in which they are named.
std::vector<std::string> namesOf(const std::vector<Series>& all) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    for (const Series& series : all)
        for (const auto& [name, value] : series.about.sets) add(name);
    for (const Series& series : all)
        for (const session::SweepAxis& axis : series.plan.axes) add(axis.parameter);
    return names;
}

std::string sweepTable(std::vector<Series>& all) {
    const std::vector<const model::Architecture*>& architectures = all.front().plan.architectures;
    const bool measured = all.front().plan.measureOn != nullptr;
    bool twins = false;
    for (const model::Architecture* row : architectures)
        twins |= std::count_if(architectures.begin(), architectures.end(),
                               [&](const model::Architecture* other) { return other->cc == row->cc; }) > 1;
    std::vector<session::SweepPoint*> points;
    for (Series& series : all)
        for (session::SweepPoint& point : series.points) points.push_back(&point);
    const std::vector<SpaceColumn> spaces = usedSpaces(points);
    const std::vector<std::string> names = namesOf(all);

    // Of a launch that failed there are no counts.
    const bool stopped =
        std::ranges::any_of(points, [](const auto* point) { return !point->stopped.empty(); });
    std::vector<std::string> heading;
    for (const std::string& name : names) heading.push_back(csvCell(name));
    heading.push_back("architecture");
    if (twins) heading.push_back("device");
    for (const model::Metric& metric : model::metrics()) heading.emplace_back(metric.name);
    for (const SpaceColumn& column : spaces)
        for (const model::Metric& metric : model::metrics())
            if (countedAnywhere(metric, architectures, column.part()))
                heading.push_back(fmt::format("{}_{}_{}", model::spaceName(column.space),
                                              model::directionName(column.direction), metric.name));
    heading.insert(heading.end(), {"modelled_ms", "modelled_gbps", "modelled_from"});
    if (measured)
        heading.insert(heading.end(), {"measured_ms", "measured_p5_ms", "measured_p95_ms", "measured_gbps",
                                       "launches", "blocks_counted", "blocks_total"});
    if (stopped) heading.emplace_back("stopped");
    std::string table = fmt::format("{}\n", fmt::join(heading, ","));
    for (const Series& series : all)
        for (const session::SweepPoint& point : series.points)
            for (std::size_t i = 0; i < architectures.size(); ++i) {
                const model::Architecture& architecture = *architectures[i];
                std::vector<std::string> row;
                for (const std::string& name : names) row.push_back(csvCell(series.valueOf(name, point)));
                row.push_back(architecture.cc.text());
                if (twins) row.push_back(csvCell(std::string(architecture.name)));
                if (!point.stopped.empty()) {
                    row.resize(heading.size() - 1);
                    row.push_back(csvCell(point.stopped));
                    table += fmt::format("{}\n", fmt::join(row, ","));
                    continue;
                }
                for (const model::Metric& metric : model::metrics())
                    row.push_back(hasMetric(point, metric)
                                      ? metricText(metric, point.counts[i], architecture, {}, Digits::All)
                                      : std::string());
                for (const SpaceColumn& column : spaces) {
                    const model::Counts counts = point.reports[i].total(column.space, column.direction);
                    for (const model::Metric& metric : model::metrics())
                        if (countedAnywhere(metric, architectures, column.part()))
                            row.push_back(
                                metricText(metric, counts, architecture, column.part(), Digits::All));
                }
                row.push_back(numberCell(point.seconds[i] * 1e3));
                row.push_back(numberCell(point.modelledGBps(i)));
                row.push_back(csvCell(std::string(session::nameOf(point.basis[i]))));
                if (measured) {
                    const session::Statistics& times = point.measured;
                    for (const double seconds : {times.median, times.p5, times.p95})
                        row.push_back(numberCell(seconds * 1e3));
                    row.push_back(numberCell(point.gbPerSecond(times.median)));
                    for (const std::uint64_t number :
                         {static_cast<std::uint64_t>(times.count), point.blocksCounted, point.blocksTotal})
                        row.push_back(std::to_string(number));
                }
                if (stopped) row.emplace_back();
                table += fmt::format("{}\n", fmt::join(row, ","));
            }
    return table;
}

/// The counts of a space that the short table has: what a reader compares first.
struct ShortColumn {
    SpaceColumn space;
    const model::Metric* metric;
};

std::vector<ShortColumn> shortColumns(const std::vector<SpaceColumn>& spaces,
                                      const std::vector<const model::Architecture*>& architectures) {
    constexpr std::array<std::string_view, 4> kShared{"requests", "wavefronts", "bank_conflicts", "max_ways"};
    constexpr std::array<std::string_view, 3> kOther{"requests", "transactions", "efficiency"};
    std::vector<ShortColumn> columns;
    for (const SpaceColumn& space : spaces) {
        const std::span<const std::string_view> wanted =
            space.space == model::Space::Shared ? std::span<const std::string_view>(kShared) : kOther;
        for (const model::Metric& metric : model::metrics())
            if (std::ranges::find(wanted, metric.name) != wanted.end() &&
                countedAnywhere(metric, architectures, space.part()))
                columns.push_back({space, &metric});
    }
    return columns;
}

/// For a terminal: a part of the table's columns, aligned, names with spaces.
std::string shortTable(std::vector<Series>& all) {
    using Align = TextTable::Align;
    const std::vector<const model::Architecture*>& architectures = all.front().plan.architectures;
    const bool measured = all.front().plan.measureOn != nullptr;
    std::vector<session::SweepPoint*> points;
    for (Series& series : all)
        for (session::SweepPoint& point : series.points) points.push_back(&point);
    const std::vector<std::string> names = namesOf(all);
    const std::vector<ShortColumn> counts = shortColumns(usedSpaces(points), architectures);
    std::vector<TextTable::Column> heading;
    for (const std::string& name : names) heading.push_back({name, Align::Right});
    heading.push_back({"on"});
    for (const ShortColumn& column : counts)
        heading.push_back({fmt::format("{} {} {}", model::spaceName(column.space.space),
                                       model::directionName(column.space.direction), column.metric->name),
                           Align::Right});
    heading.insert(heading.end(), {{"modelled", Align::Right}, {"GB/s", Align::Right}, {"from"}});
    if (measured) heading.insert(heading.end(), {{"measured", Align::Right}, {"GB/s", Align::Right}});
    heading.push_back({"stopped"});
    TextTable table(std::move(heading));
    for (const Series& series : all)
        for (const session::SweepPoint& point : series.points)
            for (std::size_t i = 0; i < architectures.size(); ++i) {
                const model::Architecture& architecture = *architectures[i];
                const bool ran = point.stopped.empty();
                std::vector<std::string> row;
                for (const std::string& name : names) row.push_back(series.valueOf(name, point));
                row.emplace_back(architecture.name);
                for (const ShortColumn& column : counts)
                    row.push_back(
                        ran ? metricText(*column.metric,
                                         point.reports[i].total(column.space.space, column.space.direction),
                                         architecture, column.space.part(), Digits::Few)
                            : std::string());
                const bool timed = ran && point.seconds[i] > 0;
                row.push_back(timed ? lanescope::duration(point.seconds[i]) : "");
                row.push_back(timed ? fmt::format("{:.4g}", point.modelledGBps(i)) : "");
                row.emplace_back(timed ? tr(session::nameOf(point.basis[i])) : "");
                if (measured) {
                    const session::Statistics& times = point.measured;
                    row.push_back(times.count ? lanescope::duration(times.median) : "");
                    row.push_back(times.count ? fmt::format("{:.4g}", point.gbPerSecond(times.median)) : "");
                }
                row.push_back(point.stopped);
                table.add(std::move(row));
            }
    std::string text = table.text();
    const auto ran = [](const session::SweepPoint* point) { return point->stopped.empty(); };
    if (std::ranges::none_of(points, ran)) return text;
    for (std::size_t i = 0; i < architectures.size(); ++i)
        if (std::ranges::none_of(points, [&](const session::SweepPoint* point) {
                return i < point->seconds.size() && point->seconds[i] > 0;
            }))
            text += noFiguresText(*architectures[i]);
    return text;
}

SweepDocumentPoint documentPoint(const Series& series, const session::SweepPoint& point,
                                 const std::vector<std::string>& names) {
    SweepDocumentPoint document;
    const bool ran = point.stopped.empty();
    for (const std::string& name : names)
        if (const std::string value = series.valueOf(name, point); !value.empty())
            document.values.emplace_back(name, value);
    for (std::size_t i = 0; i < point.counts.size(); ++i) {
        const model::Architecture& row = *series.plan.architectures[i];
        ModelledPoint& modelled = document.modelled.emplace_back();
        modelled.architecture = row.cc.text();
        modelled.architectureName = row.name;
        if (ran) {
            Json counts = Json::object();
            for (const model::Metric& metric : model::metrics())
                if (hasMetric(point, metric) && metric.counted(row, {}))
                    counts[std::string(metric.name)] = metric.ratio ? Json(metric.valueOf(point.counts[i]))
                                                                    : Json(metric.countOf(point.counts[i]));
            modelled.counts = std::move(counts);
        }
        if (ran && point.seconds[i] > 0) {
            modelled.milliseconds = point.seconds[i] * 1e3;
            modelled.gbps = point.modelledGBps(i);
            modelled.from = json::unlessEmpty(std::string(session::nameOf(point.basis[i])));
        }
    }
    if (!ran) document.stopped = point.stopped;
    if (series.plan.measureOn) {
        document.blocksCounted = point.blocksCounted;
        document.blocksTotal = point.blocksTotal;
    }
    if (const session::Statistics& times = point.measured; times.count)
        document.measured = MeasuredPoint{.launches = times.count,
                                          .medianMs = times.median * 1e3,
                                          .p5Ms = times.p5 * 1e3,
                                          .p95Ms = times.p95 * 1e3,
                                          .gbps = point.gbPerSecond(times.median),
                                          .gbpsP5 = point.gbPerSecond(times.p95),
                                          .gbpsP95 = point.gbPerSecond(times.p5)};
    return document;
}

SweepDocument sweepDocument(const LabSetup& setup, const std::vector<Series>& all) {
    const std::vector<std::string> names = namesOf(all);
    const session::SweepPlan& plan = all.front().plan;
    // What is only modelled begins with an empty L2, see runSweep().
    const bool cold = !plan.measureOn || plan.series.cache == model::Cache::Cold;
    SweepDocument document;
    document.lab = setup.entry->name;
    document.measured = plan.measureOn != nullptr;
    if (plan.measureOn) document.device = documentOf(plan.measureOn->info());
    document.cache = model::cacheName(cold ? model::Cache::Cold : model::Cache::Warm);
    for (const Series& series : all) {
        SweepDocumentSeries& into = document.series.emplace_back();
        into.name = series.about.name;
        for (const session::SweepAxis& axis : series.plan.axes) into.over.push_back(axis.parameter);
        for (const session::SweepPoint& point : series.points)
            into.points.push_back(documentPoint(series, point, names));
    }
    return document;
}

/// What --over asks for as one series; without it what the lab proposes: its experiment, when that is to be
/// measured, else its sweep.
std::vector<kit::ExperimentSeries> chosenSeries(const SweepOptions& options, const LabSetup& setup) {
    // A program is one point, on as many architectures as are asked for.
    if (!options.axes.empty() || setup.lab->as<kit::RecordsAProgram>()) return {kit::ExperimentSeries{}};
    std::vector<kit::ExperimentSeries> all;
    if (options.measure) all = kit::experimentOf(*setup.lab);
    for (kit::ExperimentSeries& series : all) // what the user sets wins
        std::erase_if(series.sets, [&](const auto& set) {
            return std::ranges::any_of(options.request.sets, [&](const std::string& text) {
                return text.starts_with(set.first + "=");
            });
        });
    if (!all.empty()) return all;
    const std::optional<kit::Sweep> sweep = kit::sweepOf(*setup.lab);
    if (!sweep)
        throw BadInput(fmt::format("{} proposes no sweep; name a parameter with --over NAME=FIRST:LAST",
                                   setup.entry->name));
    return {{sweep->title,
             {},
             fmt::format("{}={}:{}{}{}", sweep->parameter, sweep->first, sweep->last,
                         sweep->step.empty() ? "" : ":", sweep->step)}};
}

std::vector<session::SweepAxis> parseAxes(const kit::Lab& lab, const std::vector<std::string>& texts) {
    std::vector<session::SweepAxis> axes;
    for (const std::string& text : texts) {
        axes.push_back(kit::parseAxis(lab, text));
        if (lab.parameter(axes.back().parameter).isFocus())
            throw BadInput(fmt::format("{} chooses what is looked at: the counts of a sweep are those of the "
                                       "whole launch, and do not depend on it",
                                       axes.back().parameter));
        for (std::size_t i = 0; i + 1 < axes.size(); ++i)
            if (axes[i].parameter == axes.back().parameter)
                throw BadInput(
                    fmt::format("{} is swept twice; give each parameter one --over", axes[i].parameter));
    }
    return axes;
}

/// A parameter that is swept has no one value.
void checkContradictions(const std::vector<session::SweepAxis>& axes, const std::vector<std::string>& sets) {
    for (const session::SweepAxis& axis : axes)
        for (const std::string& text : sets)
            if (text.starts_with(axis.parameter + "="))
                throw BadInput(fmt::format("--set {} contradicts the sweep over {}; leave it out, or "
                                           "sweep another parameter with --over",
                                           text, axis.parameter));
}

} // namespace

int sweepCommand(const SweepOptions& options) {
    LabSetup setup = resolve(options.request);
    if (options.csv == "-" && options.json)
        throw BadInput("--json and --csv - both want standard output; name a file for one of them");
    if (!options.measure && (!options.cache.empty() || options.launches))
        throw BadInput("--launches and --cache are about times: they go with --measure");
    session::SeriesOptions timing;
    timing.cache = parseCache(options.cache);
    if (options.launches) timing.launches = options.launches;
    const std::vector<kit::ExperimentSeries> chosen = chosenSeries(options, setup);
    std::vector<Series> all;
    for (const kit::ExperimentSeries& about : chosen) {
        Series series{about, {}, {}};
        const std::unique_ptr<kit::Lab> lab = setup.entry->make();
        lab->setValues(setup.lab->values());
        for (const auto& [name, value] : about.sets) lab->set(name, value);
        series.plan = kit::sweepPlan(*setup.entry, lab->values(),
                                     parseAxes(*lab, options.axes.empty() && !about.over.empty()
                                                         ? std::vector{about.over}
                                                         : options.axes));
        if (chosen.size() == 1) checkContradictions(series.plan.axes, options.request.sets);
        all.push_back(std::move(series));
    }
    if (!options.csv.empty()) checkWritable(options.csv);
    std::shared_ptr<device::Device> gpu;
    if (options.measure) gpu = openGpu(setup.device, "--measure");
    if (setup.architectures.empty())
        setup.architectures = {gpu ? &device::architectureOf(gpu->info()) : &model::defaultArchitecture()};

    std::size_t total = 0, done = 0;
    for (const Series& series : all) total += session::sweepSize(series.plan.axes);
    const session::Progress progress = progressLines(options.progress);
    const std::shared_ptr<const model::KnownTimes> times = knownTimes();
    for (Series& series : all) {
        series.plan.architectures = setup.architectures;
        series.plan.times = times;
        series.plan.measureOn = gpu;
        series.plan.series = timing;
        series.points = session::runSweep(series.plan, nullptr, [&](const session::SweepPoint& point) {
            ++done;
            if (progress)
                progress(static_cast<double>(done) / static_cast<double>(total),
                         fmt::format("{}{}{}", series.about.name, series.about.name.empty() ? "" : ", ",
                                     fmt::join(point.values, ", ")));
        });
    }
    if (!options.csv.empty()) writeResultTo(options.csv, sweepTable(all));
    if (options.json)
        writeResult(json::textOf(sweepJson(sweepDocument(setup, all))));
    else if (options.csv.empty())
        writeResult(shortTable(all));
    return 0;
}

} // namespace lanescope::shell
