// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/observed/observed_calls.h"

#include "runtime/observed/driver_calls.h"
#include "runtime/observed/graph_calls.h"
#include "runtime/observed/launch_calls.h"
#include "runtime/observed/memory_calls.h"
#include "runtime/observed/stream_calls.h"
#include "runtime/observed/texture_calls.h"
#include "runtime/observed/unseen_calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope::runtime {

namespace {

/// A few groups that change nothing that kernels see, by how their names begin.
bool leavesAlone(std::string_view name) {
    constexpr std::array kAsking = {"__cudaInitModule",
                                    "__cudaPopCallConfiguration",
                                    "__cudaPushCallConfiguration",
                                    "cudaArrayGet",
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
                                    "cudaGetSurfaceObject",
                                    "cudaGetSymbolSize",
                                    "cudaGetTextureObject",
                                    "cudaGraphEventRecordNodeGet",
                                    "cudaGraphEventWaitNodeGet",
                                    "cudaGraphExecGet",
                                    "cudaGraphGet",
                                    "cudaGraphKernelNodeGet",
                                    "cudaGraphMemAllocNodeGet",
                                    "cudaGraphMemFreeNodeGet",
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
                                    "cudaStreamUpdateCaptureDependencies",
                                    "cudaThreadExchange"};
    const auto begins = [&](const char* with) { return name.starts_with(with); };
    return std::ranges::any_of(kAsking, begins) && !begins("cudaMemPoolImport");
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

const ObservedFunction* find(std::string_view name) {
    for (const auto& functions : {memoryCalls(), textureCalls(), launchCalls(), streamCalls(), graphCalls(),
                                  driverCalls(), unseenCalls()})
        if (const auto found = std::ranges::find(functions, name, &ObservedFunction::name);
            found != functions.end())
            return &*found;
    return nullptr;
}

/// The watch is told of what it does not see.
void tellWatch(std::string_view name, bool isSeen) {
    Watch& watch = *Watch::instance();
    const std::lock_guard lock(watch.mutex);
    if (!isSeen && isOpaque(name)) watch.loseSight();
    if (name == "cudaLaunchHostFunc" || name == "cudaStreamAddCallback") watch.loseWaits();
}

} // namespace

void* observedFunction(std::string_view given) {
    // The default streams of threads are one in a recording, which keeps more order than they.
    std::string_view name = given;
    const bool isPerThread = name.ends_with("_ptsz") || name.ends_with("_ptds");
    if (isPerThread) name.remove_suffix(5);
    const ObservedFunction* const found = find(name);
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
