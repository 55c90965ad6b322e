// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/child_grids.h"

#include "model/format.h"
#include "ptx/check/global_races.h"
#include "ptx/run/block_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace lanescope::ptx {

namespace {

/// Streams as driver_types.h numbers them: cudaStreamLegacy and cudaStreamPerThread are a block's implicit
/// one in device code.
constexpr std::uint64_t kPerThread = 2, kTail = 3, kFireAndForget = 4;
constexpr std::uint64_t kFirstStream = 0x12600000, kStreamStep = 4;

constexpr std::uint64_t kNever = ~std::uint64_t{0};

/// The launch window: error texts first, then a slot of the largest parameter block for each reservation.
constexpr std::uint64_t kTextBytes = 256, kSlotBytes = 32768, kFirstSlotOffset = std::uint64_t{1} << 20;
constexpr std::uint64_t kSlots = (kWindowBytes - kFirstSlotOffset) / kSlotBytes;

struct ErrorText {
    DeviceError error;
    std::string_view name, text;
};
constexpr std::array<ErrorText, 4> kErrors{{
    {DeviceError::None, "cudaSuccess", "no error"},
    {DeviceError::InvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {DeviceError::InvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {DeviceError::LaunchPendingCountExceeded, "cudaErrorLaunchPendingCountExceeded",
     "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount"},
}};

const ErrorText& entryOf(DeviceError error) {
    const auto found =
        std::find_if(kErrors.begin(), kErrors.end(), [&](const ErrorText& e) { return e.error == error; });
    return found == kErrors.end() ? kErrors[1] : *found;
}

/// All error texts, terminated, each kTextBytes after the one before: names, then what they mean.
std::unique_ptr<std::byte[]> errorTexts() {
    auto all = std::make_unique<std::byte[]>(kErrors.size() * 2 * kTextBytes);
    for (std::size_t i = 0; i < kErrors.size(); ++i) {
        std::memcpy(all.get() + 2 * i * kTextBytes, kErrors[i].name.data(), kErrors[i].name.size());
        std::memcpy(all.get() + (2 * i + 1) * kTextBytes, kErrors[i].text.data(), kErrors[i].text.size());
    }
    return all;
}

/// Tells the launch's sink of a child grid's accesses, and whoever wants this grid also of its instructions.
class ChildSink final : public model::AccessSink {
public:
    ChildSink(model::AccessSink& whole, model::AccessSink* own) : m_whole(whole), m_own(own) {}
    void access(const model::WarpAccess& access) override {
        m_whole.access(access);
        if (m_own) m_own->access(access);
    }
    model::InstructionSink* instructionsOf(const model::Dim3& block) override {
        return m_own ? m_own->instructionsOf(block) : nullptr;
    }
    std::unique_ptr<AccessSink> fork() const override { return std::make_unique<ChildSink>(m_whole, m_own); }
    void join(AccessSink&) override {}

private:
    model::AccessSink& m_whole;
    model::AccessSink* m_own;
};

} // namespace

std::string_view nameOf(DeviceError error) {
    return entryOf(error).name;
}
std::string_view textOf(DeviceError error) {
    return entryOf(error).text;
}

std::uint64_t ChildGrids::textAddress(DeviceError error, bool name) {
    const auto index = static_cast<std::uint64_t>(&entryOf(error) - kErrors.data());
    return kLaunchWindow + (2 * index + (name ? 0 : 1)) * kTextBytes;
}

ChildGrids::ChildGrids(const LaunchPlan& plan, const std::vector<std::uint64_t>& addresses,
                       std::uint32_t sharedLimit, ChildStart start)
    : m_root(plan), m_addresses(addresses), m_sharedLimit(sharedLimit), m_start(start),
      m_texts(errorTexts()) {
    m_root.children = this;
    Grid& root = m_grids.emplace_back();
    root.request.grid = plan.grid;
    root.request.block = plan.block;
    root.record.kernel = plan.kernel->name;
    root.record.grid = plan.grid;
    root.record.block = plan.block;
    m_pendingUntil.push_back(kNever);
}

std::byte* ChildGrids::view(std::uint64_t address, std::uint64_t bytes) const {
    const std::uint64_t offset = address - kLaunchWindow;
    if (offset < kFirstSlotOffset) {
        const std::uint64_t all = kErrors.size() * 2 * kTextBytes;
        return bytes <= all && offset <= all - bytes ? m_texts.get() + offset : nullptr;
    }
    const std::uint64_t within = (offset - kFirstSlotOffset) % kSlotBytes;
    const auto found = m_reserved.find(address - within);
    if (found == m_reserved.end()) return nullptr;
    const std::uint64_t size = m_root.program->kernels[found->second.kernel].parameterBytes;
    if (bytes > size || within > size - bytes) return nullptr;
    // whoever stores arguments holds no reference to them
    auto& words = const_cast<std::vector<std::uint64_t>&>(found->second.parameters);
    return reinterpret_cast<std::byte*>(words.data()) + within;
}

std::uint64_t ChildGrids::reserve(std::uint64_t function, const model::Dim3& grid, const model::Dim3& block,
                                  std::uint32_t sharedBytes, std::string& why) {
    const Program& program = *m_root.program;
    std::size_t kernel = 0;
    while (kernel < program.entries.size() && functionAddress(program.entries[kernel].function) != function)
        ++kernel;
    if (kernel == program.entries.size()) {
        why = "a launch of what is no kernel";
        return 0;
    }
    const Kernel& target = program.kernels[kernel];
    const std::uint64_t shared = sharedBytesOf(program.entries[kernel], sharedBytes);
    why = whyNotLaunched(target, grid, block, shared, m_sharedLimit);
    if (why.empty() && target.cluster.count() > 1)
        why = "a launch from device code of a kernel that is compiled for clusters of blocks";
    if (!why.empty()) return 0;
    if (m_reserved.size() >= kSlots) {
        why = "too many launches whose arguments are being written";
        return 0;
    }
    std::uint64_t address = 0;
    do {
        address = kLaunchWindow + kFirstSlotOffset + m_nextBuffer * kSlotBytes;
        m_nextBuffer = (m_nextBuffer + 1) % kSlots;
    } while (m_reserved.contains(address));
    m_reserved[address] = {kernel,
                           grid,
                           block,
                           sharedBytes,
                           static_cast<std::uint32_t>(shared),
                           std::vector<std::uint64_t>(target.parameterBytes / 8 + 1)};
    return address;
}

void ChildGrids::checkArguments(const Caller& caller, const Request& request) const {
    const Kernel& kernel = m_root.program->kernels[request.kernel];
    const auto* bytes = reinterpret_cast<const std::byte*>(request.parameters.data());
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
        const Parameter& parameter = kernel.parameters[i];
        for (std::uint32_t offset = 0; offset + 8 <= parameter.size; offset += 8) {
            std::uint64_t value = 0;
            std::memcpy(&value, bytes + parameter.offset + offset, 8);
            const std::string_view what = value - kSharedWindow < kWindowBytes  ? "shared memory of its block"
                                          : value - kLocalWindow < kWindowBytes ? "local memory of its thread"
                                                                                : "";
            if (what.empty()) continue;
            throw LaneFault{
                FaultKind::IllegalPointer, caller.lane, value,
                fmt::format("argument {} of {} points to {}, which a child grid cannot see: pass a "
                            "pointer to global memory",
                            i + 1, plainName(kernel.name), what)};
        }
    }
}

DeviceError ChildGrids::launch(const Caller& caller, std::uint64_t buffer, std::uint64_t stream,
                               std::string& why) {
    const auto reserved = m_reserved.find(buffer);
    if (reserved == m_reserved.end()) {
        why = "its arguments are not where cudaGetParameterBuffer said";
        return DeviceError::InvalidValue;
    }
    Request request = std::move(reserved->second);
    m_reserved.erase(reserved);
    checkArguments(caller, request);

    const auto named = m_streams.find(stream);
    if (stream > kFireAndForget &&
        (named == m_streams.end() || !named->second.alive || named->second.grid != caller.grid ||
         named->second.block != caller.block)) {
        why = "a stream that this block has not created";
        return DeviceError::InvalidValue;
    }
    std::size_t pending = 0;
    for (std::size_t i = 1; i < m_grids.size(); ++i)
        pending += m_pendingUntil[i] == kNever ||
                   (m_grids[i].record.parent == caller.grid && m_pendingUntil[i] > caller.ownTime);
    if (pending >= kMostPending) {
        why = fmt::format("{} launches are pending, as many as cudaLimitDevRuntimePendingLaunchCount allows",
                          kMostPending);
        return DeviceError::LaunchPendingCountExceeded;
    }
    const std::uint32_t depth = m_grids[caller.grid].depth + 1;
    const std::string_view name = plainName(m_root.program->kernels[request.kernel].name);
    if (depth > kMostNested)
        throw LaneFault{
            FaultKind::StackOverflow, caller.lane, 0,
            fmt::format("launch of {} as grid number {} within each other: the emulator follows {}", name,
                        depth, kMostNested)};
    if (m_grids.size() > kMostGrids)
        throw LaneFault{FaultKind::Budget, caller.lane, 0,
                        fmt::format("launch of {}: more than {} child grids", name, kMostGrids)};

    const auto number = static_cast<std::uint32_t>(m_grids.size());
    Grid& grid = m_grids.emplace_back();
    m_pendingUntil.push_back(kNever);
    grid.depth = depth;
    GridRecord& record = grid.record;
    record.kernel = m_root.program->kernels[request.kernel].name;
    record.parent = caller.grid;
    record.grid = request.grid;
    record.block = request.block;
    record.file = caller.file;
    record.line = caller.line;
    record.launchBlock = caller.block;
    record.launchThread = caller.thread;
    record.launched = caller.time;
    record.launchedOwn = caller.ownTime;
    grid.request = std::move(request);
    record.stream = stream == kTail            ? LaunchStream::Tail
                    : stream == kFireAndForget ? LaunchStream::FireAndForget
                    : stream <= kPerThread     ? LaunchStream::Implicit
                                               : LaunchStream::Named;
    if (record.stream == LaunchStream::Named) record.streamNumber = named->second.number;
    if (record.stream == LaunchStream::Tail)
        m_grids[caller.grid].tails.push_back(number);
    else if (m_start == ChildStart::AfterParent)
        m_grids[caller.grid].waiting.push_back(number);
    else {
        run(number, *caller.printed);
        m_pendingUntil[number] = caller.ownTime + record.complete - record.start;
    }
    return DeviceError::None;
}

std::uint64_t ChildGrids::linearBlock(std::uint32_t grid, const model::Dim3& block) const {
    return model::linearIndex(block, m_grids[grid].request.grid);
}

const LaunchPlan& ChildGrids::planOf(std::size_t kernel) {
    const auto [known, isNew] = m_plans.try_emplace(kernel, m_root);
    LaunchPlan& plan = known->second;
    if (!isNew) return plan;
    plan.kernel = &m_root.program->kernels[kernel];
    plan.entry = &m_root.program->entries[kernel];
    plan.values = resolveConstants(*m_root.program, *plan.entry, m_addresses);
    return plan;
}

void ChildGrids::runBlocks(Grid& grid, std::uint32_t number, PrintBuffer& printed) {
    LaunchPlan plan = planOf(grid.request.kernel);
    plan.grid = grid.request.grid;
    plan.block = grid.request.block;
    plan.parameters = reinterpret_cast<const std::byte*>(grid.request.parameters.data());
    plan.dynamicSharedBytes = grid.request.dynamicSharedBytes;
    plan.sharedBytes = grid.request.sharedBytes;
    plan.gridNumber = number;
    plan.startTime = grid.record.start;
    GlobalRaces races;
    if (plan.checks.any()) plan.races = &races;
    std::optional<ChildSink> sink;
    if (m_sink)
        sink.emplace(*m_sink, m_sink->childGrid({.number = number,
                                                 .kernel = grid.request.kernel,
                                                 .grid = plan.grid,
                                                 .block = plan.block,
                                                 .sharedBytes = plan.sharedBytes,
                                                 .registersPerThread =
                                                     static_cast<std::uint64_t>(plan.kernel->registers)}));
    BlockRunner runner(plan, sink ? &*sink : nullptr);
    const auto gather = [&] {
        printed.add(runner.takePrinted());
        grid.record.warpInstructions = runner.executed();
        grid.record.longestWarp = runner.longestWarp();
        m_executed += runner.executed();
        m_findings.join(runner.findings());
        races.settle(*plan.program, m_findings);
    };
    try {
        for (std::uint64_t linear = 0; linear < plan.grid.count(); ++linear) {
            runner.run(model::indexAt(linear, plan.grid), 0);
            printed.add(runner.takePrinted());
        }
    } catch (const Fault& fault) {
        gather();
        if (std::exchange(m_faultTold, true)) throw; // its own launch is there already
        const GridRecord& record = grid.record;
        throw Fault(fault.kind,
                    fmt::format("{}; the grid was launched at {}:{} by {}, block {}, thread {}", fault.what(),
                                record.file.substr(record.file.rfind('/') + 1), record.line,
                                plainName(m_grids[record.parent].record.kernel),
                                checkedIndex(record.launchBlock), checkedIndex(record.launchThread)),
                    fault);
    }
    gather();
    grid.record.end = m_now = runner.time();
}

void ChildGrids::run(std::uint32_t number, PrintBuffer& printed) {
    Grid& grid = m_grids[number];
    GridRecord& record = grid.record;
    record.start = std::max(record.launched, m_now);
    runBlocks(grid, number, printed);
    complete(number, printed);
}

void ChildGrids::complete(std::uint32_t number, PrintBuffer& printed) {
    Grid& grid = m_grids[number];
    grid.record.complete = std::max(grid.record.complete, grid.record.end);
    for (const std::uint32_t child : std::exchange(grid.waiting, {})) run(child, printed);
    for (const std::uint32_t child : std::exchange(grid.tails, {})) run(child, printed);
    grid.done = true;
    m_pendingUntil[number] = 0;
    // a grid is complete only when those are that it has launched
    GridRecord& parent = m_grids[grid.record.parent].record;
    parent.complete = std::max(parent.complete, grid.record.complete);
}

void ChildGrids::synchronize(const Caller& caller) {
    Grid& grid = m_grids[caller.grid];
    m_now = std::max(m_now, caller.time);
    const auto own = [&](const Grid& child) {
        return child.record.parent == caller.grid && child.record.launchBlock == caller.block &&
               child.record.stream != LaunchStream::Tail;
    };
    std::vector<std::uint32_t> now;
    std::erase_if(grid.waiting, [&](std::uint32_t child) {
        if (!own(m_grids[child])) return false;
        now.push_back(child);
        return true;
    });
    for (const std::uint32_t child : now) run(child, *caller.printed);
    for (std::size_t i = caller.grid + 1; i < m_grids.size(); ++i)
        if (own(m_grids[i]) && m_grids[i].done) m_pendingUntil[i] = 0;
}

std::uint64_t ChildGrids::createStream(const Caller& caller) {
    const std::uint64_t handle = kFirstStream + m_streams.size() * kStreamStep;
    const std::uint32_t number = ++m_streamCounts[{caller.grid, linearBlock(caller.grid, caller.block)}];
    m_streams[handle] = {caller.grid, number, caller.block, true};
    return handle;
}

DeviceError ChildGrids::destroyStream(const Caller& caller, std::uint64_t stream) {
    const auto found = m_streams.find(stream);
    if (found == m_streams.end() || !found->second.alive || found->second.grid != caller.grid ||
        found->second.block != caller.block)
        return DeviceError::InvalidValue;
    found->second.alive = false; // what was launched into it runs all the same
    return DeviceError::None;
}

ChildGrids::ThreadKey ChildGrids::threadOf(const Caller& caller) const {
    const model::Dim3& size = m_grids[caller.grid].request.block;
    return {caller.grid, linearBlock(caller.grid, caller.block), model::linearIndex(caller.thread, size)};
}

void ChildGrids::fail(const Caller& caller, DeviceError error) {
    m_errors[threadOf(caller)] = error;
}

DeviceError ChildGrids::lastError(const Caller& caller, bool clear) {
    const auto found = m_errors.find(threadOf(caller));
    if (found == m_errors.end()) return DeviceError::None;
    const DeviceError error = found->second;
    if (clear) m_errors.erase(found);
    return error;
}

void ChildGrids::blockEnded(std::uint64_t time) {
    m_grids[0].record.end = m_now = time;
}

void ChildGrids::finish(PrintBuffer& printed) {
    complete(0, printed);
}

std::vector<GridRecord> ChildGrids::records() const {
    std::vector<GridRecord> list;
    if (m_grids.size() > 1)
        for (const Grid& grid : m_grids) list.push_back(grid.record);
    return list;
}

} // namespace lanescope::ptx
