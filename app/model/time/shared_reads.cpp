// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/time/shared_reads.h"

#include "model/memory/coalescing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace lanescope::model {

namespace {

constexpr unsigned kHalves = 2;           // of a line, each of which DRAM reads as a whole
constexpr unsigned kSectorsOfHalf = 0b11; // the lower one's

/// What an instruction of one block asks of a line, in all of its turns.
struct SharedVisit {
    std::uint64_t line = 0;
    std::uint32_t instruction = 0;
    unsigned sectors = 0;
    bool loads = false;
};

unsigned touchedHalves(unsigned sectors) {
    unsigned halves = 0;
    for (unsigned half = 0; half < kHalves; ++half)
        halves += (sectors >> kHalves * half & kSectorsOfHalf) != 0 ? 1U : 0U;
    return halves;
}

/// By line, then by instruction.
std::vector<SharedVisit> visitsOf(const SampledBlock& block, bool packed) {
    std::vector<SharedVisit> visits;
    for (const SampledBlock::Warp& warp : block.warps)
        for (const SampledStep& step : warp.steps)
            for (std::uint16_t i = 0; i < step.accesses; ++i) {
                const SampledAccess& access = block.accesses[static_cast<std::size_t>(step.access) + i];
                if (access.space != Space::Global && access.space != Space::Texture) continue;
                for (const SampledLine& line : linesOf(block, access, packed))
                    visits.push_back(
                        {line.line, step.instruction, line.sectors, access.direction == Direction::Load});
            }
    std::ranges::sort(visits, {},
                      [](const SharedVisit& visit) { return std::tie(visit.line, visit.instruction); });
    std::size_t kept = 0;
    for (const SharedVisit& visit : visits) {
        if (kept > 0 && visits[kept - 1].line == visit.line &&
            visits[kept - 1].instruction == visit.instruction)
            visits[kept - 1].sectors |= visit.sectors;
        else
            visits[kept++] = visit;
    }
    visits.resize(kept);
    return visits;
}

/// Of one instruction, sums over the sample: what each block asks for, and how often another block does.
struct SharingSite {
    double lines = 0, halves = 0, sectors = 0, busy = 0, sharedLines = 0, sharedHalves = 0;
    bool loads = false;
};

/// A share of the visits, where each comes `often` times while a launch runs, and what was visited within a
/// window is there: those that find nothing from an empty L2 on. window: as a share of the launch.
double shareMissed(double often, double window) {
    const double there = std::exp(-often * window);
    return (1 - there) / often + (1 - window) * there;
}

} // namespace

SharedReads sharedReads(std::span<const ScheduledBlock> blocks, bool packed, double allBlocks,
                        double lineBytes, const ChipTimes& chip) {
    if (blocks.size() < 2 || lineBytes <= chip.l2Bytes) return {};
    double executed = 0, kept = 0;
    std::vector<std::vector<SharedVisit>> visits;
    // How many blocks come to each line, and to its halves.
    std::unordered_map<std::uint64_t, std::array<std::uint16_t, 1 + kHalves>> visitors;
    for (const ScheduledBlock& scheduled : blocks) {
        for (const SampledBlock::Warp& warp : scheduled.block->warps) {
            executed += static_cast<double>(warp.executed);
            kept += static_cast<double>(warp.steps.size());
        }
        visits.push_back(visitsOf(*scheduled.block, packed));
        const std::vector<SharedVisit>& made = visits.back();
        for (std::size_t i = 0; i < made.size();) {
            const std::uint64_t line = made[i].line;
            unsigned sectors = 0;
            for (; i < made.size() && made[i].line == line; ++i) sectors |= made[i].sectors;
            auto& of = visitors[line];
            ++of[0];
            for (unsigned half = 0; half < kHalves; ++half)
                of[1 + half] += (sectors >> kHalves * half & kSectorsOfHalf) != 0 ? 1 : 0;
        }
    }
    std::map<std::uint32_t, SharingSite> sites;
    for (const std::vector<SharedVisit>& made : visits)
        for (const SharedVisit& visit : made) {
            SharingSite& site = sites[visit.instruction];
            const auto& of = visitors.at(visit.line);
            const double halves = touchedHalves(visit.sectors);
            site.loads = visit.loads;
            ++site.lines;
            site.halves += halves;
            site.sectors += std::popcount(visit.sectors);
            site.busy += std::max(chip.scatteredRead, halves * kLineBytes / kHalves);
            site.sharedLines += of[0] - 1;
            for (unsigned half = 0; half < kHalves; ++half)
                if ((visit.sectors >> kHalves * half & kSectorsOfHalf) != 0)
                    site.sharedHalves += of[1 + half] - 1;
        }
    // Visits of others while the launch runs, for each that a block of the sample makes.
    const double others = (allBlocks - 1) / static_cast<double>(blocks.size() - 1) * executed / kept;
    // Lines that are visited within a window, of which those within the launch are known.
    const auto visited = [&](double window) {
        double lines = 0;
        for (const auto& [instruction, site] : sites) {
            const double often = others * site.sharedLines / site.lines;
            lines += site.lines * (often > 0 ? (1 - std::exp(-often * window)) / often : window);
        }
        return lines;
    };
    const double wanted = visited(1) * chip.l2Bytes / lineBytes;
    double window = 0, most = 1;
    for (int i = 0; i < 40; ++i) {
        const double middle = (window + most) / 2;
        (visited(middle) < wanted ? window : most) = middle;
    }
    SharedReads reads;
    double asked = 0;
    for (const auto& [instruction, site] : sites) {
        if (!site.loads) continue;
        asked += site.sectors;
        const double often = others * site.sharedHalves / site.halves;
        if (often <= 0) continue;
        const double cold = shareMissed(often, window), warm = std::exp(-often * window);
        reads.once += kHalves * site.halves * shareMissed(often, 1);
        reads.cold += site.sectors * cold;
        reads.warm += site.sectors * warm;
        reads.coldBusy += site.busy * cold;
        reads.warmBusy += site.busy * warm;
    }
    if (asked == 0) return {};
    for (double* each : {&reads.once, &reads.cold, &reads.warm, &reads.coldBusy, &reads.warmBusy})
        *each /= asked;
    return reads;
}

} // namespace lanescope::model
