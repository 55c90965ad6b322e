// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/metrics.h"

#include "model/error.h"
#include "model/memory/coalescing.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

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

/// What a metric's name ends with when it is per access, and the name without it.
std::pair<std::string_view, bool> perAccess(std::string_view metric) {
    constexpr std::string_view kPer = "_per_access";
    const bool per = metric.ends_with(kPer);
    return {per ? metric.substr(0, metric.size() - kPer.size()) : metric, per};
}

constexpr std::string_view kActiveLanes = "active_lanes_per_instruction";
constexpr std::string_view kSharedWavefronts = "shared_wavefronts", kTagWavefronts = "global_tag_wavefronts";

} // namespace

std::span<const Metric> metrics() {
    return kMetrics;
}

double metricValue(const Counts& counts, std::string_view metric) {
    const auto [name, per] = perAccess(metric);
    const auto found = std::ranges::find(kMetrics, name, &Metric::name);
    double value = 0;
    if (name == kSharedWavefronts)
        value = static_cast<double>(counts.sharedWavefronts);
    else if (name == kTagWavefronts)
        value = static_cast<double>(counts.tagWavefronts);
    else if (found == kMetrics.end())
        throw BadInput("no metric '" + std::string(metric) + "'");
    else
        value = found->field ? static_cast<double>(found->countOf(counts)) : counts.efficiency();
    return per ? value / static_cast<double>(std::max<std::uint64_t>(counts.accesses, 1)) : value;
}

double metricValue(const Report& report, std::string_view metric) {
    const std::string_view name = perAccess(metric).first;
    if (name == kSharedWavefronts) return metricValue(report.total(Space::Shared), metric);
    if (name == kTagWavefronts) return metricValue(report.total(Space::Global), metric);
    if (name == kActiveLanes) return report.issued.lanesPerInstruction();
    if (name == "wavefronts")
        throw BadInput("'" + std::string(metric) +
                       "' of a whole run would add up passes of different stages; there are " +
                       std::string(kSharedWavefronts) + " and " + std::string(kTagWavefronts));
    return metricValue(report.total(), metric);
}

} // namespace lanescope::model
