// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/runtime.h"

#include "model/architecture.h"
#include "ptx/fault_error.h"
#include "runtime/conditions.h"

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

Runtime::Runtime() : memory(capacity()), m_machine(memory.emulated(), arrays.textures()) {
    std::atexit([] {
        // What was not waited for is printed at the end, as on a GPU when the context goes.
        Runtime& runtime = instance();
        const std::lock_guard lock(runtime.mutex);
        std::fwrite(runtime.m_printed.data(), 1, runtime.m_printed.size(), stdout);
        runtime.m_printed.clear();
    });
}

Runtime& Runtime::instance() {
    static auto* const runtime = new Runtime; // NOLINT(cppcoreguidelines-owning-memory): never destroyed
    return *runtime;
}

void Runtime::submit(cudaStream_t handle, cudaGraphNodeType type, std::function<void()> work) {
    const Stream& stream = streams.stream(handle);
    require(!stream.capture || !stream.capture->broken, cudaErrorStreamCaptureInvalidated);
    if (handle == nullptr || handle == cudaStreamLegacy) streams.refuseLegacy();
    std::vector<Node*>* const ends = streams.captured(handle);
    if (ends)
        *ends = {&streams.stream(handle).capture->graph->add(type, *ends, std::move(work))};
    else
        work();
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

void Runtime::launch(Function& function, const Shape& shape, void** arguments) {
    if (errors.isPending()) return;
    std::vector<std::byte> block(function.kernel->parameterBytes);
    for (std::size_t i = 0; i < function.kernel->parameters.size(); ++i) {
        const ptx::Parameter& parameter = function.kernel->parameters[i];
        std::memcpy(&block[parameter.offset], arguments[i], parameter.size);
    }
    ptx::LaunchConfig config{.grid = toDim3(shape.grid),
                             .block = toDim3(shape.block),
                             .cluster = toDim3(shape.cluster),
                             .dynamicSharedBytes = static_cast<std::uint32_t>(shape.sharedBytes),
                             .parameters = block,
                             .sink = sink,
                             .checks = checks,
                             .cooperative = shape.cooperative,
                             .setsCondition = &setsCondition};
    arrays.refreshLinear();
    try {
        const ptx::LaunchOutcome outcome = m_machine.launch(*function.state, *function.kernel, config);
        m_printed += outcome.printed;
        m_hasPrinted = m_hasPrinted || !outcome.printed.empty();
        if (found)
            for (const ptx::Finding& each : outcome.findings) found(each);
    } catch (const ptx::Fault& fault) {
        errors.kernelFailed(ptx::cudaErrorOf(fault.kind));
        std::fflush(stdout);
        std::fprintf(stderr, "lanescope: %s%s\n", fault.what(), explain ? explain(fault, block).c_str() : "");
    }
}

void Runtime::wait() {
    if (!m_printed.empty()) {
        std::fwrite(m_printed.data(), 1, m_printed.size(), stdout);
        m_printed.clear();
    }
    pools.trim();
    const auto code = static_cast<cudaError_t>(errors.begin(true));
    require(code == cudaSuccess, code);
}

void Runtime::reset() {
    errors.reset();
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
