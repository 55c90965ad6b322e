// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/streams.h"

#include "device/cuda/context/cuda_context.h"
#include "device/cuda/cuda_executor.h"
#include "device/cuda/device_memory.h"
#include "model/clock.h"
#include "recording/stream_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace lanescope::device {

namespace {

using Kind = model::StreamTaskKind;
using recording::Recording;
using recording::StreamNumber;

/// A multiprocessor holds so many blocks of a kernel with a pace: no more warps than its dependent operations
/// leave room for, so that kernels that share the device do not slow each other down.
constexpr int kResident = 2;
constexpr std::size_t kMostCommands = 256;
constexpr int kMostRepetitions = 7, kWarmUps = 2;
constexpr double kMostSeconds = 0.5;
constexpr std::uint64_t kElement = 4; // bytes, of a kernel with a pace

LockedMemory lock(CudaContext& context, std::uint64_t bytes) {
    void* made = nullptr;
    LANESCOPE_CUDA(context, cudaMallocHost(&made, bytes));
    std::memset(made, 0, bytes);
    return LockedMemory(made);
}

/// What one repetition left, by command: times in seconds since the start event, or since the host's clock
/// then.
struct Raw {
    std::vector<double> issued, returned, ended, hostStart, hostEnd;
    std::vector<std::array<std::uint64_t, 2>> clock; ///< of kernels that note it, nanoseconds; 0 for others
    double seconds = 0;

    explicit Raw(std::size_t count)
        : issued(count), returned(count), ended(count), hostStart(count), hostEnd(count),
          clock(count, {~std::uint64_t{0}, 0}) {}
};

/// Commands behind which an event is recorded.
bool hasEnd(const model::StreamTask& task) {
    return engineOf(task.kind) != model::Engine::Host || task.kind == Kind::HostFunction;
}

/// Makes a recording's calls from memory that is ready, with launches that take the time of their pace.
class TimedCalls final : public CudaExecutor {
public:
    TimedCalls(std::shared_ptr<CudaContext> context, const Info& info, CudaModules& modules,
               const std::shared_ptr<const Recording>& recording)
        : CudaExecutor(std::move(context), info, modules, *recording), m_recording(recording),
          m_host(recording->calls.size()) {}

    /// Where the bytes of a copy lie on the host.
    void place(std::size_t call, std::span<std::byte> bytes) { m_host[call] = bytes; }
    /// All calls that name a stream are made in one that the default stream waits for, and that waits for it,
    /// as model::serialSeconds() has it.
    void setInOne(bool inOne) { m_inOne = inOne; }

    /// Makes a call. Throws OutOfMemory, or as LANESCOPE_CUDA does.
    void make(std::size_t call) {
        const recording::Call& what = m_recording->calls[call];
        const auto code = static_cast<cudaError_t>(execute(*m_recording, call));
        if (code == cudaSuccess) return;
        if (code == cudaErrorNotReady && std::holds_alternative<recording::QueryStream>(what))
            return ignoreError(code); // it is the answer
        const auto* allocate = std::get_if<recording::Allocate>(&what);
        if (allocate && code == cudaErrorMemoryAllocation)
            refuseMemory(*context(), m_recording->objects[allocate->object].bytes,
                         m_recording->name(allocate->object), info());
        context()->check(code, recording::textOf(*m_recording, what).c_str(), __FILE__, __LINE__);
    }

    cudaStream_t on(StreamNumber number) override {
        return CudaExecutor::on(m_inOne && number > 0 ? blockingStream() : number);
    }

private:
    /// The first; 0, the default stream itself: none of them is.
    StreamNumber blockingStream() const {
        for (StreamNumber number = 1; number <= m_recording->streamPriorities.size(); ++number)
            if (std::ranges::find(m_recording->nonBlockingStreams, number) ==
                m_recording->nonBlockingStreams.end())
                return number;
        return 0;
    }
    // The contents are there since the recording was bound.
    std::span<std::byte> source(const recording::CopyIn& /*call*/) override { return m_host[callIndex()]; }
    std::optional<std::span<std::byte>> destination(const recording::CopyOut& call,
                                                    std::uint64_t /*bytes*/) override {
        if (call.bytes == 0) return std::nullopt; // read behind the last call
        return m_host[callIndex()];
    }

    std::shared_ptr<const Recording> m_recording;
    std::vector<std::span<std::byte>> m_host; // by call
    bool m_inOne = false;
};

/// What a measurement works with; some of it is kept for the next.
struct Bench {
    explicit Bench(const Info& on) : info(on), context(std::make_shared<CudaContext>(on.ordinal)) {
        int shared = 0, most = 0;
        LANESCOPE_CUDA(*context, cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor,
                                                        info.ordinal));
        LANESCOPE_CUDA(*context,
                       cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, info.ordinal));
        // More than a third: a third block finds no room.
        pacedShared = static_cast<std::uint32_t>(std::min(shared / (kResident + 1) + 1024, most));
        clocks = allocate(kMostCommands * sizeof(std::array<std::uint64_t, 2>));
    }

    DeviceMemory allocate(std::size_t bytes) const {
        return allocateMemory(*context, std::max<std::size_t>(bytes, 1), "what the streams work on", info);
    }

    void bind(const std::shared_ptr<const Recording>& recording);
    void bindCopies();
    void bindLaunch(std::size_t call, std::size_t command);
    double timeOf(const std::function<void()>& work) const;
    double copySeconds(std::uint64_t bytes);
    int roundsFor(std::size_t call, CudaExecutor::Bound& bound);
    Raw once(bool inOne);

    Info info;
    std::shared_ptr<CudaContext> context;
    std::uint32_t pacedShared = 0;
    DeviceMemory clocks;
    CudaModules modules;
    LockedMemory locked;
    std::vector<std::byte> pageable;
    std::uint64_t lockedBytes = 0;
    std::vector<CudaEvent> ends;            // by command
    std::map<std::uint64_t, double> copies; // bytes: seconds
    /// Of a kernel over so many bytes with that fill: seconds without rounds, and of each.
    std::map<std::tuple<std::string, std::uint64_t, double>, std::pair<double, double>> paces;

    // Of the recording that is measured.
    std::shared_ptr<const Recording> recording;
    recording::StreamCalls calls;
    std::unique_ptr<TimedCalls> timed;
};

/// Ends are known; starts follow from what a command had to wait for in any case.
model::Schedule scheduleOf(const model::StreamProgram& program, const Raw& raw) {
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
        const model::StreamTask& command = program.commands[i];
        const bool implicit = model::synchronizesImplicitly(command);
        model::ScheduledCommand ran;
        ran.engine = engineOf(command.kind);
        ran.issued = raw.issued[i];
        ran.returned = raw.returned[i];
        double& free = streamFree[command.stream];
        ran.ready = std::max(ran.issued, free);
        const auto isApart = [&](int stream) {
            return std::ranges::find(program.nonBlocking, stream) != program.nonBlocking.end();
        };
        if (!isApart(command.stream)) ran.ready = std::max(ran.ready, barrier);
        if (implicit)
            for (const auto& [stream, until] : streamFree)
                if (model::keepsApart(program, command, {.stream = stream}))
                    ran.ready = std::max(ran.ready, until);
        if (command.kind == Kind::EventWait) {
            ran.start = ran.end = std::max(ran.ready, recorded[command.event]);
        } else if (command.kind == Kind::HostFunction) {
            // The event behind it comes later: the device has to hear of the end first.
            ran.start = raw.hostStart[i];
            ran.end = raw.hostEnd[i];
        } else if (!hasEnd(command)) {
            const bool record = command.kind == Kind::EventRecord;
            ran.start = record ? ran.ready : ran.issued;
            ran.end = record ? ran.ready : ran.returned;
        } else {
            ran.end = raw.ended[i];
            ran.start = std::min(ran.ready, ran.end);
            if (raw.clock[i][1] != 0 && command.kind == Kind::Kernel)
                ran.start = std::clamp(shift + static_cast<double>(raw.clock[i][0] - first) * 1e-9, ran.start,
                                       ran.end);
        }
        if (command.kind == Kind::EventRecord) recorded[command.event] = ran.end;
        if (implicit && (hasEnd(command) || command.kind == Kind::EventWait))
            barrier = std::max(barrier, ran.end);
        if (!implicit && command.kind != Kind::StreamQuery && command.kind != Kind::HostWait)
            free = std::max(free, ran.end);
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

void Bench::bind(const std::shared_ptr<const Recording>& made) {
    context->use();
    timed.reset();
    recording = made;
    calls = recording::streamCallsOf(*recording);
    const std::size_t count = calls.calls.size();
    if (count > kMostCommands)
        throw Error(fmt::format("a program of {} calls is not timed: {} at most", count, kMostCommands));
    const auto unused = [&](const auto& each) {
        return std::ranges::count(recording->modules, each.first) == 0;
    };
    if (std::erase_if(modules, unused) > 0) paces.clear(); // which go by the kernels' names
    timed = std::make_unique<TimedCalls>(context, info, modules, recording);
    bindCopies();
    timed->setUp();
    while (ends.size() < count) ends.emplace_back(*context);
    timed->allocateObjects();
    for (std::size_t i = 0; i < count; ++i)
        if (calls.program.commands[i].kind == Kind::Kernel) bindLaunch(calls.calls[i], i);
    timed->freeObjects();
}

/// Places of the copies' bytes in the host's memory, which grows with the recordings.
void Bench::bindCopies() {
    constexpr std::uint64_t kAlignment = 256;
    struct Placed {
        std::size_t call;
        model::TransferMemory kind;
        std::uint64_t offset, bytes;
    };
    std::uint64_t lockedNeeded = 0, pageableNeeded = 0;
    std::vector<Placed> all;
    const auto place = [&](std::size_t call, const auto& copy) {
        std::uint64_t& needed =
            copy.memory == model::TransferMemory::Pageable ? pageableNeeded : lockedNeeded;
        const std::uint64_t size = copy.bytes * copy.rows.count;
        all.push_back({call, copy.memory, needed, size});
        needed += (size + kAlignment - 1) / kAlignment * kAlignment;
    };
    for (std::size_t i = 0; i < recording->calls.size(); ++i) {
        if (const auto* in = std::get_if<recording::CopyIn>(&recording->calls[i])) place(i, *in);
        if (const auto* out = std::get_if<recording::CopyOut>(&recording->calls[i])) place(i, *out);
    }
    if (lockedNeeded + pageableNeeded > kMostStreamBytes)
        throw Error(fmt::format("streams are timed with copies of {} bytes in all, not {}", kMostStreamBytes,
                                lockedNeeded + pageableNeeded));
    if (pageable.size() < pageableNeeded) pageable.resize(pageableNeeded);
    if (lockedBytes < lockedNeeded) {
        locked.reset();
        lockedBytes = 0;
        locked = lock(*context, lockedNeeded);
        lockedBytes = lockedNeeded;
    }
    for (const Placed& each : all) {
        std::byte* first = each.kind == model::TransferMemory::Pageable
                               ? pageable.data()
                               : static_cast<std::byte*>(locked.get());
        const std::span bytes(first + each.offset, each.bytes);
        timed->place(each.call, bytes);
        if (const auto* in = std::get_if<recording::CopyIn>(&recording->calls[each.call]))
            recording->contents[in->contents].write(bytes);
    }
}

void Bench::bindLaunch(std::size_t index, std::size_t command) {
    const auto& call = std::get<recording::Launch>(recording->calls[index]);
    const recording::Pace& pace = call.pace;
    const bool clocked = pace.clockedKernel.size > 0;
    const std::uint32_t shared = pace.bytes > 0 ? pacedShared : call.sharedBytes;
    CudaExecutor::Bound& bound =
        timed->bindLaunch(index, recording->view(clocked ? pace.clockedKernel : call.kernel), shared);
    bound.sharedBytes = shared;
    // Where it notes the device's clock.
    if (clocked) bound.arguments.add(static_cast<std::uint64_t*>(clocks.get()) + 2 * command);
    if (pace.bytes == 0) return;
    int resident = 0;
    LANESCOPE_CUDA(*context,
                   cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                       &resident, bound.function, static_cast<int>(call.block.count()), bound.sharedBytes));
    const double blocks = std::round(pace.fill * resident * info.multiprocessors);
    bound.grid = dim3(static_cast<unsigned>(std::max(blocks, 1.0)));
    bound.arguments.set(pace.countArgument, static_cast<int>(pace.bytes / kElement));
    bound.arguments.set(pace.roundsArgument, roundsFor(index, bound));
}

/// Of work in the context's stream, alone on the device.
double Bench::timeOf(const std::function<void()>& work) const {
    const CudaEvent before(*context), after(*context);
    double best = 1;
    for (int i = 0; i < 3; ++i) {
        LANESCOPE_CUDA(*context, cudaEventRecord(before.get(), context->stream()));
        work();
        LANESCOPE_CUDA(*context, cudaEventRecord(after.get(), context->stream()));
        context->synchronize();
        float milliseconds = 0;
        LANESCOPE_CUDA(*context, cudaEventElapsedTime(&milliseconds, before.get(), after.get()));
        best = std::min(best, static_cast<double>(milliseconds) * 1e-3);
    }
    return best;
}

/// Of copying so many bytes in from page-locked memory.
double Bench::copySeconds(std::uint64_t size) {
    const auto [found, isNew] = copies.try_emplace(size, 0);
    if (isNew) {
        const DeviceMemory to = allocate(size);
        const LockedMemory from = lock(*context, size);
        found->second = timeOf([&] {
            LANESCOPE_CUDA(*context, cudaMemcpyAsync(to.get(), from.get(), size, cudaMemcpyHostToDevice,
                                                     context->stream()));
        });
    }
    return found->second;
}

/// With so many the launch takes the time of its pace when it is alone.
int Bench::roundsFor(std::size_t index, CudaExecutor::Bound& bound) {
    constexpr int kFew = 64, kMost = 1 << 22;
    const auto& call = std::get<recording::Launch>(recording->calls[index]);
    const recording::Pace& pace = call.pace;
    const auto timeWith = [&](int rounds) {
        bound.arguments.set(pace.roundsArgument, rounds);
        return timeOf([&] {
            LANESCOPE_CUDA(*context, static_cast<cudaError_t>(timed->launch(index, context->stream())));
        });
    };
    const auto key = std::tuple(std::string(recording->view(call.label)), pace.bytes, pace.fill);
    auto found = paces.find(key);
    if (found == paces.end()) {
        const double none = timeWith(0);
        int many = kFew;
        double time = timeWith(many);
        // Until the rounds stand out from what the launch and the memory take.
        while (time < 2 * none && many < kMost) time = timeWith(many *= 4);
        found = paces.emplace(key, std::pair(none, (time - none) / many)).first;
    }
    const auto [none, round] = found->second;
    if (round <= 0) return 0;
    const double seconds = pace.seconds + (pace.copies > 0 ? pace.copies * copySeconds(pace.bytes) : 0);
    return static_cast<int>(std::clamp((seconds - none) / round, 0.0, double{kMost}));
}

Raw Bench::once(bool inOne) {
    CudaContext& on = *context;
    const std::vector<model::StreamTask>& commands = calls.program.commands;
    const std::size_t count = commands.size();
    timed->setInOne(inOne);
    Raw raw(count);
    LANESCOPE_CUDA(
        on, cudaMemcpy(clocks.get(), raw.clock.data(), count * sizeof raw.clock[0], cudaMemcpyHostToDevice));
    LANESCOPE_CUDA(on, cudaDeviceSynchronize());
    const CudaEvent start(on);
    LANESCOPE_CUDA(on, cudaEventRecord(start.get(), timed->on(1)));
    const Clock::time_point zero = timed->startHostClock();
    std::size_t next = 0; // command
    for (std::size_t call = 0; call < recording->calls.size(); ++call) {
        if (next == count || calls.calls[next] != call) {
            timed->make(call);
            continue;
        }
        const std::size_t i = next++;
        raw.issued[i] = secondsSince(zero);
        timed->make(call);
        const int stream = commands[i].stream;
        if (hasEnd(commands[i]))
            LANESCOPE_CUDA(on,
                           cudaEventRecord(ends[i].get(), timed->on(static_cast<StreamNumber>(stream + 1))));
        raw.returned[i] = secondsSince(zero);
    }
    LANESCOPE_CUDA(on, cudaDeviceSynchronize());
    for (std::size_t i = 0; i < count; ++i) {
        if (hasEnd(commands[i])) {
            float milliseconds = 0;
            LANESCOPE_CUDA(on, cudaEventElapsedTime(&milliseconds, start.get(), ends[i].get()));
            raw.ended[i] = static_cast<double>(milliseconds) * 1e-3;
        }
        if (commands[i].kind == Kind::HostFunction) {
            raw.hostStart[i] = timed->hostWork(calls.calls[i]).start;
            raw.hostEnd[i] = timed->hostWork(calls.calls[i]).end;
        }
        raw.seconds = std::max(raw.seconds, raw.ended[i]);
    }
    LANESCOPE_CUDA(
        on, cudaMemcpy(raw.clock.data(), clocks.get(), count * sizeof raw.clock[0], cudaMemcpyDeviceToHost));
    timed->freeObjects();
    return raw;
}

} // namespace

struct StreamBench::State : Bench {
    using Bench::Bench;
};

StreamBench::StreamBench(const Info& info) : m_state(std::make_unique<State>(info)) {}
StreamBench::~StreamBench() = default;

StreamMeasurement StreamBench::measure(const std::shared_ptr<const Recording>& recording) {
    Bench& s = *m_state;
    s.bind(recording);
    // In turn, so that what slows the device or the host down for a while slows both.
    const Clock::time_point begin = Clock::now();
    std::vector<Raw> runs;
    std::vector<double> inTurn;
    for (int i = 0; i < kMostRepetitions + kWarmUps; ++i) {
        Raw raw = s.once(false);
        const double oneStream = s.once(true).seconds;
        if (i < kWarmUps) continue;
        runs.push_back(std::move(raw));
        inTurn.push_back(oneStream);
        if (secondsSince(begin) > kMostSeconds) break;
    }
    std::ranges::sort(runs, {}, &Raw::seconds);
    std::ranges::sort(inTurn);
    return {.recording = recording,
            .schedule = scheduleOf(s.calls.program, runs[runs.size() / 2]),
            .serialSeconds = inTurn[inTurn.size() / 2],
            .repetitions = static_cast<int>(runs.size()),
            .device = s.info.name,
            .trouble = {}};
}

} // namespace lanescope::device
