// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/reduction/model.h"

#include "text/tr.h"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

namespace lanescope::lab_reduction {

namespace {

constexpr std::uint64_t kElementBytes = 4;
constexpr std::uint32_t kLanes = model::kWarpSize;

/// The accesses of shared memory that a warp makes for the n-th time in a line.
struct LineAccesses {
    const model::WarpAccess* load = nullptr;
    const model::WarpAccess* store = nullptr;
};
using ByLine = std::map<std::uint32_t, LineAccesses>;

std::map<std::pair<std::uint32_t, std::uint32_t>, ByLine> byStepAndWarp(const BlockTrace& trace) {
    std::map<std::tuple<std::uint32_t, std::uint32_t, model::Direction>, std::uint32_t> times;
    std::map<std::pair<std::uint32_t, std::uint32_t>, ByLine> all;
    for (const model::WarpAccess& access : trace.accesses) {
        if (access.space != model::Space::Shared) continue;
        const std::uint32_t line = trace.lineOf(access.site);
        const model::Direction direction = model::directionOf(access.operation);
        const std::uint32_t step = times[{access.warp, line, direction}]++;
        LineAccesses& made = all[{step, access.warp}][line];
        (direction == model::Direction::Load ? made.load : made.store) = &access;
    }
    return all;
}

/// Each lane below `distance` adds what the lane that far above it has.
TreeStep shuffleStep(std::uint32_t warps, std::uint32_t distance) {
    TreeStep step;
    step.label = "shfl " + std::to_string(distance);
    step.others = translatable("compute a sum that is never used");
    step.throughMemory = false;
    for (std::uint32_t warp = 0; warp < warps; ++warp)
        for (std::uint32_t lane = 0; lane < distance; ++lane)
            step.additions.push_back({.from = warp * kLanes + lane + distance,
                                      .to = warp * kLanes + lane,
                                      .warp = warp,
                                      .lane = static_cast<int>(lane)});
    step.lanes = std::uint64_t{warps} * distance;
    step.warpLanes = std::uint64_t{warps} * kLanes;
    return step;
}

} // namespace

std::uint32_t sumsOf(std::uint32_t numbers, std::uint32_t threads) {
    return (numbers + threads - 1) / threads;
}

std::vector<Round> roundsOf(std::uint32_t numbers, std::uint32_t threads) {
    std::vector<Round> rounds;
    do {
        const std::uint32_t sums = sumsOf(numbers, threads);
        rounds.push_back({.numbers = numbers, .sums = sums});
        numbers = sums;
    } while (numbers > 1);
    return rounds;
}

std::uint32_t stepsOf(Variant variant, std::uint32_t threads) {
    const auto halvings = static_cast<std::uint32_t>(std::bit_width(threads) - 1);
    return variant == Variant::Shuffle ? halvings + 1 : halvings; // one goes through shared memory
}

std::uint32_t distanceOf(Variant variant, std::uint32_t threads, std::uint32_t step) {
    return variant == Variant::Sequential ? threads >> (step + 1) : 1U << step;
}

std::uint32_t numbersIn(std::uint32_t block, std::uint32_t threads, std::uint32_t all) {
    const std::uint64_t before = std::min<std::uint64_t>(std::uint64_t{block} * threads, all);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(threads, all - before));
}

std::uint32_t TreeStep::lanesOf(std::uint32_t warp) const {
    std::uint32_t adding = 0;
    for (const Addition& add : additions)
        if (add.warp == warp) adding |= 1U << add.lane;
    return adding;
}

TreeStep::AtWork TreeStep::atWork(bool reads) const {
    if (!reads || readers == 0) return {.lanes = lanes, .of = warpLanes};
    return {.lanes = static_cast<std::uint64_t>(std::popcount(readers)), .of = kLanes};
}

std::vector<TreeStep> sharedAdditions(const BlockTrace& trace, const model::Architecture& architecture,
                                      const model::Rules& rules) {
    std::vector<TreeStep> steps;
    for (const auto& [when, lines] : byStepAndWarp(trace)) {
        const auto [number, warp] = when;
        // The sum's line loads and stores; what is added to it was loaded by the same lanes in another line.
        const auto sum = std::ranges::find_if(
            lines, [](const auto& line) { return line.second.load && line.second.store; });
        if (sum == lines.end()) continue;
        const model::WarpAccess& store = *sum->second.store;
        const auto other = std::ranges::find_if(lines, [&](const auto& line) {
            return line.first != sum->first && line.second.load && !line.second.store &&
                   line.second.load->activeMask == store.activeMask;
        });
        if (other == lines.end()) continue;
        if (steps.size() <= number) steps.resize(number + 1);
        TreeStep& step = steps[number];
        step.lines = {std::min(sum->first, other->first), std::max(sum->first, other->first)};
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            if (store.activeMask >> lane & 1)
                step.additions.push_back(
                    {.from = static_cast<std::uint32_t>(other->second.load->address[lane] / kElementBytes),
                     .to = static_cast<std::uint32_t>(store.address[lane] / kElementBytes),
                     .warp = warp,
                     .lane = static_cast<int>(lane)});
        step.lanes += static_cast<std::uint64_t>(std::popcount(store.activeMask));
        step.warpLanes += std::min<std::uint64_t>(kLanes, trace.threads - std::uint64_t{warp} * kLanes);
        for (const model::WarpAccess* access : {sum->second.load, sum->second.store, other->second.load}) {
            const model::Counts counts = model::count(*access, architecture, rules);
            step.wavefronts += counts.sharedWavefronts;
            step.idealWavefronts += counts.idealSharedWavefronts;
        }
    }
    return steps;
}

std::vector<TreeStep> shuffleAdditions(std::uint32_t threads) {
    const std::uint32_t warps = threads / kLanes;
    std::vector<TreeStep> steps;
    for (std::uint32_t distance = kLanes / 2; distance > 0; distance /= 2)
        steps.push_back(shuffleStep(warps, distance));
    TreeStep exchange;
    exchange.label = tr("shared");
    exchange.doing = translatable("write a sum");
    exchange.others = translatable("have nothing to write");
    exchange.readers = warps < kLanes ? (1U << warps) - 1 : ~0U;
    for (std::uint32_t warp = 0; warp < warps; ++warp)
        exchange.additions.push_back({.from = warp * kLanes, .to = warp, .warp = warp, .lane = 0});
    exchange.lanes = warps;
    exchange.warpLanes = std::uint64_t{warps} * kLanes;
    steps.push_back(std::move(exchange));
    for (std::uint32_t distance = warps / 2; distance > 0; distance /= 2)
        steps.push_back(shuffleStep(1, distance));
    return steps;
}

} // namespace lanescope::lab_reduction
