// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/measured.h"

#include "kit/format.h"
#include "kit/parameters.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>

namespace lanescope::shell {

namespace {

using Json = nlohmann::ordered_json;

/// The document that f makes of a text; what the library says of a bad one becomes one line.
template<class F>
auto read(std::string_view text, std::string_view what, F f) {
    try {
        return f(Json::parse(text));
    } catch (const Json::exception& failure) {
        throw kit::BadInput(fmt::format("not the {} that was expected: {}", what, failure.what()));
    }
}

/// Every number within, by its path: "global.load.sectors".
void addNumbers(const Json& from, const std::string& path, kit::CounterReadings& into) {
    for (const auto& [name, value] : from.items()) {
        const std::string here = path.empty() ? name : path + "." + name;
        if (value.is_object()) addNumbers(value, here, into);
        if (value.is_number()) into.values[here] = value.get<double>();
    }
}

void addPoint(const Json& point, kit::MeasuredCurve& curve) {
    const Json& measured = point.at("measured");
    if (measured.is_null()) return;
    const auto value = point.at("values").at(curve.parameter).get<std::string>();
    char* end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    if (*end != '\0' || value.empty()) curve.words.push_back(value);
    curve.x.push_back(*end == '\0' ? number : static_cast<double>(curve.x.size()));
    curve.median.push_back(measured.at("gbps").get<double>());
    curve.low.push_back(measured.at("gbps_p5").get<double>());
    curve.high.push_back(measured.at("gbps_p95").get<double>());
    const Json& modelled = point.at("modelled").at(0).at("gbps");
    curve.modelled.push_back(modelled.is_number() ? modelled.get<double>() : 0);
}

/// "global load tag lookups".
std::string words(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

/// One line a quantity of a comparison over many accesses.
void addQuantities(const Json& quantities, const std::string& part, ValidationPage& page) {
    for (const Json& row : quantities) {
        const auto exact = row.at("exact").get<std::uint64_t>(), off = row.at("off").get<std::uint64_t>();
        ValidationRow line{
            part, words(row.at("quantity").get<std::string>()), row.at("promised").get<bool>(), off == 0, {}};
        line.result = fmt::format("{} of {} exact", kit::grouped(exact), kit::grouped(exact + off));
        if (const Json& worst = row.at("largest_deviation"); worst.is_object())
            line.result += fmt::format(
                "; furthest off: modelled {}, measured {}, {}", worst.at("modelled").get<std::uint64_t>(),
                worst.at("measured").get<std::uint64_t>(), worst.at("access").get<std::string>());
        page.rows.push_back(std::move(line));
    }
}

void addLabs(const Json& labs, ValidationPage& page) {
    for (const Json& lab : labs) {
        const auto name = lab.at("lab").get<std::string>();
        if (lab.at("skipped").is_string())
            page.rows.push_back({name, "", false, true, lab.at("skipped").get<std::string>()});
        for (const Json& row : lab.at("quantities")) {
            const auto modelled = row.at("modelled").get<std::uint64_t>(),
                       measured = row.at("measured").get<std::uint64_t>();
            std::string result =
                modelled == measured
                    ? kit::grouped(modelled)
                    : fmt::format("modelled {}, counted {}", kit::grouped(modelled), kit::grouped(measured));
            if (row.at("reason").is_string()) result += ": " + row.at("reason").get<std::string>();
            page.rows.push_back({name,
                                 fmt::format("{} {}", row.at("kernel").get<std::string>(),
                                             words(row.at("quantity").get<std::string>())),
                                 row.at("promised").get<bool>(), modelled == measured, std::move(result)});
        }
    }
}

} // namespace

kit::CounterReadings countersFromJson(std::string_view text) {
    return read(text, "report", [](const Json& document) {
        kit::CounterReadings readings;
        const Json& counters = document.at("counters");
        if (counters.contains("total")) addNumbers(counters.at("total"), "", readings);
        for (const char* name : {"dram_bytes_read", "dram_bytes_written", "l2_sectors"})
            if (counters.contains(name) && counters.at(name).is_number())
                readings.values[name] = counters.at(name).get<double>();
        return readings;
    });
}

kit::MeasuredSweep sweepFromJson(std::string_view text) {
    return read(text, "sweep", [](const Json& document) {
        kit::MeasuredSweep sweep;
        if (document.at("device").is_object()) sweep.device = document.at("device").at("name");
        sweep.cache = document.at("cache") == "cold" ? model::Cache::Cold : model::Cache::Warm;
        for (const Json& series : document.at("series")) {
            if (series.at("over").size() != 1) continue;
            kit::MeasuredCurve curve;
            curve.name = series.at("name");
            curve.parameter = series.at("over").at(0);
            for (const Json& point : series.at("points")) addPoint(point, curve);
            sweep.curves.push_back(std::move(curve));
        }
        return sweep;
    });
}

ValidationPage validationFromJson(std::string_view text) {
    return read(text, "validation", [](const Json& document) {
        ValidationPage page;
        page.holds = document.at("holds");
        const Json& bundled = document.at("bundled");
        addQuantities(bundled.at("quantities"), "bundled measurements", page);
        page.summary = fmt::format("The model as CC {} against {} accesses of one warp that an H200 counted.",
                                   bundled.at("architecture").get<std::string>(),
                                   kit::grouped(bundled.at("accesses").get<std::uint64_t>()));
        if (const Json& live = document.at("live"); live.is_object()) {
            addQuantities(live.at("quantities"), "drawn accesses", page);
            addLabs(live.at("labs"), page);
            page.summary += fmt::format(" Live on {}: {} drawn accesses and every lab's kernels.",
                                        live.at("device").at("name").get<std::string>(),
                                        kit::grouped(live.at("accesses").get<std::uint64_t>()));
        } else {
            page.summary +=
                fmt::format(" Not compared live: {}.", document.at("not_live_because").get<std::string>());
        }
        return page;
    });
}

} // namespace lanescope::shell
