// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_interfaces.h"

#include "kit/charts/stream_timelines.h"

#include <set>

namespace lanescope::kit {

bool isSubject(const Lab& lab, const session::LaunchResult& launch, const model::WarpAccess& access) {
    const auto* subject = lab.as<HasSubject>();
    return !subject || subject->isSubject(launch, access);
}

std::optional<Sweep> sweepOf(const Lab& lab) {
    const auto* swept = lab.as<HasSweep>();
    return swept ? swept->sweep() : std::nullopt;
}

std::vector<ExperimentSeries> experimentOf(const Lab& lab) {
    const auto* swept = lab.as<HasSweep>();
    return swept ? swept->experiment() : std::vector<ExperimentSeries>{};
}

bool pick(Lab& lab, const render::Pick& pick) {
    auto* clickable = lab.as<Clickable>();
    return clickable && clickable->picked(pick);
}

bool choosesWarps(const Lab& lab) {
    return lab.as<Clickable>() || lab.as<RecordsAProgram>();
}

std::string describePick(const Lab& lab, const render::Pick& pick, const Frame& frame) {
    if (lab.as<RecordsAProgram>()) return describeRecordedStreams(pick, frame);
    const auto* clickable = lab.as<Clickable>();
    return clickable ? clickable->describe(pick, frame) : std::string();
}

std::string shrink(Lab& lab, std::size_t bytes) {
    auto* shrinkable = lab.as<Shrinkable>();
    return shrinkable ? shrinkable->shrinkTo(bytes) : std::string();
}

std::vector<Fact> factsOf(const Lab& lab, const session::RunResult& result,
                          const model::Architecture& architecture, bool measured) {
    const auto* facts = lab.as<HasFacts>();
    return facts ? facts->facts(result, architecture, measured) : std::vector<Fact>{};
}

std::string idleReason(const Lab& lab, const Parameter& parameter, const model::Architecture& architecture) {
    const auto* idle = lab.as<HasIdleParameters>();
    return idle ? idle->idle(parameter, architecture) : std::string();
}

std::optional<double> movedTo(const Lab& lab, const Parameter& parameter, double time) {
    const auto* moving = lab.as<HasMovingParameter>();
    return moving ? moving->movedTo(parameter, time) : std::nullopt;
}

model::Counts subjectCounts(const Lab& lab, const session::RunResult& result, std::size_t architecture) {
    model::Counts sum;
    for (const session::LaunchResult& launch : result.launches) {
        if (!launch.observation || architecture >= launch.observation->reports.size()) continue;
        std::set<std::uint32_t> sites;
        for (const model::WarpAccess& access : launch.observation->trace)
            if (isSubject(lab, launch, access)) sites.insert(access.site);
        for (const model::SiteCounts& site : launch.observation->reports[architecture].sites)
            if (sites.contains(site.site)) sum += site.counts;
    }
    return sum;
}

} // namespace lanescope::kit
