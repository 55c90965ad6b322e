// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/time/time_input.h"

#include <cstring>
#include <type_traits>
#include <utility>

namespace lanescope::model {

namespace {

/// Structures are taken apart by all their fields, so that one more of them does not compile here.
class Bytes {
public:
    template<class... Numbers>
    void add(Numbers... numbers) {
        static_assert(((std::is_arithmetic_v<Numbers> || std::is_enum_v<Numbers>)&&...));
        std::byte* to = more((sizeof numbers + ...));
        ((std::memcpy(to, &numbers, sizeof numbers), to += sizeof numbers), ...);
    }
    void add(const Dim3& size) { add(size.x, size.y, size.z); }
    /// Of numbers alone, without gaps between them.
    template<class T>
    void addWhole(const T& numbers) {
        static_assert(std::has_unique_object_representations_v<T>);
        std::memcpy(more(sizeof(T)), &numbers, sizeof(T));
    }
    void add(const SampledStep& step);
    void add(const SampledAccess& access);
    void add(const SampledBlock::Warp& warp);
    void add(const SampledBlock& block);
    /// What lies between its fields is there, too: of one and the same structure it stays as it is.
    void add(const ChipTimes& chip) {
        static_assert(std::is_trivially_copyable_v<ChipTimes>);
        std::memcpy(more(sizeof chip), &chip, sizeof chip);
    }
    std::vector<std::byte> take() { return std::move(m_bytes); }

private:
    std::byte* more(std::size_t size) {
        m_bytes.resize(m_bytes.size() + size);
        return m_bytes.data() + m_bytes.size() - size;
    }
    std::vector<std::byte> m_bytes;
};

void Bytes::add(const SampledStep& step) {
    const auto& [instruction, access, accesses, jump, turn, values, lanes] = step;
    add(instruction, access, accesses, jump, turn, values, lanes);
}

void Bytes::add(const SampledAccess& access) {
    const auto& [space, direction, returns, surface, lanes, bytes, dataWavefronts, tagWavefronts,
                 hitWavefronts, lines, firstLine, packedWavefronts, packedLines] = access;
    add(space, direction, returns, surface, lanes, bytes, dataWavefronts, tagWavefronts, hitWavefronts, lines,
        firstLine, packedWavefronts, packedLines);
}

void Bytes::add(const SampledBlock::Warp& warp) {
    const auto& [steps, lanes, executed, looked] = warp;
    add(steps.size(), lanes, executed, looked.has_value());
    for (const SampledStep& step : steps) add(step);
    if (!looked) return;
    const auto& [lookedSteps, lookedExecuted] = *looked;
    add(lookedSteps, lookedExecuted);
}

void Bytes::add(const SampledBlock& block) {
    const auto& [number, warps, accesses, lines] = block;
    add(number, warps.size(), accesses.size(), lines.size());
    for (const SampledBlock::Warp& warp : warps) add(warp);
    for (const SampledAccess& access : accesses) add(access);
    for (const SampledLine& each : lines) {
        const auto& [line, sectors, passes, deepest] = each;
        add(line, sectors, passes, deepest);
    }
}

} // namespace

std::vector<std::byte> timeInput(const LaunchedBlocks& launch, const ChipTimes& chip,
                                 const BlockSample& sample, const Report& report, const DramTraffic& traffic,
                                 const ExecutedBlocks& executed) {
    Bytes bytes;
    {
        const auto& [grid, block, sharedBytes, registersPerThread, cooperative, launchesGrids] = launch;
        bytes.add(grid);
        bytes.add(block);
        bytes.add(sharedBytes, registersPerThread, cooperative, launchesGrids);
    }
    bytes.add(chip);
    bytes.add(sample.blocks().size(), sample.longestCounted(), sample.blocksWaited());
    for (const auto& [number, block] : sample.blocks()) bytes.add(block);
    // Of the report, launchTime() uses these parts.
    bytes.add(report.blocksRun, report.blocksTotal, report.sites.size());
    for (const SiteCounts& each : report.sites) {
        const auto& [site, space, direction, counts] = each;
        bytes.add(site, space, direction);
        bytes.addWhole(counts);
    }
    bytes.addWhole(traffic);
    bytes.addWhole(executed);
    return bytes.take();
}

} // namespace lanescope::model
