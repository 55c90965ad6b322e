// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/metrics.h"

#include "model/error.h"
#include "model/memory/coalescing.h"

#include <algorithm>
#include <array>
#include <string>

namespace lanescope::model {

namespace {

// Where a count exists; a part without a space is the whole run.

bool everywhere(const Architecture&, Part) {
    return true;
}
/// In the spaces that have transactions.
bool whereTransactions(const Architecture&, Part part) {
    return part.space != Space::Shared && part.space != Space::Constant;
}
bool whereSectors(const Architecture& architecture, Part part) {
    return hasSectors(architecture) && whereTransactions(architecture, part);
}
bool inSharedMemory(const Architecture&, Part part) {
    return !part.space || part.space == Space::Shared;
}
bool whereWavefronts(const Architecture& architecture, Part part) {
    return inSharedMemory(architecture, part) ||
           (hasSectors(architecture) && (part.space == Space::Global || part.space == Space::Local));
}
bool whereDataWavefronts(const Architecture& architecture, Part part) {
    return (!part.space || part.space == Space::Global) && hasDataWavefronts(architecture, part.direction);
}

std::optional<double> efficiencyOf(const Counts& counts) {
    return counts.bytesTransferred ? std::optional(counts.efficiency()) : std::nullopt;
}

constexpr std::array kMetrics{
    Metric{.name = "requests", .label = "requests", .field = &Counts::requests, .counted = everywhere},
    Metric{.name = "sectors", .label = "sectors", .field = &Counts::sectors, .counted = whereSectors},
    Metric{
        .name = "tag_lookups", .label = "tag lookups", .field = &Counts::tagLookups, .counted = whereSectors},
    Metric{.name = "transactions",
           .label = "transactions",
           .field = &Counts::transactions,
           .counted = whereTransactions},
    Metric{.name = "wavefronts",
           .label = "wavefronts",
           .field = &Counts::sharedWavefronts,
           .counted = whereWavefronts,
           .outsideShared = &Counts::tagWavefronts,
           .labelOutsideShared = "tag wavefronts"},
    Metric{.name = "bank_conflicts",
           .label = "bank conflicts",
           .field = &Counts::bankConflicts,
           .counted = inSharedMemory},
    Metric{.name = "max_ways", .label = "n-way", .field = &Counts::maxWays, .counted = inSharedMemory},
    Metric{.name = "bytes_requested",
           .label = "bytes requested",
           .field = &Counts::bytesRequested,
           .counted = everywhere},
    Metric{.name = "bytes_transferred",
           .label = "bytes moved",
           .field = &Counts::bytesTransferred,
           .counted = whereTransactions},
    Metric{.name = "efficiency", .label = "efficiency", .counted = whereTransactions, .ratio = efficiencyOf},
    Metric{.name = "data_wavefronts",
           .label = "data wavefronts",
           .field = &Counts::dataWavefronts,
           .counted = whereDataWavefronts},
};

constexpr std::string_view kPerAccess = "_per_access";

/// A metric's name without that.
std::string_view bareName(std::string_view metric) {
    return metric.ends_with(kPerAccess) ? metric.substr(0, metric.size() - kPerAccess.size()) : metric;
}

} // namespace

std::span<const Metric> metrics() {
    return kMetrics;
}

const Metric* findMetric(std::string_view metric) {
    const auto found = std::ranges::find(kMetrics, bareName(metric), &Metric::name);
    if (found == kMetrics.end() || (found->ratio && found->name != metric)) return nullptr;
    return &*found;
}

std::optional<Space> stageSpace(std::string_view metric) {
    const std::string_view name = bareName(metric);
    if (name == kSharedWavefronts) return Space::Shared;
    if (name == kTagWavefronts) return Space::Global;
    return std::nullopt;
}

double metricValue(const Counts& counts, std::string_view metric) {
    const Metric* const found = findMetric(metric);
    const std::optional<Space> stage = stageSpace(metric);
    if (!found && !stage) throw BadInput("no metric '" + std::string(metric) + "'");
    const double value = stage ? static_cast<double>(counts.wavefrontsIn(*stage)) : found->valueOf(counts);
    const bool per = metric.ends_with(kPerAccess);
    return per ? value / static_cast<double>(std::max<std::uint64_t>(counts.accesses, 1)) : value;
}

double metricValue(const Report& report, std::string_view metric) {
    if (const auto stage = stageSpace(metric)) return metricValue(report.total(*stage), metric);
    const std::string_view name = bareName(metric);
    if (name == kActiveLanes) return report.issued.lanesPerInstruction();
    if (name == "wavefronts")
        throw BadInput("'" + std::string(metric) +
                       "' of a whole run would add up passes of different stages; there are " +
                       std::string(kSharedWavefronts) + " and " + std::string(kTagWavefronts));
    return metricValue(report.total(), metric);
}

} // namespace lanescope::model
