// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_counters.h"

#include "kit/pass.h"

#include <fmt/format.h>

namespace lanescope::kit {

std::vector<CountedLaunch> countLab(device::Device& device, const LabEntry& entry, const Lab& lab,
                                    const model::Architecture& architecture, device::Counters& counters,
                                    const std::atomic<bool>* cancel) {
    Resources resources(device);
    const auto runOnce = [&] {
        if (cancel && cancel->load()) throw device::Cancelled("measuring was cancelled");
        std::unique_ptr<Lab> copy = entry.make();
        copy->setValues(lab.values());
        Pass::Plan plan;
        plan.architectures = {&architecture};
        Pass pass(resources, std::move(copy), 0, plan);
        pass.go(0);
        return pass.publish();
    };
    const std::unique_ptr<RunResult> warm = runOnce();
    if (warm->launches.empty()) return {};
    const std::vector<device::CounterValues> values =
        counters.measure([&] { runOnce(); }, warm->launches.size());
    if (values.size() != warm->launches.size())
        throw device::Unavailable(fmt::format("CUPTI counted {} kernels where {} ran: see lanescope doctor",
                                              values.size(), warm->launches.size()));
    std::vector<CountedLaunch> counted;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const LaunchResult& launch = warm->launches[i];
        counted.push_back({launch.label, launch.grid, launch.block, values[i]});
    }
    return counted;
}

} // namespace lanescope::kit
