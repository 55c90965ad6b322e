// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/format.h"
#include "kit/session.h"
#include "kit/sweep.h"
#include "shell/commands.h"
#include "shell/output.h"
#include "shell/report_output.h"
#include "shell/text_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::shell {

namespace {

std::vector<ReportedLaunch> launchesOf(const kit::RunResult& result, std::size_t architecture, bool onGpu) {
    std::vector<ReportedLaunch> all;
    for (const kit::LaunchResult& launch : result.launches)
        all.push_back({launch.label, launch.grid, launch.block, launch.sharedBytes,
                       &launch.observation->module->module(), &launch.observation->reports[architecture],
                       &launch.record, onGpu});
    return all;
}

Json parametersJson(const kit::Lab& lab) {
    Json object = Json::object();
    for (const kit::Parameter* parameter : lab.parameters()) {
        if (const auto* integer = dynamic_cast<const kit::Integer*>(parameter))
            object[parameter->name()] = integer->value();
        else if (const auto* real = dynamic_cast<const kit::Real*>(parameter))
            object[parameter->name()] = real->value();
        else if (const auto* toggle = dynamic_cast<const kit::Toggle*>(parameter))
            object[parameter->name()] = bool(*toggle);
        else
            object[parameter->name()] = parameter->text();
    }
    return object;
}

std::string parametersText(const kit::Lab& lab) {
    std::vector<std::string> all;
    for (const kit::Parameter* parameter : lab.parameters())
        all.push_back(parameter->name() + "=" + parameter->text());
    return fmt::format("{}", fmt::join(all, " "));
}

/// The metrics of one space and direction that a sweep has as columns of their own.
struct SpaceColumn {
    model::Space space;
    model::Direction direction;
};

std::vector<SpaceColumn> usedSpaces(const std::vector<kit::SweepPoint>& points) {
    std::vector<SpaceColumn> used;
    for (int s = 0; s < model::kSpaceCount; ++s)
        for (int d = 0; d < model::kDirectionCount; ++d) {
            const SpaceColumn column{static_cast<model::Space>(s), static_cast<model::Direction>(d)};
            const bool any = std::any_of(points.begin(), points.end(), [&](const kit::SweepPoint& point) {
                return std::any_of(point.reports.begin(), point.reports.end(),
                                   [&](const model::Report& report) {
                                       return report.total(column.space, column.direction).accesses > 0;
                                   });
            });
            if (any) used.push_back(column);
        }
    return used;
}

/// Whether some architecture of a sweep has the count: a column that is empty throughout says nothing.
bool countedAnywhere(const Metric& metric, const std::vector<const model::Architecture*>& architectures,
                     std::optional<model::Space> space) {
    return std::any_of(architectures.begin(), architectures.end(),
                       [&](const model::Architecture* row) { return counted(metric, *row, space); });
}

std::string sweepTable(const std::vector<kit::SweepAxis>& axes, const std::vector<kit::SweepPoint>& points,
                       const std::vector<const model::Architecture*>& architectures) {
    bool twins = false;
    for (const model::Architecture* row : architectures)
        twins |= std::count_if(architectures.begin(), architectures.end(),
                               [&](const model::Architecture* other) { return other->cc == row->cc; }) > 1;
    const std::vector<SpaceColumn> spaces = usedSpaces(points);

    std::vector<std::string> heading;
    for (const kit::SweepAxis& axis : axes) heading.push_back(csvCell(axis.parameter));
    heading.push_back("architecture");
    if (twins) heading.push_back("device");
    for (const Metric& metric : metrics()) heading.emplace_back(metric.name);
    for (const SpaceColumn& column : spaces)
        for (const Metric& metric : metrics())
            if (countedAnywhere(metric, architectures, column.space))
                heading.push_back(fmt::format("{}_{}_{}", kit::spaceName(column.space),
                                              kit::directionName(column.direction), metric.name));
    std::string table = fmt::format("{}\n", fmt::join(heading, ","));
    for (const kit::SweepPoint& point : points)
        for (std::size_t i = 0; i < architectures.size(); ++i) {
            const model::Architecture& architecture = *architectures[i];
            std::vector<std::string> row;
            for (const std::string& value : point.values) row.push_back(csvCell(value));
            row.push_back(architecture.cc.text());
            if (twins) row.push_back(csvCell(std::string(architecture.name)));
            for (const Metric& metric : metrics())
                row.push_back(metricText(metric, point.counts[i], architecture, std::nullopt, Digits::All));
            for (const SpaceColumn& column : spaces) {
                const model::Counts counts = point.reports[i].total(column.space, column.direction);
                for (const Metric& metric : metrics())
                    if (countedAnywhere(metric, architectures, column.space))
                        row.push_back(metricText(metric, counts, architecture, column.space, Digits::All));
            }
            table += fmt::format("{}\n", fmt::join(row, ","));
        }
    return table;
}

} // namespace

int reportCommand(const ReportOptions& options) {
    const LabSetup setup = resolve(options.request);
    const std::shared_ptr<device::Device> device = device::openDevice(setup.device);
    const bool onGpu = device->info().kind == device::Kind::Cuda;
    kit::SessionOptions sessionOptions;
    sessionOptions.architectures = setup.architectures;
    if (sessionOptions.architectures.empty())
        sessionOptions.architectures = {&architectureOf(device->info())};
    sessionOptions.exact = true;
    kit::Session session(device, sessionOptions);
    session.setLab(*setup.entry, setup.lab);
    session.step(0, 0);
    session.throwError();
    const kit::RunResult& result = session.result();
    for (const kit::LaunchResult& launch : result.launches) printRaw(launch.record.printed);

    Json documents = Json::array();
    std::string text = fmt::format("{}: {}\nrun on {}\n", setup.entry->name, parametersText(*setup.lab),
                                   device->info().name);
    for (std::size_t i = 0; i < sessionOptions.architectures.size(); ++i) {
        const std::vector<ReportedLaunch> launches = launchesOf(result, i, onGpu);
        const model::Architecture& architecture = *sessionOptions.architectures[i];
        Json document{{"lab", setup.entry->name},
                      {"parameters", parametersJson(*setup.lab)},
                      {"device", deviceJson(device->info())},
                      {"modelled", true}};
        addReport(document, launches);
        documents.push_back(std::move(document));
        text += fmt::format("\nmodelled as {} (CC {})\n\n{}", architecture.name, architecture.cc.text(),
                            reportText(launches));
    }
    writeResult(!options.json ? text : jsonText(documents.size() == 1 ? documents.front() : documents));
    return 0;
}

int sweepCommand(const SweepOptions& options) {
    LabSetup setup = resolve(options.request);
    if (setup.architectures.empty()) setup.architectures = {&model::defaultArchitecture()};
    std::vector<kit::SweepAxis> axes;
    for (const std::string& text : options.axes) {
        axes.push_back(kit::parseAxis(*setup.lab, text));
        for (std::size_t i = 0; i + 1 < axes.size(); ++i)
            if (axes[i].parameter == axes.back().parameter)
                throw kit::BadInput(
                    fmt::format("{} is swept twice; give each parameter one --over", axes[i].parameter));
    }
    checkWritable(options.csv);
    const std::vector<kit::SweepPoint> points =
        kit::runSweep(*setup.entry, setup.lab->values(), axes, setup.architectures);
    writeResultTo(options.csv, sweepTable(axes, points, setup.architectures));
    return 0;
}

} // namespace lanescope::shell
