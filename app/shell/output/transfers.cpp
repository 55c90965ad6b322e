// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/transfers.h"

#include "json/document.h"

#include <fmt/format.h>

#include <concepts>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace lanescope::shell {

namespace {

struct PointDocument {
    std::uint64_t bytes = 0;
    double seconds = 0, gbps = 0;
    std::optional<int> repetitions, batch; ///< of a measured one, like the rest
    std::optional<double> low, high;
};

struct CurveDocument {
    std::string direction, memory;
    bool portable = false;
    std::string counts;
    std::optional<std::string> clock; ///< of a measured one
    double bestGbps = 0;
    std::optional<double> halfBandwidthBytes;
    std::vector<PointDocument> points;
};

/// Figures that are unknown are not there.
struct PcieDocument {
    std::optional<int> generation, lanes, mostGeneration, mostLanes;
    std::optional<double> gbps;
    std::string counts, source;
};
struct MemoryDocument {
    std::optional<double> gbps;
    std::string counts, source;
};
struct PeaksDocument {
    PcieDocument pcie;
    MemoryDocument memory;
};

struct BestCopyDocument {
    double gbps = 0;
    std::string counts, by;
};

struct TableDocument {
    bool modelled = true, complete = true;
    std::string device, architecture;
    std::uint64_t mostBytes = 0;
    PeaksDocument peaks;
    std::optional<BestCopyDocument> bestCopy;
    std::vector<CurveDocument> curves;
};

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, PointDocument>
void describe(Fields& fields, Object& point) {
    fields("bytes", point.bytes);
    fields("seconds", point.seconds);
    fields("gb_per_second", point.gbps);
    fields.orNothing("repetitions", point.repetitions);
    fields.orNothing("copies_a_repetition", point.batch);
    fields.orNothing("seconds_p5", point.low);
    fields.orNothing("seconds_p95", point.high);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, CurveDocument>
void describe(Fields& fields, Object& curve) {
    fields("direction", curve.direction);
    fields("memory", curve.memory);
    fields("portable", curve.portable);
    fields("counts", curve.counts);
    fields("clock", curve.clock);
    fields("best_gb_per_second", curve.bestGbps);
    fields("half_bandwidth_bytes", curve.halfBandwidthBytes);
    fields("points", curve.points);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, PcieDocument>
void describe(Fields& fields, Object& pcie) {
    fields("generation", pcie.generation);
    fields("lanes", pcie.lanes);
    fields("max_generation", pcie.mostGeneration);
    fields("max_lanes", pcie.mostLanes);
    fields("gb_per_second", pcie.gbps);
    fields("counts", pcie.counts);
    fields("source", pcie.source);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, MemoryDocument>
void describe(Fields& fields, Object& memory) {
    fields("gb_per_second", memory.gbps);
    fields("counts", memory.counts);
    fields("source", memory.source);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, PeaksDocument>
void describe(Fields& fields, Object& peaks) {
    fields("pcie", peaks.pcie);
    fields("memory", peaks.memory);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, BestCopyDocument>
void describe(Fields& fields, Object& copy) {
    fields("gb_per_second", copy.gbps);
    fields("counts", copy.counts);
    fields("by", copy.by);
}

template<class Fields, class Object>
requires std::same_as<std::remove_const_t<Object>, TableDocument>
void describe(Fields& fields, Object& table) {
    fields("modelled", table.modelled);
    fields("complete", table.complete);
    fields("device", table.device);
    fields("architecture", table.architecture);
    fields("most_bytes", table.mostBytes);
    fields("peaks", table.peaks);
    fields("best_copy", table.bestCopy);
    fields("curves", table.curves);
}

CurveDocument documentOf(const model::TransferCurve& curve, bool modelled) {
    CurveDocument document;
    document.direction = model::nameOf(curve.direction);
    document.memory = model::nameOf(curve.memory);
    document.portable = curve.portable;
    document.counts = session::countedText(curve.direction);
    if (!modelled) document.clock = curve.wallClock ? "host" : "events";
    document.bestGbps = curve.bestGBps();
    document.halfBandwidthBytes = json::unlessZero(curve.halfBandwidthBytes());
    for (const model::TransferPoint& point : curve.points) {
        PointDocument& into = document.points.emplace_back(
            PointDocument{.bytes = point.bytes, .seconds = point.median, .gbps = curve.gbPerSecond(point)});
        if (modelled) continue;
        into.repetitions = point.repetitions;
        into.batch = point.batch;
        into.low = point.low;
        into.high = point.high;
    }
    return document;
}

model::TransferCurve curveOf(const CurveDocument& document) {
    const auto direction = model::transferNamed(document.direction);
    const auto memory = model::transferMemoryNamed(document.memory);
    if (!direction || !memory)
        throw BadInput(fmt::format("a curve is of '{}' by '{}', which is no transfer", document.direction,
                                   document.memory));
    model::TransferCurve curve{*direction, *memory, document.portable, document.clock == "host", {}};
    for (const PointDocument& point : document.points)
        curve.points.push_back({.bytes = point.bytes,
                                .repetitions = point.repetitions.value_or(0),
                                .median = point.seconds,
                                .low = point.low.value_or(point.seconds),
                                .high = point.high.value_or(point.seconds),
                                .batch = point.batch.value_or(1)});
    return curve;
}

} // namespace

Json transferJson(const session::TransferTable& table) {
    const std::string copyCounts(session::countedText(model::Transfer::DeviceToDevice));
    TableDocument document;
    document.modelled = table.modelled;
    document.complete = table.complete;
    document.device = table.device;
    document.architecture = table.architecture;
    document.mostBytes = table.mostBytes;
    document.peaks.pcie = {.generation = json::unlessZero(table.pcieGeneration),
                           .lanes = json::unlessZero(table.pcieLanes),
                           .mostGeneration = json::unlessZero(table.pcieMostGeneration),
                           .mostLanes = json::unlessZero(table.pcieMostLanes),
                           .gbps = json::unlessZero(table.pcieGBps),
                           .counts = "one direction, after line encoding",
                           .source = table.pcieSource};
    document.peaks.memory = {
        .gbps = json::unlessZero(table.memoryGBps), .counts = copyCounts, .source = table.memorySource};
    if (table.bestCopyGBps > 0)
        document.bestCopy = {.gbps = table.bestCopyGBps, .counts = copyCounts, .by = table.bestCopyHow};
    for (const model::TransferCurve& curve : table.curves)
        document.curves.push_back(documentOf(curve, table.modelled));
    return json::toJson(document);
}

session::TransferTable transferTableFromJson(std::string_view text) {
    const auto document = json::parseDocument<TableDocument>(
        text, "not the document of lanescope bandwidth --json that was expected");
    const PcieDocument& pcie = document.peaks.pcie;
    session::TransferTable table;
    table.modelled = document.modelled;
    table.complete = document.complete;
    table.device = document.device;
    table.architecture = document.architecture;
    table.mostBytes = document.mostBytes;
    table.pcieGeneration = pcie.generation.value_or(0);
    table.pcieLanes = pcie.lanes.value_or(0);
    table.pcieMostGeneration = pcie.mostGeneration.value_or(0);
    table.pcieMostLanes = pcie.mostLanes.value_or(0);
    table.pcieGBps = pcie.gbps.value_or(0);
    table.pcieSource = pcie.source;
    table.memoryGBps = document.peaks.memory.gbps.value_or(0);
    table.memorySource = document.peaks.memory.source;
    if (document.bestCopy) {
        table.bestCopyGBps = document.bestCopy->gbps;
        table.bestCopyHow = document.bestCopy->by;
    }
    for (const CurveDocument& curve : document.curves) table.curves.push_back(curveOf(curve));
    return table;
}

} // namespace lanescope::shell
