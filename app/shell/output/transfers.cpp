// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/transfers.h"

#include "kit/parameters.h"
#include "shell/output/output.h"

#include <fmt/format.h>

namespace lanescope::shell {

namespace {

using Json = nlohmann::ordered_json;

/// A figure, where 0 is unknown.
Json figure(double value) {
    return value > 0 ? Json(value) : Json(nullptr);
}
Json figure(int value) {
    return value > 0 ? Json(value) : Json(nullptr);
}

template<class T>
T numberOr(const Json& object, const char* name, T otherwise) {
    const auto found = object.find(name);
    return found == object.end() || found->is_null() ? otherwise : found->get<T>();
}

Json curveJson(const model::TransferCurve& curve, bool modelled) {
    Json points = Json::array();
    for (const model::TransferPoint& point : curve.points) {
        Json object{
            {"bytes", point.bytes}, {"seconds", point.median}, {"gb_per_second", curve.gbPerSecond(point)}};
        if (!modelled) {
            object["repetitions"] = point.repetitions;
            object["copies_a_repetition"] = point.batch;
            object["seconds_p5"] = point.low;
            object["seconds_p95"] = point.high;
        }
        points.push_back(std::move(object));
    }
    return {{"direction", model::nameOf(curve.direction)},
            {"memory", model::nameOf(curve.memory)},
            {"portable", curve.portable},
            {"counts", session::countedText(curve.direction)},
            {"clock", modelled ? Json(nullptr) : Json(curve.wallClock ? "host" : "events")},
            {"best_gb_per_second", curve.bestGBps()},
            {"half_bandwidth_bytes", figure(curve.halfBandwidthBytes())},
            {"points", std::move(points)}};
}

model::TransferCurve curveOf(const Json& object) {
    const auto direction = model::transferNamed(object.at("direction").get<std::string>());
    const auto memory = model::transferMemoryNamed(object.at("memory").get<std::string>());
    if (!direction || !memory)
        throw BadInput(fmt::format("a curve is of '{}' by '{}', which is no transfer",
                                   object.at("direction").get<std::string>(),
                                   object.at("memory").get<std::string>()));
    model::TransferCurve curve{
        *direction, *memory, object.at("portable").get<bool>(), object.at("clock") == "host", {}};
    for (const Json& point : object.at("points")) {
        const double median = point.at("seconds").get<double>();
        curve.points.push_back({point.at("bytes").get<std::uint64_t>(), numberOr(point, "repetitions", 0),
                                median, numberOr(point, "seconds_p5", median),
                                numberOr(point, "seconds_p95", median),
                                numberOr(point, "copies_a_repetition", 1)});
    }
    return curve;
}

} // namespace

Json transferJson(const session::TransferTable& table) {
    Json curves = Json::array();
    for (const model::TransferCurve& curve : table.curves) curves.push_back(curveJson(curve, table.modelled));
    Json best = nullptr;
    if (table.bestCopyGBps > 0)
        best = {{"gb_per_second", table.bestCopyGBps},
                {"counts", session::countedText(model::Transfer::DeviceToDevice)},
                {"by", table.bestCopyHow}};
    return {{"modelled", table.modelled},
            {"complete", table.complete},
            {"device", table.device},
            {"architecture", table.architecture},
            {"most_bytes", table.mostBytes},
            {"peaks",
             {{"pcie",
               {{"generation", figure(table.pcieGeneration)},
                {"lanes", figure(table.pcieLanes)},
                {"max_generation", figure(table.pcieMostGeneration)},
                {"max_lanes", figure(table.pcieMostLanes)},
                {"gb_per_second", figure(table.pcieGBps)},
                {"counts", "one direction, after line encoding"},
                {"source", table.pcieSource}}},
              {"memory",
               {{"gb_per_second", figure(table.memoryGBps)},
                {"counts", session::countedText(model::Transfer::DeviceToDevice)},
                {"source", table.memorySource}}}}},
            {"best_copy", std::move(best)},
            {"curves", std::move(curves)}};
}

session::TransferTable transferTableFromJson(std::string_view text) {
    session::TransferTable table;
    try {
        const Json document = Json::parse(text);
        table.modelled = document.at("modelled").get<bool>();
        table.complete = document.at("complete").get<bool>();
        table.device = document.at("device").get<std::string>();
        table.architecture = document.at("architecture").get<std::string>();
        table.mostBytes = document.at("most_bytes").get<std::uint64_t>();
        const Json &pcie = document.at("peaks").at("pcie"), &memory = document.at("peaks").at("memory");
        table.pcieGeneration = numberOr(pcie, "generation", 0);
        table.pcieLanes = numberOr(pcie, "lanes", 0);
        table.pcieMostGeneration = numberOr(pcie, "max_generation", 0);
        table.pcieMostLanes = numberOr(pcie, "max_lanes", 0);
        table.pcieGBps = numberOr(pcie, "gb_per_second", 0.0);
        table.pcieSource = pcie.at("source").get<std::string>();
        table.memoryGBps = numberOr(memory, "gb_per_second", 0.0);
        table.memorySource = memory.at("source").get<std::string>();
        if (const Json& best = document.at("best_copy"); !best.is_null()) {
            table.bestCopyGBps = best.at("gb_per_second").get<double>();
            table.bestCopyHow = best.at("by").get<std::string>();
        }
        for (const Json& curve : document.at("curves")) table.curves.push_back(curveOf(curve));
    } catch (const Json::exception& failure) {
        throw BadInput(
            fmt::format("this is no document of lanescope bandwidth --json: {}", oneLine(failure.what())));
    }
    return table;
}

} // namespace lanescope::shell
