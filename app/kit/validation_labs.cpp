// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/format.h"
#include "kit/session.h"
#include "kit/validation.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::kit {

namespace {

using device::Count;
using device::CounterId;
using model::Space;

std::uint64_t warpsOf(const CountedLaunch& launch) {
    return launch.grid.count() * ((launch.block.count() + model::kWarpSize - 1) / model::kWarpSize);
}

/// Why a count of a whole kernel can differ from the sum over its accesses.
std::string reasonOf(const LaunchQuantity& off, std::uint64_t modelledRequests,
                     std::optional<std::uint64_t> requests, std::uint64_t warps) {
    if (off.id.space == Space::Texture) return "the model's rule for the texture unit is not exact";
    if (requests && *requests != modelledRequests)
        return fmt::format("the driver's compiler made {} memory instructions of the PTX's {}",
                           grouped(*requests), grouped(modelledRequests));
    if (warps > 1 && (off.id.count == Count::Wavefronts || off.id.count == Count::DataWavefronts ||
                      off.id.count == Count::BankConflicts))
        return fmt::format("{} at once: other traffic wins the arbitration for some passes",
                           plural(warps, "warp"));
    return "no known reason: the model is wrong here";
}

} // namespace

std::vector<LaunchQuantity> compareLaunch(const model::Report& report, const CountedLaunch& counted) {
    std::vector<LaunchQuantity> all;
    for (const device::CounterRow& row : device::counterRows()) {
        const CounterId& id = row.id;
        if (!isOfSpace(id.count)) continue;
        const model::Counts total = report.total(id.space, id.direction);
        const std::optional<std::uint64_t> measured = counted.values.of(id);
        const std::optional<std::uint64_t> modelled = modelledCount(id, total, *report.architecture);
        if (!measured || !modelled || (*measured == 0 && *modelled == 0)) continue;
        LaunchQuantity quantity{counted.label, id, *modelled, *measured};
        quantity.promised = warpsOf(counted) == 1 && promisedExact(id, *report.architecture);
        if (*modelled != *measured)
            quantity.reason =
                reasonOf(quantity, total.requests,
                         counted.values.of({Count::Requests, id.space, id.direction}), warpsOf(counted));
        all.push_back(std::move(quantity));
    }
    return all;
}

std::vector<LabValidation> validateLabs(std::shared_ptr<device::Device> device,
                                        const model::Architecture& architecture, const Progress& progress,
                                        const std::atomic<bool>* cancel) {
    std::vector<LabValidation> all;
    device::Counters counters(device->info());
    for (const LabEntry& entry : labs()) {
        if (cancel && cancel->load()) throw device::Cancelled("measuring was cancelled");
        if (progress)
            progress(static_cast<double>(all.size()) / static_cast<double>(labs().size()),
                     "lab " + entry.name);
        LabValidation& validation = all.emplace_back(LabValidation{entry.name, {}, {}});
        const std::shared_ptr<Lab> lab = entry.make();
        SessionOptions options;
        options.architectures = {&architecture};
        Session session(device::openEmulated(), options);
        session.setLab(entry, lab);
        session.step(0, 0);
        session.throwError();
        const std::vector<LaunchResult>& launches = session.result().launches;
        if (launches.empty()) {
            validation.skipped = "it launches no kernel";
            continue;
        }
        const std::vector<CountedLaunch> counted =
            countLab(*device, entry, *lab, architecture, counters, cancel);
        for (std::size_t i = 0; i < std::min(counted.size(), launches.size()); ++i)
            std::ranges::move(compareLaunch(launches[i].observation->reports.front(), counted[i]),
                              std::back_inserter(validation.quantities));
    }
    return all;
}

bool holds(const std::vector<LabValidation>& labs) {
    return std::ranges::all_of(labs, [](const LabValidation& lab) {
        return std::ranges::all_of(lab.quantities, [](const LaunchQuantity& quantity) {
            return !quantity.promised || quantity.modelled == quantity.measured;
        });
    });
}

} // namespace lanescope::kit
