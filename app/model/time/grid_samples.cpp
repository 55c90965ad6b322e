// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/time/grid_samples.h"

#include "model/occupancy.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>

namespace lanescope::model {

namespace {

/// Of more kinds of grids no time is known: each is counted on its own.
constexpr std::size_t kMostKinds = 64;

bool isSame(const LaunchedBlocks& a, const LaunchedBlocks& b) {
    return a.grid == b.grid && a.block == b.block && a.sharedBytes == b.sharedBytes;
}

/// The share of the chip that a grid keeps busy while it runs: of the part that is busiest, or of the places
/// for blocks.
double loadOf(const LaunchedBlocks& launch, const LimitedTime& time, const ChipTimes& chip, double atOnce) {
    const auto blocks = static_cast<double>(launch.grid.count());
    const double all = chip.multiprocessors;
    const double active = blocks / (all * std::ceil(blocks / all)); // multiprocessors, on the average
    const double own = time.seconds - time.fixed;
    double load = std::min(1.0, blocks / atOnce);
    for (const LimitedTime::Busy& each : time.busy) {
        const bool ofChip =
            each.part == TimeLimit::Dram || each.part == TimeLimit::L2 || each.part == TimeLimit::Atomics;
        if (own > 0) load = std::max(load, each.seconds / own * (ofChip ? 1 : active));
    }
    return std::min(1.0, load);
}

} // namespace

/// One kind of grid, and what was seen of the first one.
class GridSamples::Kind final : public AccessSink {
public:
    Kind(const LaunchedBlocks& launch, std::size_t kernel, const Architecture& architecture,
         const ChipTimes& chip, Rules rules, const MachineCode& code)
        : launched(launch), kernelIndex(kernel), sample(sampleFor(launch, architecture, chip, rules, code)),
          m_tally(architecture, rules) {}

    void access(const WarpAccess& access) override {
        if (!sample) return;
        WarpAccess own = access;
        own.grid = 0;
        sample->access(own);
        m_tally.access(own);
        m_dram.access(own);
    }
    InstructionSink* instructionsOf(const Dim3& block) override {
        return sample ? sample->instructionsOf(block) : nullptr;
    }
    std::unique_ptr<AccessSink> fork() const override { return nullptr; } // GridSamples forks all of them
    void join(AccessSink& fork) override {
        auto& other = static_cast<Kind&>(fork);
        if (sample) sample->join(*other.sample);
        m_tally.join(other.m_tally);
        m_dram.join(other.m_dram);
    }
    DramTraffic traffic(const Architecture& architecture) const { return m_dram.traffic(architecture); }
    /// Blocks that the chip holds at once.
    double atOnce(const Architecture& architecture, const ChipTimes& chip) const {
        const BlockResources block{launched.block.count(), launched.sharedBytes, launched.registersPerThread};
        return static_cast<double>(occupancy(block, architecture).blocks) * chip.multiprocessors;
    }
    std::optional<LaunchTime> time(const Architecture& architecture, const ChipTimes& chip,
                                   const MachineCode& code, const ExecutedBlocks& executed) const {
        if (!sample) return std::nullopt;
        Report report = m_tally.report();
        report.blocksRun = report.blocksTotal = launched.grid.count();
        return launchTime(launched, chip, *sample, code, report, traffic(architecture), executed);
    }

    LaunchedBlocks launched;
    std::size_t kernelIndex = 0;
    std::unique_ptr<BlockSample> sample; ///< nullptr: no multiprocessor holds such a block

private:
    Tally m_tally;
    DramTally m_dram;
};

GridSamples::GridSamples(const LaunchedBlocks& launch, const Architecture& architecture,
                         const ChipTimes& chip, Rules rules, const MachineCode& code)
    : m_architecture(architecture), m_chip(chip), m_rules(rules), m_code(code), m_kindOf{0} {
    m_kinds.push_back(kindOf(launch, 0));
}

GridSamples::~GridSamples() = default;

std::unique_ptr<GridSamples::Kind> GridSamples::kindOf(const LaunchedBlocks& launch,
                                                       std::size_t kernel) const {
    return std::make_unique<Kind>(launch, kernel, m_architecture, m_chip, m_rules, m_code);
}

void GridSamples::access(const WarpAccess& access) {
    if (access.grid == 0) m_kinds.front()->access(access);
}

InstructionSink* GridSamples::instructionsOf(const Dim3& block) {
    return m_kinds.front()->instructionsOf(block);
}

AccessSink* GridSamples::childGrid(const ChildGrid& grid) {
    const LaunchedBlocks launched{grid.grid, grid.block, grid.sharedBytes, grid.registersPerThread};
    const auto known = std::find_if(m_kinds.begin() + 1, m_kinds.end(), [&](const auto& kind) {
        return kind->kernelIndex == grid.kernel && isSame(kind->launched, launched);
    });
    m_kindOf.resize(std::max<std::size_t>(m_kindOf.size(), grid.number + 1));
    m_kindOf[grid.number] = static_cast<std::size_t>(known - m_kinds.begin());
    if (known != m_kinds.end() || m_kinds.size() > kMostKinds) return nullptr;
    m_kinds.push_back(kindOf(launched, grid.kernel));
    return m_kinds.back().get();
}

std::unique_ptr<AccessSink> GridSamples::fork() const {
    return std::make_unique<GridSamples>(m_kinds.front()->launched, m_architecture, m_chip, m_rules, m_code);
}

void GridSamples::join(AccessSink& fork) {
    auto& other = static_cast<GridSamples&>(fork);
    m_kinds.front()->join(*other.m_kinds.front());
    // Grids that launch others run on one worker: what was launched is in one fork.
    if (other.m_kindOf.size() <= m_kindOf.size()) return;
    m_kinds.resize(1);
    std::move(other.m_kinds.begin() + 1, other.m_kinds.end(), std::back_inserter(m_kinds));
    m_kindOf = std::move(other.m_kindOf);
}

namespace {

/// What one grid of a kind takes on a chip of its own, seconds without starting and ending it.
struct OwnTime {
    double seconds = 0, withoutWaste = 0, withoutLimit = 0;
    double load = 0;         ///< of the chip
    double instructions = 0; ///< of the grid that this is of
    double atOnce = 1;       ///< blocks that the chip holds
};

OwnTime ownTime(const LimitedTime& time) {
    const auto own = [&](double seconds) { return std::max(0.0, seconds - time.fixed); };
    OwnTime made;
    made.seconds = own(time.seconds);
    made.withoutWaste = own(time.withoutWaste);
    made.withoutLimit = time.limit == TimeLimit::Launch ? made.seconds : own(time.withoutLimit);
    return made;
}

OwnTime between(const OwnTime& a, const OwnTime& b, double share) {
    OwnTime made = a;
    for (double OwnTime::*field : {&OwnTime::seconds, &OwnTime::withoutWaste, &OwnTime::withoutLimit})
        made.*field += share * (b.*field - a.*field);
    return made;
}

/// The launch, whose grids take what those of their kinds do.
class WholeLaunch {
public:
    WholeLaunch(std::span<const RanGrid> grids, std::span<const std::size_t> kinds,
                std::span<const OwnTime> times, const ChipTimes& chip)
        : m_grids(grids), m_kinds(kinds), m_times(times), m_chip(chip) {}
    /// field: of a kind's grids.
    template<class Field>
    double seconds(Field field, bool free = false) const {
        std::vector<LaunchedGrid> placed;
        placed.reserve(m_grids.size());
        for (std::size_t i = 0; i < m_grids.size(); ++i) {
            const OwnTime& own = m_times[m_kinds[i]];
            LaunchedGrid& grid = placed.emplace_back(m_grids[i].grid);
            grid.blocksAtOnce = static_cast<std::uint64_t>(own.atOnce);
            grid.seconds = field(m_kinds[i]) * workOf(i);
            grid.load = own.load;
        }
        return timelineSeconds(gridTimeline(placed, m_chip, free), m_chip, free);
    }
    double seconds(double OwnTime::*field, bool free = false) const {
        return seconds([&](std::size_t kind) { return m_times[kind].*field; }, free);
    }
    /// Of all grids of each kind together.
    std::vector<double> sums() const {
        std::vector<double> sums(m_times.size());
        for (std::size_t i = 0; i < m_grids.size(); ++i)
            sums[m_kinds[i]] += m_times[m_kinds[i]].seconds * workOf(i);
        return sums;
    }

private:
    /// Of a grid, to the one of its kind that was watched.
    double workOf(std::size_t grid) const {
        const double watched = m_times[m_kinds[grid]].instructions;
        return watched > 0 ? static_cast<double>(m_grids[grid].executed.warpInstructions) / watched : 1;
    }

    std::span<const RanGrid> m_grids;
    std::span<const std::size_t> m_kinds;
    std::span<const OwnTime> m_times;
    const ChipTimes& m_chip;
};

/// Less of the time than this is left without launching: then nothing that a grid does would help much.
constexpr double kMostlyLaunching = 0.5;

/// host: of the host's grid alone. kinds: what each kind's grid takes from this state of the L2.
LimitedTime together(const WholeLaunch& launch, LimitedTime host, std::span<const LimitedTime> kinds,
                     std::span<const OwnTime> times) {
    host.seconds = host.fixed + launch.seconds(&OwnTime::seconds);
    host.withoutWaste = std::min(host.seconds, host.fixed + launch.seconds(&OwnTime::withoutWaste));
    const double working = launch.seconds(&OwnTime::seconds, true);
    const std::vector<double> sums = launch.sums();
    const auto most = static_cast<std::size_t>(std::ranges::max_element(sums) - sums.begin());
    host.busy = kinds[most].busy;
    host.limit = kinds[most].limit;
    host.pipe = kinds[most].pipe;
    if (working < kMostlyLaunching * host.seconds) {
        host.limit = TimeLimit::Launch;
        host.withoutLimit = working;
        return host;
    }
    const double better = launch.seconds(
        [&](std::size_t kind) { return kind == most ? times[kind].withoutLimit : times[kind].seconds; });
    host.withoutLimit = std::min(host.seconds, host.fixed + better);
    return host;
}

} // namespace

std::optional<LaunchTime> GridSamples::time(std::span<const RanGrid> grids,
                                            const DramTraffic& traffic) const {
    if (grids.size() != m_kindOf.size()) return std::nullopt;
    std::vector<std::size_t> count(m_kinds.size());
    for (const std::size_t kind : m_kindOf) {
        if (kind >= m_kinds.size()) return std::nullopt;
        ++count[kind];
    }
    std::vector<LimitedTime> coldKinds, warmKinds;
    std::vector<OwnTime> cold, warm;
    std::vector<std::vector<double>> shares;
    double alone = 0; // bytes that children would read if each found nothing in the L2
    for (std::size_t k = 0; k < m_kinds.size(); ++k) {
        const auto first = static_cast<std::size_t>(std::ranges::find(m_kindOf, k) - m_kindOf.begin());
        const ExecutedBlocks& executed = grids[first].executed;
        const auto made = m_kinds[k]->time(m_architecture, m_chip, m_code, executed);
        if (!made) return std::nullopt;
        const double atOnce = m_kinds[k]->atOnce(m_architecture, m_chip);
        for (const auto& [time, limits, owns] :
             {std::tuple(&made->cold, &coldKinds, &cold), {&made->warm, &warmKinds, &warm}}) {
            limits->push_back(*time);
            OwnTime& own = owns->emplace_back(ownTime(*time));
            own.load = loadOf(m_kinds[k]->launched, *time, m_chip, atOnce);
            own.instructions = static_cast<double>(executed.warpInstructions);
            own.atOnce = atOnce;
        }
        shares.push_back(made->shares);
        if (k > 0)
            alone += static_cast<double>(count[k]) *
                     static_cast<double>(m_kinds[k]->traffic(m_architecture).bytesRead);
    }
    // What the launch reads of DRAM beside its own grid's share is what children find nowhere else.
    const double byChildren = static_cast<double>(traffic.bytesRead) -
                              static_cast<double>(m_kinds.front()->traffic(m_architecture).bytesRead);
    const double fresh = alone > 0 ? std::clamp(byChildren / alone, 0.0, 1.0) : 0;
    for (std::size_t k = 1; k < m_kinds.size(); ++k) cold[k] = between(warm[k], cold[k], fresh);

    const WholeLaunch coldLaunch(grids, m_kindOf, cold, m_chip), warmLaunch(grids, m_kindOf, warm, m_chip);
    LaunchTime whole;
    whole.dramLatency = m_chip.dramLatency / m_chip.clockHz;
    whole.published = m_chip.published;
    whole.cold = together(coldLaunch, coldKinds.front(), coldKinds, cold);
    whole.warm = together(warmLaunch, warmKinds.front(), warmKinds, warm);
    const std::vector<double> sums = coldLaunch.sums();
    const double sum = std::accumulate(sums.begin(), sums.end(), 0.0);
    for (std::size_t k = 0; sum > 0 && k < sums.size(); ++k) {
        whole.shares.resize(std::max(whole.shares.size(), shares[k].size()));
        for (std::size_t i = 0; i < shares[k].size(); ++i) whole.shares[i] += shares[k][i] * sums[k] / sum;
    }
    return whole;
}

} // namespace lanescope::model
