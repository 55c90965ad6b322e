// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/findings.h"

#include "kit/counted.h"
#include "kit/lab_interfaces.h"
#include "model/by_value.h"
#include "model/format.h"
#include "shell/output/output.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>

namespace lanescope::shell {

namespace {

Json triple(const model::Dim3& value) {
    return {value.x, value.y, value.z};
}

using ptx::FaultKind;
constexpr model::ByValue<FaultKind, std::string_view, 12>
    kFaults({{FaultKind::OutOfBounds, "out of bounds"},
             {FaultKind::Misaligned, "misaligned"},
             {FaultKind::BadHandle, "bad handle"},
             {FaultKind::Unsupported, "unsupported"},
             {FaultKind::Budget, "budget"},
             {FaultKind::Deadlock, "deadlock"},
             {FaultKind::Trap, "trap"},
             {FaultKind::Assertion, "assertion"},
             {FaultKind::StackOverflow, "stack overflow"},
             {FaultKind::BadLaunch, "bad launch"},
             {FaultKind::IllegalPointer, "illegal pointer"},
             {FaultKind::Cancelled, "cancelled"}});

Json accessJson(const std::optional<ptx::FindingAccess>& access) {
    if (!access) return nullptr;
    return {{"operation", model::operationName(access->operation)},
            {"file", access->file},
            {"line", access->line},
            {"block", triple(access->block)},
            {"warp", access->warp},
            {"lane", access->lane},
            {"thread", triple(access->thread)}};
}

} // namespace

Json findingJson(const ptx::Finding& finding) {
    Json arrived = nullptr;
    if (!finding.arrived.empty()) arrived = finding.arrived;
    Json object{{"kind", ptx::name(finding.kind)},
                {"text", finding.text()},
                {"file", finding.file},
                {"line", finding.line},
                {"count", finding.count},
                {"kernel", finding.kernel},
                {"block", triple(finding.block)},
                {"arrived_lanes", arrived}};
    const bool memory = finding.access.has_value();
    object["access"] = accessJson(finding.access);
    object["earlier"] = accessJson(finding.earlier);
    object["space"] = memory ? Json(model::spaceName(finding.space)) : Json(nullptr);
    object["array"] = memory && !finding.array.empty() ? Json(finding.array) : Json(nullptr);
    object["offset"] = memory ? Json(finding.offset) : Json(nullptr);
    object["bytes"] = memory ? Json(finding.bytes) : Json(nullptr);
    return object;
}

Json faultJson(const ptx::Fault& fault) {
    return {{"kind", kFaults[fault.kind]}, {"text", fault.what()},   {"file", fault.file},
            {"line", fault.line},          {"kernel", fault.kernel}, {"block", triple(fault.block)},
            {"warp", fault.warp},          {"lane", fault.lane},     {"thread", triple(fault.thread)},
            {"address", fault.address}};
}

std::vector<std::string> programFaults(const kit::Lab& lab, const session::RunResult& result) {
    std::vector<std::string> all;
    if (!lab.as<kit::RecordsAProgram>()) return all;
    for (const session::LaunchResult& launch : result.launches)
        if (launch.fault) all.push_back(oneLine(launch.fault->what()));
    return all;
}

std::string checkedText(std::span<const ptx::Finding> findings, std::uint64_t blocksRun,
                        std::uint64_t blocksTotal) {
    const auto count = std::ranges::count_if(
        findings, [](const ptx::Finding& finding) { return ptx::isOfChecks(finding.kind); });
    const std::string where = blocksRun < blocksTotal ? tr("{} of {} blocks", lanescope::grouped(blocksRun),
                                                           lanescope::grouped(blocksTotal))
                                                      : std::string(tr("all blocks"));
    if (count == 0)
        return tr("no race, no uninitialised read, no misuse of warps and mbarriers in {}", where);
    return tr("{} of races, uninitialised reads and misuse of warps and mbarriers in {}",
              kit::counted(static_cast<std::uint64_t>(count), "finding"), where);
}

Json placeJson(std::string_view place) {
    if (place.empty()) return nullptr;
    const std::size_t colon = place.rfind(':');
    std::uint32_t line = 0;
    const bool hasLine =
        colon != std::string_view::npos &&
        std::from_chars(place.data() + colon + 1, place.data() + place.size(), line).ec == std::errc();
    return {{"file", hasLine ? Json(place.substr(0, colon)) : Json(nullptr)},
            {"line", hasLine ? Json(line) : Json(nullptr)},
            {"function", hasLine ? Json(nullptr) : Json(place)}};
}

Json hostFindingsJson(const recording::Recording& recording) {
    Json all = Json::array();
    for (const recording::HostFinding& finding : recording.hostFindings) {
        Json each = placeJson(recording.view(finding.place));
        each["text"] = recording.view(finding.text);
        all.push_back(std::move(each));
    }
    return all;
}

std::vector<std::string> hostFindingTexts(const recording::Recording& recording) {
    std::vector<std::string> all;
    for (const recording::HostFinding& finding : recording.hostFindings)
        all.push_back(fmt::format("{}: {}", recording.view(finding.place), recording.view(finding.text)));
    return all;
}

std::vector<std::string> warningsOf(const recording::Recording& recording) {
    std::vector<std::string> all;
    if (!recording.unknownParts.empty())
        all.push_back(
            tr("the recording is damaged, or of a newer Lanescope: parts that are not known are left "
               "out: {}",
               fmt::format("{}", fmt::join(recording.unknownParts, ", "))));
    for (const recording::ModulePointer& module : recording.modules) {
        if (module->olderProgram.empty()) continue;
        std::string text = tr("{} was changed after {} was built: lines may not match",
                              std::filesystem::path(module->path).filename().string(), module->olderProgram);
        if (std::ranges::find(all, text) == all.end()) all.push_back(std::move(text));
    }
    return all;
}

} // namespace lanescope::shell
