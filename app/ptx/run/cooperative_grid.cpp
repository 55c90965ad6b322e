// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/cooperative_grid.h"

#include "ptx/run/block_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace lanescope::ptx {

namespace {

/// Warp instructions after which a block gives way to the next one: what its warps work with is in the caches
/// by then, and those of others that wait for it have not asked too often.
constexpr std::uint64_t kShare = 1 << 14;

/// What a block takes whatever it runs, in bytes; about as much where the checks are concerned.
std::uint64_t bytesOfBlock(const LaunchPlan& plan) {
    const std::uint64_t threads = plan.block.count();
    std::uint64_t bytes = sizeof(BlockRunner) + plan.sharedBytes + (threads + 31) / 32 * sizeof(WarpState);
    if (plan.checks.any()) bytes += sizeof(Checker) + plan.sharedBytes;
    if (plan.checks.races) {
        bytes += threads * 32 * sizeof(std::uint32_t) + std::uint64_t{plan.sharedBytes} * 16;
        if (plan.program->usesFences) bytes += threads * threads * sizeof(std::uint32_t);
    }
    return bytes;
}

} // namespace

void Standstill::waits(unsigned worker, std::uint64_t since) {
    const std::scoped_lock lock(m_mutex);
    if (now() != since) return;
    m_waiting[worker] = since;
    if (std::ranges::count(m_waiting, since) < static_cast<std::ptrdiff_t>(m_active)) return;
    if (m_went.exchange(false))
        ++m_times;
    else
        m_over = true;
    ++m_now;
}

void Standstill::leave() {
    const std::scoped_lock lock(m_mutex);
    --m_active;
    went();
}

void Standstill::again() {
    const std::scoped_lock lock(m_mutex);
    m_over = false;
    went();
    m_hasMoved = false;
}

CooperativeGrid::CooperativeGrid(const LaunchPlan& plan, std::uint64_t mostBytes)
    : effects(effectsOf(*plan.program, *plan.entry)), m_plan(plan), m_mostBytes(mostBytes) {
    const Function& kernel = plan.program->functions[plan.entry->function];
    const std::uint64_t warps = (plan.block.count() + 31) / 32,
                        later = warps * (kernel.frameBytes + std::uint64_t{kernel.localBytes} * 32),
                        each = bytesOfBlock(plan), blocks = plan.grid.count();
    if (blocks > kMostTogether || (each + later) * blocks > mostBytes) refuse();
    m_left = static_cast<std::int64_t>(mostBytes - each * blocks);
}

void CooperativeGrid::refuse() const {
    Fault fault(FaultKind::BadLaunch,
                fmt::format("kernel {} cannot be launched cooperatively: its {} blocks run at once, and take "
                            "more than {} MiB of the emulator's memory",
                            plainName(m_plan.kernel->name), m_plan.grid.count(), m_mostBytes >> 20));
    fault.kernel = m_plan.kernel->name;
    throw fault;
}

void CooperativeGrid::take(std::uint64_t bytes) {
    if (m_left.fetch_sub(static_cast<std::int64_t>(bytes), std::memory_order_relaxed) <
        static_cast<std::int64_t>(bytes))
        refuse();
}

ResidentBlocks::ResidentBlocks(const LaunchPlan& plan, const LaunchConfig& config, unsigned worker,
                               unsigned workers, model::AccessSink* sink, Gathered& gathered,
                               Standstill& standstill)
    : m_plan(plan), m_config(config), m_gathered(gathered), m_standstill(standstill), m_worker(worker) {
    const ObservedBlocks observed(config.blocks);
    const std::uint64_t each = plan.cluster.count();
    for (std::uint64_t cluster = worker; cluster < plan.grid.count() / each; cluster += workers) {
        std::vector<std::unique_ptr<BlockRunner>> runners;
        for (std::uint64_t rank = 0; rank < each; ++rank) {
            const model::Dim3 block = blockAt(plan, cluster, rank);
            const std::uint64_t order = model::linearIndex(block, plan.grid);
            runners.push_back(std::make_unique<BlockRunner>(plan, observed.has(order) ? sink : nullptr));
            runners.back()->begin(block, order);
        }
        if (each > 1) BlockRunner::joinCluster(runners);
        for (auto& runner : runners) {
            const std::uint64_t order = runner->order();
            m_blocks.push_back({std::move(runner), order});
        }
    }
}

ResidentBlocks::~ResidentBlocks() = default;

bool ResidentBlocks::run() {
    for (Resident& each : m_blocks) each.runner->resume();
    while (!m_blocks.empty()) {
        const std::uint64_t since = m_standstill.now();
        if (m_standstill.isOver()) return false;
        const unsigned known = std::exchange(m_times, m_standstill.times());
        bool went = m_times != known && partLanes();
        went = pass() || went;
        if (went) {
            m_standstill.went();
        } else {
            m_standstill.waits(m_worker, since);
            std::this_thread::yield();
        }
    }
    return true;
}

/// A few rounds of each block; true: one of them changed something. Places are told by how often a block has
/// gone on, not by how often it has waited, which depends on the workers: of two blocks that fail without
/// having waited for others it is always the same one that comes first.
bool ResidentBlocks::pass() {
    bool went = false;
    for (Resident& each : m_blocks) {
        const std::uint64_t place = (each.went + 1) * kMostTogether + each.order;
        try {
            each.runner->goOn();
            const std::uint64_t until = each.runner->steps() + kShare;
            RoundEnd end = each.runner->round(place);
            if (end == RoundEnd::Waits) continue;
            ++each.went;
            while (end == RoundEnd::Went && each.runner->steps() < until) end = each.runner->round(place);
            if (end == RoundEnd::Done) this->end(each);
        } catch (const Fault& fault) {
            m_gathered.keep(fault, place, *m_plan.firstFault);
            drop(each);
        } catch (const Abandoned&) {
            drop(each);
        }
        went = true;
    }
    std::erase_if(m_blocks, [](const Resident& each) { return !each.runner; });
    return went;
}

void ResidentBlocks::dropSink() {
    for (Resident& each : m_blocks) each.runner->dropSink();
}

bool ResidentBlocks::partLanes() {
    bool some = false;
    for (Resident& each : m_blocks) some = each.runner->partLanes() || some;
    return some;
}

void ResidentBlocks::end(Resident& each) {
    m_gathered.keepPrinted(each.order, each.runner->takePrinted(), m_plan.printBytes);
    ++m_plan.together->ended;
    if (m_config.progress) m_config.progress->fetch_add(1, std::memory_order_relaxed);
    {
        const std::scoped_lock lock(m_gathered.mutex);
        ++m_gathered.blocks;
    }
    drop(each);
}

void ResidentBlocks::drop(Resident& each) {
    {
        const std::scoped_lock lock(m_gathered.mutex);
        m_gathered.executed += each.runner->executed();
        m_gathered.findings.join(each.runner->findings());
    }
    if (m_plan.cluster.count() > 1) m_ended.push_back(std::move(each.runner));
    each.runner.reset();
}

void ResidentBlocks::giveUp() {
    const std::uint64_t ended = m_plan.together->ended, all = m_plan.grid.count();
    try {
        m_blocks.front().runner->failWaiting(
            fmt::format("and none of them goes on: {} of {} have ended, the others wait", ended, all));
    } catch (const Fault& fault) {
        m_gathered.keep(fault, kAfterAll + m_blocks.front().order, *m_plan.firstFault);
    }
}

} // namespace lanescope::ptx
