// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/observer.h"

#include "model/memory/usage.h"
#include "ptx/run/ran_grids.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace lanescope::session {

namespace {

/// By access, how many before it were made by the same line of source in the same way.
std::vector<std::uint32_t> occurrencesOf(const std::vector<model::WarpAccess>& trace,
                                         std::span<const model::Site> sites) {
    std::map<std::tuple<std::string_view, std::uint32_t, model::Space, model::Direction>, std::uint32_t> made;
    std::vector<std::uint32_t> all;
    all.reserve(trace.size());
    for (const model::WarpAccess& access : trace) {
        const model::Site& site = sites[access.site];
        // Without line information each instruction stands for itself.
        const std::uint32_t line = site.line ? site.line : access.site;
        const std::string_view file = site.line ? std::string_view(site.file) : std::string_view();
        all.push_back(made[{file, line, access.space, model::directionOf(access.operation)}]++);
    }
    return all;
}

/// A loop in the focus warp may access memory without end; the pictures need only the first of it.
constexpr std::size_t kMostTraced = 65536;
/// Enough for the few accesses a warp of kernels whose warps differ; loops need not be seen whole.
constexpr std::size_t kMostOfBlock = 4096;

/// So many of all blocks; empty: they are no more.
std::vector<std::uint64_t> spreadOver(std::uint64_t all, std::size_t most) {
    if (most < 2 || all <= most) return {};
    std::vector<std::uint64_t> blocks;
    for (std::size_t i = 0; i < most; ++i) blocks.push_back(i * (all - 1) / (most - 1));
    return blocks;
}

} // namespace

void FocusTrace::access(const model::WarpAccess& access) {
    if (access.grid != 0 || access.block != m_block) return;
    if (!m_brief && ofBlock.size() < kMostOfBlock) {
        ofBlock.push_back(access);
        ofBlock.back().footprint = nullptr;
    }
    if (access.warp != m_warp) return;
    if (accesses.size() >= kMostTraced) {
        isCut = true;
        return;
    }
    if (m_brief) {
        if (access.site >= m_seen.size()) m_seen.resize(access.site + 1);
        if (m_seen[access.site]) return;
        m_seen[access.site] = true;
    }
    accesses.push_back(access);
    if (access.footprint) {
        footprints.push_back(std::make_unique<model::TexelFootprint>(*access.footprint));
        accesses.back().footprint = footprints.back().get();
    }
}

void FocusTrace::stopped(const model::WarpAccess& access, std::uint32_t wrong) {
    if (access.grid != 0 || access.block != m_block || access.warp != m_warp) return;
    bool aligned = true; // else no picture and no count is made for it
    model::forEachLane(access.activeMask, [&](int lane) {
        aligned = aligned && access.address[static_cast<std::size_t>(lane)] % access.width == 0;
    });
    if (!aligned) return;
    if (accesses.size() == kMostTraced) accesses.pop_back();
    accesses.push_back(access);
    stoppedLanes = wrong;
}

std::unique_ptr<model::AccessSink> FocusTrace::fork() const {
    return std::make_unique<FocusTrace>(m_block, m_warp, m_brief);
}

void FocusTrace::join(AccessSink& fork) {
    auto& other = static_cast<FocusTrace&>(fork);
    // One block runs on one worker: only one fork has anything.
    accesses.insert(accesses.end(), other.accesses.begin(), other.accesses.end());
    std::move(other.footprints.begin(), other.footprints.end(), std::back_inserter(footprints));
    ofBlock.insert(ofBlock.end(), other.ofBlock.begin(), other.ofBlock.end());
    stoppedLanes |= other.stoppedLanes;
    isCut = isCut || other.isCut;
    other.accesses.clear();
    other.ofBlock.clear();
    other.footprints.clear();
}

void SiteUses::access(const model::WarpAccess& access) {
    if (access.site >= uses.size()) uses.resize(access.site + 1);
    SiteUse& use = uses[access.site];
    if (use.address == 0 && access.space == model::Space::Global)
        use.address = access.address[static_cast<std::size_t>(std::countr_zero(access.activeMask))];
    if (use.isUsed || access.grid != 0) return;
    use.isUsed = true;
    use.block = access.block;
    use.warp = access.warp;
}

void SiteUses::join(AccessSink& fork) {
    auto& other = static_cast<SiteUses&>(fork);
    if (uses.size() < other.uses.size()) uses.resize(other.uses.size());
    for (std::size_t site = 0; site < other.uses.size(); ++site) {
        SiteUse first = std::min(uses[site], other.uses[site]);
        first.address = uses[site].address != 0 ? uses[site].address : other.uses[site].address;
        uses[site] = first;
    }
    other.uses.clear();
}

void WasteSamples::access(const model::WarpAccess& access) {
    if (access.grid != 0) return;
    const std::uint64_t block = model::linearIndex(access.block, m_grid);
    if (block % m_every != 0 || access.warp >= kWarps) return;
    if (access.site >= waste.size()) {
        waste.resize(access.site + 1);
        m_made.resize(access.site + 1);
    }
    Made& made = m_made[access.site];
    if (made.block != block) made = {.block = block, .times = {}};
    if (made.times[access.warp] == kOfWarp) return;
    ++made.times[access.warp];
    SiteWaste& of = waste[access.site];
    const double excess = model::excessOf(access, model::count(access, m_architecture, m_rules));
    ++of.executions;
    of.excess += excess;
    const bool isFirst = of.executions == 1 ||
                         (excess == of.most && std::pair(block, access.warp) < std::pair(of.block, of.warp));
    if (excess <= of.most && !isFirst) return;
    of.most = excess;
    of.block = block;
    of.warp = access.warp;
}

void WasteSamples::join(AccessSink& fork) {
    auto& other = static_cast<WasteSamples&>(fork);
    if (waste.size() < other.waste.size()) waste.resize(other.waste.size());
    for (std::size_t site = 0; site < other.waste.size(); ++site) {
        SiteWaste& into = waste[site];
        const SiteWaste& from = other.waste[site];
        if (from.executions == 0) continue;
        const bool isFirst =
            from.most == into.most && std::pair(from.block, from.warp) < std::pair(into.block, into.warp);
        if (into.executions == 0 || from.most > into.most || isFirst) {
            into.most = from.most;
            into.block = from.block;
            into.warp = from.warp;
        }
        into.executions += from.executions;
        into.excess += from.excess;
    }
    other.waste.clear();
}

void TimedJoin::join(AccessSink& fork) {
    const auto start = std::chrono::steady_clock::now();
    m_sink.join(fork);
    m_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Observer::Observer(std::span<const model::Architecture* const> architectures, const model::KnownTimes& times,
                   const model::LaunchedBlocks& launch, const Options& options)
    : m_launch(launch) {
    const std::uint64_t all = launch.grid.count();
    m_focusBlock = std::min(options.focus.block, all - 1);
    m_focusIndex = model::indexAt(m_focusBlock, launch.grid);
    const auto warps =
        static_cast<std::uint32_t>((launch.block.count() + model::kWarpSize - 1) / model::kWarpSize);
    m_focusWarp = std::min(options.focus.warp, warps - 1);
    m_chosen = spreadOver(all, options.mostBlocks);
    m_brief = options.brief;
    m_refusedBy = options.refusedBy;
    m_memo = options.memo;
    std::vector<model::AccessSink*> sinks;
    if (options.traces) {
        m_trace = std::make_unique<FocusTrace>(m_focusIndex, m_focusWarp, m_brief);
        m_uses = std::make_unique<SiteUses>();
        sinks = {m_trace.get(), m_uses.get()};
    }
    if (options.traces && options.waste) {
        constexpr std::uint64_t kBlocks = 64;
        m_waste = std::make_unique<WasteSamples>(*architectures.front(), options.rules, launch.grid,
                                                 m_chosen.empty() ? (all + kBlocks - 1) / kBlocks : 1);
        sinks.push_back(m_waste.get());
    }
    for (const model::Architecture* architecture : architectures) {
        m_tallies.push_back(std::make_unique<model::Tally>(*architecture, options.rules));
        sinks.push_back(m_tallies.back().get());
        if (!options.code) continue;
        const model::TimeWatch& watch = m_watches.emplace_back(launch, *architecture, times.of(*architecture),
                                                               options.rules, *options.code, m_chosen);
        if (watch.sink()) sinks.push_back(watch.sink());
    }
    if (options.instructions) {
        m_issues = std::make_unique<model::IssueTally>(m_focusIndex, m_focusWarp);
        sinks.push_back(m_issues.get());
    }
    m_dram = std::make_unique<model::DramTally>();
    sinks.push_back(m_dram.get());
    m_fanout = std::make_unique<model::Fanout>(std::move(sinks));
    m_timed = std::make_unique<TimedJoin>(*m_fanout);
    // The time does not depend on which block is looked at.
    if (m_chosen.empty() || std::ranges::binary_search(m_chosen, m_focusBlock)) return;
    m_chosen.insert(std::ranges::lower_bound(m_chosen, m_focusBlock), m_focusBlock);
}

/// architecture: which of those asked for; its report and traffic are the observation's last.
ModelledLaunch Observer::timeOn(std::size_t architecture, const Observation& observation,
                                const model::ExecutedBlocks& executed,
                                std::span<const model::RanGrid> grids) {
    if (architecture >= m_watches.size()) return {};
    const model::TimeWatch& watch = m_watches[architecture];
    const model::Report& report = observation.reports.back();
    const auto modelled = [&] {
        ++m_modelled;
        ModelledLaunch made{.time = watch.time(report, observation.dram.back(), executed, grids)};
        if (made.time) made.lineShares = ptx::sumByLine(observation.module->module(), made.time->shares);
        return made;
    };
    if (!m_memo || !watch.sink()) return modelled();
    return m_memo->of(watch.input(report, observation.dram.back(), executed), observation.module,
                      *report.architecture, modelled);
}

std::shared_ptr<const Observation> Observer::finish(std::shared_ptr<const device::LoadedModule> module,
                                                    std::uint64_t blocksRun,
                                                    const model::ExecutedBlocks& executed,
                                                    std::span<const ptx::GridRecord> grids,
                                                    std::vector<Placement> placements) {
    auto observation = std::make_shared<Observation>();
    observation->module = std::move(module);
    if (m_issues) observation->issued = m_issues->take();
    const model::Issues issued = observation->issued ? observation->issued->total() : model::Issues{};
    const std::vector<model::RanGrid> ran = ptx::ranGrids(grids);
    for (std::size_t i = 0; i < m_tallies.size(); ++i) {
        observation->reports.push_back(m_tallies[i]->report());
        observation->reports.back().blocksTotal = m_launch.grid.count();
        if (i < m_refusedBy.size() && !m_refusedBy[i].empty()) {
            observation->reports.back().sites.clear();
            observation->dram.emplace_back();
            observation->times.emplace_back();
            observation->lineShares.emplace_back();
            continue;
        }
        observation->reports.back().blocksRun = blocksRun;
        observation->reports.back().issued = issued;
        observation->dram.push_back(m_dram->traffic(*observation->reports.back().architecture));
        ModelledLaunch modelled = timeOn(i, *observation, executed, ran);
        observation->times.push_back(std::move(modelled.time));
        observation->lineShares.push_back(std::move(modelled.lineShares));
    }
    observation->isBrief = m_brief;
    if (m_trace) {
        observation->trace = std::move(m_trace->accesses);
        observation->isCut = m_trace->isCut;
        observation->stoppedLanes = m_trace->stoppedLanes;
        observation->occurrence = occurrencesOf(observation->trace, observation->module->module().sites());
        observation->footprints = std::move(m_trace->footprints);
        observation->blockTrace = std::move(m_trace->ofBlock);
        observation->uses = std::move(m_uses->uses);
    }
    if (m_waste) observation->waste = std::move(m_waste->waste);
    observation->resources = {m_launch.block.count(), m_launch.sharedBytes, m_launch.registersPerThread};
    observation->warpInstructions = executed.warpInstructions;
    observation->focusBlock = m_focusIndex;
    observation->focusWarp = m_focusWarp;
    observation->placements = std::move(placements);
    return observation;
}

std::shared_ptr<const Observation>
observationOfNone(std::span<const model::Architecture* const> architectures,
                  const model::LaunchedBlocks& launch, const recording::PlayOptions& options,
                  std::shared_ptr<const device::LoadedModule> module, std::vector<Placement> placements) {
    auto observation = std::make_shared<Observation>();
    observation->module = std::move(module);
    for (const model::Architecture* architecture : architectures)
        observation->reports.push_back({.architecture = architecture,
                                        .rules = options.rules,
                                        .sites = {},
                                        .blocksTotal = launch.grid.count(),
                                        .issued = {}});
    observation->dram.resize(architectures.size());
    observation->times.resize(architectures.size());
    observation->lineShares.resize(architectures.size());
    if (options.instructions) observation->issued.emplace();
    observation->resources = {launch.block.count(), launch.sharedBytes, launch.registersPerThread};
    observation->placements = std::move(placements);
    return observation;
}

} // namespace lanescope::session
