// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/launch_validation.h"

#include "model/format.h"
#include "session/playback.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace lanescope::session {

namespace {

using device::Count;
using device::CounterId;
using model::Space;

std::uint64_t warpsOf(const CountedLaunch& launch) {
    return launch.grid.count() * ((launch.block.count() + model::kWarpSize - 1) / model::kWarpSize);
}

/// What is known of a launch when a reason is looked for.
struct Circumstances {
    std::uint64_t warps = 0, modelledRequests = 0, fillBytes = 0;
    std::optional<std::uint64_t> requests, arbitration;
};

std::string reasonOfDram(const LaunchQuantity& off, const Circumstances& known) {
    if (off.id.count == Count::DramBytesWritten)
        return "what fits into the L2 is written back after the kernel's end";
    if (off.measured < off.modelled && known.fillBytes)
        return fmt::format("{} of it fills sectors written in part, some of them after the kernel's end",
                           byteSize(static_cast<double>(known.fillBytes)));
    if (off.measured < off.modelled) return "emptying the L2 left some of the kernel's lines there";
    const std::string small = "instructions, arguments and page tables come from DRAM too";
    constexpr std::uint64_t kSmallBytes = 256 << 10, kSmallShare = 100;
    return off.measured - off.modelled <= std::max(kSmallBytes, off.modelled / kSmallShare)
               ? small
               : small + ", and what the L2 has dropped comes again";
}

/// Why a count of a whole kernel can differ from the sum over its accesses.
std::string reasonOf(const LaunchQuantity& off, const Circumstances& known) {
    if (!isOfSpace(off.id.count)) return reasonOfDram(off, known);
    const bool passes = off.id.count == Count::Wavefronts || off.id.count == Count::DataWavefronts ||
                        off.id.count == Count::BankConflicts;
    if (off.id.space == Space::Texture) return "the model's rule for the texture unit is not exact";
    if (known.requests && *known.requests != known.modelledRequests)
        return fmt::format("the driver's compiler made {} memory instructions of the PTX's {}",
                           grouped(*known.requests), grouped(known.modelledRequests));
    const bool dataStage = off.id.count == Count::DataWavefronts ||
                           (off.id.space == Space::Shared && off.id.count != Count::Requests);
    if (dataStage && known.arbitration.value_or(0) > 0)
        return fmt::format("other traffic won the arbitration for the data stage in {} passes, as counted",
                           grouped(*known.arbitration));
    if (off.id.count == Count::DataWavefronts && off.id.direction == model::Direction::Store)
        return off.measured == off.modelled + 1
                   ? "a launch counts one pass without any access"
                   : "the model's rule for the data of stores is right for most accesses, not for all";
    if (passes && known.warps > 1 && off.measured > off.modelled)
        return fmt::format("{} at once take more passes than one after the other, which is not modelled",
                           plural(known.warps, "warp"));
    if (passes && off.id.space != Space::Shared)
        return "banks follow addresses, and the GPU's buffers lie elsewhere than the emulator's";
    return "no known reason: the model is wrong here";
}

} // namespace

std::vector<LaunchQuantity> compareLaunch(const model::Report& report, const model::DramTraffic& dram,
                                          const CountedLaunch& counted) {
    std::vector<LaunchQuantity> all;
    // Of the spaces that DRAM is behind the model has the traffic of global memory only.
    bool allGlobal = true;
    for (const Space space : {Space::Texture, Space::Local, Space::Constant})
        allGlobal = allGlobal && report.total(space).accesses == 0;
    for (const device::CounterRow& row : device::counterRows()) {
        const CounterId& id = row.id;
        const model::Counts total =
            isOfSpace(id.count) ? report.total(id.space, id.direction) : model::Counts{};
        std::optional<std::uint64_t> modelled;
        if (isOfSpace(id.count)) modelled = modelledCount(id, total, *report.architecture);
        if (allGlobal && counted.cold && id.count == Count::DramBytesRead) modelled = dram.bytesRead;
        if (allGlobal && counted.cold && id.count == Count::DramBytesWritten) modelled = dram.bytesWritten;
        const std::optional<std::uint64_t> measured = counted.values.of(id);
        if (!measured || !modelled || (*measured == 0 && *modelled == 0)) continue;
        LaunchQuantity quantity{counted.label, id, *modelled, *measured};
        quantity.promised = warpsOf(counted) == 1 && promisedExact(id, *report.architecture);
        if (*modelled != *measured)
            quantity.reason =
                reasonOf(quantity, {warpsOf(counted), total.requests, dram.fillBytes,
                                    counted.values.of({Count::Requests, id.space, id.direction}),
                                    counted.values.of(Count::ArbitrationConflicts)});
        all.push_back(std::move(quantity));
    }
    return all;
}

std::vector<LaunchValidation> validateLaunches(device::Device& device,
                                               std::span<const NamedRecording> recordings,
                                               const model::Architecture& architecture,
                                               const Progress& progress, const std::atomic<bool>* cancel) {
    std::vector<LaunchValidation> all;
    RunCounters counters(device.info());
    for (const NamedRecording& each : recordings) {
        if (cancel && cancel->load()) throw device::Cancelled("measuring was cancelled");
        if (progress)
            progress(static_cast<double>(all.size()) / static_cast<double>(recordings.size()), each.name);
        LaunchValidation& validation = all.emplace_back(LaunchValidation{each.name, {}, {}});
        if (each.recording->options.mayFail) {
            validation.skipped = "its kernels may fail, and would take the counters with them";
            continue;
        }
        Playback playback(device::openEmulated(), {.architectures = {&architecture}});
        playback.show(each.recording, false, 0);
        playback.step(0);
        playback.throwError();
        const std::vector<LaunchResult>& launches = playback.result().launches;
        if (launches.empty()) {
            validation.skipped = "it launches no kernel";
            continue;
        }
        const std::vector<CountedLaunch> counted =
            counters.count(device, each.recording, architecture, cancel);
        for (std::size_t i = 0; i < std::min(counted.size(), launches.size()); ++i)
            std::ranges::move(compareLaunch(launches[i].observation->reports.front(),
                                            launches[i].observation->dram.front(), counted[i]),
                              std::back_inserter(validation.quantities));
    }
    return all;
}

bool holds(std::span<const LaunchValidation> all) {
    return std::ranges::all_of(all, [](const LaunchValidation& each) {
        return std::ranges::all_of(each.quantities, [](const LaunchQuantity& quantity) {
            return !quantity.promised || quantity.modelled == quantity.measured;
        });
    });
}

} // namespace lanescope::session
