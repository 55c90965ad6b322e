// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/observed/unseen_calls.h"

#include <cuda_profiler_api.h>

#include <algorithm>
#include <array>

using namespace lanescope::runtime;

namespace {

/// Words as an argument of a template.
template<std::size_t size>
struct Name {
    consteval Name(const char (&from)[size]) {
        std::ranges::copy(from, text.begin());
    } // NOLINT(*-explicit-*)
    std::array<char, size> text{};
};

/// The device's function of that name.
template<Name name, class Function>
struct DeviceFunction;
template<Name name, class... Arguments>
struct DeviceFunction<name, cudaError_t(Arguments...)> {
    static cudaError_t call(Arguments... arguments) {
        static auto* const found = deviceCall<cudaError_t(Arguments...)>(name.text.data());
        return found(arguments...);
    }
};

} // namespace

namespace lanescope::runtime {

std::span<const ObservedFunction> unseenCalls() {
#define LANESCOPE_UNSEEN(name) observed<&DeviceFunction<#name, decltype(name)>::call>(#name, kRecorded, kNot)
    static const std::array kAll = {LANESCOPE_UNSEEN(cudaArrayGetInfo),
                                    LANESCOPE_UNSEEN(cudaChooseDevice),
                                    LANESCOPE_UNSEEN(cudaCtxResetPersistingL2Cache),
                                    LANESCOPE_UNSEEN(cudaDeviceCanAccessPeer),
                                    LANESCOPE_UNSEEN(cudaDeviceDisablePeerAccess),
                                    LANESCOPE_UNSEEN(cudaDeviceEnablePeerAccess),
                                    LANESCOPE_UNSEEN(cudaDeviceGetAttribute),
                                    LANESCOPE_UNSEEN(cudaDeviceGetByPCIBusId),
                                    LANESCOPE_UNSEEN(cudaDeviceGetCacheConfig),
                                    LANESCOPE_UNSEEN(cudaDeviceGetDefaultMemPool),
                                    LANESCOPE_UNSEEN(cudaDeviceGetGraphMemAttribute),
                                    LANESCOPE_UNSEEN(cudaDeviceGetLimit),
                                    LANESCOPE_UNSEEN(cudaDeviceGetMemPool),
                                    LANESCOPE_UNSEEN(cudaDeviceGetP2PAttribute),
                                    LANESCOPE_UNSEEN(cudaDeviceGetPCIBusId),
                                    LANESCOPE_UNSEEN(cudaDeviceGetStreamPriorityRange),
                                    LANESCOPE_UNSEEN(cudaDeviceGraphMemTrim),
                                    LANESCOPE_UNSEEN(cudaDeviceSetCacheConfig),
                                    LANESCOPE_UNSEEN(cudaDeviceSetGraphMemAttribute),
                                    LANESCOPE_UNSEEN(cudaDeviceSetLimit),
                                    LANESCOPE_UNSEEN(cudaDeviceSetMemPool),
                                    LANESCOPE_UNSEEN(cudaDriverGetVersion),
                                    LANESCOPE_UNSEEN(cudaEventCreate),
                                    LANESCOPE_UNSEEN(cudaEventCreateWithFlags),
                                    LANESCOPE_UNSEEN(cudaEventElapsedTime),
                                    LANESCOPE_UNSEEN(cudaFuncGetAttributes),
                                    LANESCOPE_UNSEEN(cudaFuncSetCacheConfig),
                                    LANESCOPE_UNSEEN(cudaGetChannelDesc),
                                    LANESCOPE_UNSEEN(cudaGetDevice),
                                    LANESCOPE_UNSEEN(cudaGetDeviceCount),
                                    LANESCOPE_UNSEEN(cudaGetDeviceFlags),
                                    LANESCOPE_UNSEEN(cudaGetDeviceProperties),
                                    LANESCOPE_UNSEEN(cudaGetSymbolSize),
                                    LANESCOPE_UNSEEN(cudaGetTextureObjectResourceDesc),
                                    LANESCOPE_UNSEEN(cudaGetTextureObjectTextureDesc),
                                    LANESCOPE_UNSEEN(cudaGraphAddDependencies),
                                    LANESCOPE_UNSEEN(cudaGraphGetNodes),
                                    LANESCOPE_UNSEEN(cudaGraphGetRootNodes),
                                    LANESCOPE_UNSEEN(cudaGraphKernelNodeGetParams),
                                    LANESCOPE_UNSEEN(cudaGraphMemcpyNodeGetParams),
                                    LANESCOPE_UNSEEN(cudaGraphMemsetNodeGetParams),
                                    LANESCOPE_UNSEEN(cudaGraphNodeFindInClone),
                                    LANESCOPE_UNSEEN(cudaGraphNodeGetType),
                                    LANESCOPE_UNSEEN(cudaGraphRemoveDependencies),
                                    LANESCOPE_UNSEEN(cudaGraphUpload),
                                    LANESCOPE_UNSEEN(cudaHostGetDevicePointer),
                                    LANESCOPE_UNSEEN(cudaHostGetFlags),
                                    LANESCOPE_UNSEEN(cudaMemAdvise),
                                    LANESCOPE_UNSEEN(cudaMemGetInfo),
                                    LANESCOPE_UNSEEN(cudaMemPoolCreate),
                                    LANESCOPE_UNSEEN(cudaMemPoolDestroy),
                                    LANESCOPE_UNSEEN(cudaMemPoolGetAccess),
                                    LANESCOPE_UNSEEN(cudaMemPoolGetAttribute),
                                    LANESCOPE_UNSEEN(cudaMemPoolSetAccess),
                                    LANESCOPE_UNSEEN(cudaMemPoolSetAttribute),
                                    LANESCOPE_UNSEEN(cudaMemPoolTrimTo),
                                    LANESCOPE_UNSEEN(cudaMemRangeGetAttribute),
                                    LANESCOPE_UNSEEN(cudaMemRangeGetAttributes),
                                    LANESCOPE_UNSEEN(cudaOccupancyAvailableDynamicSMemPerBlock),
                                    LANESCOPE_UNSEEN(cudaOccupancyMaxActiveBlocksPerMultiprocessor),
                                    LANESCOPE_UNSEEN(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags),
                                    LANESCOPE_UNSEEN(cudaOccupancyMaxActiveClusters),
                                    LANESCOPE_UNSEEN(cudaOccupancyMaxPotentialClusterSize),
                                    LANESCOPE_UNSEEN(cudaPointerGetAttributes),
                                    LANESCOPE_UNSEEN(cudaProfilerStart),
                                    LANESCOPE_UNSEEN(cudaProfilerStop),
                                    LANESCOPE_UNSEEN(cudaRuntimeGetVersion),
                                    LANESCOPE_UNSEEN(cudaSetDevice),
                                    LANESCOPE_UNSEEN(cudaSetDeviceFlags),
                                    LANESCOPE_UNSEEN(cudaSetValidDevices),
                                    LANESCOPE_UNSEEN(cudaStreamAddCallback),
                                    LANESCOPE_UNSEEN(cudaStreamAttachMemAsync),
                                    LANESCOPE_UNSEEN(cudaStreamCopyAttributes),
                                    LANESCOPE_UNSEEN(cudaStreamGetAttribute),
                                    LANESCOPE_UNSEEN(cudaStreamGetFlags),
                                    LANESCOPE_UNSEEN(cudaStreamGetPriority),
                                    LANESCOPE_UNSEEN(cudaStreamIsCapturing),
                                    LANESCOPE_UNSEEN(cudaStreamSetAttribute),
                                    LANESCOPE_UNSEEN(cudaThreadExchangeStreamCaptureMode)};
#undef LANESCOPE_UNSEEN
    return kAll;
}

} // namespace lanescope::runtime
