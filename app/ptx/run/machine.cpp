// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/machine.h"

#include "ptx/check/global_races.h"
#include "ptx/handlers/operation.h"
#include "ptx/program/program.h"
#include "ptx/run/block_runner.h"
#include "ptx/run/child_grids.h"
#include "ptx/run/cluster_runner.h"
#include "ptx/run/cooperative_grid.h"
#include "ptx/run/device_heap.h"
#include "ptx/run/gathered.h"
#include "ptx/run/launch_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <thread>

namespace lanescope::ptx {

namespace {

/// What a worker has in hand: blocks of a cooperative grid, or some that it runs one after another.
struct Share {
    std::unique_ptr<ResidentBlocks> resident;
    std::uint64_t next = 0, end = 0; ///< of those that it has taken
    bool begun = false;              ///< the next one has
    bool joined = false;             ///< its runner is ready for this launch
    bool waits = false;              ///< its block only does
    std::uint64_t done = 0;
    bool ended = false;
};

/// What a launch needs before its first block runs. The next launch of the same kernel with as large blocks
/// goes on with it: to make runners anew takes longer than many a small grid.
struct PreparedLaunch {
    LaunchPlan plan;
    std::vector<std::uint64_t> parameters;             ///< read as words of up to 8 bytes
    std::vector<std::unique_ptr<BlockRunner>> runners; ///< by worker; nullptr: it has had no block yet
    std::vector<Share> shares;                         ///< likewise
    std::vector<unsigned> open;                        ///< workers that go on
    std::vector<std::uint64_t> waiting;                ///< the standstill's

    bool serves(const Kernel& kernel, const LaunchConfig& config) const {
        return plan.kernel == &kernel && plan.block == config.block &&
               plan.dynamicSharedBytes == config.dynamicSharedBytes && !plan.inCluster &&
               config.cluster.count() == 0 && plan.printBytes == config.printBytes;
    }
    std::uint64_t bytes() const {
        std::uint64_t sum = 0;
        for (const auto& runner : runners) sum += runner ? runner->bytes() : 0;
        return sum;
    }
};

/// The most memory that is kept between launches.
constexpr std::uint64_t kMostKept = std::uint64_t{64} << 20;

} // namespace

struct ModuleState::State {
    std::shared_ptr<const Module> module;
    std::unique_ptr<PreparedLaunch> prepared; ///< of the last launch, when it may be gone on with
    Memory* memory = nullptr;
    std::vector<std::uint64_t> addresses; ///< of the program's variables, 0 for shared ones
    std::vector<std::uint64_t> own;       ///< of them, what this has allocated
    std::uint64_t heapAddress = 0;
    std::unique_ptr<Heap> heap;

    std::unique_ptr<PreparedLaunch> prepare(const Kernel& kernel, const Entry& entry,
                                            const LaunchConfig& config) const;
    ~State() {
        for (const std::uint64_t address : own) memory->release(address);
        if (heapAddress != 0) memory->release(heapAddress);
    }
};

namespace {

void initialize(const Program& program, const Memory& memory, const std::vector<std::uint64_t>& addresses,
                std::size_t index) {
    const Variable& variable = program.variables[index];
    if (variable.initial.empty()) return;
    const std::span<std::byte> bytes = memory.view(addresses[index], variable.bytes);
    std::copy(variable.initial.begin(), variable.initial.end(), bytes.begin());
    for (const Variable::Relocation& relocation : variable.relocations) {
        std::uint64_t value = relocation.addend + (relocation.function ? functionAddress(relocation.symbol)
                                                                       : addresses[relocation.symbol]);
        if (relocation.mask != 0) value = (value & relocation.mask) >> std::countr_zero(relocation.mask);
        std::memcpy(bytes.data() + relocation.offset, &value, relocation.bytes);
    }
}

/// nvcc's own names of what has none in the source, as "$str" of texts, tell nobody anything.
std::string_view labelOf(std::string_view variable) {
    if (variable.find("$str") != std::string_view::npos) return "a text of the module";
    return variable.starts_with('$') || variable.starts_with("__unnamed") ? "data of the module" : variable;
}

} // namespace

ModuleState::ModuleState(std::shared_ptr<const Module> module, Memory& memory,
                         const std::function<std::uint64_t(std::string_view)>& placed,
                         std::uint64_t heapBytes)
    : m_state(std::make_unique<State>()) {
    const Program& program = module->program();
    m_state->memory = &memory;
    m_state->module = std::move(module);
    m_state->addresses.resize(program.variables.size());
    for (std::size_t i = 0; i < program.variables.size(); ++i) {
        const ptx::Variable& variable = program.variables[i];
        if (variable.shared) continue;
        m_state->addresses[i] = placed ? placed(variable.name) : 0;
        if (m_state->addresses[i] != 0) continue;
        m_state->addresses[i] = memory.allocate(variable.bytes, labelOf(variable.name));
        m_state->own.push_back(m_state->addresses[i]);
    }
    for (std::size_t i = 0; i < program.variables.size(); ++i)
        if (!program.variables[i].shared) initialize(program, memory, m_state->addresses, i);
    if (program.usesHeap) {
        m_state->heapAddress = memory.allocate(heapBytes, "device heap", true);
        m_state->heap = std::make_unique<Heap>(m_state->heapAddress, heapBytes);
    }
}

ModuleState::~ModuleState() = default;

std::map<std::uint64_t, std::uint64_t> ModuleState::heapUse() const {
    return m_state->heap ? m_state->heap->used() : std::map<std::uint64_t, std::uint64_t>();
}

void ModuleState::restoreHeap(const std::map<std::uint64_t, std::uint64_t>& use) {
    if (m_state->heap) m_state->heap->restore(use);
}

/// All of a plan but what differs from launch to launch.
std::unique_ptr<PreparedLaunch> ModuleState::State::prepare(const Kernel& kernel, const Entry& entry,
                                                            const LaunchConfig& config) const {
    const Program& program = module->program();
    auto prepared = std::make_unique<PreparedLaunch>();
    LaunchPlan& plan = prepared->plan;
    plan.program = &program;
    plan.kernel = &kernel;
    plan.entry = &entry;
    plan.heap = heap.get();
    plan.block = config.block;
    if (const model::Dim3 cluster = clusterOf(kernel, config.cluster); cluster.count() != 0) {
        plan.cluster = cluster;
        plan.inCluster = true;
    }
    plan.dynamicSharedBytes = config.dynamicSharedBytes;
    plan.sharedBytes = static_cast<std::uint32_t>(sharedBytesOf(entry, config.dynamicSharedBytes));
    plan.checks = config.checks;
    plan.printBytes = config.printBytes;
    for (std::size_t i = 0; i < program.variables.size(); ++i)
        if (program.variables[i].constant)
            plan.constants.emplace_back(addresses[i], program.variables[i].bytes);
    plan.values = resolveConstants(program, entry, addresses);
    return prepared;
}

const Module& ModuleState::module() const {
    return *m_state->module;
}

ModuleState::Variable ModuleState::variable(std::string_view name) const {
    const Program& program = m_state->module->program();
    const auto found = program.variableNames.find(std::string(name));
    if (found == program.variableNames.end() || program.variables[found->second].shared) return {};
    const ptx::Variable& variable = program.variables[found->second];
    return {m_state->addresses[found->second], variable.bytes, variable.constant};
}

Machine::Machine(Memory& memory, TextureTable& textures) : m_memory(memory), m_textures(textures) {}

namespace {

[[noreturn]] void refuse(const Kernel& kernel, const std::string& why) {
    Fault fault(FaultKind::BadLaunch, fmt::format("kernel {} cannot be launched: {}", kernel.name, why));
    fault.kernel = kernel.name;
    throw fault;
}

void check(const Kernel& kernel, const LaunchConfig& config, std::uint64_t shared) {
    const model::Dim3& g = config.grid;
    std::string why = whyNotLaunched(kernel, g, config.block, shared, config.sharedLimitBytes);
    if (why.empty()) why = whyNotClustered(kernel, g, config.cluster);
    if (!why.empty()) refuse(kernel, why);
    // the CUDA runtime's reference of cudaLaunchCooperativeKernel
    if (config.cooperative && kernel.callsRuntime)
        refuse(kernel, "it was to be launched cooperatively, and launches kernels itself");
    if (kernel.callsRuntime && clusterOf(kernel, config.cluster).count() > 1)
        refuse(kernel, "it is launched in clusters of blocks, and launches kernels itself");
    if (config.parameters.size() != kernel.parameterBytes)
        refuse(kernel, fmt::format("{} bytes of parameters where it takes {}", config.parameters.size(),
                                   kernel.parameterBytes));
    for (const std::uint64_t block : config.blocks)
        if (block >= g.count()) refuse(kernel, fmt::format("block {} of a grid of {}", block, g.count()));
}

/// The workers of a launch, and what each of them has in hand.
class Workers {
public:
    /// blocks: how many are to run, or clusters of them; clusters: which ones, when not all are to.
    Workers(PreparedLaunch& prepared, const LaunchConfig& config, std::uint64_t blocks,
            std::vector<std::uint64_t> clusters, unsigned workers)
        : m_runners(prepared.runners), m_plan(prepared.plan), m_config(config), m_blocks(blocks),
          m_clusters(std::move(clusters)), m_standstill(workers, prepared.waiting), m_shares(prepared.shares),
          m_open(prepared.open),
          m_chunk(std::clamp<std::uint64_t>(blocks / (std::uint64_t{workers} * 8), 1, 64)) {
        m_runners.resize(std::max<std::size_t>(m_runners.size(), workers));
        m_shares.clear();
        m_shares.resize(workers);
    }
    ~Workers() { m_shares.clear(); } // they refer to the launch
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    /// To the end of all workers, or until those that are left only wait. sinkOf: of a worker.
    template<class SinkOf>
    Progress goOn(const SinkOf& sinkOf) {
        m_standstill.again();
        m_open.clear();
        for (unsigned i = 0; i < m_shares.size(); ++i)
            if (!m_shares[i].ended) m_open.push_back(i);
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 1; i < m_open.size(); ++i)
                threads.emplace_back(
                    [this, worker = m_open[i], sink = sinkOf(m_open[i])] { work(worker, sink); });
            if (!m_open.empty()) work(m_open.front(), sinkOf(m_open.front()));
        }
        if (std::ranges::all_of(m_shares, &Share::ended)) return Progress::Ended;
        // what has gone wrong elsewhere may be all that they wait for
        if (!m_gathered.fault && !m_gathered.other)
            return m_standstill.hasMoved() ? Progress::Went : Progress::Waits;
        giveUp();
        return Progress::Ended;
    }
    /// The blocks that wait end with a fault.
    void giveUp() {
        for (unsigned i = 0; i < m_shares.size(); ++i) {
            Share& share = m_shares[i];
            if (share.ended) continue;
            share.ended = true;
            if (share.resident)
                share.resident->giveUp();
            else
                giveUp(*m_runners[i], share);
        }
    }
    void dropSink() {
        for (unsigned i = 0; i < m_shares.size(); ++i)
            if (m_shares[i].resident)
                m_shares[i].resident->dropSink();
            else if (m_runners[i] && !m_shares[i].ended)
                m_runners[i]->dropSink();
    }
    Gathered& gathered() { return m_gathered; }

private:
    void work(unsigned worker, model::AccessSink* sink) noexcept {
        bool ended = true;
        try {
            if (m_plan.together)
                ended = runResident(worker, sink);
            else if (m_plan.cluster.count() > 1)
                takeClusters(sink);
            else
                ended = takeBlocks(worker, sink);
        } catch (...) {
            const std::scoped_lock lock(m_gathered.mutex);
            if (!m_gathered.other) m_gathered.other = std::current_exception();
            m_plan.firstFault->store(0);
        }
        m_shares[worker].ended = ended;
        if (ended) m_standstill.leave();
    }
    /// Child grids that wait for the end of this one; a grid that launches others has one worker.
    void endGrid() {
        if (!m_plan.children) return;
        PrintBuffer printed(m_plan.printBytes);
        try {
            m_plan.children->finish(printed);
        } catch (const Fault& fault) {
            const std::scoped_lock lock(m_gathered.mutex);
            m_gathered.fault.emplace(fault);
        }
        m_gathered.keepPrinted(m_blocks, std::move(printed), m_plan.printBytes);
    }
    bool runResident(unsigned worker, model::AccessSink* sink) {
        std::unique_ptr<ResidentBlocks>& blocks = m_shares[worker].resident;
        if (!blocks)
            blocks = std::make_unique<ResidentBlocks>(m_plan, m_config, worker,
                                                      static_cast<unsigned>(m_shares.size()), sink,
                                                      m_gathered, m_standstill);
        return blocks->run();
    }
    /// m_blocks: how many clusters.
    void takeClusters(model::AccessSink* sink) {
        ClusterRunner runner(m_plan);
        const ObservedBlocks observed(m_config.blocks);
        std::uint64_t done = 0;
        for (std::uint64_t order = 0; (order = m_next.fetch_add(1)) < m_blocks;) {
            const std::uint64_t cluster = m_clusters.empty() ? order : m_clusters[order];
            bool ended = true;
            try {
                runner.run(cluster, order,
                           [&](std::uint64_t block) { return observed.has(block) ? sink : nullptr; });
            } catch (const Fault& fault) {
                m_gathered.keep(fault, order, *m_plan.firstFault);
                ended = false;
            } catch (const Abandoned&) {
                ended = false;
            }
            for (const auto& block : runner.blocks())
                m_gathered.keepPrinted(block->order(), block->takePrinted(), m_plan.printBytes);
            if (!ended) break;
            done += runner.blocks().size();
            if (m_config.progress)
                m_config.progress->fetch_add(runner.blocks().size(), std::memory_order_relaxed);
        }
        for (const auto& block : runner.blocks()) finish(*block, std::exchange(done, 0));
    }
    /// False: its block only waits, and so do those of all other workers.
    bool takeBlocks(unsigned worker, model::AccessSink* sink) {
        Share& share = m_shares[worker];
        if (share.joined)
            m_runners[worker]->resume();
        else if (m_runners[worker])
            m_runners[worker]->beginLaunch(sink);
        else
            m_runners[worker] = std::make_unique<BlockRunner>(m_plan, sink);
        share.joined = true;
        BlockRunner& runner = *m_runners[worker];
        if (!takeBlocks(runner, worker, share)) return false;
        finish(runner, share.done);
        return true;
    }
    bool takeBlocks(BlockRunner& runner, unsigned worker, Share& share) {
        for (;;) {
            if (share.next == share.end) {
                share.next = m_next.fetch_add(m_chunk);
                if (share.next >= m_blocks) {
                    endGrid();
                    return true;
                }
                share.end = std::min(share.next + m_chunk, m_blocks);
            }
            try {
                if (!std::exchange(share.begun, true)) {
                    const std::uint64_t linear =
                        m_config.blocks.empty() ? share.next : m_config.blocks[share.next];
                    runner.begin(model::indexAt(linear, m_plan.grid), share.next);
                }
                if (!runToEnd(runner, worker, share)) return false;
                ++share.done;
                if (m_config.progress) m_config.progress->fetch_add(1, std::memory_order_relaxed);
                if (m_plan.children) m_plan.children->blockEnded(runner.time());
            } catch (const Fault& fault) {
                m_gathered.keep(fault, share.next, *m_plan.firstFault);
                m_gathered.keepPrinted(share.next, runner.takePrinted(), m_plan.printBytes);
                return true;
            } catch (const Abandoned&) {
                return true;
            }
            m_gathered.keepPrinted(share.next, runner.takePrinted(), m_plan.printBytes);
            share.begun = false;
            ++share.next;
        }
    }
    /// Runs a block to its end; false: it only waits, and so do those of all other workers.
    bool runToEnd(BlockRunner& runner, unsigned worker, Share& share) {
        unsigned times = m_standstill.times();
        for (;;) {
            const std::uint64_t since = m_standstill.now();
            if (share.waits && m_standstill.isOver()) return false;
            const unsigned known = std::exchange(times, m_standstill.times());
            const bool parted = share.waits && times != known && runner.partLanes();
            const RoundEnd end = runner.round(share.next);
            const bool waited = std::exchange(share.waits, end == RoundEnd::Waits && !parted);
            if (share.waits) {
                m_standstill.waits(worker, since);
                std::this_thread::yield();
            } else if (waited) {
                m_standstill.went();
            }
            if (end == RoundEnd::Done) return true;
        }
    }
    void giveUp(BlockRunner& runner, const Share& share) {
        std::uint64_t ended = 0;
        for (const Share& each : m_shares) ended += each.done;
        try {
            runner.failWaiting(fmt::format("{} of {} blocks have ended", ended, m_blocks));
        } catch (const Fault& fault) {
            m_gathered.keep(fault, kAfterAll + share.next, *m_plan.firstFault);
        }
        m_gathered.keepPrinted(share.next, runner.takePrinted(), m_plan.printBytes);
        finish(runner, share.done);
    }
    void finish(BlockRunner& runner, std::uint64_t done) {
        const std::scoped_lock lock(m_gathered.mutex);
        m_gathered.executed += runner.executed();
        m_gathered.blocks += done;
        m_gathered.longestWarp = std::max(m_gathered.longestWarp, runner.longestWarp());
        m_gathered.findings.join(runner.findings());
    }

    std::vector<std::unique_ptr<BlockRunner>>& m_runners;
    const LaunchPlan& m_plan;
    const LaunchConfig& m_config;
    std::uint64_t m_blocks;
    std::vector<std::uint64_t> m_clusters; ///< to run; empty: all, or there are none
    Gathered m_gathered;
    Standstill m_standstill;
    std::vector<Share>& m_shares;
    std::vector<unsigned>& m_open;
    std::uint64_t m_chunk;
    std::atomic<std::uint64_t> m_next{0};
};

} // namespace

struct RunningLaunch::State {
    ModuleState::State& module;
    Memory& memory;
    LaunchConfig config;
    bool plain = false; ///< the next one may go on with what was prepared
    std::unique_ptr<PreparedLaunch> prepared{};
    std::atomic<std::uint64_t> firstFault{~0ULL};
    std::optional<ChildGrids> children{};
    std::optional<GlobalRaces> races{};
    std::optional<CooperativeGrid> together{};
    std::vector<std::unique_ptr<model::AccessSink>> sinks{}; ///< by worker; none: nobody looks
    std::optional<Workers> workers{};

    model::AccessSink* sinkOf(unsigned worker) const { return sinks.empty() ? nullptr : sinks[worker].get(); }
    void joinSinks() {
        for (const auto& sink : std::exchange(sinks, {})) config.sink->join(*sink);
    }
    Progress goOn() {
        return workers->goOn([this](unsigned worker) { return sinkOf(worker); });
    }
    LaunchOutcome outcome();
};

RunningLaunch::RunningLaunch(std::unique_ptr<State> state) : m_state(std::move(state)) {}
RunningLaunch::RunningLaunch(RunningLaunch&&) noexcept = default;
RunningLaunch::~RunningLaunch() = default;

RunningLaunch Machine::begin(ModuleState& state, const Kernel& kernel, const LaunchConfig& config) {
    std::unique_ptr<RunningLaunch::State> made(new RunningLaunch::State{*state.m_state, m_memory, config});
    start(*made, state, kernel);
    return RunningLaunch(std::move(made));
}

void Machine::start(RunningLaunch::State& made, ModuleState& state, const Kernel& kernel) {
    const LaunchConfig& config = made.config;
    const Program& program = state.module().program();
    const auto kernels = state.module().kernels();
    const auto index = static_cast<std::size_t>(&kernel - kernels.data());
    if (index >= kernels.size()) refuse(kernel, "it belongs to another module");
    const Entry& entry = program.entries[index];
    check(kernel, config, sharedBytesOf(entry, config.dynamicSharedBytes));

    ModuleState::State& own = *state.m_state;
    made.plain = !config.checks.any() && !config.cooperative && !kernel.callsRuntime &&
                 clusterOf(kernel, config.cluster).count() == 0;
    std::unique_ptr<PreparedLaunch>& prepared = made.prepared;
    prepared = std::move(own.prepared);
    if (!prepared || !made.plain || !prepared->serves(kernel, config))
        prepared = own.prepare(kernel, entry, config);
    LaunchPlan& plan = prepared->plan;
    plan.memory = &m_memory;
    plan.textures = &m_textures;
    plan.grid = config.grid;
    prepared->parameters.resize(config.parameters.size() / 8 + 1); // wherever the caller keeps them
    if (!config.parameters.empty())
        std::memcpy(prepared->parameters.data(), config.parameters.data(), config.parameters.size());
    plan.parameters = reinterpret_cast<const std::byte*>(prepared->parameters.data());
    plan.budget = config.instructionBudget == 0 ? kDefaultBudget : config.instructionBudget;
    plan.cancel = config.cancel;
    plan.setsCondition = config.setsCondition;
    plan.firstFault = &made.firstFault;
    if (kernel.callsRuntime)
        plan.children =
            &made.children.emplace(plan, own.addresses, config.sharedLimitBytes, config.childStart);

    const bool whole = config.blocks.empty() || config.cooperative;
    std::vector<std::uint64_t> clusters;
    if (!whole && plan.cluster.count() > 1) {
        for (const std::uint64_t block : config.blocks)
            clusters.push_back(clusterAt(plan, model::indexAt(block, plan.grid)));
        std::ranges::sort(clusters);
        clusters.erase(std::ranges::unique(clusters).begin(), clusters.end());
    }
    const std::uint64_t blocks = !clusters.empty() ? clusters.size()
                                 : whole           ? config.grid.count() / plan.cluster.count()
                                                   : config.blocks.size();
    if (config.checks.any()) plan.races = &made.races.emplace();
    // What a child grid sees of other blocks' writes, and the order of its launch, must repeat; and who raced
    // with whom, which one thread finds out without locks.
    const unsigned wanted = made.children || config.checks.races ? 1
                            : config.workers != 0                ? config.workers
                                                  : std::max(1u, std::thread::hardware_concurrency());
    const auto workers = static_cast<unsigned>(std::min<std::uint64_t>(wanted, blocks));
    if (config.cooperative) plan.together = &made.together.emplace(plan, config.cooperativeBytes);
    made.workers.emplace(*prepared, config, blocks, std::move(clusters), workers);
    if (config.sink)
        for (unsigned i = 0; i < workers; ++i) made.sinks.push_back(config.sink->fork());
    if (made.children) made.children->tell(made.sinkOf(0));
}

Progress RunningLaunch::goOn() {
    return m_state->goOn();
}

void RunningLaunch::giveUp() {
    m_state->workers->giveUp();
}

void RunningLaunch::dropSink() {
    m_state->workers->dropSink();
    m_state->joinSinks();
}

LaunchOutcome RunningLaunch::outcome() {
    return m_state->outcome();
}

LaunchOutcome RunningLaunch::State::outcome() {
    State& state = *this;
    state.joinSinks();
    // of what this launch has written nothing was noted, or not all
    if (!config.checks.uninitialised || config.checks.sampled) state.memory.forgetUnwritten();
    Gathered& gathered = state.workers->gathered();
    if (gathered.other) std::rethrow_exception(gathered.other);
    LaunchOutcome result;
    result.fault = gathered.fault;
    result.warpInstructions = gathered.executed;
    result.blocksRun = gathered.blocks;
    result.longestWarp = gathered.longestWarp;
    PrintBuffer printed(state.config.printBytes);
    for (auto& [order, text] : gathered.printed) printed.add(std::move(text));
    result.printed = printed.takeText();
    result.printedBefore = gathered.printedBefore + printed.leftOut();
    if (state.children) {
        result.warpInstructions += state.children->executed();
        if (!result.fault) result.grids = state.children->records();
        if (!result.grids.empty()) {
            result.grids[0].warpInstructions = gathered.executed;
            result.grids[0].longestWarp = gathered.longestWarp;
        }
        gathered.findings.join(state.children->findings());
    }
    if (state.races) state.races->settle(state.module.module->program(), gathered.findings);
    result.findings = gathered.findings.take();
    state.workers.reset(); // what was prepared is the next launch's
    if (state.plain && !result.fault && state.prepared->bytes() <= kMostKept)
        state.module.prepared = std::move(state.prepared);
    return result;
}

LaunchOutcome Machine::run(ModuleState& state, const Kernel& kernel, const LaunchConfig& config) {
    RunningLaunch::State made{*state.m_state, m_memory, config};
    start(made, state, kernel);
    if (made.goOn() != Progress::Ended) made.workers->giveUp();
    return made.outcome();
}

LaunchOutcome Machine::launch(ModuleState& state, const Kernel& kernel, const LaunchConfig& config) {
    LaunchOutcome result = run(state, kernel, config);
    if (result.fault) throw Fault(*result.fault);
    return result;
}

std::string_view instructionSet() {
    return handlers().name;
}

} // namespace lanescope::ptx
