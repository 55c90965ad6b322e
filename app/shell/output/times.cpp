// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/times.h"

#include "model/format.h"
#include "shell/output/text_table.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope::shell {

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, TimeFigure>
void describe(Fields& fields, Object& object) {
    fields("figure", object.figure);
    fields("text", object.text);
    fields("unit", object.unit);
    fields("model", object.model);
    fields("h200", object.h200);
    fields("here", object.here);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, TimedLaunch>
void describe(Fields& fields, Object& object) {
    fields("figure", object.figure);
    fields("measured_seconds", object.measuredSeconds);
    fields("modelled_seconds", object.modelledSeconds);
    fields("error", object.error);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, ErrorBin>
void describe(Fields& fields, Object& object) {
    fields("from", object.from);
    fields("to", object.to);
    fields("launches", object.launches);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, TimesComparison>
void describe(Fields& fields, Object& object) {
    fields("device", object.device);
    fields("architecture", object.architecture);
    fields("launches", object.launches);
    fields("mean_error", object.meanError);
    fields("largest_error", object.largestError);
    fields("histogram", object.histogram);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, TimesDocument>
void describe(Fields& fields, Object& object) {
    fields("figures", object.figures);
    fields("bundled", object.bundled);
    fields("device", object.device);
    fields("live", object.live);
    fields("not_live_because", object.notLiveBecause);
    fields("saved", object.saved);
}

namespace {

std::optional<double> unlessOpen(double edge) {
    return std::isfinite(edge) ? std::optional(edge) : std::nullopt;
}

std::string cell(const std::optional<double>& value) {
    return value ? shortNumber(*value) : "";
}

std::string launchesText(const TimesComparison& comparison) {
    using Align = TextTable::Align;
    TextTable table({{tr("launch")},
                     {tr("measured"), Align::Right},
                     {tr("modelled"), Align::Right},
                     {tr("error"), Align::Right}});
    for (const TimedLaunch& launch : comparison.launches)
        table.add({launch.figure, lanescope::duration(launch.measuredSeconds),
                   lanescope::duration(launch.modelledSeconds), errorText(launch.error)});
    TextTable histogram({{tr("error")}, {tr("launches"), Align::Right}, {""}});
    for (const ErrorBin& bin : comparison.histogram)
        histogram.add({rangeOf(bin), std::to_string(bin.launches), std::string(bin.launches, '#')});
    return tr("The model of {} beside what {} measured: the microbenchmarks' launches, without "
              "what an\nempty one takes\n\n{}\n{}\n\n{}\n",
              comparison.architecture, comparison.device, table.text(), errorsText(comparison),
              histogram.text());
}

} // namespace

std::vector<TimeFigure> figuresOf(const session::ChipRow& h200, const session::ChipRow* here) {
    std::vector<TimeFigure> figures;
    model::ChipTimes times = model::builtInTimes();
    for (const session::Microbenchmark& benchmark : session::microbenchmarks()) {
        TimeFigure& figure = figures.emplace_back();
        figure.figure = benchmark.name;
        figure.text = benchmark.text;
        figure.unit = unitOf(benchmark.figure);
        for (const session::TimeSource& source : session::timeSources())
            if (source.direct && source.benchmark == benchmark.name) figure.model = source.of(times);
        figure.h200 = h200.figure(benchmark.name)->value;
        if (here) figure.here = here->figure(benchmark.name)->value;
    }
    return figures;
}

TimesComparison comparisonOf(const session::ChipRow& row, std::span<const session::ComparedLaunch> launches) {
    TimesComparison made;
    made.device = row.device;
    made.architecture = row.architecture;
    for (const session::ComparedLaunch& launch : launches)
        made.launches.push_back(
            {std::string(launch.benchmark->name), launch.measured, launch.modelled, launch.error()});
    const session::ErrorHistogram errors = session::errorsOf(launches);
    made.meanError = errors.mean;
    made.largestError = errors.largest;
    for (const session::ErrorHistogram::Bin& bin : errors.bins)
        made.histogram.push_back({unlessOpen(bin.from), unlessOpen(bin.to), bin.launches});
    return made;
}

Json timesJson(const TimesDocument& document) {
    return json::toJson(document);
}

TimesDocument parseTimes(std::string_view text) {
    return json::parseDocument<TimesDocument>(text, "not the times that were expected");
}

std::string timesText(const TimesDocument& document) {
    using Align = TextTable::Align;
    TextTable table({{tr("figure")},
                     {tr("model"), Align::Right},
                     {"H200", Align::Right},
                     {tr("this GPU"), Align::Right},
                     {tr("unit")},
                     {tr("of")}});
    for (const TimeFigure& figure : document.figures)
        table.add({figure.figure, cell(figure.model), cell(figure.h200), cell(figure.here), figure.unit,
                   figure.text});
    std::string text = tr("Latencies and widths: the model's for an H200, where it has just this, and as "
                          "measured\n\n") +
                       table.text() + "\n" + launchesText(document.bundled);
    if (document.live) text += "\n" + launchesText(*document.live);
    if (document.notLiveBecause) text += tr("\nNot measured here: {}\n", retold(*document.notLiveBecause));
    if (document.saved)
        text += tr("\nKept in {}: from now on times of {} are modelled by them.\n", *document.saved,
                   document.live ? document.live->architecture : tr("this GPU"));
    return text;
}

std::string errorText(double error) {
    const double whole = std::round(error * 100);
    return whole == 0 ? "0 %" : fmt::format("{:+.0f} %", whole);
}

std::string rangeOf(const ErrorBin& bin) {
    if (!bin.from) return tr("below {}", errorText(*bin.to));
    if (!bin.to) return tr("above {}", errorText(*bin.from));
    return tr("{} to {}", errorText(*bin.from), errorText(*bin.to));
}

std::string errorsText(const TimesComparison& comparison) {
    return tr("Of {} launches the mean error is {}, the largest {}.", comparison.launches.size(),
              percent(comparison.meanError), percent(comparison.largestError));
}

} // namespace lanescope::shell
