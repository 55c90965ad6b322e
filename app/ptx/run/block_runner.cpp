// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/block_runner.h"

#include "ptx/run/child_grids.h"
#include "ptx/run/cooperative_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace lanescope::ptx {

namespace {

/// Instructions a warp runs before the others of its block get their turn; of a cooperative grid, whose
/// blocks may wait in loops for all others, those get it sooner.
constexpr std::uint64_t kQuantum = 1 << 15, kSharedQuantum = 1 << 10;

/// The longest loop that does nothing but wait at an mbarrier, in instructions; and after how many looks of
/// warps that all do nothing else their block waits for ever.
constexpr std::uint64_t kLongestWait = 64, kVainPolls = 1 << 16;

/// Instructions of each warp, if all ran alike, after which a block that belongs to no cooperative grid is
/// looked at first: does it only wait? Then after twice as many, each time for one round.
constexpr std::uint64_t kFirstLook = 4 * kQuantum;
/// The same of one that has waited and goes on: it may soon wait again.
constexpr std::uint64_t kNextLook = 4 * kSharedQuantum;

std::vector<std::unique_ptr<WarpState>> makeWarps(const model::Dim3& size, BlockContext& block) {
    constexpr std::size_t kUsualDepth = 8; // of branches within branches
    const std::uint64_t threads = size.count();
    std::vector<std::unique_ptr<WarpState>> warps;
    warps.reserve((threads + 31) / 32);
    for (std::uint64_t first = 0; first < threads; first += 32) {
        warps.push_back(std::make_unique<WarpState>());
        warps.back()->block = &block;
        warps.back()->index = static_cast<std::uint32_t>(first / 32);
        warps.back()->stack.reserve(kUsualDepth);
        for (std::size_t lane = 0; lane < model::kWarpSize; ++lane) {
            const auto [x, y, z] = model::threadIndex(size, warps.back()->index, static_cast<int>(lane));
            warps.back()->thread[0][lane] = x;
            warps.back()->thread[1][lane] = y;
            warps.back()->thread[2][lane] = z;
        }
    }
    return warps;
}

std::optional<SpinWatch> makeWatch(const LaunchPlan& plan, BlockContext& block) {
    if (!plan.together) return std::nullopt;
    return std::make_optional<SpinWatch>(plan.together->effects, block);
}

std::unique_ptr<Checker> makeChecker(const LaunchPlan& plan, FindingLog& log) {
    if (!plan.checks.any()) return nullptr;
    return std::make_unique<Checker>(*plan.program, *plan.entry, plan.kernel->name, plan.checks,
                                     static_cast<std::uint32_t>(plan.block.count()), *plan.races, log);
}

} // namespace

BlockRunner::BlockRunner(const LaunchPlan& plan, model::AccessSink* sink)
    : m_plan(plan),
      // aligned as the widest access, and as .align may ask
      m_shared(std::make_unique<std::byte[]>(plan.sharedBytes + 1024)),
      m_warps(makeWarps(plan.block, m_context)), m_diagnostics(plan, m_context),
      m_checker(makeChecker(plan, m_diagnostics.findings())), m_frames(plan, m_checker.get()),
      m_barriers(plan, m_warps, m_checker.get(), m_diagnostics), m_sync(*plan.program, m_checker.get()),
      m_builtins(plan, m_context, m_checker.get(), m_diagnostics), m_spins(makeWatch(plan, m_context)),
      m_watchedAlways(m_spins.has_value()),
      // the blocks of a cluster, and grids that launch others, are not made to go on later
      m_watchedAtTimes(!m_watchedAlways && !plan.children && plan.cluster.count() <= 1),
      m_parts{plan,       m_context, m_diagnostics, m_frames,
              m_barriers, m_sync,    m_builtins,    m_spins ? &*m_spins : nullptr},
      m_lockstep(m_parts), m_groups(m_parts) {
    fillContext(sink);
}

BlockRunner::~BlockRunner() = default;

void BlockRunner::beginLaunch(model::AccessSink* sink) {
    m_parts.executed = m_longestWarp = m_onlyWaited = 0;
    m_diagnostics.findings() = {};
    m_context.ranges = {}; // memory may have been given back since
    fillContext(sink);
}

void BlockRunner::joinCluster(std::span<const std::unique_ptr<BlockRunner>> blocks) {
    std::vector<BlockContext*> contexts;
    std::vector<ClusterBarrier*> parts;
    for (const auto& block : blocks) {
        contexts.push_back(&block->m_context);
        parts.push_back(&block->m_barriers.ofCluster());
    }
    for (const auto& block : blocks) {
        block->m_context.cluster = contexts;
        block->m_barriers.ofCluster().join(parts);
    }
}

void BlockRunner::observe(model::AccessSink* sink) {
    m_context.sink = sink;
    m_context.observed = sink || m_checker;
}

void BlockRunner::fillContext(model::AccessSink* sink) {
    m_context.program = m_plan.program;
    m_context.entry = m_plan.entry;
    m_context.memory = m_plan.memory;
    m_context.textures = m_plan.textures;
    m_context.checker = m_checker.get();
    observe(sink);
    m_context.clusterSize = m_plan.cluster;
    m_context.inCluster = m_plan.inCluster;
    m_context.gridSize = m_plan.grid;
    m_context.blockSize = m_plan.block;
    m_context.parameters = m_plan.parameters;
    m_context.parameterBytes = m_plan.kernel->parameterBytes;
    m_context.dynamicSharedBytes = m_plan.dynamicSharedBytes;
    m_context.sharedBytes = m_plan.sharedBytes;
    m_context.constants = m_plan.constants;
    m_printed = PrintBuffer(m_plan.printBytes);
    m_context.printed = &m_printed;
    m_context.launchWindow = m_plan.children;
    m_context.startTime = m_plan.startTime;
    m_context.access.grid = m_plan.gridNumber;
    if (CooperativeGrid* grid = m_plan.together) {
        m_context.workspace = reinterpret_cast<std::byte*>(&grid->workspace);
        m_context.workspaceBytes = sizeof grid->workspace;
        m_context.workspaceAddress = kWorkspaceWindow;
    }
    const auto start = reinterpret_cast<std::uintptr_t>(m_shared.get());
    m_context.shared = m_shared.get() + ((start + 1023) / 1024 * 1024 - start);
}

void BlockRunner::checkOutside() const {
    if (m_plan.firstFault->load(std::memory_order_relaxed) < m_place) throw Abandoned{};
    if (m_plan.cancel && m_plan.cancel->load(std::memory_order_relaxed)) {
        Fault fault(FaultKind::Cancelled, fmt::format("cancelled: kernel {}", m_plan.kernel->name));
        fault.kernel = m_plan.kernel->name;
        throw fault;
    }
}

void BlockRunner::begin(const model::Dim3& block, std::uint64_t order) {
    m_order = order;
    m_left = m_warps.size();
    m_context.blockIndex = block;
    m_context.access.block = block;
    m_context.clusterRank = static_cast<std::uint32_t>(rankInCluster(m_plan, block));
    m_context.ended = false;
    takeSink();
    // grids that launch others, and these, run block after block on one clock
    if (m_plan.children) m_context.startTime += m_context.clock;
    m_context.clock = 0;
    std::memset(m_context.shared, 0, m_plan.sharedBytes);
    m_diagnostics.beginBlock(m_order);
    m_builtins.beginBlock();
    m_barriers.beginBlock();
    if (m_checker) m_checker->beginBlock(m_context, m_order);
    const std::uint64_t threads = m_plan.block.count();
    m_lookAfter = kFirstLook * m_warps.size();
    if (m_watchedAtTimes) unwatch();
    for (auto& warp : m_warps) {
        const std::uint64_t first = std::uint64_t{warp->index} * 32;
        warp->live = threads - first >= 32 ? kFullMask : (1U << (threads - first)) - 1;
        warp->started = warp->done = warp->split = false;
        warp->atBarrier = warp->atSync = warp->released = warp->awaited = 0;
        warp->waits.clear();
        warp->executed = warp->waited = 0;
        warp->spinPc = warp->clockPc = kNoTarget;
        warp->carry = 0;
    }
}

void BlockRunner::watch() {
    if (!m_spins) {
        m_effects = effectsOf(*m_plan.program, *m_plan.entry);
        m_spins.emplace(m_effects, m_context);
    }
    m_parts.spins = &*m_spins;
}

void BlockRunner::unwatch() {
    m_parts.spins = nullptr;
    m_nextLook = m_parts.executed + m_lookAfter;
    m_lookAfter *= 2;
    for (auto& warp : m_warps) {
        warp->spinning = false;
        warp->loopVisit = {};
    }
}

void BlockRunner::takeSink() {
    m_context.instructions = m_context.sink ? m_context.sink->instructionsOf(m_context.blockIndex) : nullptr;
}

RoundEnd BlockRunner::round(std::uint64_t place) {
    m_place = place;
    bool ran = false, went = false;
    const bool inCluster = !m_context.cluster.empty(); // whose other blocks may help
    if (m_watchedAtTimes && !m_parts.spins && m_parts.executed >= m_nextLook) watch();
    bool vain = !m_watchedAlways && !inCluster; // what is always watched is seen to wait anyway
    const std::uint64_t pollsBefore = m_context.mbarrierPolls;
    if (vain) m_context.changed = false;
    for (auto& warp : m_warps) {
        if (warp->done) continue;
        if (!warp->started) {
            // when its turn comes, not before: frames that other warps have given back are used again
            m_frames.start(*warp);
            warp->started = true;
        }
        if (warp->ready() == 0) continue;
        ran = true;
        const std::uint64_t before = m_parts.executed, polls = m_context.mbarrierPolls;
        const Pause pause = runTurn(*warp);
        vain = vain && m_context.mbarrierPolls != polls &&
               m_parts.executed - before <= kLongestWait * (m_context.mbarrierPolls - polls);
        warp->spinning = pause == Pause::Spinning;
        warp->atGridBarrier = warp->spinning && m_context.polledBarrier;
        if (warp->spinning && !m_spins->changed()) {
            m_onlyWaited += m_parts.executed - before;
            if (!warp->atGridBarrier && m_context.instructions) m_context.instructions->waitedForBlocks();
        } else {
            went = true;
        }
        if (pause != Pause::Done) continue;
        warp->done = true;
        --m_left;
        m_longestWarp = std::max(m_longestWarp, warp->executed);
        m_barriers.lanesExited();
    }
    if (m_left == 0) {
        if (m_checker) m_checker->endBlock();
        m_context.ended = true;
        return RoundEnd::Done;
    }
    if (!ran && !inCluster) failDeadlock();
    // only the block itself ends the phases of its mbarriers
    const bool isStuck = vain && !went;
    m_vainPolls = vain && !m_context.changed ? m_vainPolls + m_context.mbarrierPolls - pollsBefore : 0;
    if (isStuck || m_vainPolls > kVainPolls) failAtMbarrier();
    if (went && m_parts.spins && m_watchedAtTimes) unwatch();
    if (!went) m_lookAfter = kNextLook * m_warps.size();
    return went ? RoundEnd::Went : RoundEnd::Waits;
}

Pause BlockRunner::runTurn(WarpState& warp) {
    if (m_parts.spins) m_parts.spins->beginTurn(warp);
    // counted without child grids, which have turns of their own
    const std::uint64_t end = m_parts.executed + (m_parts.spins ? kSharedQuantum : kQuantum);
    do {
        checkOutside();
        const std::uint64_t slice = std::min(end - m_parts.executed, kCancelInterval);
        const Pause pause = warp.split ? m_groups.run(warp, slice) : m_lockstep.run(warp, slice);
        if (pause != Pause::Turned && pause != Pause::Quantum) return pause;
        if (warp.ready() == 0) return Pause::Blocked;
    } while (m_parts.executed < end);
    return Pause::Quantum;
}

bool BlockRunner::partLanes() {
    bool some = false;
    for (auto& warp : m_warps) {
        if (!warp->spinning || warp->atGridBarrier || warp->split || warp->stack.back().mask == warp->live)
            continue;
        const std::uint32_t pc = warp->stack.back().pc;
        m_diagnostics.report(FindingKind::LanesApart, pc,
                             "a loop waited for lanes of its own warp: they were run on their own");
        LaneGroups::split(*warp);
        warp->spinning = false;
        some = true;
    }
    return some;
}

void BlockRunner::failWaiting(const std::string& counts) const {
    for (const auto& warp : m_warps) {
        if (!warp->spinning) continue;
        const std::size_t lane = firstLane(warp->split ? warp->ready() : warp->stack.back().mask);
        m_diagnostics.fail(
            *warp, warp->split ? warp->lanePc[lane] : warp->stack.back().pc,
            {FaultKind::Deadlock, static_cast<int>(lane), 0,
             fmt::format(fmt::runtime(warp->atGridBarrier
                                          ? "deadlock: a barrier of the grid that not all blocks reach, {}"
                                      : m_watchedAlways
                                          ? "deadlock: a loop that waits for other blocks, {}"
                                          : "deadlock: a loop that waits for what nobody writes, {}"),
                         counts)});
    }
    failDeadlock();
}

void BlockRunner::failAtMbarrier() const {
    const BlockContext::MbarrierWait& wait = m_context.mbarrierWait;
    std::string missing = fmt::format("{} of {} arrivals", wait.object.pending, wait.object.expected);
    if (wait.object.bytes != 0) missing += fmt::format(" and {} bytes", wait.object.bytes);
    m_diagnostics.fail(
        *m_warps[wait.warp], static_cast<std::uint32_t>(wait.instruction - m_plan.program->code.data()),
        {FaultKind::Deadlock, wait.lane, wait.address,
         fmt::format("deadlock: a phase of an mbarrier that never ends: {} are missing", missing)});
}

void BlockRunner::failDeadlock() const {
    for (const auto& warp : m_warps) {
        if (warp->done) continue;
        if (!warp->waits.empty()) {
            const BarrierWait& wait = warp->waits.front();
            m_diagnostics.fail(*warp, wait.pc,
                               {FaultKind::Deadlock, std::countr_zero(wait.mask), 0,
                                wait.id == kClusterBarrier
                                    ? "deadlock: a barrier of the cluster that not all threads reach"
                                    : "deadlock: a barrier that not all threads reach"});
        }
        if (warp->atSync != 0) {
            const std::size_t lane = firstLane(warp->atSync);
            m_diagnostics.fail(*warp, warp->lanePc[lane],
                               {FaultKind::Deadlock, static_cast<int>(lane), 0,
                                "deadlock: a warp-wide operation that not all lanes of its mask reach"});
        }
    }
    const std::uint32_t begin = m_plan.program->functions[m_plan.entry->function].begin;
    m_diagnostics.fail(*m_warps.front(), begin, {FaultKind::Deadlock, -1, 0, "deadlock"});
}

} // namespace lanescope::ptx
