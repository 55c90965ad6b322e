// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/player.h"

#include "model/capability.h"
#include "model/clock.h"
#include "model/launch_limits.h"
#include "ptx/program/timed_launch.h"
#include "ptx/run/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace lanescope::session {

namespace {

using recording::Call;
using recording::Recording;

/// Blocks that stand for the grid of a launch when the emulator looks at its accesses.
constexpr std::size_t kSampledBlocks = 64;
/// Warp instructions of one warp after which an interactive run is given up: seconds, not minutes.
constexpr std::uint64_t kInteractiveBudget = 1ULL << 26;
/// The same of a kernel that did not end when it was recorded, which is played with all checks.
constexpr std::uint64_t kUnendedBudget = 1ULL << 24;
/// Bytes that the kernels of a play print; of launches after that nothing is kept.
constexpr std::size_t kMostPrinted = std::size_t{64} << 20;

void merge(device::LaunchRecord& into, device::LaunchRecord& from) {
    into.milliseconds += from.milliseconds;
    into.warpInstructions += from.warpInstructions;
    into.longestWarp = std::max(into.longestWarp, from.longestWarp);
    into.blocksRun += from.blocksRun;
    into.printed += from.printed;
    into.grids.insert(into.grids.end(), from.grids.begin(), from.grids.end());
    for (ptx::Finding& finding : from.findings) {
        auto same = std::find_if(into.findings.begin(), into.findings.end(), [&](const ptx::Finding& known) {
            return known.text() == finding.text() && known.line == finding.line;
        });
        if (same == into.findings.end())
            into.findings.push_back(std::move(finding));
        else
            same->count += finding.count;
    }
}

std::vector<std::uint64_t> allBut(const std::vector<std::uint64_t>& chosen, std::uint64_t count) {
    std::vector<std::uint64_t> all(count);
    std::iota(all.begin(), all.end(), std::uint64_t{0});
    std::erase_if(all, [&](std::uint64_t each) { return std::ranges::binary_search(chosen, each); });
    return all;
}

/// Of a kernel that ran when its program was ended: nobody has seen that it has no end.
ptx::Fault interruptedFault(const ptx::Fault& fault) {
    const std::string_view what = fault.what(), said = fault.said;
    ptx::FaultPlace place = fault;
    place.said = fmt::format("the kernel was still running when the program was ended; played again, it is "
                             "stopped after {} instructions of a warp",
                             kUnendedBudget);
    place.said += said.substr(std::min(said.find(": kernel "), said.size()));
    const std::string line(what.substr(0, what.size() - said.size()));
    const std::string all = line + place.said;
    return {fault.kind, all, std::move(place)};
}

/// With what the program's runtime knew more of it.
ptx::Fault explainedFault(const ptx::Fault& fault, std::string_view note) {
    ptx::FaultPlace place = fault;
    place.said += fmt::format("; {}", note);
    return {fault.kind, fmt::format("{}; {}", fault.what(), note), std::move(place)};
}

} // namespace

Player::Player(Resources& resources, PlayMemory& memory, std::shared_ptr<const Recording> recording,
               const PlayPlan& plan, Worker* worker)
    : m_resources(resources), m_memory(memory), m_recording(std::move(recording)), m_plan(plan),
      m_worker(worker), m_launch(memory.launch), m_grids(memory.grids) {
    m_grids.clear();
    m_makesCheckpoints =
        m_plan.checkpoints && m_resources.device().watcher() && recording::beginsAnew(*m_recording);
    if (m_makesCheckpoints)
        m_memory.checkpoints.begin({.recording = m_recording,
                                    .device = m_plan.architectures.front(),
                                    .checks = m_plan.checks || m_recording->options.alwaysChecked()},
                                   *m_plan.checkpoints);
    for (const Call& call : m_recording->calls)
        if (const auto* launch = std::get_if<recording::Launch>(&call))
            m_grids.push_back(launch->grid.count());
    if (m_plan.look) m_grids.resize(std::min(m_grids.size(), *m_plan.look + 1));
    m_blocksAll = std::accumulate(m_grids.begin(), m_grids.end(), std::uint64_t{0});
    m_memory.result->launches.reserve(m_grids.size());
    if (m_plan.part) takePart(*m_plan.part);
    m_plan.part = nullptr;
    if (!recording::tellsReturns(*m_recording)) return;
    const model::Architecture& architecture = *m_plan.architectures.front();
    m_errors.emplace(architecture, m_recording->options);
    m_returns = std::make_shared<device::CallReturns>();
    m_returns->device = fmt::format("emulated as CC {}", architecture.cc.text());
    // What an earlier play allocated is not there for this one to read by mistake.
    if (m_recording->options.mayFail) m_resources.clear();
}

void Player::takePart(const RunResult& part) {
    m_memory.result->launches = part.launches;
    m_from = m_launched = m_complete = part.launches.size();
    if (part.kept) m_values = std::make_shared<Values>(*part.kept);
    m_partReturns = part.calls;
    m_partDiffering = part.compared.differing;
    for (const LaunchResult& launch : part.launches)
        if (launch.observation)
            m_traced += (launch.observation->trace.size() + launch.observation->blockTrace.size()) *
                        sizeof(model::WarpAccess);
}

void Player::takeCallsBefore(std::size_t call) {
    const auto before = std::span(m_recording->calls).first(call);
    m_compared.reads = static_cast<std::size_t>(std::ranges::count_if(before, [](const Call& each) {
        const auto* const copy = std::get_if<recording::CopyOut>(&each);
        return copy && copy->digest != recording::Digest();
    }));
    for (const std::size_t each : m_partDiffering)
        if (each < call) m_compared.differing.push_back(each);
    if (m_returns && m_partReturns)
        m_returns->returns.assign(m_partReturns->returns.begin(),
                                  m_partReturns->returns.begin() + static_cast<std::ptrdiff_t>(call));
}

Player::~Player() {
    m_stop = true;
    if (m_inWorker && !m_ended) m_worker->wait();
    if (!m_begun || m_ended) return;
    try {
        m_resources.device().finish(); // the records of its launches are no later play's
    } catch (const std::exception&) {
    }
}

void Player::begin() noexcept {
    if (m_started || m_resources.device().watcher()) return;
    m_begun = true;
    try {
        start();
        play();
        if (!m_failure) unmap();
    } catch (...) {
        m_failure = std::current_exception();
    }
}

bool Player::go(double budgetSeconds) {
    const Clock::time_point began = Clock::now();
    begin();
    if (!m_started) start();
    const bool beside = budgetSeconds > 0 && m_worker && m_resources.device().watcher();
    if (beside && !m_inWorker) {
        m_inWorker = true;
        m_worker->begin([this] { play(); });
    }
    if (!m_inWorker) {
        if (!m_begun) play();
    } else if (budgetSeconds > 0) {
        if (!m_worker->waitFor(std::max(budgetSeconds - secondsSince(began), 0.25 * budgetSeconds)))
            return false;
    } else {
        m_worker->wait();
    }
    m_ended = true;
    finish();
    return true;
}

bool Player::stop() {
    m_stop = true;
    if (m_inWorker && !m_ended) m_worker->wait();
    m_ended = true;
    if (m_cameToEnd) {
        finish();
        return true;
    }
    try {
        if (m_failure) std::rethrow_exception(m_failure);
    } catch (const ptx::Fault& fault) {
        if (fault.kind != ptx::FaultKind::Cancelled) throw;
    }
    if (m_scope) unmap();
    m_resources.device().finish();
    m_scope.reset();
    m_launched = m_complete;
    return false;
}

void Player::start() {
    m_started = true;
    m_resources.bind(*m_recording);
    m_spanStart = Clock::now();
    m_scope.emplace(m_resources.device(), m_resources.shared());
    const std::lock_guard lock(m_timesMutex);
    m_times.map = secondsSince(m_spanStart);
}

void Player::play() noexcept {
    const Clock::time_point began = Clock::now();
    try {
        playAll();
    } catch (...) {
        m_failure = std::current_exception();
    }
    const std::lock_guard lock(m_timesMutex);
    m_times.run += secondsSince(began);
}

void Player::playAll() {
    m_resources.fill(*m_recording);
    if (recording::usesStreams(*m_recording)) m_resources.device().setStreams(m_recording->streamPriorities);
    m_checkpointed = Clock::now();
    const std::size_t first = m_plan.look || m_from > 0 ? resume() : 0;
    if (m_from > 0) takeCallsBefore(first);
    for (std::size_t i = first; i < m_recording->calls.size(); ++i) {
        if (m_stop) return;
        const bool launches = std::holds_alternative<recording::Launch>(m_recording->calls[i]);
        if (launches && m_makesCheckpoints) keepCheckpoint(i);
        m_errors ? executeChecked(i) : static_cast<void>(execute(*m_recording, i));
        if (!launches) continue;
        m_complete = m_launched;
        m_blocksDone = 0;
        m_blocksBefore += m_grids[m_number];
        m_launchesEnded = m_number + 1;
        if (m_plan.look == m_number++) break;
    }
    if (m_resources.device().watcher() && !m_plan.look) readKept();
    m_cameToEnd = true;
}

std::size_t Player::resume() {
    const Checkpoint* const found = m_memory.checkpoints.before(m_plan.look.value_or(m_from));
    if (!found) return 0;
    if (!m_resources.restore(found->memory)) return 0;
    m_number = m_launchesEnded = found->launches;
    m_blocksBefore = std::accumulate(m_grids.begin(), m_grids.begin() + static_cast<std::ptrdiff_t>(m_number),
                                     std::uint64_t{0});
    m_allowedShared = found->allowedShared;
    m_failedKernel = found->failedKernel;
    if (found->errors) m_errors.emplace(*found->errors);
    return found->call;
}

/// Whether a play is likely to begin at that launch.
bool Player::isWanted(std::size_t launch) const {
    return m_plan.look ? m_plan.look == launch : m_from > 0 && m_from == launch;
}

void Player::keepCheckpoint(std::size_t call) {
    if (!m_memory.checkpoints.isDue(secondsSince(m_checkpointed), m_resources, isWanted(m_number))) return;
    const Clock::time_point began = Clock::now();
    // Code that is loaded later would lie where something has been that comes back.
    for (const recording::ModulePointer& each : m_recording->modules) m_resources.load(each);
    const Checkpoint* const before = m_memory.checkpoints.before(m_number);
    Checkpoint made{.call = call,
                    .launches = m_number,
                    .memory = m_resources.image(before ? &before->memory : nullptr),
                    .allowedShared = m_allowedShared,
                    .errors = m_errors,
                    .failedKernel = m_failedKernel};
    if (made.memory.memory) m_memory.checkpoints.add(std::move(made), secondsSince(began));
    m_checkpointed = Clock::now();
}

/// In the caller's thread: gives OpenGL its objects back.
void Player::unmap() {
    const Clock::time_point began = Clock::now();
    m_scope->unmap();
    const std::lock_guard lock(m_timesMutex);
    m_times.unmap = secondsSince(began);
    m_times.run += m_times.unmap;
}

/// Likewise: takes a GPU's times.
void Player::finish() {
    if (m_failure) {
        m_scope.reset();
        std::rethrow_exception(m_failure);
    }
    if (!m_begun) unmap();
    const Clock::time_point began = Clock::now();
    const bool watched = m_resources.device().watcher() != nullptr;
    std::vector<device::LaunchRecord> records = m_resources.device().finish();
    const double span = secondsSince(m_spanStart);
    m_scope.reset();
    if (!watched) {
        for (std::size_t i = 0; i < records.size() && i < m_launched; ++i)
            results()[i].record = std::move(records[i]);
        readKept();
    }
    const std::lock_guard lock(m_timesMutex);
    m_times.span = span;
    m_times.run += secondsSince(began);
    if (!watched)
        for (const LaunchResult& launch : results()) m_times.kernel += launch.record.milliseconds * 1e-3;
}

PlayProgress Player::progress() const {
    constexpr double kMost = 0.999; // it goes on for as long as somebody can ask
    const std::size_t launches = m_launchesEnded;
    PlayProgress progress{.share = 0, .launches = launches, .of = m_grids.size()};
    if (m_plan.look) progress.launches = 0, progress.of = 1;
    const std::uint64_t total = m_blocksTotal;
    auto blocks = static_cast<double>(m_blocksBefore);
    if (launches < m_grids.size() && total > 0)
        blocks += std::min(1.0, static_cast<double>(m_blocksDone) / static_cast<double>(total)) *
                  static_cast<double>(m_grids[launches]);
    if (m_blocksAll > 0) progress.share = std::min(kMost, blocks / static_cast<double>(m_blocksAll));
    return progress;
}

StageTimes Player::times() const {
    const std::lock_guard lock(m_timesMutex);
    return m_times;
}

RunResult& Player::publish() {
    RunResult& result = *m_memory.result;
    result.launches.resize(m_launched);
    result.times = times();
    result.kept = std::move(m_values);
    result.calls = m_returns;
    result.recording = m_recording;
    result.compared = m_compared;
    result.missing = m_plan.look ? 0 : m_grids.size() - m_launched;
    for (std::uint32_t i = 0; i < m_recording->objects.size(); ++i)
        if (m_resources.slot(i).result.bytes) {
            result.objects.push_back(m_resources.slot(i).result);
            result.objects.back().vertices = m_recording->verticesOf(i);
        }
    return result;
}

LaunchResult& Player::nextResult() {
    std::vector<LaunchResult>& all = m_memory.result->launches;
    if (m_launched == all.size()) all.emplace_back();
    all[m_launched].clear(); // a play before may have failed
    return all[m_launched++];
}

void Player::executeChecked(std::size_t call) {
    m_brought.clear();
    if (m_errors->begin(*m_recording, m_recording->calls[call])) execute(*m_recording, call);
    std::vector<std::byte> bytes;
    if (m_recording->options.mayFail) bytes = std::exchange(m_brought, {});
    m_returns->returns.push_back(m_errors->returned(std::move(bytes)));
}

device::Pointer Player::addressOf(std::uint32_t object) const {
    return m_resources.slot(object).address();
}

device::DeviceArray* Player::arrayOf(std::uint32_t object) const {
    const Resources::Slot& slot = m_resources.slot(object);
    if (recording::isArray(slot.object.kind) && !slot.array)
        throw device::Error(fmt::format("the array {} is not there", slot.name));
    return slot.array.get();
}

std::uint64_t Player::pitchOf(std::uint32_t object) const {
    return m_resources.slot(object).pitch;
}

std::uint64_t Player::handleOf(std::uint32_t object) const {
    return m_resources.slot(object).boundHandle();
}

std::uint64_t Player::bytesOf(std::uint32_t object) const {
    return m_resources.slot(object).bytes();
}

std::span<std::byte> Player::source(const recording::CopyIn& call) {
    return contentsOf(call, m_memory.host);
}

std::optional<std::span<std::byte>> Player::destination(const recording::CopyOut& call, std::uint64_t bytes) {
    if (!m_recording->options.mayFail) {
        // Read when the last call has been played, or of no use.
        if (call.bytes == 0 || m_plan.look) return std::nullopt;
        // A GPU's copy takes its time, whether anybody looks at the bytes or not.
        const bool compared = call.digest != recording::Digest();
        if (!keepsNow(call) && !compared && m_resources.device().watcher()) return std::nullopt;
    }
    m_brought.resize(bytes);
    return m_brought;
}

void Player::arrived(const recording::CopyOut& call) {
    if (call.digest != recording::Digest()) {
        ++m_compared.reads;
        if (recording::digestOf(m_brought) != call.digest) m_compared.differing.push_back(callIndex());
    }
    if (!keepsNow(call)) return;
    if (!m_values) m_values = std::make_shared<Values>();
    // Where calls may fail, it is what the call brought too.
    m_values->buffers[m_resources.slot(call.object).name] = {
        m_recording->options.mayFail ? m_brought : std::exchange(m_brought, {}), 0};
}

bool Player::keepsNow(const recording::CopyOut& call) const {
    return m_plan.keep && (m_recording->options.mayFail || !isKeptAtEnd(call.object));
}

int Player::allocate(std::uint32_t object) {
    m_resources.allocate(object);
    return 0;
}

int Player::free(std::uint32_t object) {
    m_resources.free(m_resources.slot(object));
    return 0;
}

int Player::fill(device::PitchedPointer to, std::uint8_t value, Rows rows, recording::StreamNumber stream) {
    for (std::uint64_t row = 0; row < rows.count; ++row)
        m_resources.device().fill(to.pointer + row * to.pitch, std::byte{value}, rows.bytes, stream);
    return 0;
}

int Player::upload(const device::Place& to, std::span<const std::byte> from, Rows rows,
                   recording::StreamNumber stream) {
    m_resources.device().uploadRows(to, from, rows.bytes, stream);
    return 0;
}

int Player::download(std::span<std::byte> to, const device::Place& from, Rows rows,
                     recording::StreamNumber stream) {
    m_resources.device().downloadRows(to, from, rows.bytes, stream);
    return 0;
}

int Player::copy(const device::Place& to, const device::Place& from, Rows rows,
                 recording::StreamNumber stream) {
    m_resources.device().copyRows(to, from, rows.bytes, rows.count, stream);
    return 0;
}

int Player::writeVariable(const recording::ModulePointer& module, std::string_view name,
                          std::span<const std::byte> value) {
    m_resources.device().writeVariable(*m_resources.load(module), name, value);
    return 0;
}

int Player::recordEvent(std::uint32_t event, recording::StreamNumber stream) {
    m_resources.device().recordEvent(event, stream);
    return 0;
}

int Player::waitEvent(std::uint32_t event, recording::StreamNumber stream) {
    m_resources.device().waitEvent(event, stream);
    return 0;
}

/// Whether all of it is read when the last call has been played.
bool Player::isKeptAtEnd(std::uint32_t object) const {
    return std::ranges::any_of(m_recording->calls, [object](const Call& call) {
        const auto* copy = std::get_if<recording::CopyOut>(&call);
        return copy && copy->object == object && copy->bytes == 0;
    });
}

void Player::readKept() {
    if (!m_plan.keep) return;
    for (const Call& call : m_recording->calls) {
        const auto* kept = std::get_if<recording::CopyOut>(&call);
        if (!kept || kept->bytes || m_recording->options.mayFail) continue;
        const Resources::Slot& slot = m_resources.slot(kept->object);
        if (!m_values) m_values = std::make_shared<Values>();
        Values::Buffer& into = m_values->buffers[slot.name];
        into.bytes.resize(slot.bytes());
        into.pitch = slot.object.kind == recording::Object::Kind::PitchedRows ? slot.pitch : 0;
        m_resources.device().download(into.bytes, slot.address());
    }
}

std::uint64_t Player::sharedBytes(const recording::Launch& call) {
    const ptx::Kernel* kernel = m_launch.module->module().find(m_recording->view(call.kernel));
    if (!kernel)
        throw device::Error(fmt::format("there is no kernel '{}' in {}", m_recording->view(call.kernel),
                                        m_recording->modules[call.module]->path));
    return std::uint64_t{call.sharedBytes} + kernel->staticSharedBytes;
}

/// By architecture: why it does not take a launch, for its shape, or a cooperative one for its size; nothing
/// where all of them take it.
std::vector<std::string> Player::refusals(const recording::Launch& call) {
    std::vector<std::string> all;
    for (std::size_t i = m_plan.limits ? 0 : 1; i < m_plan.architectures.size(); ++i) { // a GPU has taken it
        const model::Architecture& each = *m_plan.architectures[i];
        std::string why = model::shapeRefusal(each, call.grid, call.block);
        if (why.empty() && call.cooperative)
            why = model::hasCooperativeLaunches(each)
                      ? model::cooperativeRefusal(each, call.grid, call.block, sharedBytes(call))
                      : "a cooperative launch, which CC " + each.cc.text() + " does not have";
        if (why.empty()) continue;
        all.resize(m_plan.architectures.size());
        all[i] = std::move(why);
    }
    return all;
}

/// clusters: holds the words of the request.
recording::LaunchRequest Player::requestOf(const recording::Launch& call, std::string& clusters) {
    recording::LaunchRequest request{.grid = call.grid,
                                     .block = call.block,
                                     .sharedBytes = sharedBytes(call),
                                     .cooperative = call.cooperative};
    if (const ptx::Kernel* const kernel = m_launch.module->module().find(m_launch.kernel)) {
        request.mostThreads = kernel->maxThreads;
        request.clusters = clusters = ptx::whyNotClustered(*kernel, call.grid, call.cluster);
        const auto allowed = m_allowedShared.find({call.module, m_launch.kernel});
        if (allowed != m_allowedShared.end())
            request.allowedShared = allowed->second + kernel->staticSharedBytes;
    }
    return request;
}

bool Player::isRefused(const recording::Launch& call, LaunchResult& result) {
    std::string clusters;
    const recording::LaunchRequest request = requestOf(call, clusters);
    const std::optional<std::string> why = m_errors->launch(request);
    if (!why) return false;
    result.refused =
        why->empty() ? fmt::format("{} failed, and no kernel runs after that", m_failedKernel) : *why;
    if (why->empty()) return true;
    // The others have reasons of their own.
    result.refusedBy.assign(m_plan.architectures.size(), {});
    for (std::size_t i = 1; i < m_plan.architectures.size(); ++i) {
        const model::Architecture& own = *m_plan.architectures[i];
        const auto refusal = recording::launchRefusal(own, request);
        result.refusedBy[i] = refusal
                                  ? refusal->why
                                  : fmt::format("CC {} takes it, but what was played is what CC {} does: {}",
                                                own.cc.text(), m_plan.architectures.front()->cc.text(), *why);
    }
    return true;
}

/// A device that has not so much refuses the launches.
int Player::allowShared(const recording::AllowShared& call) {
    const model::Capability* const capability = model::findCapability(m_plan.architectures.front()->cc);
    if (capability && call.bytes <= static_cast<std::uint64_t>(capability->sharedKiBPerBlock) * 1024)
        m_allowedShared[{call.module, std::string(m_recording->view(call.kernel))}] = call.bytes;
    return 0;
}

int Player::launch(const recording::Launch& call) {
    const std::shared_ptr<device::LoadedModule> module = m_resources.load(m_recording->modules[call.module]);
    m_launch.module = module.get();
    m_launch.kernel = m_recording->view(call.kernel);
    m_launch.label = m_recording->view(call.label);
    m_launch.grid = call.grid;
    m_launch.block = call.block;
    m_launch.sharedBytes = call.sharedBytes;
    m_launch.stream = call.stream;
    m_launch.cold = m_plan.cold;
    m_launch.cooperative = call.cooperative;
    m_launch.cluster = call.cluster;
    bindArguments(*m_recording, call, m_launch.arguments);
    launchBound(call);
    return 0;
}

void Player::launchBound(const recording::Launch& call) {
    const bool isResult = m_plan.look ? m_plan.look == m_number : m_number >= m_from;
    m_isObserved = m_plan.observe && isResult;
    ++m_played;
    if (!isResult) m_passed.clear();
    LaunchResult& result = isResult ? nextResult() : m_passed;
    result.label = m_launch.label;
    result.kernel = m_launch.kernel;
    result.place = m_recording->view(call.place);
    result.file = m_recording->modules[call.module];
    result.grid = call.grid;
    result.block = call.block;
    result.sharedBytes = call.sharedBytes;
    result.cooperative = call.cooperative;
    result.cluster = call.cluster;
    result.record.blocksTotal = call.grid.count();
    if (!m_resources.device().watcher()) {
        m_resources.device().launch(m_launch);
        return;
    }
    result.refusedBy = refusals(call);
    if (!m_errors) {
        // What one of them takes is run, and the others say that they do not.
        if (result.refusedBy.empty() || std::ranges::any_of(result.refusedBy, &std::string::empty))
            return watch(call, result);
        result.refused = result.refusedBy.front();
        return observeNone(call, result);
    }
    if (!result.refusedBy.empty()) result.refusedBy.front().clear(); // the rules for errors have that
    if (isRefused(call, result)) return observeNone(call, result);
    try {
        watch(call, result);
    } catch (const ptx::Fault& fault) {
        if (fault.kind == ptx::FaultKind::Cancelled) throw;
        const std::string_view note = m_recording->view(m_recording->faultNote);
        const bool isExplained = fault.kind == ptx::FaultKind::OutOfBounds && !note.empty();
        result.fault = std::make_shared<ptx::Fault>(isExplained ? explainedFault(fault, note) : fault);
        result.wasRunning = wasRunning(fault);
        m_failedKernel = result.label;
        m_errors->fault(fault, m_resources.allocations());
    }
}

/// Whether what stopped the launch under way is only that its program was ended while it ran.
bool Player::wasRunning(const ptx::Fault& fault) const {
    const recording::PlayOptions& options = m_recording->options;
    return fault.kind == ptx::FaultKind::Budget && options.interrupted && callIndex() == options.unendedCall;
}

/// Whether anything can see what a block of the launch under way writes.
bool Player::outputsNeeded() const {
    const auto rest = std::span(m_recording->calls).subspan(callIndex() + 1);
    return std::ranges::any_of(rest, [this](const Call& call) {
        return std::holds_alternative<recording::Launch>(call) ||
               (m_plan.keep && std::holds_alternative<recording::CopyOut>(call));
    });
}

/// Of a launch that does not run.
void Player::observeNone(const recording::Launch& call, LaunchResult& into) {
    if (!m_isObserved) return;
    const ptx::Kernel* const kernel = m_launch.module->module().find(m_launch.kernel);
    into.observation = m_memory.observations.shared(
        observationOfNone(m_plan.architectures,
                          ptx::launchedBlocks(kernel ? *kernel : ptx::Kernel(), call.grid, call.block,
                                              call.sharedBytes, call.cooperative),
                          m_recording->options, m_resources.load(into.file), placements()));
}

/// Only what is looked at access by access is told by its memory.
std::vector<Placement> Player::placements() const {
    return m_plan.traces ? m_resources.placements() : std::vector<Placement>();
}

/// mostBlocks: as Observer::Options has it.
std::unique_ptr<Observer> Player::observer(const recording::Launch& call, const LaunchResult& into,
                                           std::size_t mostBlocks) {
    const recording::PlayOptions& options = m_recording->options;
    const ptx::Kernel* kernel = m_launch.module->module().find(m_launch.kernel);
    // A kernel that the module does not have is refused when it is launched.
    const ptx::Kernel none;
    return std::make_unique<Observer>(
        m_plan.architectures, *m_plan.times,
        ptx::launchedBlocks(kernel ? *kernel : none, call.grid, call.block, call.sharedBytes,
                            call.cooperative),
        Observer::Options{.rules = options.rules,
                          .focus = options.focus,
                          .mostBlocks = mostBlocks,
                          .code = kernel ? &m_launch.module->module().machineCode() : nullptr,
                          .instructions = options.instructions,
                          // What is looked at is traced whole then.
                          .traces = m_plan.traces,
                          .brief = m_makesCheckpoints && !m_plan.look && m_traced > m_plan.traceBytes,
                          .waste = m_plan.waste,
                          .refusedBy = into.refusedBy,
                          .memo = m_plan.modelsEach ? nullptr : &m_memory.times});
}

void Player::watch(const recording::Launch& call, LaunchResult& into) {
    std::unique_ptr<Observer> observer;
    std::vector<std::uint64_t> chosen;
    const std::uint64_t all = call.grid.count();
    if (m_isObserved) {
        const bool sampled = m_plan.sampleAbove != 0 && all > m_plan.sampleAbove;
        observer = this->observer(call, into, sampled ? kSampledBlocks : 0);
        chosen = observer->chosen();
    }
    const std::uint64_t counted = chosen.empty() ? all : chosen.size();
    // blocks that wait for one another run together, whichever are looked at
    const bool others = !chosen.empty() && !call.cooperative && outputsNeeded();
    const ptx::Kernel* const kernel = m_launch.module->module().find(m_launch.kernel);
    const std::vector<std::uint64_t> together =
        kernel ? ptx::blocksRunWith(*kernel, call.grid, call.cluster, chosen) : chosen;
    const std::uint64_t going = together.empty() || call.cooperative ? all : together.size();
    m_blocksTotal = others ? all : going;
    const auto ended = [&] {
        if (!observer) return;
        const Clock::time_point began = Clock::now();
        auto module = m_resources.load(into.file);
        model::ExecutedBlocks executed{into.record.warpInstructions, into.record.longestWarp};
        // Those of all blocks that ran.
        executed.warpInstructions = executed.warpInstructions * counted / going;
        const auto made = observer->finish(module, counted, executed, into.record.grids, placements());
        into.observation = m_memory.observations.shared(made);
        m_modelled += observer->modelled();
        if (into.observation == made) // else the trace is another launch's, too
            m_traced += (made->trace.size() + made->blockTrace.size()) * sizeof(model::WarpAccess);
        if (!m_plan.traces) into.record.grids = {};
        const std::lock_guard lock(m_timesMutex);
        m_times.model += secondsSince(began);
    };
    try {
        runBlocks(chosen, observer.get(), into);
    } catch (const ptx::Fault&) {
        if (m_errors) ended(); // what it did until then is what can be looked at
        throw;
    }
    ended();
    if (others) runBlocks(allBut(together, all), nullptr, into);
}

/// Thousands of launches may print as much as a device keeps of each.
void Player::boundPrinted(std::string& printed) {
    if (printed.empty()) return;
    if (m_leftOut || m_printed + printed.size() > kMostPrinted)
        printed =
            std::exchange(m_leftOut, true)
                ? std::string()
                : fmt::format("lanescope: {}\n",
                              fmt::format("what {} and later launches print is left out: launches before "
                                          "have printed {} bytes",
                                          m_launch.label, m_printed));
    else
        m_printed += printed.size();
}

void Player::runBlocks(std::vector<std::uint64_t> blocks, Observer* observer, LaunchResult& into) {
    const recording::PlayOptions& options = m_recording->options;
    device::Watch watch;
    watch.sink = observer ? &observer->sink() : nullptr;
    watch.instructionBudget = callIndex() == m_recording->options.unendedCall ? kUnendedBudget
                              : m_plan.interactive                            ? kInteractiveBudget
                                                                              : 0;
    watch.cancel = m_inWorker || !m_plan.cancel ? &m_stop : m_plan.cancel;
    watch.progress = &m_blocksDone;
    watch.childStart = options.childStart;
    if (m_plan.checks || options.alwaysChecked()) {
        watch.checks = ptx::Checks::all();
        watch.checks.lockstep = m_plan.architectures.front()->cc.major < 7;
        watch.checks.sampled = !blocks.empty() && !m_launch.cooperative;
    }
    watch.blocks = std::move(blocks);
    device::LaunchRecord record;
    watch.record = &record;
    const auto ran = [&] {
        const double seconds = record.milliseconds * 1e-3;
        boundPrinted(record.printed);
        merge(into.record, record);
        const double joining = observer ? observer->joinSeconds() : 0; // the device's record has it in
        const std::lock_guard lock(m_timesMutex);
        m_times.kernel += seconds - joining;
        m_times.model += joining;
    };
    try {
        m_resources.device().watcher()->launch(m_launch, watch);
    } catch (const ptx::Fault& fault) {
        ran();
        if (wasRunning(fault)) throw interruptedFault(fault);
        throw;
    }
    ran();
}

} // namespace lanescope::session
