// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/block_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace lanescope::ptx {

namespace {

/// Instructions a warp runs before the others of its block get their turn.
constexpr std::uint64_t kQuantum = 1 << 15;
constexpr std::uint32_t kMaxDepth = 4096;

std::string_view fileName(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

} // namespace

BlockRunner::BlockRunner(const LaunchPlan& plan, model::AccessSink* sink)
    : m_plan(plan), m_pool(plan.program->functions.size()) {
    m_context.program = plan.program;
    m_context.entry = plan.entry;
    m_context.memory = plan.memory;
    m_context.textures = plan.textures;
    m_context.sink = sink;
    if (plan.checks.any()) {
        m_checker = std::make_unique<Checker>(*plan.program, *plan.entry, plan.kernel->name, plan.checks,
                                              static_cast<std::uint32_t>(plan.block.count()), m_findings);
        m_context.checker = m_checker.get();
    }
    m_context.observed = sink || m_checker;
    m_context.gridSize = plan.grid;
    m_context.blockSize = plan.block;
    m_context.parameters = plan.parameters;
    m_context.parameterBytes = plan.kernel->parameterBytes;
    m_context.dynamicSharedBytes = plan.dynamicSharedBytes;
    m_context.sharedBytes = plan.sharedBytes;
    m_context.constants = plan.constants;
    m_context.printed = &m_printed;
    m_context.children = plan.children;
    m_context.startTime = plan.startTime;
    m_context.access.grid = plan.gridNumber;
    // aligned as the widest access, and as .align may ask
    m_shared = std::make_unique<std::byte[]>(plan.sharedBytes + 1024);
    const auto start = reinterpret_cast<std::uintptr_t>(m_shared.get());
    m_context.shared = m_shared.get() + ((start + 1023) / 1024 * 1024 - start);
    const std::uint64_t warps = (plan.block.count() + 31) / 32;
    for (std::uint64_t i = 0; i < warps; ++i) {
        m_warps.push_back(std::make_unique<WarpState>());
        m_warps.back()->block = &m_context;
        m_warps.back()->index = static_cast<std::uint32_t>(i);
    }
    for (BarrierState& barrier : m_barriers) barrier.arrived.resize(warps);
}

BlockRunner::~BlockRunner() = default;

void BlockRunner::checkOutside(std::uint64_t order) const {
    if (m_plan.firstFault->load(std::memory_order_relaxed) < order) throw Abandoned{};
    if (m_plan.cancel && m_plan.cancel->load(std::memory_order_relaxed)) {
        Fault fault(FaultKind::Cancelled, "cancelled: kernel " + m_plan.kernel->name);
        fault.kernel = m_plan.kernel->name;
        throw fault;
    }
}

void BlockRunner::run(const model::Dim3& block, std::uint64_t order) {
    m_order = order;
    m_context.blockIndex = block;
    m_context.access.block = block;
    // grids that launch others, and these, run block after block on one clock
    if (m_plan.children) m_context.startTime += m_context.clock;
    m_context.clock = m_othersTime = 0;
    std::memset(m_context.shared, 0, m_plan.sharedBytes);
    if (m_checker) m_checker->beginBlock(m_context, order);
    const std::uint64_t threads = m_plan.block.count();
    for (BarrierState& barrier : m_barriers) {
        if (barrier.pending) std::fill(barrier.arrived.begin(), barrier.arrived.end(), 0);
        barrier.pending = false;
        barrier.threads = 0;
    }
    std::size_t left = m_warps.size();
    for (auto& warp : m_warps) {
        const std::uint64_t first = std::uint64_t{warp->index} * 32;
        warp->live = threads - first >= 32 ? kFullMask : (1u << (threads - first)) - 1;
        warp->started = warp->done = warp->split = false;
        warp->atBarrier = warp->atSync = warp->released = 0;
        warp->waits.clear();
        warp->executed = 0;
        warp->carry = 0;
    }
    while (left != 0) {
        bool progress = false;
        for (auto& warp : m_warps) {
            if (warp->done) continue;
            if (!warp->started) startWarp(*warp);
            if ((warp->live & ~(warp->atBarrier | warp->atSync)) == 0) continue;
            progress = true;
            if (runWarp(*warp, kQuantum) != Pause::Done) continue;
            warp->done = true;
            --left;
            afterExit();
        }
        if (!progress && left != 0) failDeadlock();
    }
}

void BlockRunner::startWarp(WarpState& warp) {
    warp.started = true;
    for (std::uint32_t i = 0; i < warp.frames.size(); ++i) // of a block that failed
        if (warp.frames[i].regs)
            m_pool[warp.frames[i].function].push_back(std::exchange(warp.frames[i].regs, nullptr));
    warp.frames.clear();
    warp.freeFrames.clear();
    warp.stack.clear();
    // what a kernel reads before writing may not depend on the worker
    clearLocal(warp);
    const std::uint32_t function = m_plan.entry->function;
    const std::uint32_t frame = newFrame(warp, function, warp.live);
    warp.stack.push_back({m_plan.program->functions[function].begin, kNoTarget, warp.live, frame});
    if (m_checker) m_checker->frame(warp, warp.live, 0, m_plan.program->functions[function].localBytes);
    warp.waited = 0;
    warp.spinPc = kNoTarget;
}

std::byte* BlockRunner::takeRegisters(std::uint32_t function) {
    auto& pool = m_pool[function];
    if (!pool.empty()) {
        std::byte* regs = pool.back();
        pool.pop_back();
        return regs;
    }
    const Function& f = m_plan.program->functions[function];
    m_storage.push_back(std::make_unique<std::byte[]>(f.frameBytes + 64));
    const auto start = reinterpret_cast<std::uintptr_t>(m_storage.back().get());
    std::byte* regs = m_storage.back().get() + ((start + 63) / 64 * 64 - start);
    for (const LaunchPlan::Value& value : (*m_plan.values)[function]) {
        if (value.bytes == 0) {
            std::memcpy(regs + value.slot, &value.bits, 4);
            continue;
        }
        for (std::size_t lane = 0; lane < 32; ++lane)
            std::memcpy(regs + value.slot + lane * value.bytes, &value.bits, value.bytes);
    }
    return regs;
}

std::uint32_t BlockRunner::newFrame(WarpState& warp, std::uint32_t function, std::uint32_t mask) {
    std::uint32_t index = static_cast<std::uint32_t>(warp.frames.size());
    if (!warp.freeFrames.empty()) {
        index = warp.freeFrames.back();
        warp.freeFrames.pop_back();
    } else {
        warp.frames.emplace_back();
    }
    Frame& frame = warp.frames[index];
    frame = Frame{};
    frame.function = function;
    frame.mask = mask;
    frame.regs = takeRegisters(function);
    growLocal(warp, m_plan.program->functions[function].localBytes);
    return index;
}

void BlockRunner::releaseFrame(WarpState& warp, std::uint32_t index) {
    Frame& frame = warp.frames[index];
    m_pool[frame.function].push_back(std::exchange(frame.regs, nullptr));
    warp.freeFrames.push_back(index);
}

/// Zeroes what the frames since the last call had of local memory; no access reaches beyond them. Most
/// kernels have a few bytes of it, in a function that never runs.
void BlockRunner::clearLocal(WarpState& warp) {
    for (std::uint32_t first = 0; warp.local.touched && first < warp.localUsed; first += kLocalPiece) {
        const std::size_t used = std::min(kLocalPiece, warp.localUsed - first);
        for (int lane = 0; lane < 32; ++lane) std::memset(warp.local.at(lane, first), 0, used);
    }
    warp.local.touched = false;
    warp.localUsed = 0;
}

void BlockRunner::growLocal(WarpState& warp, std::uint32_t bytes) {
    warp.localUsed = std::max(warp.localUsed, bytes);
    while (warp.local.bytes() < bytes)
        warp.local.pieces.push_back(std::make_unique<std::byte[]>(std::size_t{kLocalPiece} * 32));
}

std::uint32_t BlockRunner::call(WarpState& warp, std::uint32_t callerFrame, const CallSite& site,
                                std::uint32_t callee, std::uint32_t mask, std::uint32_t pc) {
    const Function& caller = m_plan.program->functions[warp.frames[callerFrame].function];
    const Function& function = m_plan.program->functions[callee];
    const std::uint32_t localBase = warp.frames[callerFrame].localBase + caller.localBytes;
    const std::uint32_t depth = warp.frames[callerFrame].depth + 1;
    if (depth > kMaxDepth || localBase + function.localBytes > kLocalLimit)
        throw LaneFault{FaultKind::StackOverflow, std::countr_zero(mask), 0,
                        fmt::format("stack overflow: call of {} at depth {}", function.name, depth)};
    growLocal(warp, localBase + function.localBytes);
    const std::uint32_t index = newFrame(warp, callee, mask);
    Frame& frame = warp.frames[index];
    frame.parent = callerFrame;
    frame.returnPc = pc + 1;
    frame.call = static_cast<std::uint32_t>(&site - m_plan.program->calls.data());
    frame.localBase = localBase;
    frame.depth = depth;
    if (m_checker) m_checker->frame(warp, mask, localBase, function.localBytes);
    const std::byte* from = warp.frames[callerFrame].regs;
    for (std::size_t k = 0; k < site.arguments.size(); ++k) {
        const Place &source = site.arguments[k], &target = function.parameters[k];
        for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
            const std::byte* a = source.inRegister
                                     ? from + source.position + lane * source.bytes
                                     : from + caller.areaOffset + lane * caller.areaBytes + source.position;
            std::byte* b = target.inRegister ? frame.regs + target.position + lane * target.bytes
                                             : frame.regs + function.areaOffset + lane * function.areaBytes +
                                                   target.position;
            std::memcpy(b, a, target.bytes);
        }
    }
    return index;
}

void BlockRunner::copyResults(WarpState& warp, const Frame& frame, std::uint32_t mask) {
    const CallSite& site = m_plan.program->calls[frame.call];
    const Function& function = m_plan.program->functions[frame.function];
    const Frame& parent = warp.frames[frame.parent];
    const Function& caller = m_plan.program->functions[parent.function];
    for (std::size_t k = 0; k < site.results.size(); ++k) {
        const Place &source = function.returns[k], &target = site.results[k];
        for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
            const std::byte* a = source.inRegister ? frame.regs + source.position + lane * source.bytes
                                                   : frame.regs + function.areaOffset +
                                                         lane * function.areaBytes + source.position;
            std::byte* b = target.inRegister
                               ? parent.regs + target.position + lane * target.bytes
                               : parent.regs + caller.areaOffset + lane * caller.areaBytes + target.position;
            std::memcpy(b, a, target.bytes);
        }
    }
}

void BlockRunner::arrive(WarpState& warp, const Instruction& in, std::uint32_t mask, std::uint32_t pc) {
    const BarrierSite& site = m_plan.program->barriers[in.target];
    const int lane = std::countr_zero(mask);
    const std::uint32_t id = warp.slot<std::uint32_t>(site.id)[lane];
    if (id >= m_barriers.size())
        throw LaneFault{FaultKind::Trap, lane, 0, fmt::format("there is no barrier {}", id)};
    BarrierState& barrier = m_barriers[id];
    const std::uint32_t count = site.count == kNoTarget ? 0 : warp.slot<std::uint32_t>(site.count)[lane];
    if (mask != warp.live)
        report(FindingKind::DivergentBarrier, pc,
               fmt::format("divergent barrier: {} of {} live lanes of a warp reach it together",
                           std::popcount(mask), std::popcount(warp.live)),
               arrivedLanes(warp.index, mask), arrivedLanes(warp.index, warp.live & ~mask));
    if (m_checker && count != 0) m_checker->arrive(warp, mask, id);
    barrier.pending = true;
    barrier.count = count;
    barrier.arrived[warp.index] |= mask;
    barrier.threads += mask == warp.live ? 32 : static_cast<std::uint64_t>(std::popcount(mask));
    if (site.kind != BarrierSite::Kind::Arrive) {
        warp.atBarrier |= mask;
        warp.waits.push_back({mask, id, &site, warp.regs, in.d, pc});
    }
    checkBarrier(id);
}

void BlockRunner::checkBarrier(std::uint32_t id) {
    const BarrierState& barrier = m_barriers[id];
    if (!barrier.pending) return;
    if (barrier.count != 0) {
        if (barrier.threads >= barrier.count) completeBarrier(id);
        return;
    }
    for (const auto& warp : m_warps)
        if ((warp->live & ~barrier.arrived[warp->index]) != 0) return;
    completeBarrier(id);
}

void BlockRunner::completeBarrier(std::uint32_t id) {
    BarrierState& barrier = m_barriers[id];
    std::uint32_t arrived = 0, yes = 0, pc = kNoTarget;
    for (const auto& warp : m_warps) {
        arrived += static_cast<std::uint32_t>(std::popcount(barrier.arrived[warp->index]));
        for (const BarrierWait& wait : warp->waits) {
            if (wait.id != id) continue;
            if (pc == kNoTarget) pc = wait.pc;
            std::uint32_t predicate = 0;
            std::memcpy(&predicate, wait.regs + wait.site->predicate, 4);
            yes +=
                static_cast<std::uint32_t>(std::popcount((predicate ^ wait.site->predicateFlip) & wait.mask));
        }
    }
    const std::uint64_t threads = m_plan.block.count();
    if (barrier.count == 0 && arrived < threads && pc != kNoTarget) {
        std::vector<std::uint32_t> gone;
        for (std::uint64_t first = 0; first < threads; first += 32) {
            const std::uint32_t whole = threads - first < 32 ? (1U << (threads - first)) - 1 : ~0U;
            gone.push_back(whole & ~barrier.arrived[first / 32]);
        }
        report(FindingKind::PartialBarrier, pc,
               fmt::format("barrier reached by {} of {} threads of a block: the others had exited", arrived,
                           threads),
               barrier.arrived, gone);
    }
    if (m_checker && barrier.count == 0) m_checker->meetAll();
    for (const auto& warp : m_warps) {
        for (const BarrierWait& wait : warp->waits) {
            if (wait.id != id) continue;
            warp->atBarrier &= ~wait.mask;
            if (m_checker && barrier.count != 0) m_checker->pass(*warp, wait.mask, id);
            if (wait.site->kind == BarrierSite::Kind::Popc) {
                for (std::uint32_t rest = wait.mask; rest != 0; rest &= rest - 1)
                    std::memcpy(wait.regs + wait.result +
                                    static_cast<std::size_t>(std::countr_zero(rest)) * 4,
                                &yes, 4);
            } else if (wait.site->kind == BarrierSite::Kind::And ||
                       wait.site->kind == BarrierSite::Kind::Or) {
                const bool result = wait.site->kind == BarrierSite::Kind::And ? yes == arrived : yes != 0;
                std::uint32_t bits = 0;
                std::memcpy(&bits, wait.regs + wait.result, 4);
                bits = (bits & ~wait.mask) | (result ? wait.mask : 0);
                std::memcpy(wait.regs + wait.result, &bits, 4);
            }
        }
        std::erase_if(warp->waits, [id](const BarrierWait& wait) { return wait.id == id; });
        barrier.arrived[warp->index] = 0;
    }
    barrier.pending = false;
    barrier.threads = 0;
    if (m_checker) m_checker->completed(id);
}

/// Lanes that have exited count as arrived.
void BlockRunner::afterExit() {
    for (std::uint32_t id = 0; id < m_barriers.size(); ++id)
        if (m_barriers[id].pending && m_barriers[id].count == 0) {
            bool waits = false;
            for (const auto& warp : m_warps) waits = waits || !warp->waits.empty();
            if (waits) checkBarrier(id);
        }
}

void BlockRunner::exitLanes(WarpState& warp, std::uint32_t mask) {
    warp.live &= ~mask;
    for (StackEntry& entry : warp.stack) entry.mask &= ~mask;
    for (std::uint32_t i = 0; i < warp.frames.size(); ++i) {
        Frame& frame = warp.frames[i];
        if (!frame.regs) continue;
        frame.mask &= ~mask;
        if (frame.mask == 0) releaseFrame(warp, i);
    }
    if (warp.live != 0) afterExit();
}

std::string BlockRunner::place(const WarpState& warp, std::uint32_t pc, int lane) const {
    const SourceLine& line = m_plan.program->lines[pc];
    std::string where = line.line != 0
                            ? fmt::format("{}:{}", fileName(m_plan.program->files[line.file]), line.line)
                            : fmt::format("{}:{}", fileName(m_plan.program->name), line.ptxLine);
    (void)warp;
    (void)lane;
    return where;
}

void BlockRunner::fail(const WarpState& warp, std::uint32_t pc, FaultKind kind, int lane,
                       std::uint64_t address, const std::string& text) const {
    const model::Dim3& b = m_context.blockIndex;
    std::string message = fmt::format("{}: {}: kernel {}, block ({},{},{}), warp {}", place(warp, pc, lane),
                                      text, plainName(m_plan.kernel->name), b.x, b.y, b.z, warp.index);
    model::Dim3 thread{0, 0, 0};
    if (lane >= 0) {
        thread = threadIndex(m_context, warp.index, lane);
        message += fmt::format(", lane {}, thread ({},{},{})", lane, thread.x, thread.y, thread.z);
    }
    Fault fault(kind, message);
    const SourceLine& line = m_plan.program->lines[pc];
    fault.kernel = m_plan.kernel->name;
    fault.file = m_plan.program->files[line.file];
    fault.line = line.line;
    fault.block = b;
    fault.thread = thread;
    fault.warp = warp.index;
    fault.lane = lane;
    fault.address = address;
    throw fault;
}

void BlockRunner::failDeadlock() {
    for (const auto& warp : m_warps) {
        if (warp->done) continue;
        if (!warp->waits.empty()) {
            const BarrierWait& wait = warp->waits.front();
            fail(*warp, wait.pc, FaultKind::Deadlock, std::countr_zero(wait.mask), 0,
                 "deadlock: a barrier that not all threads reach");
        }
        if (warp->atSync != 0) {
            const int lane = std::countr_zero(warp->atSync);
            fail(*warp, warp->lanePc[static_cast<std::size_t>(lane)], FaultKind::Deadlock, lane, 0,
                 "deadlock: a warp-wide operation that not all lanes of its mask reach");
        }
    }
    fail(*m_warps.front(), m_plan.program->functions[m_plan.entry->function].begin, FaultKind::Deadlock, -1,
         0, "deadlock");
}

void BlockRunner::report(FindingKind kind, std::uint32_t pc, const std::string& text,
                         std::vector<std::uint32_t> arrived, std::span<const std::uint32_t> missing) {
    FindingLog::Key key{kind, pc, 0, text};
    if (m_findings.again(key, 1)) return;
    const SourceLine& line = m_plan.program->lines[pc];
    Finding finding;
    finding.kind = kind;
    finding.kernel = m_plan.kernel->name;
    finding.file = m_plan.program->files[line.file];
    finding.line = line.line;
    finding.text = fmt::format("{}: {}: kernel {}", place(*m_warps.front(), pc, -1), text,
                               plainName(m_plan.kernel->name));
    if (!arrived.empty()) {
        const model::Dim3& b = m_context.blockIndex;
        const std::uint64_t threads = m_plan.block.count();
        finding.text += fmt::format(", block ({},{},{}); there: {}; missing: {}", b.x, b.y, b.z,
                                    lanesText(arrived, threads), lanesText(missing, threads));
    }
    finding.count = 1;
    finding.block = m_context.blockIndex;
    finding.arrived = std::move(arrived);
    m_findings.add(std::move(key), std::move(finding), m_order);
}

/// For a finding about one warp.
std::vector<std::uint32_t> BlockRunner::arrivedLanes(std::uint32_t warp, std::uint32_t mask) const {
    std::vector<std::uint32_t> lanes(m_warps.size());
    lanes[warp] = mask;
    return lanes;
}

} // namespace lanescope::ptx
