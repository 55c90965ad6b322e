// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/time/launch_time.h"

#include "model/by_value.h"
#include "model/capability.h"
#include "model/format.h"
#include "model/memory/coalescing.h"
#include "model/occupancy.h"
#include "model/time/shared_reads.h"
#include "model/time/simulation.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <limits>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

namespace lanescope::model {

namespace {

/// Of what a launch writes and an H200's L2 keeps, DRAM is given this share all the same, at most, and all of
/// it by so many bytes of footprint: found from kernels that copy 8 to 34 MB again and again.
constexpr double kMostWritten = 0.4, kAllWritten = 70e6;
/// Where blocks are unequal, the heavy ones decide unless a multiprocessor has at least so many.
constexpr double kManyBlocks = 16;
/// A part that is busy for less of the time than this does not bind: as the profiler has it.
constexpr double kBusy = 0.6;
/// More of the time than this goes into launching.
constexpr double kMostlyLaunch = 0.5;

/// As JSON has it, and in a sentence.
struct LimitNames {
    std::string_view name, text;
};
constexpr ByValue<Pipe, LimitNames, kPipes>
    kPipeNames({{Pipe::Any, {"pipe_alu", "the ALU pipe"}},
                {Pipe::Alu, {"pipe_alu", "the ALU pipe"}},
                {Pipe::Fma, {"pipe_fma", "the FMA pipe"}},
                {Pipe::FmaHeavy, {"pipe_fmaheavy", "the FMA heavy pipe"}},
                {Pipe::Fp64, {"pipe_fp64", "the FP64 pipe"}},
                {Pipe::Xu, {"pipe_xu", "the XU pipe"}},
                {Pipe::Lsu, {"pipe_lsu", "the LSU pipe"}},
                {Pipe::Tex, {"pipe_tex", "the TEX pipe"}},
                {Pipe::Adu, {"pipe_adu", "the ADU pipe"}},
                {Pipe::Cbu, {"pipe_cbu", "the CBU pipe"}},
                {Pipe::Uniform, {"pipe_uniform", "the uniform pipe"}}});

LimitNames namesOf(TimeLimit limit, Pipe pipe) {
    switch (limit) {
    case TimeLimit::Launch:
        return {"launch_and_latency", "launch and latency"};
    case TimeLimit::Latency:
        return {"latency", "latency"};
    case TimeLimit::Dram:
        return {"dram", "DRAM"};
    case TimeLimit::L2:
        return {"l2", "L2"};
    case TimeLimit::Atomics:
        return {"l2_atomics", "atomics that wait for each other in L2"};
    case TimeLimit::Fill:
        return {"l2_to_l1", "the path from L2 to L1"};
    case TimeLimit::Data:
        return {"data_stage", "the data stage of L1 and shared memory"};
    case TimeLimit::Issue:
        return {"issue_slots", "issue slots"};
    case TimeLimit::Pipe:
        break;
    }
    return kPipeNames[pipe];
}

/// Of global memory and arrays, distinct in each access.
double sectorsOf(const Report& report, Direction direction) {
    double sum = 0;
    for (const SiteCounts& site : report.sites)
        if ((site.space == Space::Global || site.space == Space::Texture) && site.direction == direction)
            sum += static_cast<double>(site.counts.transactions);
    return sum;
}

struct Touched {
    double sectors = 0, lines = 0;
};
Touched touched(std::span<const ScheduledBlock> blocks, Direction direction, bool packed = false) {
    Touched sum;
    for (const ScheduledBlock& scheduled : blocks) {
        const SampledBlock& block = *scheduled.block;
        for (const SampledBlock::Warp& warp : block.warps)
            for (const SampledStep& step : warp.steps)
                for (std::uint16_t i = 0; i < step.accesses; ++i) {
                    const SampledAccess& access = block.accesses[static_cast<std::size_t>(step.access) + i];
                    if (access.direction != direction ||
                        (access.space != Space::Global && access.space != Space::Texture))
                        continue;
                    for (const SampledLine& line : linesOf(block, access, packed)) {
                        sum.sectors += std::popcount(static_cast<unsigned>(line.sectors));
                        ++sum.lines;
                    }
                }
    }
    return sum;
}

bool wastes(const BlockSample& sample) {
    return std::ranges::any_of(sample.blocks(), [](const auto& each) {
        return std::ranges::any_of(each.second.accesses, &SampledAccess::wastes);
    });
}

/// Instructions of the warp with the most.
double longestWarp(const SampledBlock& block) {
    std::uint64_t most = 0;
    for (const SampledBlock::Warp& warp : block.warps) most = std::max(most, warp.executed);
    return static_cast<double>(most);
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

/// Where blocks wait for each other the slowest of the whole grid counts, on whichever multiprocessor it is.
std::vector<std::uint64_t> someOf(std::uint64_t blocks) {
    constexpr std::uint64_t kMost = 32;
    std::set<std::uint64_t> some;
    for (std::uint64_t i = 0; i < std::min(kMost, blocks); ++i)
        some.insert((i * blocks / kMost + i * 5) % blocks);
    return {some.begin(), some.end()};
}

/// How the time of the blocks that were simulated becomes that of a launch.
struct Scale {
    double cut = 1;  ///< instructions that were executed for each that was kept
    double even = 1; ///< those of a block for each of the sample's
    /// Instructions of a block's warp with the most: of those that were simulated, on the average, and of
    /// all.
    double longest = 1, longestOfAll = 1;
};

/// The sample may have been cut off, and its blocks may be heavier or lighter than the others. simulated:
/// those of the sample that were; ran: how many blocks executed is of; perMultiprocessor: of all blocks.
Scale scaleOf(std::span<const ScheduledBlock> simulated, const ExecutedBlocks& executed, double ran,
              double perMultiprocessor, double resident, bool together) {
    double instructions = 0, kept = 0, longest = 0, mostCut = 1;
    for (const ScheduledBlock& scheduled : simulated) {
        for (const SampledBlock::Warp& warp : scheduled.block->warps) {
            instructions += static_cast<double>(warp.executed);
            kept += static_cast<double>(warp.steps.size());
            if (!warp.steps.empty())
                mostCut = std::max(mostCut, static_cast<double>(warp.executed) /
                                                static_cast<double>(warp.steps.size()));
        }
        longest += longestWarp(*scheduled.block);
    }
    const auto count = static_cast<double>(simulated.size());
    Scale scale;
    // Of blocks that wait for each other those that come to the fewest barriers keep the others from more.
    scale.cut = together ? mostCut : instructions / kept;
    scale.longest = longest / count;
    scale.longestOfAll = static_cast<double>(executed.longestWarp);
    // Blocks that all run at once end with the longest.
    if (perMultiprocessor <= resident) return scale;
    scale.even = static_cast<double>(executed.warpInstructions) / ran * count / instructions;
    if (perMultiprocessor < kManyBlocks) scale.even = std::max(scale.even, 1.0);
    return scale;
}

/// Reads what binds out of how long each part is busy.
LimitedTime limited(const SimulatedTime& time, const Scale& scale, double fixed, const ChipTimes& chip) {
    const double stretch = scale.cut * scale.even;
    const double even = (time.cycles - fixed) * stretch;
    // The block that takes longest begins at any time, in the middle of the others on the average. What it
    // does beyond what the others do it does without them.
    constexpr double kAlone = 16; // cycles of an instruction at most
    const double block = std::min(time.residence * scale.cut, even);
    const double each = std::min(kAlone, std::max(0.0, block - time.together * scale.cut) / scale.longest);
    const double last = block + std::max(0.0, scale.longestOfAll - scale.longest) * each;
    const double run = std::max(even, last + (even - block) / 2);
    LimitedTime made;
    made.seconds = (run + fixed) / chip.clockHz;
    made.fixed = fixed / chip.clockHz;
    const auto add = [&](TimeLimit part, double cycles, Pipe pipe = Pipe::Any) {
        if (cycles > 0) made.busy.push_back({part, pipe, cycles * stretch / chip.clockHz});
    };
    add(TimeLimit::Dram, time.dram);
    add(TimeLimit::L2, time.l2);
    add(TimeLimit::Atomics, time.atomics);
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

std::vector<double> sharesOf(std::vector<double> waited) {
    const double sum = std::accumulate(waited.begin(), waited.end(), 0.0);
    if (sum > 0)
        for (double& each : waited) each /= sum;
    return waited;
}

} // namespace

std::string_view limitName(TimeLimit limit, Pipe pipe) {
    return namesOf(limit, pipe).name;
}

std::string_view limitText(TimeLimit limit, Pipe pipe) {
    return namesOf(limit, pipe).text;
}

std::vector<std::uint64_t> blocksOfOne(std::uint64_t blocks, std::uint64_t resident,
                                       std::uint64_t multiprocessors) {
    const std::uint64_t all = (blocks + multiprocessors - 1) / multiprocessors;
    const std::uint64_t count = std::min(all, 3 * resident);
    std::set<std::uint64_t> chosen;
    for (std::uint64_t i = 0; i < count; ++i)
        // Not always the same place in a row of blocks.
        chosen.insert(std::min(i * all / count * multiprocessors + i * 37 % multiprocessors, blocks - 1));
    constexpr std::uint64_t kLeast = 4;
    if (chosen.size() == 1)
        for (std::uint64_t i = 1; i < kLeast; ++i) chosen.insert(i * (blocks - 1) / (kLeast - 1));
    return {chosen.begin(), chosen.end()};
}

std::unique_ptr<BlockSample> sampleFor(const LaunchedBlocks& launch, const Architecture& architecture,
                                       const ChipTimes& chip, Rules rules, const MachineCode& code,
                                       std::span<const std::uint64_t> run) {
    const std::uint64_t resident = residentOf(launch, architecture);
    if (resident == 0 || launch.grid.count() == 0) return nullptr;
    std::vector<std::uint64_t> chosen =
        blocksOfOne(launch.grid.count(), resident, static_cast<std::uint64_t>(chip.multiprocessors));
    if (!run.empty()) chosen = spread(run, chosen.size());
    const std::uint64_t ofOne = (launch.grid.count() + static_cast<std::uint64_t>(chip.multiprocessors) - 1) /
                                static_cast<std::uint64_t>(chip.multiprocessors);
    const std::size_t each = kSampledSteps / std::min<std::uint64_t>(chosen.size(), ofOne) + 1;
    BlockSample::Blocks which{std::move(chosen), {}};
    if (launch.cooperative) which.counted = someOf(launch.grid.count());
    return std::make_unique<BlockSample>(architecture, rules, code, launch.grid, launch.block,
                                         std::move(which), each);
}

namespace {

/// What DRAM has to do for a launch.
struct DramWork {
    const DramTraffic& traffic;
    double scale = 1;     ///< all blocks to those that ran
    double footprint = 0; ///< bytes of sectors, of all blocks
    double lines = 0;     ///< bytes of lines, for which the L2 has to have room
    double stores = 0;    ///< sectors that stores ask for
    double share = 0;     ///< sectors that DRAM reads for each that a multiprocessor's loads ask L2 for first
    double sent = 1;      ///< sectors that L2 is given for each that stores ask for
    bool alone = false;   ///< most sectors that stores ask for are the only ones of their line
    SharedReads shared;

    void give(SampledLaunch& launch, const ChipTimes& chip, bool cold) const;
};

void DramWork::give(SampledLaunch& launch, const ChipTimes& chip, bool cold) const {
    const auto read = static_cast<double>(traffic.bytesRead),
               written = static_cast<double>(traffic.bytesWritten);
    const auto filled = static_cast<double>(traffic.fillBytes);
    const bool stays = !cold && lines < chip.l2Bytes;
    const double sentOn = stays ? std::min(kMostWritten, footprint / kAllWritten) : 1;
    const double busyPerByte =
        read + written > 0 ? static_cast<double>(traffic.busyBytes) / (read + written) : 1;
    launch.coldStart = cold;
    launch.drops = lines > chip.l2Bytes;
    launch.dramShare = stays ? 0 : std::min(1.0, share);
    launch.dramBytesPerSector = 32 * busyPerByte * std::max(1.0, share);
    if (read + written > 0) launch.dramWriteShare = written / (read + written);
    if (stores > 0) launch.dramBytesPerStoredSector = sentOn * written * busyPerByte / (stores * sent);
    if (!stays) launch.dramSectors = read / kSectorBytes * scale;
    // Words here and there: what is written in part is read when it is written first.
    const bool inParts = filled > 0.5 * written;
    if (cold && inParts && alone && stores > 0)
        launch.dramBytesPerStoredSector =
            chip.scatteredWrite * std::min(1.0, written / kSectorBytes / (stores * sent));
    // Sectors here and there in more than the L2 holds: it drops them before their neighbours are wanted.
    // What a launch before this one left there is the data that is used more than once.
    if (footprint <= chip.l2Bytes) return;
    const auto loaded = static_cast<double>(traffic.loadedBytes);
    const auto missed = [&](double bytes) {
        return std::max(0.0, 1 - chip.l2Bytes / (cold ? footprint : bytes * scale));
    };
    if (loaded < 0.75 * (read - filled)) {
        launch.dramShare = std::max(launch.dramShare, missed(loaded));
        launch.dramBytesPerSector = chip.scatteredRead;
    } else if (const double missing = cold ? shared.cold : shared.warm; missing > 0) {
        const double others = std::max(0.0, share - shared.once);
        launch.dramShare = std::min(1.0, others + missing);
        launch.dramBytesPerSector =
            (kSectorBytes * busyPerByte * others + (cold ? shared.coldBusy : shared.warmBusy)) /
            launch.dramShare;
    }
    if (inParts)
        launch.dramBytesPerStoredSector =
            std::max(cold ? launch.dramBytesPerStoredSector : 0.0, chip.scatteredWrite * missed(written));
}

} // namespace

namespace {

/// The blocks of a sample in the order in which they are simulated.
std::vector<ScheduledBlock> scheduledBlocks(const LaunchedBlocks& launch, const ChipTimes& chip,
                                            const BlockSample& sample, const MachineCode& code) {
    std::vector<const SampledBlock*> blocks;
    for (const auto& [number, block] : sample.blocks()) blocks.push_back(&block);
    // Where a multiprocessor has fewer blocks than are watched, those that take longest are what is waited
    // for.
    const auto multiprocessors = static_cast<std::uint64_t>(chip.multiprocessors);
    if ((launch.grid.count() + multiprocessors - 1) / multiprocessors < blocks.size())
        std::ranges::stable_sort(blocks, std::ranges::greater{},
                                 [](const SampledBlock* block) { return longestWarp(*block); });
    std::vector<ScheduledBlock> made;
    for (const SampledBlock* block : blocks) made.emplace_back(*block, code);
    return made;
}

/// Simulates what was sampled of a launch, as it was or packed.
class Simulations {
public:
    Simulations(const LaunchedBlocks& launch, const ChipTimes& chip, std::span<const ScheduledBlock> blocks,
                const MachineCode& code, const Report& report, const DramTraffic& traffic, bool packed);

    /// From a cold L2; then what it says of DRAM is known for the warm one.
    SimulatedTime cold();
    SimulatedTime warm() const { return run(false); }
    /// Cycles with a part of the chip that takes no time. Not before cold().
    SimulatedTime without(const LimitedTime& limited, bool cold) const;
    double allBlocks() const { return static_cast<double>(m_launch.grid.count()); }
    double resident() const { return static_cast<double>(m_resident); }

private:
    SimulatedTime run(bool cold) const { return simulate(m_blocks, m_code, m_chip, launchFrom(cold)); }
    SampledLaunch launchFrom(bool cold) const;
    double distinctSectors() const; ///< that loads ask for

    const LaunchedBlocks& m_launch;
    const MachineCode& m_code;
    const Architecture& m_architecture;
    const ChipTimes& m_chip;
    DramTraffic m_traffic;
    bool m_packed = false;
    std::uint64_t m_resident = 0;
    const std::span<const ScheduledBlock> m_blocks;
    double m_loads = 0; ///< sectors that all blocks that ran ask for
    DramWork m_work;
};

Simulations::Simulations(const LaunchedBlocks& launch, const ChipTimes& chip,
                         std::span<const ScheduledBlock> blocks, const MachineCode& code,
                         const Report& report, const DramTraffic& traffic, bool packed)
    : m_launch(launch), m_code(code), m_architecture(*report.architecture), m_chip(chip),
      m_traffic(packed ? packedTraffic(report, traffic) : traffic), m_packed(packed),
      m_resident(residentOf(launch, m_architecture)), m_blocks(blocks), m_work{m_traffic} {
    const auto asked = [&](Direction direction) {
        const double sectors = sectorsOf(report, direction);
        if (!packed) return sectors;
        const double asWas = touched(blocks, direction).sectors;
        return asWas > 0 ? sectors * touched(blocks, direction, true).sectors / asWas : sectors;
    };
    m_work.scale = allBlocks() / static_cast<double>(report.blocksRun);
    m_work.footprint = static_cast<double>(m_traffic.footprintBytes) * m_work.scale;
    m_work.lines = static_cast<double>(m_traffic.lineBytes) * m_work.scale;
    m_work.stores = asked(Direction::Store);
    const Touched stored = touched(blocks, Direction::Store, packed);
    m_work.alone = stored.sectors < 1.5 * stored.lines;
    m_work.shared = sharedReads(blocks, packed, allBlocks(), m_work.lines, chip);
    m_loads = asked(Direction::Load);
}

SampledLaunch Simulations::launchFrom(bool cold) const {
    SampledLaunch made;
    made.blocks = m_launch.grid.count();
    made.dramFetchSectors = static_cast<unsigned>(m_architecture.dramFetchBytes) / kSectorBytes;
    made.warpsPerBlock = (m_launch.block.count() + kWarpSize - 1) / kWarpSize;
    made.residentBlocks = static_cast<int>(m_resident);
    made.sharedBytesPerBlock =
        m_launch.sharedBytes +
        static_cast<std::uint64_t>(findCapability(m_architecture.cc)->sharedReservedBytes);
    made.packed = m_packed;
    m_work.give(made, m_chip, cold);
    return made;
}

SimulatedTime Simulations::without(const LimitedTime& limited, bool cold) const {
    ChipTimes chip = m_chip;
    SampledLaunch made = launchFrom(cold);
    switch (limited.limit) {
    case TimeLimit::Dram:
        made.dramBytesPerSector = made.dramBytesPerStoredSector = 0;
        chip.scatteredRead = chip.dramQueue = chip.dramMixedQueue = chip.dramTurn = 0;
        break;
    case TimeLimit::L2:
        chip.l2ReadLine = chip.l2ReadSector = chip.l2WriteLine = chip.l2WriteSector = 0;
        chip.l2WritePartOfSector = chip.l2Queue = 0;
        break;
    case TimeLimit::Atomics:
        chip.atomicSector = chip.atomicLane = chip.atomicOverlap = 0;
        chip.atomicChain = chip.atomicChainOverlap = chip.atomicFloatChain = 0;
        break;
    case TimeLimit::Fill:
        chip.fillBytes = std::numeric_limits<double>::infinity();
        break;
    case TimeLimit::Data:
        made.freeData = true;
        break;
    case TimeLimit::Issue:
        made.freeIssue = true;
        break;
    case TimeLimit::Pipe:
        chip.interval[static_cast<std::size_t>(limited.pipe)] = 0;
        break;
    case TimeLimit::Launch:
    case TimeLimit::Latency:
        break;
    }
    return simulate(m_blocks, m_code, chip, made);
}

double Simulations::distinctSectors() const {
    std::unordered_map<std::uint64_t, unsigned> seen; // sectors, by line
    double distinct = 0;
    for (const ScheduledBlock& scheduled : m_blocks)
        for (const SampledAccess& access : scheduled.block->accesses) {
            if (access.direction != Direction::Load ||
                (access.space != Space::Global && access.space != Space::Texture))
                continue;
            for (const SampledLine& line : linesOf(*scheduled.block, access, m_packed)) {
                unsigned& of = seen[line.line];
                distinct += std::popcount(line.sectors & ~of);
                of |= line.sectors;
            }
        }
    return distinct;
}

SimulatedTime Simulations::cold() {
    // How many sectors L1 does not have, and how many stores it sends as one, says what DRAM is asked for;
    // that is part of the time.
    SimulatedTime first;
    if (m_packed) {
        // No store is like another, and each sector is new once.
        first.blocks = m_blocks.size();
        first.storedSectors = touched(m_blocks, Direction::Store, true).sectors;
        first.firstSectors = distinctSectors();
    } else {
        first = run(true);
    }
    const auto simulated = m_blocks.first(first.blocks);
    if (const double stored = touched(simulated, Direction::Store, m_packed).sectors; stored > 0)
        m_work.sent = std::clamp(first.storedSectors / stored, 0.05, 1.0);
    if (const double asked = touched(simulated, Direction::Load, m_packed).sectors;
        asked > 0 && first.firstSectors > 0)
        m_work.share =
            static_cast<double>(m_traffic.bytesRead) / kSectorBytes / (m_loads * first.firstSectors / asked);
    return run(true);
}

void addGain(LimitedTime& time, const Simulations& simulations, bool cold, const Scale& scale,
             const ChipTimes& chip) {
    time.withoutLimit = time.seconds - time.fixed;
    if (time.limit == TimeLimit::Launch) return;
    double busiest = 0;
    for (const LimitedTime::Busy& each : time.busy) busiest = std::max(busiest, each.seconds);
    const double freed =
        time.limit == TimeLimit::Latency
            ? time.fixed + busiest
            : limited(simulations.without(time, cold), scale, time.fixed * chip.clockHz, chip).seconds;
    time.withoutLimit = std::min(time.seconds, freed);
}

/// As much of the time that is not fixed as of the other's.
double likewise(const LimitedTime& other, const LimitedTime& time) {
    if (time.limit == TimeLimit::Launch) return time.seconds - time.fixed;
    const double share = (other.withoutLimit - other.fixed) / (other.seconds - other.fixed);
    return time.fixed + std::max(0.0, share) * (time.seconds - time.fixed);
}

} // namespace

std::string gainText(const LimitedTime& time) {
    const std::string takes = "it would take " + duration(time.withoutLimit) + ".";
    if (time.limit == TimeLimit::Launch) return "Without launch overhead " + takes;
    if (time.limit == TimeLimit::Latency) return "If warps never waited, " + takes;
    return "If " + std::string(limitText(time.limit, time.pipe)) + " were no limit, " + takes;
}

std::optional<LaunchTime> launchTime(const LaunchedBlocks& launch, const ChipTimes& chip,
                                     const BlockSample& sample, const MachineCode& code, const Report& report,
                                     const DramTraffic& traffic, const ExecutedBlocks& executed) {
    if (residentOf(launch, *report.architecture) == 0 || report.blocksRun == 0) return std::nullopt;
    if (sample.blocksWaited()) return std::nullopt;
    const bool anySteps = std::ranges::any_of(sample.blocks(), [](const auto& each) {
        return std::ranges::any_of(each.second.warps,
                                   [](const SampledBlock::Warp& warp) { return !warp.steps.empty(); });
    });
    if (!anySteps) return std::nullopt;
    const std::vector<ScheduledBlock> blocks = scheduledBlocks(launch, chip, sample, code);
    Simulations simulations(launch, chip, blocks, code, report, traffic, false);
    SimulatedTime cold = simulations.cold();
    const ExecutedBlocks ran{executed.warpInstructions,
                             std::max(executed.longestWarp, sample.longestCounted())};
    const Scale scale =
        scaleOf(std::span(blocks).first(cold.blocks), ran, static_cast<double>(report.blocksRun),
                simulations.allBlocks() / chip.multiprocessors, simulations.resident(), launch.cooperative);
    LaunchTime time;
    time.dramLatency = chip.dramLatency / chip.clockHz;
    time.published = chip.published;
    time.shares = sharesOf(std::move(cold.waited));
    time.cold = limited(cold, scale, chip.kernelCold, chip);
    time.warm = limited(simulations.warm(), scale, chip.kernelWarm, chip);
    // Loads that end earlier may come back in an order that is worse for those after them.
    const bool same = time.warm.seconds > time.cold.seconds;
    addGain(time.cold, simulations, true, scale, chip);
    // What binds both binds them alike.
    if (same)
        time.warm = time.cold;
    else if (time.warm.limit == time.cold.limit && time.warm.pipe == time.cold.pipe)
        time.warm.withoutLimit = likewise(time.cold, time.warm);
    else
        addGain(time.warm, simulations, false, scale, chip);
    time.cold.withoutWaste = time.cold.seconds;
    time.warm.withoutWaste = time.warm.seconds;
    if (!wastes(sample)) return time;
    Simulations packed(launch, chip, blocks, code, report, traffic, true);
    time.cold.withoutWaste =
        std::min(time.cold.seconds, limited(packed.cold(), scale, chip.kernelCold, chip).seconds);
    time.warm.withoutWaste = std::min({time.warm.seconds, time.cold.withoutWaste,
                                       limited(packed.warm(), scale, chip.kernelWarm, chip).seconds});
    return time;
}

} // namespace lanescope::model
