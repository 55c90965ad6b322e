// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/observed/memory_calls.h"

#include "runtime/observed/copied_slices.h"

#include <array>

using namespace lanescope::runtime;

namespace {

const std::byte* offset(const void* pointer, std::size_t bytes) {
    return static_cast<const std::byte*>(pointer) + bytes;
}

// Memory.

cudaError_t mallocLinear(void** pointer, std::size_t bytes) {
    const ObservedCall observed("cudaMalloc");
    const cudaError_t result = LANESCOPE_DEVICE(cudaMalloc)(pointer, observed.padded(bytes));
    if (result == cudaSuccess) observed.allocated("cudaMalloc", *pointer, bytes, MemoryKind::Device);
    return observed.returns(result);
}

/// In a stream's turn.
template<class... Arguments>
cudaError_t allocateIn(cudaStream_t stream, const char* name, void** pointer, std::size_t bytes,
                       Arguments... rest) {
    const ObservedCall observed(name);
    const bool isForGraph = isCaptured(stream);
    const cudaError_t result = deviceCall<cudaError_t(void**, std::size_t, Arguments...)>(name)(
        pointer, observed.padded(bytes), rest...);
    if (result != cudaSuccess) return observed.returns(result);
    if (!isForGraph) {
        observed.allocated(name, *pointer, bytes, MemoryKind::Device, stream);
    } else {
        if (observed.recorder()) observed.recorder()->capturedAllocation(*pointer, bytes, stream);
        if (observed.watch())
            observed.watch()->allocated(name, *pointer, bytes, MemoryKind::Device, observed.site());
    }
    return observed.returns(result);
}

cudaError_t mallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
    return allocateIn(stream, "cudaMallocAsync", pointer, bytes, stream);
}

cudaError_t mallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return allocateIn(stream, "cudaMallocFromPoolAsync", pointer, bytes, pool, stream);
}

cudaError_t mallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
    const ObservedCall observed("cudaMallocPitch");
    const cudaError_t result = LANESCOPE_DEVICE(cudaMallocPitch)(pointer, pitch, width, height);
    if (result == cudaSuccess)
        observed.allocated("cudaMallocPitch", *pointer, *pitch * height, MemoryKind::Device);
    return observed.returns(result);
}

cudaError_t malloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
    const ObservedCall observed("cudaMalloc3D");
    const cudaError_t result = LANESCOPE_DEVICE(cudaMalloc3D)(pointer, extent);
    if (result == cudaSuccess)
        observed.allocated("cudaMalloc3D", pointer->ptr, pointer->pitch * extent.height * extent.depth,
                           MemoryKind::Device);
    return observed.returns(result);
}

cudaError_t mallocManaged(void** pointer, std::size_t bytes, unsigned flags) {
    const ObservedCall observed("cudaMallocManaged");
    const cudaError_t result = LANESCOPE_DEVICE(cudaMallocManaged)(pointer, bytes, flags);
    if (result == cudaSuccess) observed.allocated("cudaMallocManaged", *pointer, bytes, MemoryKind::Managed);
    return observed.returns(result);
}

cudaError_t hostAlloc(void** pointer, std::size_t bytes, unsigned flags) {
    const ObservedCall observed("cudaHostAlloc");
    const cudaError_t result = LANESCOPE_DEVICE(cudaHostAlloc)(pointer, bytes, flags);
    // The headers' cudaMallocHost for pointers of any type is this one without flags.
    if (result == cudaSuccess)
        observed.allocated(flags == 0 ? "cudaMallocHost" : "cudaHostAlloc", *pointer, bytes,
                           MemoryKind::PageLocked);
    return observed.returns(result);
}

cudaError_t mallocHost(void** pointer, std::size_t bytes) {
    const ObservedCall observed("cudaMallocHost");
    const cudaError_t result = LANESCOPE_DEVICE(cudaMallocHost)(pointer, bytes);
    if (result == cudaSuccess) observed.allocated("cudaMallocHost", *pointer, bytes, MemoryKind::PageLocked);
    return observed.returns(result);
}

cudaError_t hostRegister(void* pointer, std::size_t bytes, unsigned flags) {
    const ObservedCall observed("cudaHostRegister");
    const cudaError_t result = LANESCOPE_DEVICE(cudaHostRegister)(pointer, bytes, flags);
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
    const bool isForGraph = isCaptured(stream);
    const cudaError_t result = LANESCOPE_DEVICE(cudaFreeAsync)(pointer, stream);
    if (isForGraph && result == cudaSuccess && observed.recorder())
        observed.recorder()->capturedFree(pointer, stream);
    observed.released("cudaFreeAsync", pointer, result, isForGraph,
                      isForGraph ? std::nullopt : Watch::Turn(stream));
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
                [&] { return LANESCOPE_DEVICE(cudaMemcpy)(to, from, bytes, kind); });
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
                [&] { return LANESCOPE_DEVICE(cudaMemcpyAsync)(to, from, bytes, kind, stream); });
}

cudaError_t memcpyPeer(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes) {
    return copy({.call = "cudaMemcpyPeer", .to = to, .from = from, .width = bytes},
                [&] { return LANESCOPE_DEVICE(cudaMemcpyPeer)(to, toDevice, from, fromDevice, bytes); });
}

cudaError_t memcpyPeerAsync(void* to, int toDevice, const void* from, int fromDevice, std::size_t bytes,
                            cudaStream_t stream) {
    return copy(
        {.call = "cudaMemcpyPeerAsync",
         .to = to,
         .from = from,
         .width = bytes,
         .stream = stream,
         .waited = false},
        [&] { return LANESCOPE_DEVICE(cudaMemcpyPeerAsync)(to, toDevice, from, fromDevice, bytes, stream); });
}

cudaError_t memcpy2D(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                     std::size_t width, std::size_t height, cudaMemcpyKind kind) {
    return copy(
        {.call = "cudaMemcpy2D",
         .to = to,
         .toPitch = toPitch,
         .from = from,
         .fromPitch = fromPitch,
         .width = width,
         .height = height,
         .kind = kind},
        [&] { return LANESCOPE_DEVICE(cudaMemcpy2D)(to, toPitch, from, fromPitch, width, height, kind); });
}

cudaError_t memcpy2DAsync(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                          std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return copy({"cudaMemcpy2DAsync", to, toPitch, from, fromPitch, width, height, kind, stream, false}, [&] {
        return LANESCOPE_DEVICE(cudaMemcpy2DAsync)(to, toPitch, from, fromPitch, width, height, kind, stream);
    });
}

/// A copy of slices, of memory or arrays.
template<class Call>
cudaError_t copySlices(const char* name, const cudaMemcpy3DParms* what, cudaStream_t stream, bool waited,
                       const Call& call) {
    const ObservedCall observed;
    observed.begins();
    const cudaError_t result = call();
    ProgramRecorder* const recorder = observed.recorder();
    if (result != cudaSuccess || !recorder) return result;
    for (const Copied& slice : slicesOf(name, *what, stream, waited)) recorder->copied(slice);
    return result;
}

cudaError_t memcpy3D(const cudaMemcpy3DParms* what) {
    return copySlices("cudaMemcpy3D", what, nullptr, true,
                      [&] { return LANESCOPE_DEVICE(cudaMemcpy3D)(what); });
}

cudaError_t memcpy3DAsync(const cudaMemcpy3DParms* what, cudaStream_t stream) {
    return copySlices("cudaMemcpy3DAsync", what, stream, false,
                      [&] { return LANESCOPE_DEVICE(cudaMemcpy3DAsync)(what, stream); });
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
                  [&] { return LANESCOPE_DEVICE(cudaMemcpyToSymbol)(symbol, from, bytes, at, kind); });
}

cudaError_t memcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes, std::size_t at,
                                cudaMemcpyKind kind, cudaStream_t stream) {
    return copyTo(symbol, at, {.from = from, .width = bytes, .stream = stream, .waited = false}, [&] {
        return LANESCOPE_DEVICE(cudaMemcpyToSymbolAsync)(symbol, from, bytes, at, kind, stream);
    });
}

cudaError_t memcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t at,
                             cudaMemcpyKind kind) {
    return copyTo(symbol, at, {.to = to, .width = bytes},
                  [&] { return LANESCOPE_DEVICE(cudaMemcpyFromSymbol)(to, symbol, bytes, at, kind); });
}

cudaError_t memcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes, std::size_t at,
                                  cudaMemcpyKind kind, cudaStream_t stream) {
    return copyTo(symbol, at, {.to = to, .width = bytes, .stream = stream, .waited = false}, [&] {
        return LANESCOPE_DEVICE(cudaMemcpyFromSymbolAsync)(to, symbol, bytes, at, kind, stream);
    });
}

cudaError_t getSymbolAddress(void** pointer, const void* symbol) {
    const ObservedCall observed;
    // The program may use its memory from now on.
    if (observed.recorder()) observed.recorder()->variable(symbol);
    return LANESCOPE_DEVICE_AS(cudaGetSymbolAddress, cudaError_t(void**, const void*))(pointer, symbol);
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
                [&] { return LANESCOPE_DEVICE(cudaMemset)(to, value, bytes); });
}

cudaError_t memsetAsync(void* to, int value, std::size_t bytes, cudaStream_t stream) {
    return fill({.call = "cudaMemsetAsync", .to = to, .value = value, .width = bytes, .stream = stream},
                [&] { return LANESCOPE_DEVICE(cudaMemsetAsync)(to, value, bytes, stream); });
}

cudaError_t memset2D(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
    return fill({"cudaMemset2D", to, pitch, value, width, height, nullptr},
                [&] { return LANESCOPE_DEVICE(cudaMemset2D)(to, pitch, value, width, height); });
}

cudaError_t memset2DAsync(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                          cudaStream_t stream) {
    return fill({"cudaMemset2DAsync", to, pitch, value, width, height, stream},
                [&] { return LANESCOPE_DEVICE(cudaMemset2DAsync)(to, pitch, value, width, height, stream); });
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
                      [&] { return LANESCOPE_DEVICE(cudaMemset3D)(to, value, extent); });
}

cudaError_t memset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
    return fillSlices("cudaMemset3DAsync", to, value, extent, stream,
                      [&] { return LANESCOPE_DEVICE(cudaMemset3DAsync)(to, value, extent, stream); });
}

} // namespace

namespace lanescope::runtime {

std::span<const ObservedFunction> memoryCalls() {
    static const std::array kAll = {
        observed<&mallocLinear>("cudaMalloc", kRecorded, kWatched),
        observed<&mallocAsync>("cudaMallocAsync", kRecorded, kWatched),
        observed<&mallocFromPoolAsync>("cudaMallocFromPoolAsync", kRecorded, kWatched),
        observed<&mallocPitch>("cudaMallocPitch", kRecorded, kWatched),
        observed<&malloc3D>("cudaMalloc3D", kRecorded, kWatched),
        observed<&mallocManaged>("cudaMallocManaged", kRecorded, kWatched),
        observed<&hostAlloc>("cudaHostAlloc", kRecorded, kWatched),
        observed<&mallocHost>("cudaMallocHost", kRecorded, kWatched),
        observed<&hostRegister>("cudaHostRegister", kRecorded, kWatched),
        observed<&freeLinear>("cudaFree", kRecorded, kWatched),
        observed<&freeAsync>("cudaFreeAsync", kRecorded, kWatched),
        observed<&freeHost>("cudaFreeHost", kRecorded, kWatched),
        observed<&hostUnregister>("cudaHostUnregister", kRecorded, kWatched),
        observed<&memcpyLinear>("cudaMemcpy", kRecorded, kWatched),
        observed<&memcpyAsync>("cudaMemcpyAsync", kRecorded, kWatched),
        observed<&memcpyPeer>("cudaMemcpyPeer", kRecorded, kWatched),
        observed<&memcpyPeerAsync>("cudaMemcpyPeerAsync", kRecorded, kWatched),
        observed<&memcpy2D>("cudaMemcpy2D", kRecorded, kWatched),
        observed<&memcpy2DAsync>("cudaMemcpy2DAsync", kRecorded, kWatched),
        observed<&memcpy3D>("cudaMemcpy3D", kRecorded, kNot),
        observed<&memcpy3DAsync>("cudaMemcpy3DAsync", kRecorded, kNot),
        observed<&memcpyToSymbol>("cudaMemcpyToSymbol", kRecorded, kNot),
        observed<&memcpyToSymbolAsync>("cudaMemcpyToSymbolAsync", kRecorded, kNot),
        observed<&memcpyFromSymbol>("cudaMemcpyFromSymbol", kRecorded, kNot),
        observed<&memcpyFromSymbolAsync>("cudaMemcpyFromSymbolAsync", kRecorded, kNot),
        observed<&getSymbolAddress>("cudaGetSymbolAddress", kRecorded, kNot),
        observed<&memsetLinear>("cudaMemset", kRecorded, kWatched),
        observed<&memsetAsync>("cudaMemsetAsync", kRecorded, kWatched),
        observed<&memset2D>("cudaMemset2D", kRecorded, kWatched),
        observed<&memset2DAsync>("cudaMemset2DAsync", kRecorded, kWatched),
        observed<&memset3D>("cudaMemset3D", kRecorded, kNot),
        observed<&memset3DAsync>("cudaMemset3DAsync", kRecorded, kNot)};
    return kAll;
}

} // namespace lanescope::runtime
