// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/streams.h"

#include "device/cuda/context/cuda_module.h"
#include "device/cuda/cuda_event.h"
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
#include <span>
#include <thread>
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

struct FreeHost {
    void operator()(void* memory) const { ignoreError(cudaFreeHost(memory)); }
};
/// Page-locked memory of the host.
using LockedMemory = std::unique_ptr<void, FreeHost>;

LockedMemory lock(CudaContext& context, std::uint64_t bytes) {
    void* made = nullptr;
    LANESCOPE_CUDA(context, cudaMallocHost(&made, bytes));
    std::memset(made, 0, bytes);
    return LockedMemory(made);
}

/// Streams that the default stream synchronizes with, as cudaStreamCreate makes them.
class Streams {
public:
    Streams(CudaContext& context, const std::vector<int>& priorities) {
        int least = 0, greatest = 0;
        LANESCOPE_CUDA(context, cudaDeviceGetStreamPriorityRange(&least, &greatest));
        for (const int wanted : priorities) {
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
    /// 0: the default one.
    cudaStream_t operator[](StreamNumber number) const { return number ? m_streams[number - 1] : nullptr; }

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

    /// A launch, ready to be made but for the addresses of what the calls allocate.
    struct Bound {
        const void* function = nullptr;
        dim3 grid, block;
        std::uint32_t sharedBytes = 0;
        std::vector<void*> arguments;
        void* stamps = nullptr; // where it notes the device's clock
        int rounds = 0;
    };

    DeviceMemory allocate(std::size_t bytes) const {
        return allocateMemory(*context, std::max<std::size_t>(bytes, 1), "what the streams work on", info);
    }
    void allocateObject(std::uint32_t object) {
        memory[object] = allocate(recording->objects[object].bytes);
        pointers[object] = memory[object].get();
    }
    void free(std::uint32_t object) {
        memory[object].reset();
        pointers[object] = nullptr;
    }
    CudaModule& moduleOf(const recording::ModulePointer& file) {
        std::unique_ptr<CudaModule>& module = modules[file];
        if (!module) module = std::make_unique<CudaModule>(context, file->ptx, file->path);
        return *module;
    }
    std::byte* at(std::uint32_t object, std::uint64_t offset) const {
        return static_cast<std::byte*>(pointers[object]) + offset;
    }

    void bind(const std::shared_ptr<const Recording>& recording);
    void bindObjects();
    void bindCopies();
    void bindLaunch(std::size_t call, std::size_t command);
    void launch(const recording::Launch& call, Bound& bound, cudaStream_t stream);
    double timeOf(const std::function<void()>& work) const;
    double copySeconds(std::uint64_t bytes);
    int roundsFor(const recording::Launch& call, Bound& bound);
    Raw once(const Streams& streams, bool inOne);

    Info info;
    std::shared_ptr<CudaContext> context;
    std::uint32_t pacedShared = 0;
    DeviceMemory clocks;
    std::map<recording::ModulePointer, std::unique_ptr<CudaModule>> modules;
    LockedMemory locked;
    std::vector<std::byte> pageable;
    std::uint64_t lockedBytes = 0;
    std::vector<CudaEvent> ends;               // by command
    std::map<std::uint32_t, CudaEvent> events; // of the recording
    std::map<std::uint64_t, double> copies;    // bytes: seconds
    /// Of a kernel over so many bytes with that fill: seconds without rounds, and of each.
    std::map<std::tuple<std::string, std::uint64_t, double>, std::pair<double, double>> paces;

    // Of the recording that is measured.
    std::shared_ptr<const Recording> recording;
    recording::StreamCalls calls;
    std::vector<DeviceMemory> memory;
    std::vector<void*> pointers;        // by object
    std::vector<std::byte> bytes;       // of arguments
    std::vector<std::uint64_t> offsets; // by call: of a copy's bytes in the host's memory of its kind
    std::map<std::size_t, Bound> launches;
    std::vector<HostWork> works; // by command
};

/// Makes one call of a recording; in one stream those that are work, and no others.
class Maker {
public:
    Maker(Bench& bench, const Streams& streams, bool inOne)
        : m_bench(bench), m_streams(streams), m_inOne(inOne) {}

    /// command: -1: none of streamCallsOf().
    void make(std::size_t call, std::ptrdiff_t command) {
        m_call = call;
        m_command = command;
        std::visit(*this, m_bench.recording->calls[call]);
    }
    cudaStream_t on(StreamNumber number) const { return m_streams[m_inOne ? 1 : number]; }

    /// Where rows begin, and how far they are apart.
    template<class T>
    struct Rows {
        T* first = nullptr;
        std::size_t pitch = 0;
    };

    void operator()(const recording::CopyIn& call) {
        std::byte* from = host(call.memory);
        for (const recording::Relocation& each : m_bench.recording->relocationsOf(call)) {
            const auto address = reinterpret_cast<std::uint64_t>(m_bench.at(each.object, each.add));
            std::memcpy(from + each.at, &address, sizeof address);
        }
        copy({m_bench.at(call.object, call.offset), call.rows.pitch}, {from, call.bytes}, call.bytes,
             call.rows.count, cudaMemcpyHostToDevice, call.stream);
    }
    void operator()(const recording::CopyOut& call) {
        if (call.bytes == 0) return; // read behind the last call
        copy({host(call.memory), call.bytes}, {m_bench.at(call.object, call.offset), call.rows.pitch},
             call.bytes, call.rows.count, cudaMemcpyDeviceToHost, call.stream);
    }
    void operator()(const recording::WriteSymbol& call) {
        CudaModule& module = m_bench.moduleOf(m_bench.recording->modules[call.module]);
        void* variable = module.variable(m_bench.recording->view(call.symbol)).first;
        const std::span<const std::byte> value = m_bench.recording->view(call.bytes);
        copy({variable, 0}, {value.data(), 0}, value.size(), 1, cudaMemcpyHostToDevice, 0);
    }
    void operator()(const recording::Fill& call) {
        for (std::uint64_t row = 0; row < call.rows.count; ++row)
            LANESCOPE_CUDA(context(),
                           cudaMemsetAsync(m_bench.at(call.object, call.offset) + row * call.rows.pitch,
                                           call.value, call.bytes, on(call.stream)));
    }
    void operator()(const recording::CopyWithin& call) {
        enqueue({m_bench.at(call.to, call.toOffset), call.rows.pitch},
                {m_bench.at(call.from, call.fromOffset), call.fromPitch}, call.bytes, call.rows.count,
                cudaMemcpyDeviceToDevice, on(call.stream));
    }
    void operator()(const recording::Launch& call) {
        m_bench.launch(call, m_bench.launches.at(m_call), on(call.stream));
    }
    void operator()(const recording::HostFunction& call) {
        LANESCOPE_CUDA(context(), cudaLaunchHostFunc(on(call.stream), &HostWork::run,
                                                     &m_bench.works[static_cast<std::size_t>(m_command)]));
    }
    void operator()(const recording::RecordEvent& call) {
        if (!m_inOne) LANESCOPE_CUDA(context(), cudaEventRecord(event(call.event), on(call.stream)));
    }
    void operator()(const recording::WaitEvent& call) {
        if (!m_inOne) LANESCOPE_CUDA(context(), cudaStreamWaitEvent(on(call.stream), event(call.event), 0));
    }
    void operator()(const recording::QueryStream& call) {
        if (m_inOne) return;
        const cudaError_t code = cudaStreamQuery(on(call.stream));
        if (code != cudaErrorNotReady) LANESCOPE_CUDA(context(), code);
        ignoreError(code); // it is the answer
    }
    void operator()(const recording::Synchronize&) {
        if (!m_inOne) LANESCOPE_CUDA(context(), cudaDeviceSynchronize());
    }
    void operator()(const recording::SynchronizeStream& call) {
        if (!m_inOne) LANESCOPE_CUDA(context(), cudaStreamSynchronize(on(call.stream)));
    }
    void operator()(const recording::SynchronizeEvent& call) {
        if (!m_inOne) LANESCOPE_CUDA(context(), cudaEventSynchronize(event(call.event)));
    }
    void operator()(const recording::Allocate& call) {
        if (!m_inOne) m_bench.allocateObject(call.object);
    }
    void operator()(const recording::Free& call) {
        if (!m_inOne) m_bench.free(call.object);
    }
    void operator()(const recording::AllocateHost& call) {
        if (m_inOne) return;
        void* made = nullptr;
        LANESCOPE_CUDA(context(), cudaMallocHost(&made, call.bytes));
        m_locked.emplace_back(made);
    }
    void operator()(const recording::PreferL1&) {
        if (!m_inOne) LANESCOPE_CUDA(context(), cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    }
    void operator()(const recording::QueryError&) {}
    void operator()(const recording::Transfer&) {}

private:
    CudaContext& context() const { return *m_bench.context; }
    cudaEvent_t event(std::uint32_t number) const {
        return m_bench.events.try_emplace(number, context()).first->second.get();
    }
    std::byte* host(model::TransferMemory memory) const {
        std::byte* first = memory == model::TransferMemory::Pageable
                               ? m_bench.pageable.data()
                               : static_cast<std::byte*>(m_bench.locked.get());
        return first + m_bench.offsets[m_call];
    }
    /// In the default stream the host waits for it, as cudaMemcpy does.
    void copy(Rows<void> to, Rows<const void> from, std::uint64_t bytes, std::uint64_t rows,
              cudaMemcpyKind way, StreamNumber stream) const {
        if (stream == 0 && !m_inOne && rows == 1)
            return LANESCOPE_CUDA(context(), cudaMemcpy(to.first, from.first, bytes, way));
        enqueue(to, from, bytes, rows, way, on(stream));
        if (stream == 0 && !m_inOne) LANESCOPE_CUDA(context(), cudaStreamSynchronize(nullptr));
    }
    void enqueue(Rows<void> to, Rows<const void> from, std::uint64_t bytes, std::uint64_t rows,
                 cudaMemcpyKind way, cudaStream_t stream) const {
        if (rows == 1)
            LANESCOPE_CUDA(context(), cudaMemcpyAsync(to.first, from.first, bytes, way, stream));
        else
            LANESCOPE_CUDA(context(), cudaMemcpy2DAsync(to.first, to.pitch, from.first, from.pitch, bytes,
                                                        rows, way, stream));
    }

    Bench& m_bench;
    const Streams& m_streams;
    bool m_inOne;
    std::size_t m_call = 0;
    std::ptrdiff_t m_command = -1;
    std::vector<LockedMemory> m_locked;
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
        ran.ready = std::max({ran.issued, free, barrier});
        if (implicit)
            for (const auto& [stream, until] : streamFree) ran.ready = std::max(ran.ready, until);
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
        if (implicit && hasEnd(command)) barrier = std::max(barrier, ran.end);
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
    recording = made;
    calls = recording::streamCallsOf(*recording);
    launches.clear();
    const std::size_t count = calls.calls.size();
    if (count > kMostCommands)
        throw Error(fmt::format("a program of {} calls is not timed: {} at most", count, kMostCommands));
    const auto unused = [&](const auto& each) {
        return std::ranges::count(recording->modules, each.first) == 0;
    };
    if (std::erase_if(modules, unused) > 0) paces.clear(); // which go by the kernels' names
    bytes = recording->bytes;
    bindObjects();
    bindCopies();
    while (ends.size() < count) ends.emplace_back(*context);
    for (std::size_t i = 0; i < count; ++i)
        if (calls.program.commands[i].kind == Kind::Kernel) bindLaunch(calls.calls[i], i);
    for (std::uint32_t i = 0; i < recording->objects.size(); ++i)
        if (!recording->objects[i].setup) free(i);
}

/// The setup with its first contents, and what the calls allocate, for launches that are tried before.
void Bench::bindObjects() {
    memory.clear();
    memory.resize(recording->objects.size());
    pointers.assign(recording->objects.size(), nullptr);
    for (std::size_t i = 0; i < recording->objects.size(); ++i) {
        const recording::Object& object = recording->objects[i];
        if (object.kind != recording::Object::Kind::Buffer)
            throw Error(fmt::format("'{}' is no plain buffer, and streams are timed with no others",
                                    recording->view(object.name)));
        allocateObject(static_cast<std::uint32_t>(i));
        const recording::Contents& contents = recording->contents[object.contents];
        if (contents.kind() == recording::Contents::Kind::Unspecified) continue;
        std::vector<std::byte> first(object.bytes);
        contents.write(first);
        LANESCOPE_CUDA(*context, cudaMemcpy(pointers[i], first.data(), first.size(), cudaMemcpyHostToDevice));
    }
}

/// Places of the copies' bytes in the host's memory, which grows with the recordings.
void Bench::bindCopies() {
    constexpr std::uint64_t kAlignment = 256;
    std::uint64_t lockedNeeded = 0, pageableNeeded = 0;
    offsets.assign(recording->calls.size(), 0);
    const auto place = [&](std::size_t call, model::TransferMemory kind, std::uint64_t size) {
        std::uint64_t& needed = kind == model::TransferMemory::Pageable ? pageableNeeded : lockedNeeded;
        offsets[call] = needed;
        needed += (size + kAlignment - 1) / kAlignment * kAlignment;
    };
    for (std::size_t i = 0; i < recording->calls.size(); ++i) {
        if (const auto* in = std::get_if<recording::CopyIn>(&recording->calls[i]))
            place(i, in->memory, in->bytes * in->rows.count);
        if (const auto* out = std::get_if<recording::CopyOut>(&recording->calls[i]))
            place(i, out->memory, out->bytes * out->rows.count);
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
    for (std::size_t i = 0; i < recording->calls.size(); ++i)
        if (const auto* in = std::get_if<recording::CopyIn>(&recording->calls[i])) {
            std::byte* first = in->memory == model::TransferMemory::Pageable
                                   ? pageable.data()
                                   : static_cast<std::byte*>(locked.get());
            recording->contents[in->contents].write({first + offsets[i], in->bytes * in->rows.count});
        }
}

void Bench::bindLaunch(std::size_t index, std::size_t command) {
    const auto& call = std::get<recording::Launch>(recording->calls[index]);
    const recording::Pace& pace = call.pace;
    const bool clocked = pace.clockedKernel.size > 0;
    CudaModule& module = moduleOf(recording->modules[call.module]);
    const std::string_view name = recording->view(clocked ? pace.clockedKernel : call.kernel);
    const ptx::Kernel* kernel = module.module().find(name);
    if (!kernel) throw Error(fmt::format("there is no kernel '{}'", name));
    Bound& bound = launches[index];
    bound.grid = toDim3(call.grid);
    bound.block = toDim3(call.block);
    bound.sharedBytes = pace.bytes > 0 ? pacedShared : call.sharedBytes;
    bound.function = module.function(*kernel, bound.sharedBytes);
    for (const recording::Argument& each : recording->argumentsOf(call))
        bound.arguments.push_back(&bytes[each.bytes.first]);
    if (clocked) {
        bound.stamps = static_cast<std::uint64_t*>(clocks.get()) + 2 * command;
        bound.arguments.push_back(&bound.stamps);
    }
    if (pace.bytes == 0) return;
    int resident = 0;
    LANESCOPE_CUDA(*context,
                   cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                       &resident, bound.function, static_cast<int>(call.block.count()), bound.sharedBytes));
    const double blocks = std::round(pace.fill * resident * info.multiprocessors);
    bound.grid = dim3(static_cast<unsigned>(std::max(blocks, 1.0)));
    const auto elements = static_cast<int>(pace.bytes / kElement);
    std::memcpy(bound.arguments[pace.countArgument], &elements, sizeof elements);
    bound.rounds = roundsFor(call, bound);
}

void Bench::launch(const recording::Launch& call, Bound& bound, cudaStream_t stream) {
    for (const recording::Relocation& each : recording->relocationsOf(call)) {
        if (each.kind != recording::Relocation::Kind::Address)
            throw Error(fmt::format("{} is not timed: an argument of it is no address",
                                    recording::textOf(*recording, call)));
        const auto address = reinterpret_cast<std::uint64_t>(at(each.object, each.add));
        std::memcpy(&bytes[each.at], &address, sizeof address);
    }
    if (call.pace.bytes > 0)
        std::memcpy(bound.arguments[call.pace.roundsArgument], &bound.rounds, sizeof bound.rounds);
    cudaLaunchConfig_t config{};
    config.gridDim = bound.grid;
    config.blockDim = bound.block;
    config.dynamicSmemBytes = bound.sharedBytes;
    config.stream = stream;
    cudaLaunchAttribute together{};
    together.id = cudaLaunchAttributeCooperative;
    together.val.cooperative = 1;
    if (call.cooperative) {
        config.attrs = &together;
        config.numAttrs = 1;
    }
    LANESCOPE_CUDA(*context, cudaLaunchKernelExC(&config, bound.function, bound.arguments.data()));
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
int Bench::roundsFor(const recording::Launch& call, Bound& bound) {
    constexpr int kFew = 64, kMost = 1 << 22;
    const recording::Pace& pace = call.pace;
    const auto timeWith = [&](int rounds) {
        bound.rounds = rounds;
        return timeOf([&] { launch(call, bound, context->stream()); });
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

Raw Bench::once(const Streams& streams, bool inOne) {
    CudaContext& on = *context;
    const std::vector<model::StreamTask>& commands = calls.program.commands;
    const std::size_t count = commands.size();
    Maker maker(*this, streams, inOne);
    // Allocations are no part of the work in one stream.
    if (inOne)
        for (std::uint32_t i = 0; i < recording->objects.size(); ++i)
            if (!recording->objects[i].setup) allocateObject(i);
    Raw raw(count);
    works.assign(count, {});
    for (std::size_t i = 0; i < count; ++i) works[i].seconds = commands[i].seconds;
    LANESCOPE_CUDA(
        on, cudaMemcpy(clocks.get(), raw.clock.data(), count * sizeof raw.clock[0], cudaMemcpyHostToDevice));
    LANESCOPE_CUDA(on, cudaDeviceSynchronize());
    const CudaEvent start(on);
    LANESCOPE_CUDA(on, cudaEventRecord(start.get(), streams[1]));
    const Clock::time_point zero = Clock::now();
    for (HostWork& work : works) work.zero = zero;
    std::size_t next = 0; // command
    for (std::size_t call = 0; call < recording->calls.size(); ++call) {
        if (next == count || calls.calls[next] != call) {
            maker.make(call, -1);
            continue;
        }
        const std::size_t i = next++;
        raw.issued[i] = secondsSince(zero);
        maker.make(call, static_cast<std::ptrdiff_t>(i));
        const int stream = commands[i].stream;
        if (hasEnd(commands[i]))
            LANESCOPE_CUDA(on,
                           cudaEventRecord(ends[i].get(), maker.on(static_cast<StreamNumber>(stream + 1))));
        raw.returned[i] = secondsSince(zero);
    }
    LANESCOPE_CUDA(on, cudaDeviceSynchronize());
    for (std::size_t i = 0; i < count; ++i) {
        if (hasEnd(commands[i])) {
            float milliseconds = 0;
            LANESCOPE_CUDA(on, cudaEventElapsedTime(&milliseconds, start.get(), ends[i].get()));
            raw.ended[i] = static_cast<double>(milliseconds) * 1e-3;
        }
        raw.hostStart[i] = works[i].start;
        raw.hostEnd[i] = works[i].end;
        raw.seconds = std::max(raw.seconds, raw.ended[i]);
    }
    LANESCOPE_CUDA(
        on, cudaMemcpy(raw.clock.data(), clocks.get(), count * sizeof raw.clock[0], cudaMemcpyDeviceToHost));
    for (std::uint32_t i = 0; i < recording->objects.size(); ++i)
        if (!recording->objects[i].setup) free(i);
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
    const Streams streams(*s.context, recording->streamPriorities);
    const Clock::time_point begin = Clock::now();
    std::vector<Raw> runs;
    std::vector<double> inTurn;
    for (int i = 0; i < kMostRepetitions + kWarmUps; ++i) {
        Raw raw = s.once(streams, false);
        const double oneStream = s.once(streams, true).seconds;
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
