// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/transfers/streams.h"

#include "model/by_value.h"
#include "model/transfers/bus.h"
#include "model/transfers/streams_simulation.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace lanescope::model {

namespace {

using Kind = StreamTaskKind;

/// Largest number of grids that run at once, from a capability on (CUDA C++ Programming Guide, technical
/// specifications).
struct Grids {
    ComputeCapability from;
    int count;
};
constexpr std::array kGrids{Grids{{1, 0}, 1},   Grids{{2, 0}, 16},  Grids{{3, 2}, 4},  Grids{{3, 5}, 32},
                            Grids{{5, 3}, 16},  Grids{{6, 0}, 128}, Grids{{6, 1}, 32}, Grids{{6, 2}, 16},
                            Grids{{7, 0}, 128}, Grids{{7, 2}, 16},  Grids{{7, 5}, 128}};

} // namespace

Engine engineOf(Kind kind) {
    switch (kind) {
    case Kind::CopyIn:
        return Engine::CopyIn;
    case Kind::CopyOut:
        return Engine::CopyOut;
    case Kind::Kernel:
    case Kind::Memset:
    case Kind::CopyWithin:
        return Engine::Compute;
    default:
        return Engine::Host;
    }
}

bool isWork(StreamWait wait) {
    return wait == StreamWait::None || wait == StreamWait::StreamOrder || wait == StreamWait::Engine ||
           wait == StreamWait::DeviceFull || wait == StreamWait::Event || wait == StreamWait::HostSignal;
}

namespace {

std::string_view edgeName(Kind kind) {
    return kind == Kind::EventRecord ? "graph edge begins" : "graph edge ends";
}

} // namespace

std::string_view nameOf(const StreamTask& task) {
    if (task.isEdge) return edgeName(task.kind);
    constexpr ByValue<Kind, std::string_view, 15> kNames(
        {{Kind::CopyIn, "copy in"},
         {Kind::Kernel, "kernel"},
         {Kind::CopyOut, "copy out"},
         {Kind::Memset, "device memset"},
         {Kind::CopyWithin, "copy within the device"},
         {Kind::EventRecord, "event record"},
         {Kind::EventWait, "event wait"},
         {Kind::HostFunction, "host function"},
         {Kind::StreamQuery, "stream query"},
         {Kind::StreamMalloc, "cudaMallocAsync"},
         {Kind::StreamFree, "cudaFreeAsync"},
         {Kind::HostWait, "host waits"},
         {Kind::PageLockedMalloc, "page-locked allocation"},
         {Kind::DeviceMalloc, "device allocation"},
         {Kind::CacheSwitch, "switch of L1 and shared memory"}});
    if (task.kind == Kind::Kernel && task.stream == kDefaultStream) return "kernel in the default stream";
    const bool isNamed = task.kind == Kind::StreamMalloc || task.kind == Kind::StreamFree;
    return isNamed && !task.function.empty() ? task.function : kNames[task.kind];
}

bool synchronizesImplicitly(const StreamTask& task) {
    return task.kind >= Kind::PageLockedMalloc || task.stream == kDefaultStream;
}

bool keepsApart(const StreamProgram& program, const StreamTask& implicit, const StreamTask& other) {
    const bool isOfDefault = implicit.stream == kDefaultStream && implicit.kind != Kind::HostWait &&
                             implicit.kind < Kind::PageLockedMalloc;
    return !isOfDefault || std::ranges::find(program.nonBlocking, other.stream) == program.nonBlocking.end();
}

int streamNumber(const StreamTask& task) {
    return task.stream - kDefaultStream;
}

bool isMark(StreamTaskKind kind) {
    return kind >= Kind::EventRecord && kind <= Kind::HostWait && kind != Kind::HostFunction;
}

std::string_view callOf(const StreamTask& task) {
    constexpr ByValue<Kind, std::string_view, 15> kCalls({{Kind::CopyIn, "cudaMemcpy to the device"},
                                                          {Kind::Kernel, "kernel in the default stream"},
                                                          {Kind::CopyOut, "cudaMemcpy to the host"},
                                                          {Kind::Memset, "cudaMemset"},
                                                          {Kind::CopyWithin, "cudaMemcpy within the device"},
                                                          {Kind::EventRecord, "cudaEventRecord"},
                                                          {Kind::EventWait, "cudaStreamWaitEvent"},
                                                          {Kind::HostFunction, "cudaLaunchHostFunc"},
                                                          {Kind::StreamQuery, "cudaStreamQuery"},
                                                          {Kind::StreamMalloc, "cudaMallocAsync"},
                                                          {Kind::StreamFree, "cudaFreeAsync"},
                                                          {Kind::HostWait, "cudaDeviceSynchronize"},
                                                          {Kind::PageLockedMalloc, "cudaMallocHost"},
                                                          {Kind::DeviceMalloc, "cudaMalloc"},
                                                          {Kind::CacheSwitch, "cudaFuncSetCacheConfig"}});
    return task.function.empty() ? kCalls[task.kind] : task.function;
}

std::string commandName(const StreamProgram& program, int command) {
    const StreamTask& named = program.commands[static_cast<std::size_t>(command)];
    if (!named.isEdge && (synchronizesImplicitly(named) || named.kind == Kind::StreamQuery))
        return std::string(callOf(named));
    if (named.kind == Kind::HostWait && named.event >= 0) return "cudaEventSynchronize";
    if (const int branch = branchOf(program, named.stream))
        return std::string(nameOf(named)) + ", graph branch " + std::to_string(branch);
    return std::string(nameOf(named)) + ", stream " + std::to_string(streamNumber(named));
}

int ownStreams(const StreamProgram& program) {
    return program.streams - program.branches;
}

bool hasSeveralStreams(const StreamProgram& program) {
    return program.streams > 1 || program.branches > 0;
}

int branchOf(const StreamProgram& program, int stream) {
    return std::max(stream - ownStreams(program) + 1, 0);
}

StreamDevice streamDevice(const Architecture& architecture) {
    const ComputeCapability cc = architecture.cc;
    StreamDevice device;
    if (cc == ComputeCapability{1, 0})
        device.copyEngines = 0;
    else if (cc.major == 1)
        device.copyEngines = 1;
    else
        // GeForce boards of 2.1 and 3.0, and those that share the host's memory, report one engine.
        for (const ComputeCapability one : {ComputeCapability{2, 1}, {3, 0}, {3, 2}, {5, 3}, {6, 2}, {7, 2}})
            if (cc == one) device.copyEngines = 1;
    for (const Grids& row : kGrids)
        if (cc >= row.from) device.concurrentKernels = row.count;
    // Hyper-Q and stream priorities came with CC 3.5 (Kepler GK110 white paper;
    // cudaStreamCreateWithPriority).
    const bool old = cc < ComputeCapability{3, 5};
    device.hardwareQueues = old ? 1 : 32;
    device.priorities = !old;
    // There is no L1 in CC 1.x, and one of fixed size in 5.x and 6.x (Guide, compute capabilities).
    device.splitsCache = cc.major != 1 && cc.major != 5 && cc.major != 6;
    device.mallocSeparates = cc < ComputeCapability{9, 0};
    device.pageableAlone = cc < ComputeCapability{9, 0};
    if (const auto bus = busOf(architecture))
        device.bothWays =
            bus->bothWaysGBps(bus->payloadBytes()) / 2 / bus->packetGBps(bus->payloadBytes(), false);
    device.checksDependencies = device.concurrentKernels > 1 && cc <= ComputeCapability{3, 0};
    return device;
}

bool separatesStreams(const StreamTask& task, const StreamDevice& device) {
    if (task.kind == StreamTaskKind::CacheSwitch) return device.splitsCache;
    if (task.kind == StreamTaskKind::DeviceMalloc) return device.mallocSeparates;
    return synchronizesImplicitly(task);
}

std::string_view ruleOf(StreamWait wait) {
    switch (wait) {
    case StreamWait::None:
        return "starts as soon as the device has it";
    case StreamWait::StreamOrder:
        return "waits for the command before it in its stream";
    case StreamWait::Engine:
        return "waits for its engine, which is at work";
    case StreamWait::QueueOrder:
        return "is queued behind a command that has not begun: the engine takes them as they were issued";
    case StreamWait::DeviceFull:
        return "waits for room on the device, which other kernels have";
    case StreamWait::KernelQueue:
        return "is queued behind a kernel that has not begun: there is one hardware queue";
    case StreamWait::DependencyCheck:
        return "needs a dependency check, which waits until all blocks of all launches before have started";
    case StreamWait::CheckedLaunch:
        return "is held back while a command before it waits for its stream's kernel";
    case StreamWait::Implicit:
        return "synchronizes the streams, or comes behind a command that does";
    case StreamWait::Event:
        return "waits for an event of another stream";
    case StreamWait::HostSignal:
        return "waits for the signal between device and host that comes before and after a host function";
    case StreamWait::Pageable:
        return "waits for a copy of pageable memory, or is one that lets nothing run beside it";
    }
    return "";
}

double Schedule::overlap() const {
    std::vector<std::pair<double, int>> steps;
    for (const Engine engine : {Engine::CopyIn, Engine::Compute, Engine::CopyOut}) {
        // The union of an engine's spans, so that kernels that share the device count once.
        std::vector<std::pair<double, double>> spans;
        for (const ScheduledCommand& each : commands)
            if (each.engine == engine && each.end > each.start) spans.emplace_back(each.start, each.end);
        std::ranges::sort(spans);
        for (std::size_t i = 0; i < spans.size();) {
            double end = spans[i].second;
            std::size_t next = i + 1;
            for (; next < spans.size() && spans[next].first <= end; ++next)
                end = std::max(end, spans[next].second);
            steps.emplace_back(spans[i].first, 1);
            steps.emplace_back(end, -1);
            i = next;
        }
    }
    std::ranges::sort(steps);
    double total = 0, since = 0;
    int working = 0;
    for (const auto& [at, change] : steps) {
        if (working >= 2) total += at - since;
        working += change;
        since = at;
    }
    return total;
}

double Schedule::busy(Engine engine) const {
    double total = 0, until = 0;
    std::vector<std::pair<double, double>> spans;
    for (const ScheduledCommand& each : commands)
        if (each.engine == engine) spans.emplace_back(each.start, each.end);
    std::ranges::sort(spans);
    for (const auto& [start, end] : spans) {
        total += std::max(end - std::max(start, until), 0.0);
        until = std::max(until, end);
    }
    return total;
}

double serialSeconds(const StreamProgram& program, const StreamDevice& device) {
    StreamProgram one{1, {}, program.commands};
    for (StreamTask& command : one.commands) command.stream = std::min(command.stream, 0);
    return simulate(one, device).seconds;
}

double leastSeconds(const StreamProgram& program, const StreamDevice& device) {
    double in = 0, out = 0, kernels = 0;
    for (const StreamTask& command : program.commands) {
        if (command.kind == Kind::CopyIn) in += command.seconds;
        if (command.kind == Kind::CopyOut) out += command.seconds;
        if (engineOf(command.kind) == Engine::Compute)
            kernels += command.seconds * (device.concurrentKernels > 1 ? std::min(command.fill, 1.0) : 1.0);
    }
    if (device.copyEngines == 0) return in + out + kernels;
    return std::max(device.copyEngines == 1 ? in + out : std::max(in, out), kernels);
}

double busiestSeconds(const Schedule& schedule, int copyEngines) {
    const double in = schedule.busy(Engine::CopyIn);
    const double kernels = schedule.busy(Engine::Compute);
    const double out = schedule.busy(Engine::CopyOut);
    if (copyEngines >= 2) return std::max({in, kernels, out});
    return copyEngines == 1 ? std::max(in + out, kernels) : in + kernels + out;
}

std::optional<std::size_t> passedCall(const StreamProgram& program, const Schedule& ran) {
    constexpr double kClocks = 5e-6; // steps of the events
    for (std::size_t call = 0; call < program.commands.size(); ++call) {
        if (!synchronizesImplicitly(program.commands[call])) continue;
        double before = 0;
        double behind = ran.seconds;
        for (std::size_t i = 0; i < program.commands.size(); ++i) {
            if (ran.commands[i].engine == Engine::Host) continue;
            if (!keepsApart(program, program.commands[call], program.commands[i])) continue;
            if (i < call) before = std::max(before, ran.commands[i].end);
            if (i > call) behind = std::min(behind, ran.commands[i].start);
        }
        if (behind < before - kClocks) return call;
    }
    return std::nullopt;
}

std::vector<StreamLoss> losses(const Schedule& schedule) {
    std::map<StreamWait, StreamLoss> found;
    for (std::size_t i = 0; i < schedule.commands.size(); ++i) {
        const ScheduledCommand& each = schedule.commands[i];
        if (isWork(each.wait) || each.lost <= kInstant) continue;
        StreamLoss& loss = found[each.wait];
        loss.wait = each.wait;
        loss.seconds += each.lost;
        if (loss.command < 0 ||
            each.held > schedule.commands[static_cast<std::size_t>(loss.command)].held + kInstant) {
            loss.command = static_cast<int>(i);
            loss.heldBy = each.heldBy;
        }
    }
    std::vector<StreamLoss> all;
    for (const auto& [wait, loss] : found) all.push_back(loss);
    std::ranges::stable_sort(all, std::ranges::greater{}, &StreamLoss::seconds);
    return all;
}

double secondsWithout(StreamWait rule, const StreamProgram& program, const StreamDevice& device) {
    StreamProgram changed = program;
    StreamDevice freer = device;
    if (rule == StreamWait::QueueOrder) freer.copyEngines = 2;
    if (rule == StreamWait::QueueOrder || rule == StreamWait::KernelQueue)
        freer.hardwareQueues = std::max(freer.hardwareQueues, program.streams);
    if (rule == StreamWait::DependencyCheck || rule == StreamWait::CheckedLaunch)
        freer.checksDependencies = false;
    if (rule == StreamWait::Implicit) std::erase_if(changed.commands, synchronizesImplicitly);
    if (rule == StreamWait::Pageable)
        for (StreamTask& command : changed.commands) command.pageable = false;
    return simulate(changed, freer).seconds;
}

} // namespace lanescope::model
