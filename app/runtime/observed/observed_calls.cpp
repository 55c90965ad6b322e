// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// The functions of CUDA that somebody wants to be told of when a program calls them: what records it, what
/// looks for its mistakes, or both. Each calls the device's.
#include "runtime/observed/observed_calls.h"

#include "runtime/observed/observed_call.h"
#include "runtime/recorded/device_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

using namespace lanescope::runtime;

namespace {

/// The device's function of that name and type, found once. Those that the headers declare more than once
/// have their types with them.
#define DEVICE(name) DEVICE_AS(name, decltype(name))
#define DEVICE_AS(name, ...)                                                                                 \
    ([] {                                                                                                    \
        using Function = __VA_ARGS__;                                                                        \
        static Function* const found = deviceCall<Function>(#name);                                          \
        return found;                                                                                        \
    }())

const std::byte* offset(const void* pointer, std::size_t bytes) {
    return static_cast<const std::byte*>(pointer) + bytes;
}

// Memory.

template<class... Arguments>
cudaError_t allocate(const char* name, void** pointer, std::size_t bytes, Arguments... rest) {
    const ObservedCall observed(name);
    const cudaError_t result = deviceCall<cudaError_t(void**, std::size_t, Arguments...)>(name)(
        pointer, observed.padded(bytes), rest...);
    if (result == cudaSuccess) observed.allocated(name, *pointer, bytes, MemoryKind::Device);
    return observed.returns(result);
}

cudaError_t mallocLinear(void** pointer, std::size_t bytes) {
    return allocate("cudaMalloc", pointer, bytes);
}

cudaError_t mallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
    return allocate("cudaMallocAsync", pointer, bytes, stream);
}

cudaError_t mallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return allocate("cudaMallocFromPoolAsync", pointer, bytes, pool, stream);
}

cudaError_t mallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
    const ObservedCall observed("cudaMallocPitch");
    const cudaError_t result = DEVICE(cudaMallocPitch)(pointer, pitch, width, height);
    if (result == cudaSuccess)
        observed.allocated("cudaMallocPitch", *pointer, *pitch * height, MemoryKind::Device);
    return observed.returns(result);
}

cudaError_t malloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
    const ObservedCall observed("cudaMalloc3D");
    const cudaError_t result = DEVICE(cudaMalloc3D)(pointer, extent);
    if (result == cudaSuccess)
        observed.allocated("cudaMalloc3D", pointer->ptr, pointer->pitch * extent.height * extent.depth,
                           MemoryKind::Device);
    return observed.returns(result);
}

cudaError_t mallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
    const ObservedCall observed("cudaMallocManaged");
    const cudaError_t result = DEVICE(cudaMallocManaged)(pointer, bytes, flags);
    if (result == cudaSuccess) observed.allocated("cudaMallocManaged", *pointer, bytes, MemoryKind::Managed);
    return observed.returns(result);
}

cudaError_t hostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
    const ObservedCall observed("cudaHostAlloc");
    const cudaError_t result = DEVICE(cudaHostAlloc)(pointer, bytes, flags);
    // The headers' cudaMallocHost for pointers of any type is this one without flags.
    if (result == cudaSuccess)
        observed.allocated(flags == 0 ? "cudaMallocHost" : "cudaHostAlloc", *pointer, bytes,
                           MemoryKind::PageLocked);
    return observed.returns(result);
}

cudaError_t mallocHost(void** pointer, std::size_t bytes) {
    const ObservedCall observed("cudaMallocHost");
    const cudaError_t result = DEVICE(cudaMallocHost)(pointer, bytes);
    if (result == cudaSuccess) observed.allocated("cudaMallocHost", *pointer, bytes, MemoryKind::PageLocked);
    return observed.returns(result);
}

cudaError_t hostRegister(void* pointer, std::size_t bytes, unsigned flags) {
    const ObservedCall observed("cudaHostRegister");
    const cudaError_t result = DEVICE(cudaHostRegister)(pointer, bytes, flags);
    if (result == cudaSuccess) observed.allocated("cudaHostRegister", pointer, bytes, MemoryKind::Registered);
    return observed.returns(result);
}

cudaError_t release(const char* name, void* pointer) {
    const ObservedCall observed(name);
    const cudaError_t result = deviceCall<cudaError_t(void*)>(name)(pointer);
    observed.released(name, pointer, result);
    return observed.returns(result);
}

cudaError_t freeLinear(void* pointer) {
    return release("cudaFree", pointer);
}

cudaError_t freeAsync(void* pointer, cudaStream_t stream) {
    const ObservedCall observed("cudaFreeAsync");
    const bool isForGraph = observed.recorder() && observed.recorder()->isCapturing(stream);
    const cudaError_t result = DEVICE(cudaFreeAsync)(pointer, stream);
    observed.released("cudaFreeAsync", pointer, result, isForGraph);
    return observed.returns(result);
}

cudaError_t freeHost(void* pointer) {
    return release("cudaFreeHost", pointer);
}

cudaError_t hostUnregister(void* pointer) {
    return release("cudaHostUnregister", pointer);
}

// Copies and fills.

/// Calls a function that copies.
template<class Call>
cudaError_t copy(const Copied& what, const Call& call) {
    const ObservedCall observed(what.call);
    observed.begins();
    const cudaError_t result = call();
    observed.copied(what, result);
    return observed.returns(result);
}

cudaError_t memcpyLinear(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return copy({.call = "cudaMemcpy", .to = to, .from = from, .width = bytes, .kind = kind},
                [&] { return DEVICE(cudaMemcpy)(to, from, bytes, kind); });
}

cudaError_t memcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                        cudaStream_t stream) {
    return copy({.call = "cudaMemcpyAsync",
                 .to = to,
                 .from = from,
                 .width = bytes,
                 .kind = kind,
                 .stream = stream,
                 .waited = false},
                [&] { return DEVICE(cudaMemcpyAsync)(to, from, bytes, kind, stream); });
}

cudaError_t memcpyPeer(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes) {
    return copy({.call = "cudaMemcpyPeer", .to = to, .from = from, .width = bytes},
                [&] { return DEVICE(cudaMemcpyPeer)(to, toDevice, from, fromDevice, bytes); });
}

cudaError_t memcpyPeerAsync(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes,
                            cudaStream_t stream) {
    return copy({.call = "cudaMemcpyPeerAsync",
                 .to = to,
                 .from = from,
                 .width = bytes,
                 .stream = stream,
                 .waited = false},
                [&] { return DEVICE(cudaMemcpyPeerAsync)(to, toDevice, from, fromDevice, bytes, stream); });
}

cudaError_t memcpy2D(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                     std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    return copy({.call = "cudaMemcpy2D",
                 .to = to,
                 .toPitch = toPitch,
                 .from = from,
                 .fromPitch = fromPitch,
                 .width = width,
                 .height = height,
                 .kind = kind},
                [&] { return DEVICE(cudaMemcpy2D)(to, toPitch, from, fromPitch, width, height, kind); });
}

cudaError_t memcpy2DAsync(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                          std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return copy({"cudaMemcpy2DAsync", to, toPitch, from, fromPitch, width, height, kind, stream, false}, [&] {
        return DEVICE(cudaMemcpy2DAsync)(to, toPitch, from, fromPitch, width, height, kind, stream);
    });
}

/// A copy of slices between two places of linear memory.
template<class Call>
cudaError_t copySlices(const char* name, const cudaMemcpy3DParms* what, cudaStream_t stream, bool waited,
                       const Call& call) {
    const ObservedCall observed;
    observed.begins();
    const cudaError_t result = call();
    ProgramRecorder* const recorder = observed.recorder();
    if (result != cudaSuccess || !recorder) return result;
    if (what->srcArray || what->dstArray) {
        recorder->refuse("the program copies to or from an array with cudaMemcpy3D");
        return result;
    }
    const auto slice = [](const cudaPitchedPtr& pointer, const cudaPos& at, std::size_t z) {
        return offset(pointer.ptr, ((z + at.z) * pointer.ysize + at.y) * pointer.pitch + at.x);
    };
    for (std::size_t z = 0; z < what->extent.depth; ++z)
        recorder->copied({name, slice(what->dstPtr, what->dstPos, z), what->dstPtr.pitch,
                          slice(what->srcPtr, what->srcPos, z), what->srcPtr.pitch, what->extent.width,
                          what->extent.height, what->kind, stream, waited});
    return result;
}

cudaError_t memcpy3D(const cudaMemcpy3DParms* what) {
    return copySlices("cudaMemcpy3D", what, nullptr, true, [&] { return DEVICE(cudaMemcpy3D)(what); });
}

cudaError_t memcpy3DAsync(const cudaMemcpy3DParms* what, cudaStream_t stream) {
    return copySlices("cudaMemcpy3DAsync", what, stream, false,
                      [&] { return DEVICE(cudaMemcpy3DAsync)(what, stream); });
}

/// A copy to a variable, or from it, whose address the recorder knows.
template<class Call>
cudaError_t copyTo(const void* symbol, std::size_t at, Copied what, const Call& call) {
    const ObservedCall observed;
    ProgramRecorder* const recorder = observed.recorder();
    const std::byte* const variable = recorder ? recorder->variable(symbol) : nullptr;
    observed.begins();
    const cudaError_t result = call();
    if (result != cudaSuccess || !variable) return result;
    (what.to ? what.from : what.to) = variable + at;
    recorder->copied(what);
    return result;
}

cudaError_t memcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t at,
                           cudaMemcpyKind kind) {
    return copyTo(symbol, at, {.from = from, .width = bytes},
                  [&] { return DEVICE(cudaMemcpyToSymbol)(symbol, from, bytes, at, kind); });
}

cudaError_t memcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes, std::size_t at,
                                cudaMemcpyKind kind, cudaStream_t stream) {
    return copyTo(symbol, at, {.from = from, .width = bytes, .stream = stream, .waited = false},
                  [&] { return DEVICE(cudaMemcpyToSymbolAsync)(symbol, from, bytes, at, kind, stream); });
}

cudaError_t memcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t at,
                             cudaMemcpyKind kind) {
    return copyTo(symbol, at, {.to = to, .width = bytes},
                  [&] { return DEVICE(cudaMemcpyFromSymbol)(to, symbol, bytes, at, kind); });
}

cudaError_t memcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes, std::size_t at,
                                  cudaMemcpyKind kind, cudaStream_t stream) {
    return copyTo(symbol, at, {.to = to, .width = bytes, .stream = stream, .waited = false},
                  [&] { return DEVICE(cudaMemcpyFromSymbolAsync)(to, symbol, bytes, at, kind, stream); });
}

cudaError_t getSymbolAddress(void** pointer, const void* symbol) {
    const ObservedCall observed;
    // The program may use its memory from now on.
    if (observed.recorder()) observed.recorder()->variable(symbol);
    return DEVICE_AS(cudaGetSymbolAddress, cudaError_t(void**, const void*))(pointer, symbol);
}

template<class Call>
cudaError_t fill(const Filled& what, const Call& call) {
    const ObservedCall observed(what.call);
    observed.begins();
    const cudaError_t result = call();
    observed.filled(what, result);
    return observed.returns(result);
}

cudaError_t memsetLinear(void* to, int value, std::size_t bytes) {
    return fill({.call = "cudaMemset", .to = to, .value = value, .width = bytes},
                [&] { return DEVICE(cudaMemset)(to, value, bytes); });
}

cudaError_t memsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
    return fill({.call = "cudaMemsetAsync", .to = to, .value = value, .width = bytes, .stream = stream},
                [&] { return DEVICE(cudaMemsetAsync)(to, value, bytes, stream); });
}

cudaError_t memset2D(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
    return fill({"cudaMemset2D", to, pitch, value, width, height, nullptr},
                [&] { return DEVICE(cudaMemset2D)(to, pitch, value, width, height); });
}

cudaError_t memset2DAsync(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                          cudaStream_t stream) {
    return fill({"cudaMemset2DAsync", to, pitch, value, width, height, stream},
                [&] { return DEVICE(cudaMemset2DAsync)(to, pitch, value, width, height, stream); });
}

template<class Call>
cudaError_t fillSlices(const char* name, const cudaPitchedPtr& to, int value, const cudaExtent& extent,
                       cudaStream_t stream, const Call& call) {
    const ObservedCall observed;
    observed.begins();
    const cudaError_t result = call();
    ProgramRecorder* const recorder = observed.recorder();
    for (std::size_t z = 0; recorder && result == cudaSuccess && z < extent.depth; ++z)
        recorder->filled({name, offset(to.ptr, z * to.pitch * to.ysize), to.pitch, value, extent.width,
                          extent.height, stream});
    return result;
}

cudaError_t memset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
    return fillSlices("cudaMemset3D", to, value, extent, nullptr,
                      [&] { return DEVICE(cudaMemset3D)(to, value, extent); });
}

cudaError_t memset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
    return fillSlices("cudaMemset3DAsync", to, value, extent, stream,
                      [&] { return DEVICE(cudaMemset3DAsync)(to, value, extent, stream); });
}

// Launches.

template<class Call>
cudaError_t launch(const Launched& what, const Call& call) {
    ObservedCall observed(what);
    observed.begins(what);
    const cudaError_t result = call();
    observed.launched(what, result);
    return observed.returns(result);
}

using LaunchFunction = cudaError_t(const void*, dim3, dim3, void**, std::size_t, cudaStream_t);

cudaError_t launchKernel(const void* host, dim3 grid, dim3 block, void** arguments, std::size_t sharedBytes,
                         cudaStream_t stream) {
    return launch({host, grid, block, arguments, sharedBytes, stream, false}, [&] {
        return DEVICE_AS(cudaLaunchKernel, LaunchFunction)(host, grid, block, arguments, sharedBytes, stream);
    });
}

cudaError_t launchCooperativeKernel(const void* host, dim3 grid, dim3 block, void** arguments,
                                    std::size_t sharedBytes, cudaStream_t stream) {
    return launch({host, grid, block, arguments, sharedBytes, stream, true}, [&] {
        return DEVICE_AS(cudaLaunchCooperativeKernel, LaunchFunction)(host, grid, block, arguments,
                                                                      sharedBytes, stream);
    });
}

cudaError_t launchOfNvcc(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                         std::size_t sharedBytes, cudaStream_t stream) {
    using Function = cudaError_t(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t);
    return launch({kernel, grid, block, arguments, sharedBytes, stream, false}, [&] {
        return DEVICE_AS(__cudaLaunchKernel, Function)(kernel, grid, block, arguments, sharedBytes, stream);
    });
}

cudaError_t launchKernelExC(const cudaLaunchConfig_t* config, const void* host, void** arguments) {
    const auto call = [&] { return DEVICE(cudaLaunchKernelExC)(config, host, arguments); };
    if (!config) {
        const ObservedCall observed(Launched{.host = host});
        return observed.returns(call());
    }
    Launched what{
        host, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, config->stream, false};
    for (unsigned i = 0; i < config->numAttrs; ++i) {
        const cudaLaunchAttribute& attribute = config->attrs[i];
        const auto& cluster = attribute.val.clusterDim;
        if (attribute.id == cudaLaunchAttributeCooperative) what.cooperative = attribute.val.cooperative != 0;
        ProgramRecorder* const recorder = ProgramRecorder::instance();
        if (recorder && attribute.id == cudaLaunchAttributeClusterDimension &&
            cluster.x * cluster.y * cluster.z > 1)
            ObservedCall().recorder()->refuse(
                "the program launches clusters of blocks with cudaLaunchKernelExC");
    }
    return launch(what, call);
}

template<class Handle>
cudaError_t getKernel(const char* name, Handle* kernel, const void* host) {
    const ObservedCall observed;
    const cudaError_t result = deviceCall<cudaError_t(Handle*, const void*)>(name)(kernel, host);
    if (observed.recorder() && result == cudaSuccess && *kernel != host)
        observed.recorder()->kernelHandle(*kernel, host);
    return result;
}

cudaError_t kernelOfProgram(cudaKernel_t* kernel, const void* host) {
    return getKernel("cudaGetKernel", kernel, host);
}

cudaError_t kernelOfNvcc(cudaKernel_t* kernel, const void* host) {
    return getKernel("__cudaGetKernel", kernel, host);
}

// Streams and events.

template<class... Arguments>
cudaError_t makeStream(const char* name, unsigned flags, cudaStream_t* stream, Arguments... rest) {
    const ObservedCall observed(name);
    const cudaError_t result = deviceCall<cudaError_t(cudaStream_t*, Arguments...)>(name)(stream, rest...);
    if (result == cudaSuccess) observed.streamMade(*stream, flags);
    return observed.returns(result);
}

cudaError_t streamCreate(cudaStream_t* stream) {
    return makeStream("cudaStreamCreate", cudaStreamDefault, stream);
}

cudaError_t streamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    return makeStream("cudaStreamCreateWithFlags", flags, stream, flags);
}

cudaError_t streamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
    return makeStream("cudaStreamCreateWithPriority", flags, stream, flags, priority);
}

cudaError_t streamDestroy(cudaStream_t stream) {
    const ObservedCall observed("cudaStreamDestroy");
    const cudaError_t result = DEVICE(cudaStreamDestroy)(stream);
    if (result == cudaSuccess) observed.streamGone(stream);
    return observed.returns(result);
}

cudaError_t streamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    const ObservedCall observed("cudaStreamWaitEvent");
    const cudaError_t result = DEVICE(cudaStreamWaitEvent)(stream, event, flags);
    if (result == cudaSuccess) observed.streamWaits(stream, event);
    return observed.returns(result);
}

cudaError_t eventRecord(cudaEvent_t event, cudaStream_t stream) {
    const ObservedCall observed("cudaEventRecord");
    const cudaError_t result = DEVICE(cudaEventRecord)(event, stream);
    if (result == cudaSuccess) observed.eventRecorded(event, stream);
    return observed.returns(result);
}

cudaError_t eventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    const ObservedCall observed("cudaEventRecordWithFlags");
    const cudaError_t result = DEVICE(cudaEventRecordWithFlags)(event, stream, flags);
    if (result == cudaSuccess) observed.eventRecorded(event, stream);
    return observed.returns(result);
}

cudaError_t eventDestroy(cudaEvent_t event) {
    const ObservedCall observed;
    const cudaError_t result = DEVICE(cudaEventDestroy)(event);
    if (observed.recorder() && result == cudaSuccess) observed.recorder()->eventGone(event);
    return result;
}

// Graphs that are captured.

cudaError_t streamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    const ObservedCall observed;
    const cudaError_t result = DEVICE(cudaStreamBeginCapture)(stream, mode);
    if (observed.recorder() && result == cudaSuccess) observed.recorder()->captureBegun();
    return result;
}

cudaError_t streamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    const ObservedCall observed;
    const cudaError_t result = DEVICE(cudaStreamEndCapture)(stream, graph);
    if (observed.recorder()) observed.recorder()->captured(result == cudaSuccess ? *graph : nullptr);
    return result;
}

template<class... Arguments>
cudaError_t instantiate(const char* name, cudaGraphExec_t* exec, cudaGraph_t graph, Arguments... rest) {
    const ObservedCall observed;
    const cudaError_t result =
        deviceCall<cudaError_t(cudaGraphExec_t*, cudaGraph_t, Arguments...)>(name)(exec, graph, rest...);
    if (observed.recorder() && result == cudaSuccess) observed.recorder()->instantiated(*exec, graph);
    return result;
}

cudaError_t graphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
    return instantiate("cudaGraphInstantiate", exec, graph, flags);
}

cudaError_t graphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
    return instantiate("cudaGraphInstantiateWithFlags", exec, graph, flags);
}

cudaError_t graphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info) {
    const ObservedCall observed;
    const cudaError_t result = DEVICE(cudaGraphExecUpdate)(exec, graph, info);
    if (observed.recorder() && result == cudaSuccess) observed.recorder()->instantiated(exec, graph);
    return result;
}

cudaError_t graphExecDestroy(cudaGraphExec_t exec) {
    const ObservedCall observed;
    const cudaError_t result = DEVICE(cudaGraphExecDestroy)(exec);
    if (observed.recorder() && result == cudaSuccess) observed.recorder()->execGone(exec);
    return result;
}

cudaError_t graphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    const ObservedCall observed("cudaGraphLaunch");
    if (observed.watch()) {
        observed.watch()->loseSight();
        observed.watch()->begins();
    }
    if (observed.recorder()) observed.recorder()->prepareGraph(exec, stream);
    const cudaError_t result = DEVICE(cudaGraphLaunch)(exec, stream);
    if (observed.recorder()) observed.recorder()->graphLaunched(result == cudaSuccess);
    // What it does is not looked at, nor what it has to wait for.
    if (observed.watch()) observed.watch()->waitedForAll();
    return observed.returns(result);
}

cudaError_t launchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    if (ProgramRecorder* const recorder = ObservedCall().recorder()) recorder->hostFunction(stream);
    return DEVICE(cudaLaunchHostFunc)(stream, function, data);
}

/// A call after which the host knows that something has ended, if it says so. note: tells of it.
template<class Call, class Note>
cudaError_t wait(const char* name, const Call& call, const Note& note) {
    ObservedCall observed(name);
    const cudaError_t result = observed.wait(call);
    if (result == cudaSuccess) note(observed);
    return observed.returns(result);
}

cudaError_t deviceSynchronize() {
    return wait(
        "cudaDeviceSynchronize", [] { return DEVICE(cudaDeviceSynchronize)(); },
        [](const ObservedCall& observed) { observed.waitedForAll(); });
}

cudaError_t streamSynchronize(cudaStream_t stream) {
    return wait(
        "cudaStreamSynchronize", [&] { return DEVICE(cudaStreamSynchronize)(stream); },
        [&](const ObservedCall& observed) { observed.waitedFor(stream); });
}

cudaError_t eventSynchronize(cudaEvent_t event) {
    return wait(
        "cudaEventSynchronize", [&] { return DEVICE(cudaEventSynchronize)(event); },
        [&](const ObservedCall& observed) { observed.waitedFor(event); });
}

cudaError_t streamQuery(cudaStream_t stream) {
    return wait(
        "cudaStreamQuery", [&] { return DEVICE(cudaStreamQuery)(stream); },
        [&](const ObservedCall& observed) {
            if (observed.watch()) observed.watch()->waitedForStream(stream);
        });
}

cudaError_t eventQuery(cudaEvent_t event) {
    return wait(
        "cudaEventQuery", [&] { return DEVICE(cudaEventQuery)(event); },
        [&](const ObservedCall& observed) {
            if (observed.watch()) observed.watch()->waitedForEvent(event);
        });
}

cudaError_t deviceReset() {
    const ObservedCall observed("cudaDeviceReset");
    if (observed.watch()) observed.watch()->reset();
    return observed.returns(DEVICE(cudaDeviceReset)());
}

// What the host has written must be seen before its page goes.

cudaError_t memPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation to, unsigned flags,
                             cudaStream_t stream) {
    const ObservedCall observed("cudaMemPrefetchAsync");
    observed.begins();
    return observed.returns(DEVICE(cudaMemPrefetchAsync)(pointer, bytes, to, flags, stream));
}

cudaError_t memPrefetchBatchAsync(void** pointers, std::size_t* sizes, std::size_t count, cudaMemLocation* to,
                                  std::size_t* indices, std::size_t locations, unsigned long long flags,
                                  cudaStream_t stream) {
    const ObservedCall observed("cudaMemPrefetchBatchAsync");
    observed.begins();
    return observed.returns(
        DEVICE(cudaMemPrefetchBatchAsync)(pointers, sizes, count, to, indices, locations, flags, stream));
}

// Errors.

void lookAtError() {
    Watch& watch = *Watch::instance();
    const std::lock_guard lock(watch.mutex);
    watch.lookedAtError();
}

cudaError_t getLastError() {
    lookAtError();
    return DEVICE(cudaGetLastError)();
}

cudaError_t peekAtLastError() {
    lookAtError();
    return DEVICE(cudaPeekAtLastError)();
}

const char* getErrorName(cudaError_t error) {
    lookAtError();
    return DEVICE(cudaGetErrorName)(error);
}

const char* getErrorString(cudaError_t error) {
    lookAtError();
    return DEVICE(cudaGetErrorString)(error);
}

/// A few groups that change nothing that kernels see, by how their names begin.
bool leavesAlone(std::string_view name) {
    constexpr std::array kAsking = {"__cudaInitModule",
                                    "__cudaPopCallConfiguration",
                                    "__cudaPushCallConfiguration",
                                    "cudaChooseDevice",
                                    "cudaCreateChannelDesc",
                                    "cudaCtxReset",
                                    "cudaDevice",
                                    "cudaDriverGetVersion",
                                    "cudaEventCreate",
                                    "cudaEventElapsedTime",
                                    "cudaEventQuery",
                                    "cudaFuncGet",
                                    "cudaFuncSet",
                                    "cudaGetChannelDesc",
                                    "cudaGetDevice",
                                    "cudaGetError",
                                    "cudaGetLastError",
                                    "cudaGetSymbolSize",
                                    "cudaGraphDestroy",
                                    "cudaGraphExecGet",
                                    "cudaGraphGet",
                                    "cudaGraphKernelNodeGet",
                                    "cudaGraphMemcpyNodeGet",
                                    "cudaGraphMemsetNodeGet",
                                    "cudaGraphNodeGet",
                                    "cudaGraphUpload",
                                    "cudaHostGet",
                                    "cudaInitDevice",
                                    "cudaMemAdvise",
                                    "cudaMemGetInfo",
                                    "cudaMemPool",
                                    "cudaMemPrefetch",
                                    "cudaMemRange",
                                    "cudaOccupancy",
                                    "cudaPeekAtLastError",
                                    "cudaPointerGetAttributes",
                                    "cudaProfiler",
                                    "cudaRuntimeGetVersion",
                                    "cudaSetDevice",
                                    "cudaSetValidDevices",
                                    "cudaStreamAddCallback",
                                    "cudaStreamAttachMemAsync",
                                    "cudaStreamCopyAttributes",
                                    "cudaStreamGet",
                                    "cudaStreamIsCapturing",
                                    "cudaStreamQuery",
                                    "cudaStreamSetAttribute",
                                    "cudaThreadExchange"};
    constexpr std::array kOthers = {"cudaGraphDestroyNode", "cudaMemPoolImport"};
    const auto begins = [&](const char* with) { return name.starts_with(with); };
    return std::ranges::any_of(kAsking, begins) && std::ranges::none_of(kOthers, begins);
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

/// One of the functions above, and who is told of its calls.
struct Observed {
    template<class F>
    Observed(std::string_view called, F* calls, bool records, bool watches)
        : name(called), function(reinterpret_cast<void*>(calls)), isRecorded(records), isWatched(watches) {}
    std::string_view name;
    void* function;
    bool isRecorded, isWatched;
};

const Observed* find(std::string_view name) {
    constexpr bool kRecorded = true, kWatched = true, kNot = false;
    static const std::array kAll = {
        Observed{"cudaMalloc", &mallocLinear, kRecorded, kWatched},
        Observed{"cudaMallocAsync", &mallocAsync, kRecorded, kWatched},
        Observed{"cudaMallocFromPoolAsync", &mallocFromPoolAsync, kRecorded, kWatched},
        Observed{"cudaMallocPitch", &mallocPitch, kRecorded, kWatched},
        Observed{"cudaMalloc3D", &malloc3D, kRecorded, kWatched},
        Observed{"cudaMallocManaged", &mallocManaged, kRecorded, kWatched},
        Observed{"cudaHostAlloc", &hostAlloc, kRecorded, kWatched},
        Observed{"cudaMallocHost", &mallocHost, kRecorded, kWatched},
        Observed{"cudaHostRegister", &hostRegister, kRecorded, kWatched},
        Observed{"cudaFree", &freeLinear, kRecorded, kWatched},
        Observed{"cudaFreeAsync", &freeAsync, kRecorded, kWatched},
        Observed{"cudaFreeHost", &freeHost, kRecorded, kWatched},
        Observed{"cudaHostUnregister", &hostUnregister, kRecorded, kWatched},
        Observed{"cudaMemcpy", &memcpyLinear, kRecorded, kWatched},
        Observed{"cudaMemcpyAsync", &memcpyAsync, kRecorded, kWatched},
        Observed{"cudaMemcpyPeer", &memcpyPeer, kRecorded, kWatched},
        Observed{"cudaMemcpyPeerAsync", &memcpyPeerAsync, kRecorded, kWatched},
        Observed{"cudaMemcpy2D", &memcpy2D, kRecorded, kWatched},
        Observed{"cudaMemcpy2DAsync", &memcpy2DAsync, kRecorded, kWatched},
        Observed{"cudaMemcpy3D", &memcpy3D, kRecorded, kNot},
        Observed{"cudaMemcpy3DAsync", &memcpy3DAsync, kRecorded, kNot},
        Observed{"cudaMemcpyToSymbol", &memcpyToSymbol, kRecorded, kNot},
        Observed{"cudaMemcpyToSymbolAsync", &memcpyToSymbolAsync, kRecorded, kNot},
        Observed{"cudaMemcpyFromSymbol", &memcpyFromSymbol, kRecorded, kNot},
        Observed{"cudaMemcpyFromSymbolAsync", &memcpyFromSymbolAsync, kRecorded, kNot},
        Observed{"cudaGetSymbolAddress", &getSymbolAddress, kRecorded, kNot},
        Observed{"cudaMemset", &memsetLinear, kRecorded, kWatched},
        Observed{"cudaMemsetAsync", &memsetAsync, kRecorded, kWatched},
        Observed{"cudaMemset2D", &memset2D, kRecorded, kWatched},
        Observed{"cudaMemset2DAsync", &memset2DAsync, kRecorded, kWatched},
        Observed{"cudaMemset3D", &memset3D, kRecorded, kNot},
        Observed{"cudaMemset3DAsync", &memset3DAsync, kRecorded, kNot},
        Observed{"cudaLaunchKernel", &launchKernel, kRecorded, kWatched},
        Observed{"cudaLaunchCooperativeKernel", &launchCooperativeKernel, kRecorded, kWatched},
        Observed{"cudaLaunchKernelExC", &launchKernelExC, kRecorded, kWatched},
        Observed{"__cudaLaunchKernel", &launchOfNvcc, kRecorded, kWatched},
        Observed{"cudaGetKernel", &kernelOfProgram, kRecorded, kNot},
        Observed{"__cudaGetKernel", &kernelOfNvcc, kRecorded, kNot},
        Observed{"cudaStreamCreate", &streamCreate, kRecorded, kWatched},
        Observed{"cudaStreamCreateWithFlags", &streamCreateWithFlags, kRecorded, kWatched},
        Observed{"cudaStreamCreateWithPriority", &streamCreateWithPriority, kRecorded, kWatched},
        Observed{"cudaStreamDestroy", &streamDestroy, kRecorded, kWatched},
        Observed{"cudaStreamWaitEvent", &streamWaitEvent, kRecorded, kWatched},
        Observed{"cudaEventRecord", &eventRecord, kRecorded, kWatched},
        Observed{"cudaEventRecordWithFlags", &eventRecordWithFlags, kRecorded, kWatched},
        Observed{"cudaEventDestroy", &eventDestroy, kRecorded, kNot},
        Observed{"cudaStreamBeginCapture", &streamBeginCapture, kRecorded, kNot},
        Observed{"cudaStreamEndCapture", &streamEndCapture, kRecorded, kNot},
        Observed{"cudaGraphInstantiate", &graphInstantiate, kRecorded, kNot},
        Observed{"cudaGraphInstantiateWithFlags", &graphInstantiateWithFlags, kRecorded, kNot},
        Observed{"cudaGraphExecUpdate", &graphExecUpdate, kRecorded, kNot},
        Observed{"cudaGraphExecDestroy", &graphExecDestroy, kRecorded, kNot},
        Observed{"cudaGraphLaunch", &graphLaunch, kRecorded, kWatched},
        Observed{"cudaLaunchHostFunc", &launchHostFunc, kRecorded, kNot},
        Observed{"cudaMemPrefetchAsync", &memPrefetchAsync, kRecorded, kNot},
        Observed{"cudaMemPrefetchBatchAsync", &memPrefetchBatchAsync, kRecorded, kNot},
        Observed{"cudaDeviceSynchronize", &deviceSynchronize, kRecorded, kWatched},
        Observed{"cudaStreamSynchronize", &streamSynchronize, kRecorded, kWatched},
        Observed{"cudaEventSynchronize", &eventSynchronize, kRecorded, kWatched},
        Observed{"cudaStreamQuery", &streamQuery, kNot, kWatched},
        Observed{"cudaEventQuery", &eventQuery, kNot, kWatched},
        Observed{"cudaDeviceReset", &deviceReset, kNot, kWatched},
        Observed{"cudaGetLastError", &getLastError, kNot, kWatched},
        Observed{"cudaPeekAtLastError", &peekAtLastError, kNot, kWatched},
        Observed{"cudaGetErrorName", &getErrorName, kNot, kWatched},
        Observed{"cudaGetErrorString", &getErrorString, kNot, kWatched}};
    const auto found = std::ranges::find(kAll, name, &Observed::name);
    return found == kAll.end() ? nullptr : &*found;
}

/// The watch is told of what it does not see.
void tellWatch(std::string_view name, bool isSeen) {
    Watch& watch = *Watch::instance();
    const std::lock_guard lock(watch.mutex);
    if (!isSeen && isOpaque(name)) watch.loseSight();
    if (name == "cudaLaunchHostFunc" || name == "cudaStreamAddCallback") watch.loseWaits();
}

} // namespace

namespace lanescope::runtime {

void* observedFunction(std::string_view given) {
    // The default streams of threads are one in a recording, which keeps more order than they.
    std::string_view name = given;
    const bool isPerThread = name.ends_with("_ptsz") || name.ends_with("_ptds");
    if (isPerThread) name.remove_suffix(5);
    const Observed* const found = find(name);
    const bool isRecorded = found && found->isRecorded, isWatched = found && found->isWatched;
    const bool records = ProgramRecorder::instance(), watches = Watch::instance();
    // Those default streams are none that the watch knows.
    if (watches) tellWatch(name, isWatched && !isPerThread);
    if (records && !isRecorded && !leavesAlone(name))
        ObservedCall().recorder()->refuse(
            fmt::format("the program calls {}, which a recording cannot hold yet", name));
    return (records && isRecorded) || (watches && isWatched) ? found->function : deviceFunction(given);
}

} // namespace lanescope::runtime
