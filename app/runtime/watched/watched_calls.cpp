// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// The functions of CUDA in which a program can go wrong on the host's side: each makes the call and tells
/// Watch of it.
#include "runtime/watched/watched_calls.h"

// The types of CUDA's functions; the names are the emulator's (runtime/api/api.h).
#include "emulated_names.h"
#include "runtime/chosen/registered.h"
#include "runtime/recorded/recorded_calls.h"
#include "runtime/runtime.h"
#include "runtime/watched/watch.h"

#include <cuda_runtime_api.h>
#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

using namespace lanescope::runtime;

namespace {

/// The call as it is made when nobody watches.
template<class F>
F* next(std::string_view name) {
    return reinterpret_cast<F*>(unwatchedFunction(name));
}

#define NEXT(name) next<decltype(name)>(#name)

/// Watch for as long as one call takes.
class Watched {
public:
    /// kernel: of a launch, the host function that stands for it.
    explicit Watched(std::string_view call, const void* kernel = nullptr)
        : m_watch(*Watch::instance()), m_lock(m_watch.mutex), m_call(call), m_site(callSite(kernel)) {
        m_watch.called(call, m_site);
    }
    Watch* operator->() const { return &m_watch; }
    Watch& watch() const { return m_watch; }
    const CallSite& site() const { return m_site; }
    cudaError_t returns(cudaError_t result) const {
        m_watch.returned(m_call, result, m_site);
        return result;
    }

private:
    Watch& m_watch;
    std::unique_lock<std::recursive_mutex> m_lock;
    std::string_view m_call;
    CallSite m_site;
};

// Memory.

template<class... Arguments>
cudaError_t allocate(const char* name, Watch::Kind kind, void** pointer, std::size_t bytes,
                     Arguments... rest) {
    const Watched watched(name);
    const cudaError_t result =
        next<cudaError_t(void**, std::size_t, Arguments...)>(name)(pointer, bytes, rest...);
    if (result == cudaSuccess) watched->allocated(name, *pointer, bytes, kind, watched.site());
    return watched.returns(result);
}

cudaError_t mallocLinear(void** pointer, std::size_t bytes) {
    return allocate("cudaMalloc", Watch::Kind::Device, pointer, bytes);
}

cudaError_t mallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
    return allocate("cudaMallocAsync", Watch::Kind::Device, pointer, bytes, stream);
}

cudaError_t mallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
    return allocate("cudaMallocManaged", Watch::Kind::Managed, pointer, bytes, flags);
}

cudaError_t hostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
    // The headers' cudaMallocHost for pointers of any type is this one without flags.
    const Watched watched("cudaHostAlloc");
    const cudaError_t result = NEXT(cudaHostAlloc)(pointer, bytes, flags);
    if (result == cudaSuccess)
        watched->allocated(flags == 0 ? "cudaMallocHost" : "cudaHostAlloc", *pointer, bytes,
                           Watch::Kind::PageLocked, watched.site());
    return watched.returns(result);
}

cudaError_t mallocHost(void** pointer, std::size_t bytes) {
    return allocate("cudaMallocHost", Watch::Kind::PageLocked, pointer, bytes);
}

cudaError_t mallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
    const Watched watched("cudaMallocPitch");
    const cudaError_t result = next<cudaError_t(void**, std::size_t*, std::size_t, std::size_t)>(
        "cudaMallocPitch")(pointer, pitch, width, height);
    if (result == cudaSuccess)
        watched->allocated("cudaMallocPitch", *pointer, *pitch * height, Watch::Kind::Device, watched.site());
    return watched.returns(result);
}

cudaError_t malloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
    const Watched watched("cudaMalloc3D");
    const cudaError_t result =
        next<cudaError_t(cudaPitchedPtr*, cudaExtent)>("cudaMalloc3D")(pointer, extent);
    if (result == cudaSuccess)
        watched->allocated("cudaMalloc3D", pointer->ptr, pointer->pitch * extent.height * extent.depth,
                           Watch::Kind::Device, watched.site());
    return watched.returns(result);
}

cudaError_t hostRegister(void* pointer, std::size_t bytes, unsigned flags) {
    const Watched watched("cudaHostRegister");
    const cudaError_t result =
        next<cudaError_t(void*, std::size_t, unsigned)>("cudaHostRegister")(pointer, bytes, flags);
    if (result == cudaSuccess)
        watched->allocated("cudaHostRegister", pointer, bytes, Watch::Kind::Registered, watched.site());
    return watched.returns(result);
}

template<class... Arguments>
cudaError_t release(const char* name, void* pointer, Arguments... rest) {
    const Watched watched(name);
    // Guarded memory goes with its guard.
    const cudaError_t result = next<cudaError_t(void*, Arguments...)>(name)(pointer, rest...);
    watched->released(name, pointer, result, watched.site());
    return watched.returns(result);
}

cudaError_t freeLinear(void* pointer) {
    return release("cudaFree", pointer);
}

cudaError_t freeAsync(void* pointer, cudaStream_t stream) {
    return release("cudaFreeAsync", pointer, stream);
}

cudaError_t freeHost(void* pointer) {
    return release("cudaFreeHost", pointer);
}

cudaError_t hostUnregister(void* pointer) {
    return release("cudaHostUnregister", pointer);
}

// Copies and fills.

template<class Call>
cudaError_t move(const Move& what, const Call& call) {
    const Watched watched(what.call);
    watched->begins();
    const cudaError_t result = call();
    watched->moved(what, result, watched.site());
    return watched.returns(result);
}

cudaError_t memcpyLinear(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return move({.call = "cudaMemcpy", .to = to, .from = from, .width = bytes, .kind = kind},
                [&] { return NEXT(cudaMemcpy)(to, from, bytes, kind); });
}

cudaError_t memcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                        cudaStream_t stream) {
    return move({.call = "cudaMemcpyAsync",
                 .to = to,
                 .from = from,
                 .width = bytes,
                 .kind = kind,
                 .stream = stream,
                 .waits = false},
                [&] { return NEXT(cudaMemcpyAsync)(to, from, bytes, kind, stream); });
}

cudaError_t memcpy2D(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                     std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    return move({"cudaMemcpy2D", to, toPitch, from, fromPitch, width, height, kind, nullptr, true},
                [&] { return NEXT(cudaMemcpy2D)(to, toPitch, from, fromPitch, width, height, kind); });
}

cudaError_t memcpy2DAsync(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                          std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return move({"cudaMemcpy2DAsync", to, toPitch, from, fromPitch, width, height, kind, stream, false}, [&] {
        return NEXT(cudaMemcpy2DAsync)(to, toPitch, from, fromPitch, width, height, kind, stream);
    });
}

cudaError_t memsetLinear(void* to, int value, std::size_t bytes) {
    return move({.call = "cudaMemset", .to = to, .width = bytes, .waits = false},
                [&] { return NEXT(cudaMemset)(to, value, bytes); });
}

cudaError_t memsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
    return move({.call = "cudaMemsetAsync", .to = to, .width = bytes, .stream = stream, .waits = false},
                [&] { return NEXT(cudaMemsetAsync)(to, value, bytes, stream); });
}

cudaError_t memset2D(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
    return move({.call = "cudaMemset2D",
                 .to = to,
                 .toPitch = pitch,
                 .width = width,
                 .height = height,
                 .waits = false},
                [&] { return NEXT(cudaMemset2D)(to, pitch, value, width, height); });
}

// Launches.

/// The name of a kernel without namespaces and parameters.
std::string kernelName(const void* host) {
    for (const Registered& image : registered())
        for (const RegisteredFunction& each : image.functions) {
            if (each.host != host) continue;
            // nvcc puts the file's name before that of a static kernel.
            const std::string_view whole = each.name;
            const std::size_t at = whole.starts_with("__nv_static_") ? whole.find("_Z") : 0;
            int status = 0;
            const std::unique_ptr<char, void (*)(void*)> plain(
                abi::__cxa_demangle(each.name + (at == std::string_view::npos ? 0 : at), nullptr, nullptr,
                                    &status),
                &std::free);
            std::string name = plain ? plain.get() : each.name;
            name.resize(std::min(name.find_first_of("<("), name.size()));
            const std::size_t before = name.find_last_of(" :");
            return before == std::string::npos ? name : name.substr(before + 1);
        }
    return "without a name";
}

/// Tells the emulator who wants to see what its kernels touch.
class Looking {
public:
    explicit Looking(Footprint* footprint) : m_looks(footprint != nullptr) {
        if (m_looks) Runtime::instance().sink = footprint;
    }
    ~Looking() {
        if (m_looks) Runtime::instance().sink = nullptr;
    }
    Looking(const Looking&) = delete;
    Looking& operator=(const Looking&) = delete;

private:
    bool m_looks;
};

template<class Call>
cudaError_t launch(const void* host, cudaStream_t stream, const Call& call) {
    const std::string name = kernelName(host);
    const Watched watched(name, host);
    cudaError_t result = cudaSuccess;
    {
        const Looking looking(watched->begins());
        result = call();
    }
    watched->launched(name.c_str(), stream, result, watched.site());
    return watched.returns(result);
}

using LaunchFunction = cudaError_t(const void*, dim3, dim3, void**, std::size_t, cudaStream_t);

cudaError_t launchKernel(const void* host, dim3 grid, dim3 block, void** arguments, std::size_t sharedBytes,
                         cudaStream_t stream) {
    return launch(host, stream, [&] {
        return next<LaunchFunction>("cudaLaunchKernel")(host, grid, block, arguments, sharedBytes, stream);
    });
}

cudaError_t launchCooperativeKernel(const void* host, dim3 grid, dim3 block, void** arguments,
                                    std::size_t sharedBytes, cudaStream_t stream) {
    return launch(host, stream, [&] {
        return next<LaunchFunction>("cudaLaunchCooperativeKernel")(host, grid, block, arguments, sharedBytes,
                                                                   stream);
    });
}

cudaError_t launchOfNvcc(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                         std::size_t sharedBytes, cudaStream_t stream) {
    return launch(kernel, stream, [&] {
        return next<cudaError_t(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t)>(
            "__cudaLaunchKernel")(kernel, grid, block, arguments, sharedBytes, stream);
    });
}

cudaError_t launchKernelExC(const cudaLaunchConfig_t* config, const void* host, void** arguments) {
    return launch(host, config ? config->stream : nullptr,
                  [&] { return NEXT(cudaLaunchKernelExC)(config, host, arguments); });
}

cudaError_t graphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
    const Watched watched("cudaGraphLaunch");
    watched->loseSight();
    watched->begins();
    const cudaError_t result = NEXT(cudaGraphLaunch)(graph, stream);
    watched->waitedForAll(); // what it does is not looked at, nor what it has to wait for
    return watched.returns(result);
}

// Streams and events.

cudaError_t streamCreate(cudaStream_t* stream) {
    const Watched watched("cudaStreamCreate");
    const cudaError_t result = NEXT(cudaStreamCreate)(stream);
    if (result == cudaSuccess) watched->streamMade(*stream, cudaStreamDefault);
    return watched.returns(result);
}

cudaError_t streamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    const Watched watched("cudaStreamCreateWithFlags");
    const cudaError_t result = NEXT(cudaStreamCreateWithFlags)(stream, flags);
    if (result == cudaSuccess) watched->streamMade(*stream, flags);
    return watched.returns(result);
}

cudaError_t streamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
    const Watched watched("cudaStreamCreateWithPriority");
    const cudaError_t result = NEXT(cudaStreamCreateWithPriority)(stream, flags, priority);
    if (result == cudaSuccess) watched->streamMade(*stream, flags);
    return watched.returns(result);
}

cudaError_t streamDestroy(cudaStream_t stream) {
    const Watched watched("cudaStreamDestroy");
    const cudaError_t result = NEXT(cudaStreamDestroy)(stream);
    if (result == cudaSuccess) watched->streamGone(stream);
    return watched.returns(result);
}

cudaError_t streamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    const Watched watched("cudaStreamWaitEvent");
    const cudaError_t result =
        next<cudaError_t(cudaStream_t, cudaEvent_t, unsigned)>("cudaStreamWaitEvent")(stream, event, flags);
    if (result == cudaSuccess) watched->streamWaits(stream, event);
    return watched.returns(result);
}

cudaError_t eventRecord(cudaEvent_t event, cudaStream_t stream) {
    const Watched watched("cudaEventRecord");
    const cudaError_t result = next<cudaError_t(cudaEvent_t, cudaStream_t)>("cudaEventRecord")(event, stream);
    if (result == cudaSuccess) watched->eventRecorded(event, stream);
    return watched.returns(result);
}

/// A call after which the host knows that something has ended, if it says so. note: tells Watch.
template<class Call, class Note>
cudaError_t wait(std::string_view name, const Call& call, const Note& note) {
    const Watched watched(name);
    const cudaError_t result = call();
    if (result == cudaSuccess) note(watched.watch());
    return watched.returns(result);
}

cudaError_t deviceSynchronize() {
    return wait(
        "cudaDeviceSynchronize", [] { return NEXT(cudaDeviceSynchronize)(); },
        [](Watch& watch) { watch.waitedForAll(); });
}

cudaError_t streamSynchronize(cudaStream_t stream) {
    return wait(
        "cudaStreamSynchronize", [&] { return NEXT(cudaStreamSynchronize)(stream); },
        [&](Watch& watch) { watch.waitedForStream(stream); });
}

cudaError_t streamQuery(cudaStream_t stream) {
    return wait(
        "cudaStreamQuery", [&] { return NEXT(cudaStreamQuery)(stream); },
        [&](Watch& watch) { watch.waitedForStream(stream); });
}

cudaError_t eventSynchronize(cudaEvent_t event) {
    return wait(
        "cudaEventSynchronize", [&] { return NEXT(cudaEventSynchronize)(event); },
        [&](Watch& watch) { watch.waitedForEvent(event); });
}

cudaError_t eventQuery(cudaEvent_t event) {
    return wait(
        "cudaEventQuery", [&] { return NEXT(cudaEventQuery)(event); },
        [&](Watch& watch) { watch.waitedForEvent(event); });
}

cudaError_t deviceReset() {
    const Watched watched("cudaDeviceReset");
    watched->reset();
    return watched.returns(NEXT(cudaDeviceReset)());
}

// Errors.

void lookAtError() {
    Watch& watch = *Watch::instance();
    const std::lock_guard lock(watch.mutex);
    watch.lookedAtError();
}

cudaError_t getLastError() {
    lookAtError();
    return NEXT(cudaGetLastError)();
}

cudaError_t peekAtLastError() {
    lookAtError();
    return NEXT(cudaPeekAtLastError)();
}

const char* getErrorName(cudaError_t error) {
    lookAtError();
    return NEXT(cudaGetErrorName)(error);
}

const char* getErrorString(cudaError_t error) {
    lookAtError();
    return NEXT(cudaGetErrorString)(error);
}

template<class F>
void* pointer(F* function) {
    return reinterpret_cast<void*>(function);
}

/// Whether such a function reads or writes memory that kernels use, or makes others do so, unseen.
bool isOpaque(std::string_view name) {
    constexpr std::array kOpaque = {"cudaMemcpy",
                                    "cudaMemset",
                                    "cudaGraph",
                                    "cudaCreateTexture",
                                    "cudaCreateSurface",
                                    "cudaMallocFromPool",
                                    "cudaStreamBeginCapture",
                                    "cudaLaunchHostFunc",
                                    "cudaStreamAddCallback"};
    return std::ranges::any_of(kOpaque, [&](const char* with) { return name.starts_with(with); });
}

} // namespace

namespace lanescope::runtime {

void* watchedFunction(std::string_view given) {
    static const std::array kWatched = {
        std::pair{std::string_view("cudaMalloc"), pointer(&mallocLinear)},
        std::pair{std::string_view("cudaMallocAsync"), pointer(&mallocAsync)},
        std::pair{std::string_view("cudaMallocPitch"), pointer(&mallocPitch)},
        std::pair{std::string_view("cudaMalloc3D"), pointer(&malloc3D)},
        std::pair{std::string_view("cudaMallocManaged"), pointer(&mallocManaged)},
        std::pair{std::string_view("cudaHostAlloc"), pointer(&hostAlloc)},
        std::pair{std::string_view("cudaMallocHost"), pointer(&mallocHost)},
        std::pair{std::string_view("cudaHostRegister"), pointer(&hostRegister)},
        std::pair{std::string_view("cudaFree"), pointer(&freeLinear)},
        std::pair{std::string_view("cudaFreeAsync"), pointer(&freeAsync)},
        std::pair{std::string_view("cudaFreeHost"), pointer(&freeHost)},
        std::pair{std::string_view("cudaHostUnregister"), pointer(&hostUnregister)},
        std::pair{std::string_view("cudaMemcpy"), pointer(&memcpyLinear)},
        std::pair{std::string_view("cudaMemcpyAsync"), pointer(&memcpyAsync)},
        std::pair{std::string_view("cudaMemcpy2D"), pointer(&memcpy2D)},
        std::pair{std::string_view("cudaMemcpy2DAsync"), pointer(&memcpy2DAsync)},
        std::pair{std::string_view("cudaMemset"), pointer(&memsetLinear)},
        std::pair{std::string_view("cudaMemsetAsync"), pointer(&memsetAsync)},
        std::pair{std::string_view("cudaMemset2D"), pointer(&memset2D)},
        std::pair{std::string_view("cudaLaunchKernel"), pointer(&launchKernel)},
        std::pair{std::string_view("cudaLaunchCooperativeKernel"), pointer(&launchCooperativeKernel)},
        std::pair{std::string_view("cudaLaunchKernelExC"), pointer(&launchKernelExC)},
        std::pair{std::string_view("__cudaLaunchKernel"), pointer(&launchOfNvcc)},
        std::pair{std::string_view("cudaGraphLaunch"), pointer(&graphLaunch)},
        std::pair{std::string_view("cudaStreamCreate"), pointer(&streamCreate)},
        std::pair{std::string_view("cudaStreamCreateWithFlags"), pointer(&streamCreateWithFlags)},
        std::pair{std::string_view("cudaStreamCreateWithPriority"), pointer(&streamCreateWithPriority)},
        std::pair{std::string_view("cudaStreamDestroy"), pointer(&streamDestroy)},
        std::pair{std::string_view("cudaStreamWaitEvent"), pointer(&streamWaitEvent)},
        std::pair{std::string_view("cudaEventRecord"), pointer(&eventRecord)},
        std::pair{std::string_view("cudaDeviceSynchronize"), pointer(&deviceSynchronize)},
        std::pair{std::string_view("cudaStreamSynchronize"), pointer(&streamSynchronize)},
        std::pair{std::string_view("cudaStreamQuery"), pointer(&streamQuery)},
        std::pair{std::string_view("cudaEventSynchronize"), pointer(&eventSynchronize)},
        std::pair{std::string_view("cudaEventQuery"), pointer(&eventQuery)},
        std::pair{std::string_view("cudaDeviceReset"), pointer(&deviceReset)},
        std::pair{std::string_view("cudaGetLastError"), pointer(&getLastError)},
        std::pair{std::string_view("cudaPeekAtLastError"), pointer(&peekAtLastError)},
        std::pair{std::string_view("cudaGetErrorName"), pointer(&getErrorName)},
        std::pair{std::string_view("cudaGetErrorString"), pointer(&getErrorString)}};
    std::string_view name = given;
    const bool perThread = name.ends_with("_ptsz") || name.ends_with("_ptds");
    if (perThread) name.remove_suffix(5);
    const auto found = std::ranges::find(kWatched, name, [](const auto& each) { return each.first; });
    if (found != kWatched.end() && !perThread) return found->second;
    Watch& watch = *Watch::instance();
    const std::lock_guard lock(watch.mutex);
    if (isOpaque(name)) watch.loseSight();
    if (name == "cudaLaunchHostFunc" || name == "cudaStreamAddCallback") watch.loseWaits();
    return found == kWatched.end() ? nullptr : found->second;
}

} // namespace lanescope::runtime
