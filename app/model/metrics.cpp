// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/metrics.h"

#include "model/error.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace lanescope::model {

namespace {

constexpr std::array<Metric, 11> kMetrics{{
    {"requests", &Counts::requests},
    {"sectors", &Counts::sectors},
    {"tag_lookups", &Counts::tagLookups},
    {"transactions", &Counts::transactions},
    {"wavefronts", &Counts::wavefronts},
    {"bank_conflicts", &Counts::bankConflicts},
    {"max_ways", &Counts::maxWays},
    {"bytes_requested", &Counts::bytesRequested},
    {"bytes_transferred", &Counts::bytesTransferred},
    {"efficiency", nullptr},
    {"data_wavefronts", &Counts::dataWavefronts},
}};

/// What a metric's name ends with when it is per access, and the name without it.
std::pair<std::string_view, bool> perAccess(std::string_view metric) {
    constexpr std::string_view kPer = "_per_access";
    const bool per = metric.ends_with(kPer);
    return {per ? metric.substr(0, metric.size() - kPer.size()) : metric, per};
}

Counts totalOf(const Report& report, Space space) {
    Counts sum;
    for (int direction = 0; direction < kDirectionCount; ++direction)
        sum += report.total(space, static_cast<Direction>(direction));
    return sum;
}

constexpr std::string_view kSharedWavefronts = "shared_wavefronts", kTagWavefronts = "global_tag_wavefronts";

} // namespace

std::span<const Metric> metrics() {
    return kMetrics;
}

bool counted(const Metric& metric, const Architecture& architecture, Part part) {
    const std::optional<Space> space = part.space;
    const bool sectored = architecture.globalRule == GlobalRule::Sectors;
    const auto is = [&](auto field) { return metric.field == field; };
    if (is(&Counts::requests) || is(&Counts::bytesRequested)) return true;
    if (is(&Counts::sectors) || is(&Counts::tagLookups))
        return sectored && space != Space::Shared && space != Space::Constant;
    if (is(&Counts::bankConflicts) || is(&Counts::maxWays)) return !space || space == Space::Shared;
    if (is(&Counts::dataWavefronts))
        return (!space || space == Space::Global) && hasDataWavefronts(architecture, part.direction);
    if (is(&Counts::wavefronts))
        return !space || space == Space::Shared ||
               (sectored && (space == Space::Global || space == Space::Local));
    return space != Space::Shared && space != Space::Constant;
}

double metricValue(const Counts& counts, std::string_view metric) {
    auto [name, per] = perAccess(metric);
    if (name == kSharedWavefronts || name == kTagWavefronts) name = "wavefronts";
    const auto found = std::ranges::find(kMetrics, name, &Metric::name);
    if (found == kMetrics.end()) throw BadInput("no metric '" + std::string(metric) + "'");
    const double value = found->field ? static_cast<double>(counts.*found->field) : counts.efficiency();
    return per ? value / static_cast<double>(std::max<std::uint64_t>(counts.accesses, 1)) : value;
}

double metricValue(const Report& report, std::string_view metric) {
    const std::string_view name = perAccess(metric).first;
    if (name == kSharedWavefronts) return metricValue(totalOf(report, Space::Shared), metric);
    if (name == kTagWavefronts) return metricValue(totalOf(report, Space::Global), metric);
    if (name == "wavefronts")
        throw BadInput("'" + std::string(metric) +
                       "' of a whole run would add up passes of different stages; there are " +
                       std::string(kSharedWavefronts) + " and " + std::string(kTagWavefronts));
    return metricValue(report.total(), metric);
}

} // namespace lanescope::model
