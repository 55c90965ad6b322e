// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/streams.h"

#include "device/cuda/context/cuda_module.h"
#include "device/cuda/cuda_event.h"
#include "device/cuda/device_memory.h"
#include "model/clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <thread>
#include <vector>

namespace lanescope::device {

namespace {

using model::StreamCommand;
using model::StreamProgram;
using Call = model::StreamCommandKind;

constexpr unsigned kThreads = 256;
/// A multiprocessor holds so many of the kernel's blocks: no more warps than its dependent operations leave
/// room for, so that kernels that share the device do not slow each other down.
constexpr int kResident = 2;
constexpr std::size_t kLocked = std::size_t{64} << 10; // of a page-locked allocation: locking takes its time
constexpr int kMostRepetitions = 7, kWarmUps = 2;
constexpr double kMostSeconds = 0.5;
constexpr std::size_t kScratch = std::size_t{4} << 20; // what an allocation between streams asks for

struct FreeHost {
    void operator()(void* memory) const { ignoreError(cudaFreeHost(memory)); }
};
/// Page-locked memory of the host.
using LockedMemory = std::unique_ptr<void, FreeHost>;

/// Streams that the default stream synchronizes with, as cudaStreamCreate makes them.
class Streams {
public:
    Streams(CudaContext& context, const StreamProgram& program) {
        int least = 0, greatest = 0;
        LANESCOPE_CUDA(context, cudaDeviceGetStreamPriorityRange(&least, &greatest));
        for (int i = 0; i < program.streams; ++i) {
            const auto index = static_cast<std::size_t>(i);
            const int wanted = index < program.priorities.size() ? program.priorities[index] : 0;
            cudaStream_t made = nullptr;
            LANESCOPE_CUDA(context, cudaStreamCreateWithPriority(&made, cudaStreamDefault,
                                                                 wanted < 0 ? greatest : least));
            m_streams.push_back(made);
        }
    }
    ~Streams() {
        for (cudaStream_t stream : m_streams) {
            ignoreError(cudaStreamSynchronize(stream));
            ignoreError(cudaStreamDestroy(stream));
        }
    }
    Streams(const Streams&) = delete;
    Streams& operator=(const Streams&) = delete;
    cudaStream_t operator[](int i) const { return m_streams[static_cast<std::size_t>(i)]; }

private:
    std::vector<cudaStream_t> m_streams;
};

/// A host function's part: how long it is to work, and when it did.
struct HostWork {
    Clock::time_point zero;
    double seconds = 0, start = 0, end = 0;
    static void run(void* self) {
        auto& work = *static_cast<HostWork*>(self);
        work.start = secondsSince(work.zero);
        while (secondsSince(work.zero) < work.start + work.seconds) std::this_thread::yield();
        work.end = secondsSince(work.zero);
    }
};

/// What one repetition left: times in seconds since the start event, or since the host's clock then.
struct Raw {
    std::vector<double> issued, returned, ended, hostStart, hostEnd;
    std::vector<std::array<std::uint64_t, 2>> clock; ///< of kernels, nanoseconds; 0 for others
    double seconds = 0;
};

} // namespace

struct StreamBench::State {
    explicit State(const Info& on) : info(on), context(std::make_shared<CudaContext>(on.ordinal)) {
        const recording::ModulePointer file = findKernelFile("streams");
        module = std::make_unique<CudaModule>(context, file->ptx, file->path);
        int shared = 0, most = 0;
        LANESCOPE_CUDA(*context, cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor,
                                                        info.ordinal));
        LANESCOPE_CUDA(*context,
                       cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, info.ordinal));
        // More than a third: a third block finds no room.
        dynamicBytes = static_cast<std::uint32_t>(std::min(shared / (kResident + 1) + 1024, most));
        function = module->function(*module->module().find("processTimed"), dynamicBytes);
        int resident = 0;
        LANESCOPE_CUDA(*context, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, function, kThreads,
                                                                               dynamicBytes));
        capacity = static_cast<double>(resident) * info.multiprocessors;
        scratch = allocate(2 * kScratch);
        clocks = allocate(kMostCommands * sizeof(std::array<std::uint64_t, 2>));
    }

    static constexpr std::size_t kMostCommands = 256;

    DeviceMemory allocate(std::size_t bytes) const {
        return allocateMemory(*context, bytes, "the streams' array", info);
    }

    /// Arrays at both ends; they grow with the programs.
    void reserve(std::uint64_t bytes, bool pageable) {
        if (bytes > deviceBytes) {
            in.reset();
            out.reset();
            deviceBytes = 0;
            in = allocate(bytes);
            out = allocate(bytes);
            deviceBytes = bytes;
        }
        if (pageable && host.size() < bytes) host.resize(bytes);
        if (!pageable && bytes > lockedBytes) {
            locked.reset();
            lockedBytes = 0;
            void* made = nullptr;
            LANESCOPE_CUDA(*context, cudaMallocHost(&made, bytes));
            locked.reset(made);
            lockedBytes = bytes;
            std::memset(made, 0, bytes);
        }
    }

    std::uint32_t blocksOf(double fill) const {
        return static_cast<std::uint32_t>(std::max(std::round(fill * capacity), 1.0));
    }

    void launch(std::uint64_t offset, std::uint64_t bytes, double fill, int rounds, std::size_t clock,
                cudaStream_t stream) {
        auto* to = static_cast<float*>(out.get()) + offset / sizeof(float);
        const auto* from = static_cast<const float*>(in.get()) + offset / sizeof(float);
        int count = static_cast<int>(bytes / sizeof(float));
        auto* stamps = static_cast<std::uint64_t*>(clocks.get()) + 2 * clock;
        std::array<void*, 5> arguments{static_cast<void*>(&to), static_cast<void*>(&from), &count, &rounds,
                                       static_cast<void*>(&stamps)};
        cudaLaunchConfig_t config{};
        config.gridDim = dim3(blocksOf(fill));
        config.blockDim = dim3(kThreads);
        config.dynamicSmemBytes = dynamicBytes;
        config.stream = stream;
        LANESCOPE_CUDA(*context, cudaLaunchKernelExC(&config, function, arguments.data()));
    }

    double timeOf(std::uint64_t bytes, double fill, int rounds) {
        CudaEvent before(*context), after(*context);
        double best = 1;
        for (int i = 0; i < 3; ++i) {
            LANESCOPE_CUDA(*context, cudaEventRecord(before.get(), context->stream()));
            launch(0, bytes, fill, rounds, 0, context->stream());
            LANESCOPE_CUDA(*context, cudaEventRecord(after.get(), context->stream()));
            context->synchronize();
            float milliseconds = 0;
            LANESCOPE_CUDA(*context, cudaEventElapsedTime(&milliseconds, before.get(), after.get()));
            best = std::min(best, static_cast<double>(milliseconds) * 1e-3);
        }
        return best;
    }

    /// Rounds with which a kernel over so many bytes takes so long when it is alone.
    int roundsFor(std::uint64_t bytes, double fill, double seconds) {
        constexpr int kFew = 64, kMost = 1 << 22;
        const auto key = std::pair(bytes, fill);
        auto found = pace.find(key);
        if (found == pace.end()) {
            const double none = timeOf(bytes, fill, 0);
            int many = kFew;
            double time = timeOf(bytes, fill, many);
            // Until the rounds stand out from what the launch and the memory take.
            while (time < 2 * none && many < kMost) time = timeOf(bytes, fill, many *= 4);
            found = pace.emplace(key, std::pair(none, (time - none) / many)).first;
        }
        const auto [none, round] = found->second;
        if (round <= 0) return 0;
        return static_cast<int>(std::clamp((seconds - none) / round, 0.0, double{kMost}));
    }

    Raw once(const StreamProgram& program, const Streams& streams, const std::vector<int>& rounds,
             const std::vector<std::uint64_t>& offsets);
    void issue(const StreamProgram& program, std::size_t i, const Streams& streams, int rounds,
               std::uint64_t offset);

    Info info;
    std::shared_ptr<CudaContext> context;
    std::unique_ptr<CudaModule> module;
    const void* function = nullptr;
    std::uint32_t dynamicBytes = 0;
    double capacity = 1; // blocks that the device holds at once
    DeviceMemory in, out, scratch, clocks;
    LockedMemory locked;
    std::vector<std::byte> host;
    std::uint64_t deviceBytes = 0, lockedBytes = 0, part = 0;
    std::vector<CudaEvent> ends, records;
    std::vector<HostWork> works;
    std::vector<void*> allocations; // allocated between streams, freed after the repetition
    std::map<std::pair<std::uint64_t, double>, std::pair<double, double>> pace;
};

void StreamBench::State::issue(const StreamProgram& program, std::size_t i, const Streams& streams,
                               int rounds, std::uint64_t offset) {
    CudaContext& on = *context;
    const StreamCommand& command = program.commands[i];
    cudaStream_t stream = streams[command.stream];
    std::byte* end = command.pageable ? host.data() : static_cast<std::byte*>(locked.get());
    void* fresh = nullptr;
    switch (command.kind) {
    case Call::CopyIn:
        LANESCOPE_CUDA(on, cudaMemcpyAsync(static_cast<std::byte*>(in.get()) + offset, end + offset,
                                           command.bytes, cudaMemcpyHostToDevice, stream));
        break;
    case Call::CopyOut:
        LANESCOPE_CUDA(on, cudaMemcpyAsync(end + offset, static_cast<std::byte*>(out.get()) + offset,
                                           command.bytes, cudaMemcpyDeviceToHost, stream));
        break;
    case Call::Kernel:
        launch(offset, part, command.fill, rounds, i, stream);
        break;
    case Call::EventRecord:
        LANESCOPE_CUDA(on, cudaEventRecord(records[static_cast<std::size_t>(command.event)].get(), stream));
        return;
    case Call::EventWait:
        LANESCOPE_CUDA(
            on, cudaStreamWaitEvent(stream, records[static_cast<std::size_t>(command.event)].get(), 0));
        return;
    case Call::StreamQuery:
        if (const cudaError_t code = cudaStreamQuery(stream); code == cudaErrorNotReady)
            ignoreError(code); // it is the answer
        else
            LANESCOPE_CUDA(on, code);
        return;
    case Call::HostFunction:
        LANESCOPE_CUDA(on, cudaLaunchHostFunc(stream, &HostWork::run, &works[i]));
        break;
    case Call::PageLockedMalloc:
        LANESCOPE_CUDA(on, cudaMallocHost(&fresh, kLocked));
        allocations.push_back(fresh);
        return;
    case Call::DeviceMalloc:
        LANESCOPE_CUDA(on, cudaMalloc(&fresh, kScratch));
        allocations.push_back(fresh);
        return;
    case Call::DeviceMemset:
        LANESCOPE_CUDA(on, cudaMemset(scratch.get(), 0, kScratch));
        break;
    case Call::CopyWithin:
        LANESCOPE_CUDA(on, cudaMemcpy(static_cast<std::byte*>(scratch.get()) + kScratch, scratch.get(),
                                      kScratch, cudaMemcpyDeviceToDevice));
        break;
    case Call::DefaultKernel:
        launch(0, std::min<std::uint64_t>(part, kScratch), 1, 1, i, nullptr);
        break;
    case Call::CacheSwitch:
        LANESCOPE_CUDA(on, cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
        return;
    }
    const bool inDefault = model::synchronizesImplicitly(command.kind);
    LANESCOPE_CUDA(on, cudaEventRecord(ends[i].get(), inDefault ? nullptr : stream));
}

namespace {

/// Commands behind which an event was recorded.
bool hasEnd(Call kind) {
    return !model::isMark(kind) && kind != Call::PageLockedMalloc && kind != Call::DeviceMalloc &&
           kind != Call::CacheSwitch;
}

/// Ends are known; starts follow from what a command had to wait for in any case.
model::Schedule scheduleOf(const StreamProgram& program, const Raw& raw) {
    model::Schedule schedule;
    const std::size_t count = program.commands.size();
    // The device's clock and the events' differ by a constant; an event comes a little after its kernel.
    std::uint64_t first = ~std::uint64_t{0};
    for (const auto& stamps : raw.clock)
        if (stamps[1] != 0) first = std::min(first, stamps[0]);
    double shift = 1e300;
    for (std::size_t i = 0; i < count; ++i)
        if (raw.clock[i][1] != 0)
            shift = std::min(shift, raw.ended[i] - static_cast<double>(raw.clock[i][1] - first) * 1e-9);

    std::map<int, double> streamFree;
    std::map<int, double> recorded;
    double barrier = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const StreamCommand& command = program.commands[i];
        const bool implicit = model::synchronizesImplicitly(command.kind);
        model::ScheduledCommand ran;
        ran.engine = engineOf(command.kind);
        ran.issued = raw.issued[i];
        ran.returned = raw.returned[i];
        double& free = streamFree[command.stream];
        ran.ready = std::max({ran.issued, free, barrier});
        if (implicit)
            for (const auto& [stream, until] : streamFree) ran.ready = std::max(ran.ready, until);
        if (command.kind == Call::EventWait) {
            ran.start = ran.end = std::max(ran.ready, recorded[command.event]);
        } else if (command.kind == Call::HostFunction) {
            // The event behind it comes later: the device has to hear of the end first.
            ran.start = raw.hostStart[i];
            ran.end = raw.hostEnd[i];
        } else if (!hasEnd(command.kind)) {
            const bool record = command.kind == Call::EventRecord;
            ran.start = record ? ran.ready : ran.issued;
            ran.end = record ? ran.ready : ran.returned;
        } else {
            ran.end = raw.ended[i];
            ran.start = std::min(ran.ready, ran.end);
            if (raw.clock[i][1] != 0 && command.kind == Call::Kernel)
                ran.start = std::clamp(shift + static_cast<double>(raw.clock[i][0] - first) * 1e-9, ran.start,
                                       ran.end);
        }
        if (command.kind == Call::EventRecord) recorded[command.event] = ran.end;
        if (implicit && hasEnd(command.kind)) barrier = std::max(barrier, ran.end);
        if (!implicit && command.kind != Call::StreamQuery) free = std::max(free, ran.end);
        schedule.commands.push_back(ran);
        schedule.seconds = std::max(schedule.seconds, ran.end);
    }
    // An engine carries one copy at a time.
    for (const model::Engine engine : {model::Engine::CopyIn, model::Engine::CopyOut}) {
        std::vector<model::ScheduledCommand*> copies;
        for (model::ScheduledCommand& each : schedule.commands)
            if (each.engine == engine) copies.push_back(&each);
        std::ranges::sort(copies, {}, [](const auto* each) { return each->end; });
        for (std::size_t i = 1; i < copies.size(); ++i)
            copies[i]->start = std::max(copies[i]->start, copies[i - 1]->end);
    }
    return schedule;
}

} // namespace

Raw StreamBench::State::once(const StreamProgram& program, const Streams& streams,
                             const std::vector<int>& rounds, const std::vector<std::uint64_t>& offsets) {
    CudaContext& on = *context;
    const std::size_t count = program.commands.size();
    Raw raw;
    raw.issued.resize(count);
    raw.returned.resize(count);
    raw.ended.resize(count);
    raw.hostStart.resize(count);
    raw.hostEnd.resize(count);
    raw.clock.assign(count, {~std::uint64_t{0}, 0});
    works.assign(count, {});
    for (std::size_t i = 0; i < count; ++i) works[i].seconds = program.commands[i].seconds;
    LANESCOPE_CUDA(
        on, cudaMemcpy(clocks.get(), raw.clock.data(), count * sizeof raw.clock[0], cudaMemcpyHostToDevice));
    LANESCOPE_CUDA(on, cudaDeviceSynchronize());
    const CudaEvent start(on);
    LANESCOPE_CUDA(on, cudaEventRecord(start.get(), streams[0]));
    const Clock::time_point zero = Clock::now();
    for (HostWork& work : works) work.zero = zero;
    for (std::size_t i = 0; i < count; ++i) {
        raw.issued[i] = secondsSince(zero);
        issue(program, i, streams, rounds[i], offsets[i]);
        raw.returned[i] = secondsSince(zero);
    }
    LANESCOPE_CUDA(on, cudaDeviceSynchronize());
    for (std::size_t i = 0; i < count; ++i) {
        if (hasEnd(program.commands[i].kind)) {
            float milliseconds = 0;
            LANESCOPE_CUDA(on, cudaEventElapsedTime(&milliseconds, start.get(), ends[i].get()));
            raw.ended[i] = static_cast<double>(milliseconds) * 1e-3;
        }
        raw.hostStart[i] = works[i].start;
        raw.hostEnd[i] = works[i].end;
        raw.seconds = std::max({raw.seconds, raw.ended[i]});
    }
    LANESCOPE_CUDA(
        on, cudaMemcpy(raw.clock.data(), clocks.get(), count * sizeof raw.clock[0], cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < count; ++i)
        if (program.commands[i].kind == Call::PageLockedMalloc) {
            ignoreError(cudaFreeHost(allocations.back()));
            allocations.pop_back();
        } else if (program.commands[i].kind == Call::DeviceMalloc) {
            ignoreError(cudaFree(allocations.back()));
            allocations.pop_back();
        }
    return raw;
}

StreamBench::StreamBench(const Info& info) : m_state(std::make_unique<State>(info)) {}
StreamBench::~StreamBench() = default;

StreamMeasurement StreamBench::measure(const StreamProgram& program) {
    State& s = *m_state;
    s.context->use();
    const std::size_t count = program.commands.size();
    if (count > State::kMostCommands)
        throw Error(
            fmt::format("a program of {} commands is not timed: {} at most", count, State::kMostCommands));
    std::vector<std::uint64_t> offsets(count);
    std::map<int, std::uint64_t> place; // of a stream's part in the array
    std::uint64_t bytes = 0;
    bool pageable = false;
    for (const StreamCommand& command : program.commands) {
        if (command.kind != Call::CopyIn) continue;
        if (place.emplace(command.stream, bytes).second) bytes += command.bytes;
        s.part = command.bytes;
        pageable = pageable || command.pageable;
    }
    if (bytes == 0 || bytes > kMostStreamBytes)
        throw Error(fmt::format("streams are timed with copies of 1 to {} bytes in all, not {}",
                                kMostStreamBytes, bytes));
    s.reserve(bytes, pageable);
    int events = 0;
    for (std::size_t i = 0; i < count; ++i) {
        offsets[i] = place[program.commands[i].stream];
        events = std::max(events, program.commands[i].event + 1);
    }
    while (s.ends.size() < count) s.ends.emplace_back(*s.context);
    while (s.records.size() < static_cast<std::size_t>(events)) s.records.emplace_back(*s.context);
    std::vector<int> rounds(count);
    for (std::size_t i = 0; i < count; ++i)
        if (program.commands[i].kind == Call::Kernel)
            rounds[i] = s.roundsFor(s.part, program.commands[i].fill, program.commands[i].seconds);

    StreamProgram serial{program.streams, {}, {}};
    std::vector<int> serialRounds;
    std::vector<std::uint64_t> serialOffsets;
    for (std::size_t i = 0; i < count; ++i) {
        const Call kind = program.commands[i].kind;
        if (model::isMark(kind) || model::synchronizesImplicitly(kind)) continue;
        serial.commands.push_back(program.commands[i]);
        serial.commands.back().stream = 0;
        serialRounds.push_back(rounds[i]);
        serialOffsets.push_back(offsets[i]);
    }

    // In turn, so that what slows the device or the host down for a while slows both.
    const Streams streams(*s.context, program);
    const Clock::time_point begin = Clock::now();
    std::vector<Raw> runs;
    std::vector<double> inTurn;
    for (int i = 0; i < kMostRepetitions + kWarmUps; ++i) {
        Raw raw = s.once(program, streams, rounds, offsets);
        const double oneStream = s.once(serial, streams, serialRounds, serialOffsets).seconds;
        if (i < kWarmUps) continue;
        runs.push_back(std::move(raw));
        inTurn.push_back(oneStream);
        if (secondsSince(begin) > kMostSeconds) break;
    }
    std::ranges::sort(runs, {}, &Raw::seconds);
    std::ranges::sort(inTurn);
    StreamMeasurement measurement{program, {}, 0, 0, s.info.name, {}};
    measurement.repetitions = static_cast<int>(runs.size());
    measurement.schedule = scheduleOf(program, runs[runs.size() / 2]);
    measurement.serialSeconds = inTurn[inTurn.size() / 2];
    return measurement;
}

} // namespace lanescope::device
