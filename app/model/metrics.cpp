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

constexpr std::array kMetrics{
    Metric{"requests", "requests", &Counts::requests, everywhere},
    Metric{"sectors", "sectors", &Counts::sectors, whereSectors},
    Metric{"tag_lookups", "tag lookups", &Counts::tagLookups, whereSectors},
    Metric{"transactions", "transactions", &Counts::transactions, whereTransactions},
    Metric{"wavefronts", "wavefronts", &Counts::sharedWavefronts, whereWavefronts, &Counts::tagWavefronts,
           "tag wavefronts"},
    Metric{"bank_conflicts", "bank conflicts", &Counts::bankConflicts, inSharedMemory},
    Metric{"max_ways", "n-way", &Counts::maxWays, inSharedMemory},
    Metric{"bytes_requested", "bytes requested", &Counts::bytesRequested, everywhere},
    Metric{"bytes_transferred", "bytes moved", &Counts::bytesTransferred, whereTransactions},
    Metric{"efficiency", "efficiency", nullptr, whereTransactions},
    Metric{"data_wavefronts", "data wavefronts", &Counts::dataWavefronts, whereDataWavefronts},
};

constexpr std::string_view kPerAccess = "_per_access";

/// A metric's name without that.
std::string_view bareName(std::string_view metric) {
    return metric.ends_with(kPerAccess) ? metric.substr(0, metric.size() - kPerAccess.size()) : metric;
}

constexpr std::string_view kActiveLanes = "active_lanes_per_instruction";

} // namespace

std::span<const Metric> metrics() {
    return kMetrics;
}

const Metric* findMetric(std::string_view metric) {
    const auto found = std::ranges::find(kMetrics, bareName(metric), &Metric::name);
    return found == kMetrics.end() ? nullptr : &*found;
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
    const double value = stage          ? static_cast<double>(counts.wavefrontsIn(*stage))
                         : found->field ? static_cast<double>(found->countOf(counts))
                                        : counts.efficiency();
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
