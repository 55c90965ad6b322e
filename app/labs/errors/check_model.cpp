// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/errors/check_model.h"

#include <algorithm>

namespace lanescope::lab_errors {

namespace {

constexpr std::size_t kWarp = model::kWarpSize;

} // namespace

std::vector<WordUse> wordUses(std::span<const model::WarpAccess> accesses) {
    std::vector<WordUse> words;
    for (const model::WarpAccess& access : accesses) {
        if (access.space != model::Space::Shared) continue;
        model::forEachLane(access.activeMask, [&](int lane) {
            const std::size_t word = access.address[static_cast<std::size_t>(lane)] / kElementBytes;
            if (word >= words.size()) words.resize(word + 1);
            const int thread = static_cast<int>(access.warp * kWarp) + lane;
            WordUse& use = words[word];
            if (model::directionOf(access.operation) == model::Direction::Store)
                use.writer = thread;
            else if (use.reader < 0)
                use.reader = thread;
        });
    }
    return words;
}

WordOrder orderOf(const WordUse& use, bool race) {
    if (use.writer < 0 || use.reader < 0 || use.writer == use.reader) return WordOrder::OneThread;
    if (use.writer / model::kWarpSize == use.reader / model::kWarpSize) return WordOrder::OneWarp;
    return race ? WordOrder::TwoWarpsInNoOrder : WordOrder::TwoWarpsInOrder;
}

std::size_t warpOf(int thread, std::size_t warps) {
    return thread < 0 ? warps : static_cast<std::size_t>(thread) / kWarp;
}

std::vector<bool> missingThreads(std::size_t threads, std::span<const std::uint32_t> arrived,
                                 bool ofOneWarp) {
    std::vector<bool> missing(threads);
    for (std::size_t thread = 0; thread < threads; ++thread) {
        const std::size_t warp = thread / kWarp;
        const std::uint32_t there = warp < arrived.size() ? arrived[warp] : 0;
        if (ofOneWarp && there == 0) continue;
        missing[thread] = !((there >> (thread % kWarp)) & 1);
    }
    return missing;
}

std::vector<bool> loadedElements(std::span<const model::WarpAccess> accesses,
                                 const session::Placement& array) {
    std::vector<bool> loaded(array.bytes / kElementBytes);
    for (const model::WarpAccess& access : accesses) {
        if (model::directionOf(access.operation) != model::Direction::Load) continue;
        model::forEachLane(access.activeMask, [&](int lane) {
            const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
            if (array.holds(address)) loaded[(address - array.address) / kElementBytes] = true;
        });
    }
    return loaded;
}

std::uint32_t Reach::beyond() const {
    return ahead <= kWarp && !guarded ? ahead : 0;
}

std::optional<std::uint32_t> Reach::elementOf(std::uint32_t lane) const {
    const std::uint32_t thread = warp * static_cast<std::uint32_t>(kWarp) + lane;
    const std::uint64_t element = std::uint64_t{block} * threads + thread + ahead;
    if (thread >= threads || element >= std::uint64_t{count} + beyond()) return std::nullopt;
    return static_cast<std::uint32_t>(element);
}

Asked askedOf(const model::Dim3& block, std::uint32_t sharedBytes, const model::LaunchLimits& limits) {
    constexpr std::size_t kKib = 1024;
    if (sharedBytes == 0)
        return {.amount = static_cast<std::size_t>(block.count()),
                .most = static_cast<std::size_t>(limits.threads)};
    return {.shared = true, .amount = (sharedBytes + kKib - 1) / kKib, .most = limits.sharedBytes / kKib};
}

const session::Placement* arrayBefore(std::span<const session::Placement> arrays, std::uint64_t address) {
    const session::Placement* best = nullptr;
    for (const session::Placement& each : arrays)
        if (each.address <= address && (!best || each.address > best->address)) best = &each;
    return best;
}

std::vector<Run> runsOf(std::span<const std::size_t> kinds, std::size_t columns) {
    std::vector<Run> runs;
    for (std::size_t first = 0; first < kinds.size();) {
        const std::size_t rowEnd = std::min((first / columns + 1) * columns, kinds.size());
        std::size_t end = first;
        while (end < rowEnd && kinds[end] == kinds[first]) ++end;
        runs.push_back({first, end});
        first = end;
    }
    return runs;
}

} // namespace lanescope::lab_errors
