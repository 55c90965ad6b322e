// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/observation.h"

#include <algorithm>

namespace lanescope::session {

void LaunchResult::clear() {
    std::string keptLabel = std::move(label), keptKernel = std::move(kernel);
    *this = {};
    keptLabel.clear();
    keptKernel.clear();
    label = std::move(keptLabel);
    kernel = std::move(keptKernel);
}

void RunResult::clear() {
    std::vector<LaunchResult> keptLaunches = std::move(launches);
    std::vector<ResultObject> keptObjects = std::move(objects);
    *this = {};
    for (LaunchResult& launch : keptLaunches) launch.clear();
    keptObjects.clear();
    launches = std::move(keptLaunches);
    objects = std::move(keptObjects);
}

const Placement* Observation::placement(std::string_view name) const {
    const auto found = std::ranges::find(placements, name, &Placement::name);
    return found == placements.end() ? nullptr : &*found;
}

const Placement* Observation::placementAt(std::uint64_t address) const {
    const auto found = std::ranges::find_if(placements, [&](const Placement& p) { return p.holds(address); });
    return found == placements.end() ? nullptr : &*found;
}

std::uint32_t Observation::lineOf(std::uint32_t instruction) const {
    return ptx::lineOf(module->module(), instruction);
}

const Values::Buffer* RunResult::keptBuffer(std::string_view buffer) const {
    if (!kept) return nullptr;
    const auto found = kept->buffers.find(buffer);
    return found == kept->buffers.end() ? nullptr : &found->second;
}

const ResultObject* RunResult::object(std::string_view name) const {
    for (const ResultObject& object : objects)
        if (object.name == name) return &object;
    return nullptr;
}

model::Counts RunResult::total(std::size_t architecture) const {
    model::Counts sum;
    for (const LaunchResult& launch : launches)
        if (launch.observation && architecture < launch.observation->reports.size())
            sum += launch.observation->reports[architecture].total();
    return sum;
}

model::Counts RunResult::total(model::Space space, std::size_t architecture) const {
    model::Counts sum;
    for (const LaunchResult& launch : launches)
        if (launch.observation && architecture < launch.observation->reports.size())
            sum += launch.observation->reports[architecture].total(space);
    return sum;
}

model::Counts RunResult::total(model::Space space, model::Direction direction,
                               std::size_t architecture) const {
    model::Counts sum;
    for (const LaunchResult& launch : launches)
        if (launch.observation && architecture < launch.observation->reports.size())
            sum += launch.observation->reports[architecture].total(space, direction);
    return sum;
}

bool RunResult::sampled() const {
    return std::any_of(launches.begin(), launches.end(), [](const LaunchResult& launch) {
        return launch.observation && !launch.observation->reports.empty() &&
               launch.observation->reports.front().isSample();
    });
}

} // namespace lanescope::session
