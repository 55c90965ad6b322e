// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/access_validation.h"

#include "model/by_value.h"
#include "model/clock.h"
#include "model/memory/banks.h"
#include "session/random_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace lanescope::session {

namespace {

using model::Direction;
using model::Space;
using model::WarpAccess;

/// Memory that a device can spare for the accesses.
RandomAccessLimits limitsOf(const device::Device& device) {
    RandomAccessLimits limits;
    constexpr std::uint64_t kLeast = 1ULL << 20;
    while (limits.globalBytes > kLeast && limits.globalBytes > device.freeBytes() / 8)
        limits.globalBytes /= 2;
    return limits;
}

/// The access at its addresses on the device.
WarpAccess placed(WarpAccess access, device::Pointer memory) {
    if (access.space == Space::Global)
        for (std::uint64_t& address : access.address) address += memory;
    return access;
}

} // namespace

std::string tableOf(const LiveValidation& live) {
    using model::Operation;
    constexpr model::ByValue<Operation, std::string_view, 7> kOperations(
        {{Operation::Load, "ld"},
         {Operation::Store, "st"},
         {Operation::Atomic, "atom"},
         {Operation::Reduction, "red"},
         {Operation::MatrixLoad, "ldmatrix"},
         {Operation::MatrixStore, "stmatrix"},
         {Operation::Increment, "inc"}});
    std::string table = "space,op,width_bytes,matrices";
    for (const CounterColumn& column : counterColumns())
        table += fmt::format(",{0},modelled_{0}", column.name);
    table += ",lane_byte_offsets\n";
    for (const CountedAccess& counted : live.accesses) {
        const model::WarpAccess& access = counted.access;
        table += fmt::format("{},{},{},{}", spaceName(access.space), kOperations[access.operation],
                             access.width, access.matrices ? std::to_string(access.matrices) : "");
        for (const CounterColumn& column : counterColumns()) {
            const device::CounterId id{column.count, access.space, directionOf(access.operation)};
            const bool has = column.space == access.space;
            const auto measured = has ? counted.measured.of(id) : std::nullopt;
            const auto modelled =
                has ? modelledCount(id, counted.modelled, live.comparison.architecture()) : std::nullopt;
            table += fmt::format(",{},{}", measured ? std::to_string(*measured) : "",
                                 modelled ? std::to_string(*modelled) : "");
        }
        for (int lane = 0; lane < model::kWarpSize; ++lane) {
            table += lane ? ' ' : ',';
            table +=
                access.active(lane) ? std::to_string(access.address[static_cast<std::size_t>(lane)]) : "-";
        }
        table += '\n';
    }
    return table;
}

LiveValidation validateAccesses(device::Device& device, const model::Architecture& architecture,
                                std::size_t count, std::uint64_t seed, const Progress& progress,
                                const std::atomic<bool>* cancel) {
    const Clock::time_point start = Clock::now();
    LiveValidation result{Comparison(architecture)};
    const RandomAccessLimits limits = limitsOf(device);
    AccessKernels kernels(device, limits, hasMatrixOperation(model::Operation::MatrixStore, architecture));
    const std::vector<WarpAccess> drawn = randomAccesses(count, seed, architecture, limits);

    // A session for each space and direction: the fewer counters, the fewer times each launch is replayed.
    for (const Space space : {Space::Global, Space::Shared})
        for (const Direction direction : {Direction::Load, Direction::Store, Direction::Atomic}) {
            std::vector<const WarpAccess*> chosen;
            for (const WarpAccess& access : drawn)
                if (access.space == space && directionOf(access.operation) == direction)
                    chosen.push_back(&access);
            if (chosen.empty()) continue;
            std::vector<device::CounterId> wanted;
            for (const device::CounterRow& row : device::counterRows())
                if (isOfSpace(row.id.count) && row.id.space == space && row.id.direction == direction)
                    wanted.push_back(row.id);
            device::Counters counters(device.info(), wanted);
            const std::string what = fmt::format("{} {}", spaceName(space), directionName(direction));
            // The launch before the first access tells what a launch counts without one.
            const std::vector<device::CounterValues> values = counters.measure(
                chosen.size() + 1,
                [&](std::size_t i) {
                    if (progress)
                        progress(static_cast<double>(result.accesses.size() + i) /
                                     static_cast<double>(count + 1),
                                 what);
                    if (i == 0)
                        kernels.launchNothing();
                    else
                        kernels.launch(*chosen[i - 1]);
                },
                cancel);
            for (std::size_t i = 0; i < chosen.size(); ++i) {
                const WarpAccess actual = placed(*chosen[i], kernels.memory());
                CountedAccess counted{*chosen[i], model::count(actual, architecture), values[i + 1]};
                counted.measured -= values[0];
                result.comparison.add(actual, counted.modelled, counted.measured,
                                      [&] { return describeAccess(counted.access); });
                result.accesses.push_back(std::move(counted));
            }
        }
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result;
}

} // namespace lanescope::session
