// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/sweep.h"

#include "model/time/kernel_time.h"
#include "json/document.h"

#include <cstdlib>

namespace lanescope::shell {

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, ModelledPoint>
void describe(Fields& fields, Object& point) {
    fields("architecture", point.architecture);
    fields("architecture_name", point.architectureName);
    fields("counts", point.counts);
    fields("milliseconds", point.milliseconds);
    fields("gbps", point.gbps);
    fields("modelled_from", point.from);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, MeasuredPoint>
void describe(Fields& fields, Object& point) {
    fields("launches", point.launches);
    fields("median_ms", point.medianMs);
    fields("p5_ms", point.p5Ms);
    fields("p95_ms", point.p95Ms);
    fields("gbps", point.gbps);
    fields("gbps_p5", point.gbpsP5);
    fields("gbps_p95", point.gbpsP95);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, SweepDocumentPoint>
void describe(Fields& fields, Object& point) {
    fields("values", point.values);
    fields("modelled", point.modelled);
    fields("measured", point.measured);
    fields.orNothing("stopped", point.stopped);
    fields.orNothing("blocks_counted", point.blocksCounted);
    fields.orNothing("blocks_total", point.blocksTotal);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, SweepDocumentSeries>
void describe(Fields& fields, Object& series) {
    fields("name", series.name);
    fields("over", series.over);
    fields("points", series.points);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, SweepDocument>
void describe(Fields& fields, Object& sweep) {
    fields("lab", sweep.lab);
    fields("measured", sweep.measured);
    fields("device", sweep.device);
    fields("cache", sweep.cache);
    fields("series", sweep.series);
}

namespace {

/// Of a point that was measured.
void addTo(session::MeasuredCurve& curve, const SweepDocumentPoint& point) {
    std::string value;
    for (const auto& [name, text] : point.values)
        if (name == curve.parameter) value = text;
    if (value.empty() || point.modelled.empty())
        throw BadInput(fmt::format("not the sweep that was expected: a point lacks {}", curve.parameter));
    char* end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    const bool isNumber = *end == '\0';
    if (!isNumber) curve.words.push_back(value);
    curve.x.push_back(isNumber ? number : static_cast<double>(curve.x.size()));
    curve.median.push_back(point.measured->gbps);
    curve.low.push_back(point.measured->gbpsP5);
    curve.high.push_back(point.measured->gbpsP95);
    curve.modelled.push_back(point.modelled.front().gbps.value_or(0));
}

} // namespace

Json sweepJson(const SweepDocument& document) {
    return json::toJson(document);
}

SweepDocument parseSweep(std::string_view text) {
    return json::parseDocument<SweepDocument>(text, "not the sweep that was expected");
}

session::MeasuredSweep sweepFromJson(std::string_view text) {
    const SweepDocument document = parseSweep(text);
    session::MeasuredSweep sweep;
    if (document.device) sweep.device = document.device->name;
    sweep.cache = model::cacheNamed(document.cache).value_or(model::Cache::Warm);
    for (const SweepDocumentSeries& series : document.series) {
        if (series.over.size() != 1) continue;
        session::MeasuredCurve curve;
        curve.name = series.name;
        curve.parameter = series.over.front();
        for (const SweepDocumentPoint& point : series.points)
            if (point.measured) addTo(curve, point);
        sweep.curves.push_back(std::move(curve));
    }
    return sweep;
}

} // namespace lanescope::shell
