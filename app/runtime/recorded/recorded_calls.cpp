// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// The functions of CUDA that a recording holds: each calls the device's, and notes what has been done.
#include "runtime/recorded/recorded_calls.h"

#include "runtime/recorded/device_call.h"
#include "runtime/recorded/program_recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

using namespace lanescope::runtime;

namespace {

/// The recorder for as long as one call takes.
class Recorder {
public:
    Recorder() : m_recorder(*ProgramRecorder::instance()), m_lock(m_recorder.mutex) {}
    ProgramRecorder* operator->() const { return &m_recorder; }

private:
    ProgramRecorder& m_recorder;
    std::unique_lock<std::recursive_mutex> m_lock;
};

#define DEVICE(name) deviceCall<decltype(name)>(#name)

const std::byte* offset(const void* pointer, std::size_t bytes) {
    return static_cast<const std::byte*>(pointer) + bytes;
}

// Memory.

template<class... Arguments>
cudaError_t allocate(std::string_view name, void** pointer, std::size_t bytes, Arguments... rest) {
    const Recorder recorder;
    const cudaError_t result = deviceCall<cudaError_t(void**, std::size_t, Arguments...)>(name)(
        pointer, recorder->padded(bytes), rest...);
    if (result == cudaSuccess) recorder->allocated(*pointer, bytes);
    return result;
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
    const Recorder recorder;
    const cudaError_t result = DEVICE(cudaMallocPitch)(pointer, pitch, width, height);
    if (result == cudaSuccess) recorder->allocated(*pointer, *pitch * height);
    return result;
}

cudaError_t malloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
    const Recorder recorder;
    const cudaError_t result = DEVICE(cudaMalloc3D)(pointer, extent);
    if (result == cudaSuccess)
        recorder->allocated(pointer->ptr, pointer->pitch * extent.height * extent.depth);
    return result;
}

cudaError_t mallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
    const Recorder recorder;
    const cudaError_t result = DEVICE(cudaMallocManaged)(pointer, bytes, flags);
    if (result == cudaSuccess) recorder->shared(*pointer, bytes, true);
    return result;
}

cudaError_t hostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
    const Recorder recorder;
    const cudaError_t result = DEVICE(cudaHostAlloc)(pointer, bytes, flags);
    if (result == cudaSuccess) recorder->shared(*pointer, bytes, false);
    return result;
}

cudaError_t mallocHost(void** pointer, std::size_t bytes) {
    const Recorder recorder;
    const cudaError_t result = DEVICE(cudaMallocHost)(pointer, bytes);
    if (result == cudaSuccess) recorder->shared(*pointer, bytes, false);
    return result;
}

cudaError_t hostRegister(void* pointer, std::size_t bytes, unsigned flags) {
    const Recorder recorder;
    const cudaError_t result = DEVICE(cudaHostRegister)(pointer, bytes, flags);
    if (result == cudaSuccess) recorder->shared(pointer, bytes, false);
    return result;
}

template<class... Arguments>
cudaError_t release(std::string_view name, void* pointer, Arguments... rest) {
    const Recorder recorder;
    const cudaError_t result = deviceCall<cudaError_t(void*, Arguments...)>(name)(pointer, rest...);
    if (result == cudaSuccess) recorder->freed(pointer);
    return result;
}

cudaError_t freeLinear(void* pointer) {
    return release("cudaFree", pointer);
}

cudaError_t freeAsync(void* pointer, cudaStream_t stream) {
    if (Recorder()->isCapturing(stream)) // the memory is there for each launch of the graph
        return DEVICE(cudaFreeAsync)(pointer, stream);
    return release("cudaFreeAsync", pointer, stream);
}

cudaError_t freeHost(void* pointer) {
    return release("cudaFreeHost", pointer);
}

cudaError_t hostUnregister(void* pointer) {
    return release("cudaHostUnregister", pointer);
}

// Copies and fills.

/// Calls a function that copies, and notes the copy.
template<class Call>
cudaError_t copy(const Copied& what, const Call& call) {
    const Recorder recorder;
    recorder->prepare();
    const cudaError_t result = call();
    if (result == cudaSuccess) recorder->copied(what);
    return result;
}

cudaError_t memcpyLinear(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return copy({.to = to, .from = from, .width = bytes},
                [&] { return DEVICE(cudaMemcpy)(to, from, bytes, kind); });
}

cudaError_t memcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                        cudaStream_t stream) {
    return copy({.to = to, .from = from, .width = bytes, .stream = stream, .waited = false},
                [&] { return DEVICE(cudaMemcpyAsync)(to, from, bytes, kind, stream); });
}

cudaError_t memcpyPeer(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes) {
    return copy({.to = to, .from = from, .width = bytes},
                [&] { return DEVICE(cudaMemcpyPeer)(to, toDevice, from, fromDevice, bytes); });
}

cudaError_t memcpyPeerAsync(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes,
                            cudaStream_t stream) {
    return copy({.to = to, .from = from, .width = bytes, .stream = stream, .waited = false},
                [&] { return DEVICE(cudaMemcpyPeerAsync)(to, toDevice, from, fromDevice, bytes, stream); });
}

cudaError_t memcpy2D(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                     std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    return copy({.to = to,
                 .toPitch = toPitch,
                 .from = from,
                 .fromPitch = fromPitch,
                 .width = width,
                 .height = height},
                [&] { return DEVICE(cudaMemcpy2D)(to, toPitch, from, fromPitch, width, height, kind); });
}

cudaError_t memcpy2DAsync(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                          std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return copy({to, toPitch, from, fromPitch, width, height, stream, false}, [&] {
        return DEVICE(cudaMemcpy2DAsync)(to, toPitch, from, fromPitch, width, height, kind, stream);
    });
}

/// A copy of slices between two places of linear memory.
template<class Call>
cudaError_t copySlices(const cudaMemcpy3DParms* what, cudaStream_t stream, bool waited, const Call& call) {
    const Recorder recorder;
    recorder->prepare();
    const cudaError_t result = call();
    if (result != cudaSuccess) return result;
    if (what->srcArray || what->dstArray) {
        recorder->refuse("the program copies to or from an array with cudaMemcpy3D");
        return result;
    }
    const auto slice = [](const cudaPitchedPtr& pointer, const cudaPos& at, std::size_t z) {
        return offset(pointer.ptr, ((z + at.z) * pointer.ysize + at.y) * pointer.pitch + at.x);
    };
    for (std::size_t z = 0; z < what->extent.depth; ++z)
        recorder->copied({slice(what->dstPtr, what->dstPos, z), what->dstPtr.pitch,
                          slice(what->srcPtr, what->srcPos, z), what->srcPtr.pitch, what->extent.width,
                          what->extent.height, stream, waited});
    return result;
}

cudaError_t memcpy3D(const cudaMemcpy3DParms* what) {
    return copySlices(what, nullptr, true, [&] { return DEVICE(cudaMemcpy3D)(what); });
}

cudaError_t memcpy3DAsync(const cudaMemcpy3DParms* what, cudaStream_t stream) {
    return copySlices(what, stream, false, [&] { return DEVICE(cudaMemcpy3DAsync)(what, stream); });
}

/// A copy to a variable, or from it, whose address the recorder knows.
template<class Call>
cudaError_t copyTo(const void* symbol, std::size_t at, Copied what, const Call& call) {
    const Recorder recorder;
    const std::byte* const variable = recorder->variable(symbol);
    recorder->prepare();
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
    const Recorder recorder;
    recorder->variable(symbol); // whose memory the program may use from now on
    return deviceCall<cudaError_t(void**, const void*)>("cudaGetSymbolAddress")(pointer, symbol);
}

template<class Call>
cudaError_t fill(const Filled& what, const Call& call) {
    const Recorder recorder;
    recorder->prepare();
    const cudaError_t result = call();
    if (result == cudaSuccess) recorder->filled(what);
    return result;
}

cudaError_t memsetLinear(void* to, int value, std::size_t bytes) {
    return fill({.to = to, .value = value, .width = bytes},
                [&] { return DEVICE(cudaMemset)(to, value, bytes); });
}

cudaError_t memsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
    return fill({.to = to, .value = value, .width = bytes, .stream = stream},
                [&] { return DEVICE(cudaMemsetAsync)(to, value, bytes, stream); });
}

cudaError_t memset2D(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
    return fill({to, pitch, value, width, height, nullptr},
                [&] { return DEVICE(cudaMemset2D)(to, pitch, value, width, height); });
}

cudaError_t memset2DAsync(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                          cudaStream_t stream) {
    return fill({to, pitch, value, width, height, stream},
                [&] { return DEVICE(cudaMemset2DAsync)(to, pitch, value, width, height, stream); });
}

template<class Call>
cudaError_t fillSlices(const cudaPitchedPtr& to, int value, const cudaExtent& extent, cudaStream_t stream,
                       const Call& call) {
    const Recorder recorder;
    recorder->prepare();
    const cudaError_t result = call();
    for (std::size_t z = 0; result == cudaSuccess && z < extent.depth; ++z)
        recorder->filled(
            {offset(to.ptr, z * to.pitch * to.ysize), to.pitch, value, extent.width, extent.height, stream});
    return result;
}

cudaError_t memset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
    return fillSlices(to, value, extent, nullptr, [&] { return DEVICE(cudaMemset3D)(to, value, extent); });
}

cudaError_t memset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
    return fillSlices(to, value, extent, stream,
                      [&] { return DEVICE(cudaMemset3DAsync)(to, value, extent, stream); });
}

// Launches.

template<class Call>
cudaError_t launch(const Launched& what, const Call& call) {
    const Recorder recorder;
    recorder->prepare(what);
    const cudaError_t result = call();
    if (result == cudaSuccess) recorder->launched(what.stream);
    return result;
}

cudaError_t launchKernel(const void* host, dim3 grid, dim3 block, void** arguments, std::size_t sharedBytes,
                         cudaStream_t stream) {
    return launch({host, grid, block, arguments, sharedBytes, stream, false}, [&] {
        return deviceCall<cudaError_t(const void*, dim3, dim3, void**, std::size_t, cudaStream_t)>(
            "cudaLaunchKernel")(host, grid, block, arguments, sharedBytes, stream);
    });
}

cudaError_t launchCooperativeKernel(const void* host, dim3 grid, dim3 block, void** arguments,
                                    std::size_t sharedBytes, cudaStream_t stream) {
    return launch({host, grid, block, arguments, sharedBytes, stream, true}, [&] {
        return deviceCall<cudaError_t(const void*, dim3, dim3, void**, std::size_t, cudaStream_t)>(
            "cudaLaunchCooperativeKernel")(host, grid, block, arguments, sharedBytes, stream);
    });
}

cudaError_t launchOfNvcc(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                         std::size_t sharedBytes, cudaStream_t stream) {
    return launch({kernel, grid, block, arguments, sharedBytes, stream, false}, [&] {
        return deviceCall<cudaError_t(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t)>(
            "__cudaLaunchKernel")(kernel, grid, block, arguments, sharedBytes, stream);
    });
}

cudaError_t launchKernelExC(const cudaLaunchConfig_t* config, const void* host, void** arguments) {
    const auto call = [&] { return DEVICE(cudaLaunchKernelExC)(config, host, arguments); };
    if (!config) return call();
    Launched what{
        host, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, config->stream, false};
    for (unsigned i = 0; i < config->numAttrs; ++i) {
        const cudaLaunchAttribute& attribute = config->attrs[i];
        const auto& cluster = attribute.val.clusterDim;
        if (attribute.id == cudaLaunchAttributeCooperative) what.cooperative = attribute.val.cooperative != 0;
        if (attribute.id == cudaLaunchAttributeClusterDimension && cluster.x * cluster.y * cluster.z > 1)
            Recorder()->refuse("the program launches clusters of blocks with cudaLaunchKernelExC");
    }
    return launch(what, call);
}

template<class Handle>
cudaError_t getKernel(std::string_view name, Handle* kernel, const void* host) {
    const Recorder recorder;
    const cudaError_t result = deviceCall<cudaError_t(Handle*, const void*)>(name)(kernel, host);
    if (result == cudaSuccess && *kernel != host) recorder->kernelHandle(*kernel, host);
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
cudaError_t makeStream(std::string_view name, cudaStream_t* stream, Arguments... rest) {
    const Recorder recorder;
    const cudaError_t result = deviceCall<cudaError_t(cudaStream_t*, Arguments...)>(name)(stream, rest...);
    if (result == cudaSuccess) recorder->streamMade(*stream);
    return result;
}

cudaError_t streamCreate(cudaStream_t* stream) {
    return makeStream("cudaStreamCreate", stream);
}

cudaError_t streamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    return makeStream("cudaStreamCreateWithFlags", stream, flags);
}

cudaError_t streamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
    return makeStream("cudaStreamCreateWithPriority", stream, flags, priority);
}

cudaError_t streamDestroy(cudaStream_t stream) {
    const Recorder recorder;
    const cudaError_t result = DEVICE(cudaStreamDestroy)(stream);
    if (result == cudaSuccess) recorder->streamGone(stream);
    return result;
}

cudaError_t streamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    const Recorder recorder;
    const cudaError_t result = DEVICE(cudaStreamWaitEvent)(stream, event, flags);
    if (result == cudaSuccess) recorder->eventWaited(event, stream);
    return result;
}

cudaError_t eventRecord(cudaEvent_t event, cudaStream_t stream) {
    const Recorder recorder;
    const cudaError_t result = DEVICE(cudaEventRecord)(event, stream);
    if (result == cudaSuccess) recorder->eventRecorded(event, stream);
    return result;
}

cudaError_t eventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    const Recorder recorder;
    const cudaError_t result = DEVICE(cudaEventRecordWithFlags)(event, stream, flags);
    if (result == cudaSuccess) recorder->eventRecorded(event, stream);
    return result;
}

cudaError_t eventDestroy(cudaEvent_t event) {
    const Recorder recorder;
    const cudaError_t result = DEVICE(cudaEventDestroy)(event);
    if (result == cudaSuccess) recorder->eventGone(event);
    return result;
}

// Graphs that are captured.

cudaError_t streamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    const Recorder recorder;
    const cudaError_t result = DEVICE(cudaStreamBeginCapture)(stream, mode);
    if (result == cudaSuccess) recorder->captureBegun();
    return result;
}

cudaError_t streamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    const Recorder recorder;
    const cudaError_t result = DEVICE(cudaStreamEndCapture)(stream, graph);
    recorder->captured(result == cudaSuccess ? *graph : nullptr);
    return result;
}

template<class... Arguments>
cudaError_t instantiate(std::string_view name, cudaGraphExec_t* exec, cudaGraph_t graph, Arguments... rest) {
    const Recorder recorder;
    const cudaError_t result =
        deviceCall<cudaError_t(cudaGraphExec_t*, cudaGraph_t, Arguments...)>(name)(exec, graph, rest...);
    if (result == cudaSuccess) recorder->instantiated(*exec, graph);
    return result;
}

cudaError_t graphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
    return instantiate("cudaGraphInstantiate", exec, graph, flags);
}

cudaError_t graphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
    return instantiate("cudaGraphInstantiateWithFlags", exec, graph, flags);
}

cudaError_t graphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info) {
    const Recorder recorder;
    const cudaError_t result = DEVICE(cudaGraphExecUpdate)(exec, graph, info);
    if (result == cudaSuccess) recorder->instantiated(exec, graph);
    return result;
}

cudaError_t graphExecDestroy(cudaGraphExec_t exec) {
    const Recorder recorder;
    const cudaError_t result = DEVICE(cudaGraphExecDestroy)(exec);
    if (result == cudaSuccess) recorder->execGone(exec);
    return result;
}

cudaError_t graphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    const Recorder recorder;
    recorder->prepareGraph(exec, stream);
    const cudaError_t result = DEVICE(cudaGraphLaunch)(exec, stream);
    recorder->graphLaunched(result == cudaSuccess);
    return result;
}

cudaError_t launchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    Recorder()->hostFunction(stream);
    return DEVICE(cudaLaunchHostFunc)(stream, function, data);
}

// What waits does so without the recorder: another thread may have to go on meanwhile.

cudaError_t deviceSynchronize() {
    const cudaError_t result = DEVICE(cudaDeviceSynchronize)();
    if (result == cudaSuccess) Recorder()->synchronized();
    return result;
}

cudaError_t streamSynchronize(cudaStream_t stream) {
    const cudaError_t result = DEVICE(cudaStreamSynchronize)(stream);
    if (result == cudaSuccess) Recorder()->synchronized(stream);
    return result;
}

cudaError_t eventSynchronize(cudaEvent_t event) {
    const cudaError_t result = DEVICE(cudaEventSynchronize)(event);
    if (result == cudaSuccess) Recorder()->synchronized(event);
    return result;
}

template<class F>
void* pointer(F* function) {
    return reinterpret_cast<void*>(function);
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

} // namespace

namespace lanescope::runtime {

void* recordedFunction(std::string_view given) {
    static const std::array kRecorded = {
        std::pair{std::string_view("cudaMalloc"), pointer(&mallocLinear)},
        std::pair{std::string_view("cudaMallocAsync"), pointer(&mallocAsync)},
        std::pair{std::string_view("cudaMallocFromPoolAsync"), pointer(&mallocFromPoolAsync)},
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
        std::pair{std::string_view("cudaMemcpyPeer"), pointer(&memcpyPeer)},
        std::pair{std::string_view("cudaMemcpyPeerAsync"), pointer(&memcpyPeerAsync)},
        std::pair{std::string_view("cudaMemcpy2D"), pointer(&memcpy2D)},
        std::pair{std::string_view("cudaMemcpy2DAsync"), pointer(&memcpy2DAsync)},
        std::pair{std::string_view("cudaMemcpy3D"), pointer(&memcpy3D)},
        std::pair{std::string_view("cudaMemcpy3DAsync"), pointer(&memcpy3DAsync)},
        std::pair{std::string_view("cudaMemcpyToSymbol"), pointer(&memcpyToSymbol)},
        std::pair{std::string_view("cudaMemcpyToSymbolAsync"), pointer(&memcpyToSymbolAsync)},
        std::pair{std::string_view("cudaMemcpyFromSymbol"), pointer(&memcpyFromSymbol)},
        std::pair{std::string_view("cudaMemcpyFromSymbolAsync"), pointer(&memcpyFromSymbolAsync)},
        std::pair{std::string_view("cudaGetSymbolAddress"), pointer(&getSymbolAddress)},
        std::pair{std::string_view("cudaMemset"), pointer(&memsetLinear)},
        std::pair{std::string_view("cudaMemsetAsync"), pointer(&memsetAsync)},
        std::pair{std::string_view("cudaMemset2D"), pointer(&memset2D)},
        std::pair{std::string_view("cudaMemset2DAsync"), pointer(&memset2DAsync)},
        std::pair{std::string_view("cudaMemset3D"), pointer(&memset3D)},
        std::pair{std::string_view("cudaMemset3DAsync"), pointer(&memset3DAsync)},
        std::pair{std::string_view("cudaLaunchKernel"), pointer(&launchKernel)},
        std::pair{std::string_view("cudaLaunchCooperativeKernel"), pointer(&launchCooperativeKernel)},
        std::pair{std::string_view("cudaLaunchKernelExC"), pointer(&launchKernelExC)},
        std::pair{std::string_view("__cudaLaunchKernel"), pointer(&launchOfNvcc)},
        std::pair{std::string_view("cudaGetKernel"), pointer(&kernelOfProgram)},
        std::pair{std::string_view("__cudaGetKernel"), pointer(&kernelOfNvcc)},
        std::pair{std::string_view("cudaStreamCreate"), pointer(&streamCreate)},
        std::pair{std::string_view("cudaStreamCreateWithFlags"), pointer(&streamCreateWithFlags)},
        std::pair{std::string_view("cudaStreamCreateWithPriority"), pointer(&streamCreateWithPriority)},
        std::pair{std::string_view("cudaStreamDestroy"), pointer(&streamDestroy)},
        std::pair{std::string_view("cudaStreamWaitEvent"), pointer(&streamWaitEvent)},
        std::pair{std::string_view("cudaEventRecord"), pointer(&eventRecord)},
        std::pair{std::string_view("cudaEventRecordWithFlags"), pointer(&eventRecordWithFlags)},
        std::pair{std::string_view("cudaEventDestroy"), pointer(&eventDestroy)},
        std::pair{std::string_view("cudaStreamBeginCapture"), pointer(&streamBeginCapture)},
        std::pair{std::string_view("cudaStreamEndCapture"), pointer(&streamEndCapture)},
        std::pair{std::string_view("cudaGraphInstantiate"), pointer(&graphInstantiate)},
        std::pair{std::string_view("cudaGraphInstantiateWithFlags"), pointer(&graphInstantiateWithFlags)},
        std::pair{std::string_view("cudaGraphExecUpdate"), pointer(&graphExecUpdate)},
        std::pair{std::string_view("cudaGraphExecDestroy"), pointer(&graphExecDestroy)},
        std::pair{std::string_view("cudaGraphLaunch"), pointer(&graphLaunch)},
        std::pair{std::string_view("cudaLaunchHostFunc"), pointer(&launchHostFunc)},
        std::pair{std::string_view("cudaDeviceSynchronize"), pointer(&deviceSynchronize)},
        std::pair{std::string_view("cudaStreamSynchronize"), pointer(&streamSynchronize)},
        std::pair{std::string_view("cudaEventSynchronize"), pointer(&eventSynchronize)}};
    // The default streams of threads are one in a recording, which keeps more order than they.
    std::string_view name = given;
    if (name.ends_with("_ptsz") || name.ends_with("_ptds")) name.remove_suffix(5);
    const auto found = std::ranges::find(kRecorded, name, [](const auto& each) { return each.first; });
    if (found != kRecorded.end()) return found->second;
    if (!leavesAlone(name))
        Recorder()->refuse(fmt::format("the program calls {}, which a recording cannot hold yet", name));
    return nullptr;
}

void* unwatchedFunction(std::string_view name) {
    void* const recorded = ProgramRecorder::instance() ? recordedFunction(name) : nullptr;
    return recorded ? recorded : deviceFunction(name);
}

} // namespace lanescope::runtime
