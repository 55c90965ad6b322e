// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/time/launch_time.h"

#include "model/capability.h"
#include "model/occupancy.h"
#include "model/time/simulation.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <set>

namespace lanescope::model {

namespace {

/// A working set up to this stays in the H200's L2 from one launch to the next.
constexpr double kStaysInL2 = 30e6;
/// A part that is busy for less of the time than this does not bind: as the profiler has it.
constexpr double kBusy = 0.6;
/// More of the time than this goes into launching.
constexpr double kMostlyLaunch = 0.5;

struct PipeName {
    std::string_view name, text;
};
constexpr std::array<PipeName, kPipes> kPipeNames{{{"pipe_alu", "the ALU pipe"},
                                                   {"pipe_alu", "the ALU pipe"},
                                                   {"pipe_fma", "the FMA pipe"},
                                                   {"pipe_fmaheavy", "the FMA heavy pipe"},
                                                   {"pipe_fp64", "the FP64 pipe"},
                                                   {"pipe_xu", "the XU pipe"},
                                                   {"pipe_lsu", "the LSU pipe"},
                                                   {"pipe_tex", "the TEX pipe"},
                                                   {"pipe_adu", "the ADU pipe"},
                                                   {"pipe_cbu", "the CBU pipe"},
                                                   {"pipe_uniform", "the uniform pipe"}}};

double sectorsOf(const Report& report, bool loads) {
    double sum = 0;
    for (const SiteCounts& site : report.sites)
        if ((site.space == Space::Global || site.space == Space::Local) &&
            (site.direction == Direction::Load) == loads)
            sum += static_cast<double>(site.counts.sectors);
    return sum;
}

/// That loads of the sample ask L1 for.
double sampledSectors(const BlockSample& sample) {
    double sum = 0;
    for (const auto& [number, block] : sample.blocks())
        for (const SampledAccess& access : block.accesses)
            if (access.direction == Direction::Load && access.space == Space::Global)
                for (std::uint16_t k = 0; k < access.lines; ++k)
                    sum += std::popcount(static_cast<unsigned>(block.lines[access.firstLine + k].sectors));
    return sum;
}

std::uint64_t residentOf(const LaunchedBlocks& launch, const Architecture& architecture) {
    const Occupancy held =
        occupancy({launch.block.count(), launch.sharedBytes, launch.registersPerThread}, architecture);
    return static_cast<std::uint64_t>(held.blocks);
}

/// As many of the blocks, spread evenly.
std::vector<std::uint64_t> spread(std::span<const std::uint64_t> blocks, std::uint64_t count) {
    if (blocks.size() <= count) return {blocks.begin(), blocks.end()};
    std::vector<std::uint64_t> some;
    for (std::uint64_t i = 0; i < count; ++i) some.push_back(blocks[i * blocks.size() / count]);
    return some;
}

/// Reads what binds out of how long each part is busy.
LimitedTime limited(const SimulatedTime& time, double stretch, const ChipTimes& chip) {
    const double fixed = chip.kernelStart + chip.kernelEnd, run = (time.cycles - fixed) * stretch;
    LimitedTime made;
    made.seconds = (run + fixed) / chip.clockHz;
    made.fixed = fixed / chip.clockHz;
    const auto add = [&](TimeLimit part, double cycles, Pipe pipe = Pipe::Any) {
        if (cycles > 0) made.busy.push_back({part, pipe, cycles * stretch / chip.clockHz});
    };
    add(TimeLimit::Dram, time.dram);
    add(TimeLimit::L2, time.l2);
    add(TimeLimit::Fill, time.fill);
    add(TimeLimit::Data, time.data);
    add(TimeLimit::Issue, time.issue);
    for (std::size_t p = 0; p < kPipes; ++p) add(TimeLimit::Pipe, time.pipe[p], static_cast<Pipe>(p));
    const auto longest = std::ranges::max_element(made.busy, {}, &LimitedTime::Busy::seconds);
    if (fixed > kMostlyLaunch * (run + fixed)) {
        made.limit = TimeLimit::Launch;
    } else if (longest == made.busy.end() || longest->seconds * chip.clockHz < kBusy * run) {
        made.limit = TimeLimit::Latency;
    } else {
        made.limit = longest->part;
        made.pipe = longest->pipe;
    }
    return made;
}

} // namespace

std::string_view limitName(TimeLimit limit, Pipe pipe) {
    constexpr std::array<std::string_view, 7> kNames{"launch_and_latency", "latency",    "dram",       "l2",
                                                     "l2_to_l1",           "data_stage", "issue_slots"};
    return limit == TimeLimit::Pipe ? kPipeNames[static_cast<std::size_t>(pipe)].name
                                    : kNames[static_cast<std::size_t>(limit)];
}

std::string_view limitText(TimeLimit limit, Pipe pipe) {
    constexpr std::array<std::string_view, 7> kTexts{"launch and latency",
                                                     "latency",
                                                     "DRAM",
                                                     "L2",
                                                     "the way from L2 to L1",
                                                     "the data stage of L1 and shared memory",
                                                     "issue slots"};
    return limit == TimeLimit::Pipe ? kPipeNames[static_cast<std::size_t>(pipe)].text
                                    : kTexts[static_cast<std::size_t>(limit)];
}

std::vector<std::uint64_t> blocksOfOne(std::uint64_t blocks, std::uint64_t resident,
                                       std::uint64_t multiprocessors) {
    const std::uint64_t all = (blocks + multiprocessors - 1) / multiprocessors;
    const std::uint64_t count = std::min(all, 3 * resident);
    std::set<std::uint64_t> chosen;
    for (std::uint64_t i = 0; i < count; ++i)
        chosen.insert(std::min(i * all / count * multiprocessors, blocks - 1));
    return {chosen.begin(), chosen.end()};
}

std::unique_ptr<BlockSample> sampleFor(const LaunchedBlocks& launch, const Architecture& architecture,
                                       Rules rules, std::span<const std::uint64_t> run) {
    const ChipTimes* chip = chipTimes(architecture);
    const std::uint64_t resident = chip ? residentOf(launch, architecture) : 0;
    if (resident == 0 || launch.grid.count() == 0) return nullptr;
    std::vector<std::uint64_t> chosen =
        blocksOfOne(launch.grid.count(), resident, static_cast<std::uint64_t>(chip->multiprocessors));
    if (!run.empty()) chosen = spread(run, chosen.size());
    const std::size_t each = kSampledSteps / chosen.size() + 1;
    return std::make_unique<BlockSample>(architecture, rules, launch.grid, launch.block, std::move(chosen),
                                         each);
}

std::optional<LaunchTime> launchTime(const LaunchedBlocks& launch, const BlockSample& sample,
                                     const MachineCode& code, const Report& report,
                                     const DramTraffic& traffic) {
    const Architecture& architecture = *report.architecture;
    const ChipTimes* chip = chipTimes(architecture);
    const std::uint64_t resident = chip ? residentOf(launch, architecture) : 0;
    const bool textures = std::ranges::any_of(
        report.sites, [](const SiteCounts& site) { return site.space == Space::Texture; });
    if (resident == 0 || report.blocksRun == 0 || textures) return std::nullopt;
    std::vector<const SampledBlock*> blocks;
    double kept = 0, executed = 0;
    for (const auto& [number, block] : sample.blocks()) {
        blocks.push_back(&block);
        for (const SampledBlock::Warp& warp : block.warps) {
            kept += static_cast<double>(warp.steps.size());
            executed += static_cast<double>(warp.executed);
        }
    }
    if (kept == 0) return std::nullopt;
    const double loads = sectorsOf(report, true), stores = sectorsOf(report, false);
    double missing = 1; // of the sectors that loads ask for, those that L1 does not have
    const auto simulated = [&](bool inL2) {
        SampledLaunch made;
        made.blocks = launch.grid.count();
        made.warpsPerBlock = (launch.block.count() + kWarpSize - 1) / kWarpSize;
        made.residentBlocks = static_cast<int>(resident);
        made.sharedBytesPerBlock =
            launch.sharedBytes +
            static_cast<std::uint64_t>(findCapability(architecture.cc)->sharedReservedBytes);
        const double asked = loads * missing;
        if (!inL2 && asked > 0)
            made.dramShare = std::min(1.0, static_cast<double>(traffic.bytesRead) / 32 / asked);
        if (!inL2 && asked + stores > 0)
            made.dramBytesPerSector = static_cast<double>(traffic.busyBytes) / (asked + stores);
        return simulate(blocks, code, *chip, made);
    };
    // How many sectors L1 does not have says how many of them are DRAM's, and that is part of the time.
    SimulatedTime cold = simulated(false);
    if (const double sectors = sampledSectors(sample); sectors > 0)
        missing = std::clamp(cold.missedSectors / sectors, 1e-3, 1.0);
    if (missing != 1) cold = simulated(false);
    const double scale = static_cast<double>(launch.grid.count()) / static_cast<double>(report.blocksRun);
    const bool stays = static_cast<double>(traffic.footprintBytes) * scale < kStaysInL2;
    const double stretch = executed / kept;
    LaunchTime time;
    time.cold = limited(cold, stretch, *chip);
    time.warm = stays ? limited(simulated(true), stretch, *chip) : time.cold;
    // Loads that end earlier may come back in an order that is worse for those after them.
    if (time.warm.seconds > time.cold.seconds) time.warm = time.cold;
    return time;
}

} // namespace lanescope::model
