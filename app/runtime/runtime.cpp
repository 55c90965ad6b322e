// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/runtime.h"

#include "model/architecture.h"
#include "ptx/fault_error.h"
#include "ptx/run/device_printf.h"
#include "runtime/backlog.h"
#include "runtime/conditions.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace lanescope::runtime {

namespace {

/// Half of the host's memory: the other half is the program's own.
std::size_t capacity() {
    const auto pages = static_cast<std::size_t>(std::max(::sysconf(_SC_PHYS_PAGES), 0L));
    const auto pageBytes = static_cast<std::size_t>(std::max(::sysconf(_SC_PAGESIZE), 0L));
    return pages * pageBytes / 2;
}

/// LANESCOPE_DEVICES.
int wantedDevices() {
    const char* const variable = std::getenv("LANESCOPE_DEVICES");
    if (!variable || !*variable) return 1;
    char* end = nullptr;
    const long wanted = std::strtol(variable, &end, 10);
    if (*end == 0 && wanted >= 1 && wanted <= Memory::kMostDevices) return static_cast<int>(wanted);
    std::fflush(stdout);
    std::fprintf(stderr, "lanescope: LANESCOPE_DEVICES=%s: a number from 1 to %d was expected; 1 is used\n",
                 variable, Memory::kMostDevices);
    return 1;
}

model::Dim3 toDim3(const dim3& size) {
    return {size.x, size.y, size.z};
}

const std::function<void(std::uint64_t, std::uint32_t)> setsCondition =
    [](std::uint64_t handle, std::uint32_t value) { Conditions::instance().set(handle, value); };

} // namespace

ThreadState& thisThread() {
    thread_local ThreadState state;
    return state;
}

Runtime::Runtime(int number, std::size_t memoryBytes, Modules* first)
    : device(number), memory(memoryBytes, number), modules(memory, first),
      m_machine(memory.emulated(), arrays.textures()) {}

const std::vector<Runtime*>& Runtime::all() {
    static const auto* const devices = [] {
        // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): never destroyed
        auto* const made = new std::vector<Runtime*>;
        const int count = wantedDevices();
        for (int i = 0; i < count; ++i)
            made->push_back(new Runtime(i, capacity() / static_cast<std::size_t>(count), // NOLINT
                                        i == 0 ? nullptr : &made->front()->modules));
        std::atexit([] {
            // What was not waited for is printed at the end, as on a GPU when the context goes.
            const std::lock_guard lock(mutex);
            Backlog::instance().stop();
            for (Runtime* each : all()) each->writePrinted();
        });
        return made;
    }();
    return *devices;
}

Runtime& Runtime::of(int device) {
    require(device >= 0 && static_cast<std::size_t>(device) < all().size(), cudaErrorInvalidDevice);
    return *all()[static_cast<std::size_t>(device)];
}

Runtime& Runtime::ofStream(cudaStream_t stream) {
    return *all()[streams.ownerOf(stream).number()];
}

Runtime& Runtime::ofEvent(cudaEvent_t event) {
    return *all()[Streams::ownerOf(event).number()];
}

Runtime& Runtime::ofMemory(const void* pointer) {
    const auto block = memory.find(pointer);
    return block ? of(block->device) : *this;
}

Runtime& Runtime::ofPool(cudaMemPool_t pool) {
    for (Runtime* each : all())
        if (each->pools.has(pool)) return *each;
    throw Failure(cudaErrorInvalidValue);
}

/// Where a kernel has used another device's memory: what it lacks.
std::string Runtime::peerOf(const ptx::Fault& fault) const {
    const void* const address = reinterpret_cast<void*>(fault.address); // NOLINT(performance-no-int-to-ptr)
    const auto block = fault.kind == ptx::FaultKind::OutOfBounds ? memory.find(address) : std::nullopt;
    if (!block || !block->isOfDevice() || block->device == device) return {};
    return fmt::format("; {:#x} is memory of device {}, to which device {} has no access: "
                       "cudaDeviceEnablePeerAccess gives it",
                       fault.address, block->device, device);
}

void Runtime::submit(cudaStream_t handle, cudaGraphNodeType type, std::function<void()> work,
                     std::vector<Copied> moves) {
    const Stream& stream = streams.stream(handle);
    require(!stream.capture || !stream.capture->broken, cudaErrorStreamCaptureInvalidated);
    if (handle == nullptr || handle == cudaStreamLegacy) streams.refuseLegacy();
    std::vector<Node*>* const ends = streams.captured(handle);
    if (!ends) {
        Backlog::instance().add(ofStream(handle), handle, std::move(work));
        return;
    }
    Node& node = streams.stream(handle).capture->graph->add(type, *ends, std::move(work));
    node.moves = std::move(moves);
    *ends = {&node};
}

void Runtime::notWhileCapturing() {
    streams.refuseWait();
}

namespace {

/// What is wrong with the clusters of a launch; empty: nothing.
std::string clusterRefusal(const Function& function, const Shape& shape) {
    const model::Dim3 cluster = toDim3(shape.cluster);
    // 0 x 0 x 0 is none, any other one with a 0 is wrong (CUDA 13.0, an H200)
    if (cluster.count() == 0 && cluster != model::Dim3{0, 0, 0}) return "clusters without blocks";
    if (!function.largeClusters &&
        ptx::clusterOf(*function.kernel, cluster).count() > ptx::kPortableBlocksOfCluster)
        return "larger clusters than the kernel is allowed";
    return ptx::whyNotClustered(*function.kernel, toDim3(shape.grid), cluster);
}

} // namespace

void Runtime::checkLaunch(const Function& function, const Shape& shape) {
    const std::uint64_t staticBytes = function.kernel->staticSharedBytes;
    const std::string clusters = clusterRefusal(function, shape);
    const auto refused = recording::launchRefusal(
        model::defaultArchitecture(), {.grid = toDim3(shape.grid),
                                       .block = toDim3(shape.block),
                                       .sharedBytes = shape.sharedBytes + staticBytes,
                                       .cooperative = shape.cooperative,
                                       .allowedShared = function.dynamicSharedMost() + staticBytes,
                                       .mostThreads = function.kernel->maxThreads,
                                       .clusters = clusters});
    if (refused) throw Failure(static_cast<cudaError_t>(refused->code));
}

/// A kernel that runs, or is going to, with its arguments.
class Runtime::KernelRun {
public:
    KernelRun(Runtime& runtime, Function& function, const Shape& shape, void** arguments)
        : m_runtime(runtime), m_function(function), m_parameters(function.kernel->parameterBytes) {
        for (std::size_t i = 0; i < function.kernel->parameters.size(); ++i) {
            const ptx::Parameter& parameter = function.kernel->parameters[i];
            std::memcpy(&m_parameters[parameter.offset], arguments[i], parameter.size);
        }
        m_config = {.grid = toDim3(shape.grid),
                    .block = toDim3(shape.block),
                    .cluster = toDim3(shape.cluster),
                    .dynamicSharedBytes = static_cast<std::uint32_t>(shape.sharedBytes),
                    .parameters = m_parameters,
                    .sink = runtime.sink,
                    .checks = runtime.checks,
                    .cooperative = shape.cooperative,
                    .setsCondition = &setsCondition,
                    .printBytes = runtime.printfBytes};
    }
    ptx::Progress goOn() {
        try {
            if (!m_launch) {
                m_runtime.arrays.refreshLinear();
                m_launch.emplace(m_runtime.m_machine.begin(*m_function.state, *m_function.kernel, m_config));
            }
            const ptx::Progress progress = m_launch->goOn();
            if (progress == ptx::Progress::Ended) m_runtime.ended(m_launch->outcome(), m_parameters);
            return progress;
        } catch (const ptx::Fault& fault) {
            m_runtime.failed(fault, m_parameters);
            return ptx::Progress::Ended;
        }
    }
    void giveUp() {
        m_launch->giveUp();
        m_runtime.ended(m_launch->outcome(), m_parameters);
    }
    /// The call that has launched it returns, and with it goes who looks on.
    void dropSink() {
        m_config.sink = nullptr;
        if (m_launch) m_launch->dropSink();
    }

private:
    Runtime& m_runtime;
    Function& m_function;
    std::vector<std::byte> m_parameters;
    ptx::LaunchConfig m_config;
    std::optional<ptx::RunningLaunch> m_launch;
};

void Runtime::launch(Function& function, const Shape& shape, void** arguments) {
    if (errors.isPending()) return;
    const auto kernel = std::make_shared<KernelRun>(*this, function, shape, arguments);
    const Backlog::Number number = Backlog::instance().add(
        *this, shape.stream, {[kernel] { return kernel->goOn(); }, [kernel] { kernel->giveUp(); }});
    if (number != 0) kernel->dropSink();
}

void Runtime::run(Function& function, const Shape& shape, void** arguments) {
    if (errors.isPending()) return;
    KernelRun kernel(*this, function, shape, arguments);
    if (kernel.goOn() != ptx::Progress::Ended) kernel.giveUp();
}

void Runtime::ended(const ptx::LaunchOutcome& outcome, std::span<const std::byte> parameters) {
    m_printed += outcome.printed;
    m_hasPrinted = m_hasPrinted || !outcome.printed.empty();
    if (outcome.printedBefore > 0) {
        std::fflush(stdout);
        std::fprintf(stderr, "lanescope: %s\n",
                     ptx::printedBeforeText(outcome.printedBefore, printfBytes).c_str());
    }
    // A device's is fetched at each launch.
    if (m_printed.size() >= printfBytes) writePrinted();
    if (found)
        for (const ptx::Finding& each : outcome.findings) found(each);
    if (outcome.fault) failed(*outcome.fault, parameters);
}

void Runtime::failed(const ptx::Fault& fault, std::span<const std::byte> parameters) {
    errors.kernelFailed(ptx::cudaErrorOf(fault.kind));
    Backlog::instance().forget(*this);
    thisThread().gaveUp = fault.kind == ptx::FaultKind::Budget;
    std::fflush(stdout);
    const std::string peer = peerOf(fault);
    const std::string more = peer.empty() && explain ? explain(fault, parameters) : peer;
    std::fprintf(stderr, "lanescope: %s%s\n", fault.what(), more.c_str());
}

void Runtime::wait() {
    Backlog& backlog = Backlog::instance();
    backlog.waitFor(backlog.allOf(*this));
    waited();
}

void Runtime::wait(cudaStream_t stream) {
    Backlog& backlog = Backlog::instance();
    backlog.waitFor(backlog.before(*this, stream));
    waited();
}

void Runtime::wait(cudaEvent_t event) {
    const auto recorded = streams.event(event).recorded;
    if (recorded) Backlog::instance().waitFor({recorded->number});
    waited();
}

void Runtime::ask(cudaStream_t stream) {
    Backlog& backlog = Backlog::instance();
    backlog.advance();
    require(backlog.before(*this, stream).empty() || errors.isPending(), cudaErrorNotReady);
    waited();
}

void Runtime::ask(cudaEvent_t event) {
    Backlog& backlog = Backlog::instance();
    backlog.advance();
    const auto recorded = streams.event(event).recorded;
    require(!recorded || backlog.isDone(recorded->number) || errors.isPending(), cudaErrorNotReady);
    waited();
}

void Runtime::writePrinted() {
    std::fwrite(m_printed.data(), 1, m_printed.size(), stdout);
    m_printed.clear();
}

void Runtime::waited() {
    writePrinted();
    pools.trim();
    const auto code = static_cast<cudaError_t>(errors.begin(true));
    require(code == cudaSuccess, code);
}

void Runtime::reset() {
    Backlog& backlog = Backlog::instance();
    backlog.waitFor(backlog.allOf(*this));
    errors.reset();
    for (Runtime* each : all()) {
        each->memory.setPeer(device, false);
        each->memory.setPools(device, false);
        memory.setPeer(each->device, false);
        memory.setPools(each->device, false);
    }
    modules.forget();
    streams.forget();
    graphMemory.forget();
    pools.forget();
    memory.releaseAll();
}

void Runtime::callHost(const std::function<void()>& function) {
    bool& within = thisThread().inHostFunction;
    const bool before = std::exchange(within, true);
    function();
    within = before;
}

} // namespace lanescope::runtime
