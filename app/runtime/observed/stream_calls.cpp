// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/observed/stream_calls.h"

#include <array>
#include <mutex>

using namespace lanescope::runtime;

namespace {

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
    const cudaError_t result = LANESCOPE_DEVICE(cudaStreamDestroy)(stream);
    if (result == cudaSuccess) observed.streamGone(stream);
    return observed.returns(result);
}

cudaError_t streamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    const ObservedCall observed("cudaStreamWaitEvent");
    const cudaError_t result = LANESCOPE_DEVICE(cudaStreamWaitEvent)(stream, event, flags);
    if (result == cudaSuccess) observed.streamWaits(stream, event, (flags & cudaEventWaitExternal) != 0);
    return observed.returns(result);
}

cudaError_t eventRecord(cudaEvent_t event, cudaStream_t stream) {
    const ObservedCall observed("cudaEventRecord");
    const cudaError_t result = LANESCOPE_DEVICE(cudaEventRecord)(event, stream);
    if (result == cudaSuccess) observed.eventRecorded(event, stream, false);
    return observed.returns(result);
}

cudaError_t eventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    const ObservedCall observed("cudaEventRecordWithFlags");
    const cudaError_t result = LANESCOPE_DEVICE(cudaEventRecordWithFlags)(event, stream, flags);
    if (result == cudaSuccess) observed.eventRecorded(event, stream, (flags & cudaEventRecordExternal) != 0);
    return observed.returns(result);
}

cudaError_t eventDestroy(cudaEvent_t event) {
    const ObservedCall observed;
    const cudaError_t result = LANESCOPE_DEVICE(cudaEventDestroy)(event);
    if (observed.recorder() && result == cudaSuccess) observed.recorder()->eventGone(event);
    return result;
}

cudaError_t launchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    {
        const ObservedCall observed;
        ProgramRecorder* const recorder = observed.recorder();
        HostNode* const node =
            recorder && recorder->isCapturing(stream) ? recorder->hostNode(function, data) : nullptr;
        if (node) {
            const cudaError_t result = LANESCOPE_DEVICE(cudaLaunchHostFunc)(stream, &callHostNode, node);
            if (result == cudaSuccess)
                recorder->graphed([&](GraphNotes& notes) { notes.note(stream, node); });
            return result;
        }
    }
    return LANESCOPE_DEVICE(cudaLaunchHostFunc)(stream, function, data);
}

/// A call after which the host knows that something has ended, if it says so. note: tells of it.
template<class Call, class Note>
cudaError_t wait(const char* name, const Call& call, const Note& note) {
    ObservedCall observed(name);
    const cudaError_t result = observed.wait(call);
    const bool isNoted = observed.recorder() && observed.recorder()->isNoted(result);
    if (isNoted)
        observed.recorder()->note(result, [&] { note(observed); });
    else if (result == cudaSuccess)
        note(observed);
    return observed.returns(result);
}

cudaError_t deviceSynchronize() {
    return wait(
        "cudaDeviceSynchronize", [] { return LANESCOPE_DEVICE(cudaDeviceSynchronize)(); },
        [](const ObservedCall& observed) { observed.waitedForAll(); });
}

cudaError_t streamSynchronize(cudaStream_t stream) {
    return wait(
        "cudaStreamSynchronize", [&] { return LANESCOPE_DEVICE(cudaStreamSynchronize)(stream); },
        [&](const ObservedCall& observed) { observed.waitedFor(stream); });
}

cudaError_t eventSynchronize(cudaEvent_t event) {
    return wait(
        "cudaEventSynchronize", [&] { return LANESCOPE_DEVICE(cudaEventSynchronize)(event); },
        [&](const ObservedCall& observed) { observed.waitedFor(event); });
}

cudaError_t streamQuery(cudaStream_t stream) {
    return wait(
        "cudaStreamQuery", [&] { return LANESCOPE_DEVICE(cudaStreamQuery)(stream); },
        [&](const ObservedCall& observed) {
            if (observed.watch()) observed.watch()->waitedForStream(stream);
        });
}

cudaError_t eventQuery(cudaEvent_t event) {
    return wait(
        "cudaEventQuery", [&] { return LANESCOPE_DEVICE(cudaEventQuery)(event); },
        [&](const ObservedCall& observed) {
            if (observed.watch()) observed.watch()->waitedForEvent(event);
        });
}

cudaError_t deviceReset() {
    const ObservedCall observed("cudaDeviceReset");
    if (observed.watch()) observed.watch()->reset();
    return observed.returns(LANESCOPE_DEVICE(cudaDeviceReset)());
}

// What the host has written must be seen before its page goes.

cudaError_t memPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation to, unsigned flags,
                             cudaStream_t stream) {
    const ObservedCall observed("cudaMemPrefetchAsync");
    observed.begins();
    return observed.returns(LANESCOPE_DEVICE(cudaMemPrefetchAsync)(pointer, bytes, to, flags, stream));
}

cudaError_t memPrefetchBatchAsync(void** pointers, std::size_t* sizes, std::size_t count, cudaMemLocation* to,
                                  std::size_t* indices, std::size_t locations, unsigned long long flags,
                                  cudaStream_t stream) {
    const ObservedCall observed("cudaMemPrefetchBatchAsync");
    observed.begins();
    return observed.returns(LANESCOPE_DEVICE(cudaMemPrefetchBatchAsync)(pointers, sizes, count, to, indices,
                                                                        locations, flags, stream));
}

// Errors.

void lookAtError() {
    Watch* const watch = Watch::instance();
    if (!watch) return;
    const std::lock_guard lock(watch->mutex);
    watch->lookedAtError();
}

/// clears: as recording::QueryError has it.
cudaError_t queryError(cudaError_t (*call)(), bool clears) {
    lookAtError();
    const ObservedCall observed;
    const cudaError_t result = call();
    if (observed.recorder()) observed.recorder()->errorQueried(clears, result);
    return result;
}

cudaError_t getLastError() {
    const CallFrom from(__builtin_return_address(0));
    return queryError(LANESCOPE_DEVICE(cudaGetLastError), true);
}

cudaError_t peekAtLastError() {
    const CallFrom from(__builtin_return_address(0));
    return queryError(LANESCOPE_DEVICE(cudaPeekAtLastError), false);
}

const char* getErrorName(cudaError_t error) {
    lookAtError();
    return LANESCOPE_DEVICE(cudaGetErrorName)(error);
}

const char* getErrorString(cudaError_t error) {
    lookAtError();
    return LANESCOPE_DEVICE(cudaGetErrorString)(error);
}

} // namespace

namespace lanescope::runtime {

std::span<const ObservedFunction> streamCalls() {
    static const std::array kAll = {
        observed<&streamCreate>("cudaStreamCreate", kRecorded, kWatched),
        observed<&streamCreateWithFlags>("cudaStreamCreateWithFlags", kRecorded, kWatched),
        observed<&streamCreateWithPriority>("cudaStreamCreateWithPriority", kRecorded, kWatched),
        observed<&streamDestroy>("cudaStreamDestroy", kRecorded, kWatched),
        observed<&streamWaitEvent>("cudaStreamWaitEvent", kRecorded, kWatched),
        observed<&eventRecord>("cudaEventRecord", kRecorded, kWatched),
        observed<&eventRecordWithFlags>("cudaEventRecordWithFlags", kRecorded, kWatched),
        observed<&eventDestroy>("cudaEventDestroy", kRecorded, kNot),
        observed<&launchHostFunc>("cudaLaunchHostFunc", kRecorded, kNot),
        observed<&memPrefetchAsync>("cudaMemPrefetchAsync", kRecorded, kNot),
        observed<&memPrefetchBatchAsync>("cudaMemPrefetchBatchAsync", kRecorded, kNot),
        observed<&deviceSynchronize>("cudaDeviceSynchronize", kRecorded, kWatched),
        observed<&streamSynchronize>("cudaStreamSynchronize", kRecorded, kWatched),
        observed<&eventSynchronize>("cudaEventSynchronize", kRecorded, kWatched),
        observed<&streamQuery>("cudaStreamQuery", kRecorded, kWatched),
        observed<&eventQuery>("cudaEventQuery", kRecorded, kWatched),
        observed<&deviceReset>("cudaDeviceReset", kRecorded, kWatched),
        ObservedFunction{"cudaGetLastError", &getLastError, kRecorded, kWatched},
        ObservedFunction{"cudaPeekAtLastError", &peekAtLastError, kRecorded, kWatched},
        ObservedFunction{"cudaGetErrorName", &getErrorName, kNot, kWatched},
        ObservedFunction{"cudaGetErrorString", &getErrorString, kNot, kWatched}};
    return kAll;
}

} // namespace lanescope::runtime
