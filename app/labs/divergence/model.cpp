// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/divergence/model.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace lanescope::lab_divergence {

namespace {

/// Of a stretch: the line with the most instructions, of several the first.
std::uint32_t usualLine(const std::map<std::uint32_t, std::uint64_t>& byLine) {
    const auto most = std::ranges::max_element(
        byLine, {}, [](const auto& line) { return line.first == 0 ? 0 : line.second; });
    return most == byLine.end() ? 0 : most->first;
}

} // namespace

std::uint32_t numberAt(std::uint64_t i, std::uint64_t count, std::uint32_t range, bool sorted) {
    if (sorted) return static_cast<std::uint32_t>(i * range / count);
    std::uint64_t x = (i + 1) * 0x9E3779B97F4A7C15ULL;
    x = (x ^ x >> 31) * 0xBF58476D1CE4E5B9ULL;
    return static_cast<std::uint32_t>((x ^ x >> 29) % range);
}

std::vector<Stretch> stretchesOf(std::span<const model::IssuedStep> steps,
                                 const std::function<std::uint32_t(std::uint32_t)>& lineOf) {
    std::vector<Stretch> stretches;
    std::map<std::uint32_t, std::uint64_t> byLine; // of the last stretch
    const auto close = [&] {
        if (!stretches.empty()) {
            stretches.back().line = usualLine(byLine);
            const std::size_t known = byLine.size() - (byLine.contains(0) ? 1 : 0);
            stretches.back().otherLines = known > 0 ? known - 1 : 0;
        }
        byLine.clear();
    };
    for (const model::IssuedStep& step : steps) {
        if (stretches.empty() || stretches.back().lanes != step.lanes) {
            close();
            stretches.push_back({.lanes = step.lanes});
        }
        ++stretches.back().instructions;
        ++byLine[lineOf(step.instruction)];
    }
    close();
    return stretches;
}

std::vector<float> heightsOf(std::span<const Stretch> stretches, float height) {
    constexpr float kLeast = 3;
    if (stretches.empty() || height < kLeast) return {};
    const auto shown = std::min(stretches.size(), static_cast<std::size_t>(height / kLeast));
    std::vector<float> heights(shown);
    std::vector<bool> isLeast(shown);
    // Those that would be lower take the height of the others, which may make some of these lower.
    for (bool changed = true; std::exchange(changed, false);) {
        float rest = height;
        std::uint64_t all = 0;
        for (std::size_t i = 0; i < shown; ++i) {
            if (isLeast[i])
                rest -= kLeast;
            else
                all += stretches[i].instructions;
        }
        for (std::size_t i = 0; i < shown; ++i) {
            const float share = static_cast<float>(stretches[i].instructions) /
                                static_cast<float>(std::max<std::uint64_t>(all, 1));
            heights[i] = isLeast[i] ? kLeast : rest * share;
            if (!isLeast[i] && heights[i] < kLeast) isLeast[i] = changed = true;
        }
    }
    return heights;
}

std::vector<std::uint32_t> waysOf(std::span<const Stretch> stretches) {
    std::uint32_t all = 0;
    for (const Stretch& each : stretches) all |= each.lanes;
    std::vector<std::uint32_t> ways;
    for (const Stretch& each : stretches)
        if (each.lanes != all && std::ranges::find(ways, each.line) == ways.end()) ways.push_back(each.line);
    return ways;
}

Vote voteOf(const model::WarpAccess& store, std::uint64_t list) {
    const auto lowest = static_cast<std::size_t>(std::countr_zero(store.activeMask));
    return {store.activeMask,
            store.activeMask == 0 ? 0 : static_cast<std::uint32_t>((store.address.at(lowest) - list) / 4)};
}

} // namespace lanescope::lab_divergence
