// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Streams, events and captures.
#include "runtime/api/api.h"

#include "runtime/api/handles.h"
#include "runtime/backlog.h"

#include <algorithm>
#include <chrono>

using namespace lanescope::runtime;

namespace {

cudaStreamCaptureStatus statusOf(const Capture* capture) {
    if (!capture) return cudaStreamCaptureStatusNone;
    return capture->broken ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
}

} // namespace

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
    return call([&](Runtime& runtime) {
        require(stream != nullptr && (flags & ~cudaStreamNonBlocking) == 0);
        *stream = runtime.streams.create(flags, std::clamp(priority, kGreatestPriority, 0));
    });
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return call([&](Runtime& runtime) { runtime.streams.destroy(stream); });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        Streams::refuse(runtime.streams.stream(stream).capture, cudaErrorStreamCaptureUnsupported);
        runtime.ofStream(stream).wait(stream);
    });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        Streams::refuse(runtime.streams.stream(stream).capture, cudaErrorStreamCaptureUnsupported);
        runtime.ofStream(stream).ask(stream);
    });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
    return call([&](Runtime& runtime) {
        require(flags != nullptr);
        *flags = runtime.streams.stream(stream).flags;
    });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    return call([&](Runtime& runtime) {
        require(priority != nullptr);
        *priority = runtime.streams.stream(stream).priority;
    });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
    return call([&](Runtime& runtime) {
        require(id != nullptr);
        *id = runtime.streams.stream(stream).id;
    });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
    return call([&](Runtime& runtime) {
        require(device != nullptr);
        runtime.streams.stream(stream);
        *device = runtime.ofStream(stream).device;
    });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned flags) {
    return call([&](Runtime& runtime) {
        require(callback != nullptr && flags == 0);
        Streams::refuse(runtime.streams.stream(stream).capture, cudaErrorStreamCaptureUnsupported);
        runtime.submit(stream, cudaGraphNodeTypeHost, [&runtime, stream, callback, data] {
            Runtime::callHost(
                [&] { callback(stream, static_cast<cudaError_t>(runtime.errors.sticky()), data); });
        });
    });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t /*bytes*/,
                                     unsigned /*flags*/) {
    return call([&](Runtime& runtime) {
        runtime.streams.stream(stream);
        const auto block = runtime.memory.find(pointer);
        require(block && block->kind == Memory::Kind::Managed);
    });
}

// What a GPU does with these for speed has no meaning here: they are only remembered.
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID id,
                                   const cudaStreamAttrValue* value) {
    return call([&](Runtime& runtime) {
        require(value != nullptr);
        runtime.streams.stream(stream).attributes[id] = *value;
    });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID id, cudaStreamAttrValue* value) {
    return call([&](Runtime& runtime) {
        const auto& attributes = runtime.streams.stream(stream).attributes;
        require(value != nullptr);
        const auto found = attributes.find(id);
        *value = found == attributes.end() ? cudaStreamAttrValue{} : found->second;
    });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
    return call([&](Runtime& runtime) {
        runtime.streams.stream(to).attributes = runtime.streams.stream(from).attributes;
    });
}

namespace {

/// The graph does it that the stream is captured for.
void addEventNode(Runtime& runtime, cudaStream_t stream, cudaGraphNodeType type, cudaEvent_t event) {
    runtime.submit(stream, type, {});
    setEvent(*runtime.streams.captured(stream)->front(), type, event);
}

} // namespace

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned flags) {
    return call([&](Runtime& runtime) {
        require((flags & ~unsigned{cudaEventWaitExternal}) == 0);
        Stream& stream = runtime.streams.stream(handle);
        const Event& waited = runtime.streams.event(event);
        if (stream.capture && (flags & cudaEventWaitExternal)) {
            addEventNode(runtime, handle, cudaGraphNodeTypeWaitEvent, event);
            return;
        }
        if (!waited.capture) {
            if (waited.recorded && waited.recorded->number != 0)
                Backlog::instance().add(runtime.ofStream(handle), handle, [] {}, {waited.recorded->number});
            return;
        }
        // An event of a capture takes the stream that waits for it in.
        if (!stream.capture) stream.capture = waited.capture;
        std::vector<Node*>& ends = stream.capture->ends[&stream];
        for (Node* node : waited.nodes)
            if (std::ranges::count(ends, node) == 0) ends.push_back(node);
    });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
    return call([&](Runtime& runtime) {
        require(event != nullptr &&
                (flags & ~(cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess)) == 0);
        require((flags & cudaEventInterprocess) == 0 || (flags & cudaEventDisableTiming) != 0);
        *event = runtime.streams.createEvent(flags);
    });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return call([&](Runtime& runtime) { runtime.streams.destroy(event); });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return cudaEventRecordWithFlags(event, stream, 0);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t handle, cudaStream_t streamHandle, unsigned flags) {
    return call([&](Runtime& runtime) {
        Event& event = runtime.streams.event(handle);
        Stream& stream = runtime.streams.stream(streamHandle);
        require(&Runtime::ofEvent(handle) == &runtime.ofStream(streamHandle), cudaErrorInvalidResourceHandle);
        if (stream.capture && (flags & cudaEventRecordExternal)) {
            addEventNode(runtime, streamHandle, cudaGraphNodeTypeEventRecord, handle);
            return;
        }
        event.capture = stream.capture;
        event.nodes = stream.capture ? stream.capture->ends[&stream] : std::vector<Node*>();
        if (stream.capture) return;
        event.recorded = std::make_shared<Moment>();
        event.recorded->number =
            Backlog::instance().add(runtime.ofStream(streamHandle), streamHandle, [moment = event.recorded] {
                moment->when = std::chrono::steady_clock::now();
                moment->number = 0;
            });
    });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return call([&](Runtime& runtime) {
        Streams::refuse(runtime.streams.event(event).capture, cudaErrorCapturedEvent);
        Runtime::ofEvent(event).wait(event);
    });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return call([&](Runtime& runtime) {
        Streams::refuse(runtime.streams.event(event).capture, cudaErrorCapturedEvent);
        Runtime::ofEvent(event).ask(event);
    });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
    return call([&](Runtime& runtime) {
        require(milliseconds != nullptr);
        const Event &first = runtime.streams.event(start), &last = runtime.streams.event(end);
        require(&Runtime::ofEvent(start) == &Runtime::ofEvent(end), cudaErrorInvalidResourceHandle);
        require(first.recorded && last.recorded && ((first.flags | last.flags) & cudaEventDisableTiming) == 0,
                cudaErrorInvalidResourceHandle);
        const Moment &from = *first.recorded, &to = *last.recorded;
        require(from.number == 0 && to.number == 0, cudaErrorNotReady);
        *milliseconds = std::chrono::duration<float, std::milli>(to.when - from.when).count();
    });
}

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
    return call([&](Runtime& runtime) {
        require(handle != nullptr && handle != cudaStreamLegacy, cudaErrorStreamCaptureUnsupported);
        Stream& stream = runtime.streams.stream(handle);
        require(!stream.capture, cudaErrorIllegalState);
        stream.capture = std::make_shared<Capture>();
        stream.capture->mode = mode;
        stream.capture->origin = &stream;
        stream.capture->graph = &Graphs::instance().create();
        stream.capture->id = stream.id;
    });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t handle, cudaGraph_t graph,
                                          const cudaGraphNode_t* needs, const cudaGraphEdgeData* /*edges*/,
                                          std::size_t count, cudaStreamCaptureMode mode) {
    return call([&](Runtime& runtime) {
        require(handle != nullptr && handle != cudaStreamLegacy, cudaErrorStreamCaptureUnsupported);
        Stream& stream = runtime.streams.stream(handle);
        require(!stream.capture, cudaErrorIllegalState);
        auto capture = std::make_shared<Capture>();
        capture->origin = &stream;
        capture->graph = &graphOf(graph);
        capture->given = true;
        capture->mode = mode;
        capture->id = stream.id;
        capture->ends[&stream] = nodesOf(needs, count);
        stream.capture = std::move(capture);
    });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t handle, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** needs, const cudaGraphEdgeData** edges,
                                     std::size_t* count) {
    return call([&](Runtime& runtime) {
        require(status != nullptr);
        const std::vector<Node*>* const ends = runtime.streams.captured(handle);
        *status = statusOf(runtime.streams.stream(handle).capture.get());
        if (!ends) return;
        Capture& capture = *runtime.streams.stream(handle).capture;
        capture.asked.clear();
        for (Node* each : *ends) capture.asked.push_back(handleOf(each));
        if (id) *id = capture.id;
        if (graph) *graph = handleOf(capture.graph);
        if (needs) *needs = capture.asked.data();
        if (edges) *edges = nullptr; // all are ordinary ones
        if (count) *count = capture.asked.size();
    });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t handle, cudaGraphNode_t* needs,
                                                const cudaGraphEdgeData* /*edges*/, std::size_t count,
                                                unsigned flags) {
    return call([&](Runtime& runtime) {
        std::vector<Node*>* const ends = runtime.streams.captured(handle);
        require(ends != nullptr, cudaErrorIllegalState);
        require(flags == cudaStreamAddCaptureDependencies || flags == cudaStreamSetCaptureDependencies);
        if (flags == cudaStreamSetCaptureDependencies) ends->clear();
        for (Node* each : nodesOf(needs, count))
            if (std::ranges::count(*ends, each) == 0) ends->push_back(each);
    });
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
    return call([&](Runtime& runtime) {
        Stream& stream = runtime.streams.stream(handle);
        if (graph) *graph = nullptr;
        require(stream.capture != nullptr, cudaErrorIllegalState);
        require(graph != nullptr || stream.capture->given);
        const std::shared_ptr<Capture> capture = stream.capture;
        if (capture->origin != &stream) Streams::refuse(capture, cudaErrorStreamCaptureUnmatched);
        const bool joined = capture->isJoined();
        for (const auto& [each, ends] : capture->ends) each->capture = nullptr;
        stream.capture = nullptr;
        require(!capture->broken, cudaErrorStreamCaptureInvalidated);
        require(joined, cudaErrorStreamCaptureUnjoined);
        if (graph) *graph = handleOf(capture->graph);
    });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
    return call([&](Runtime& runtime) {
        require(status != nullptr);
        *status = statusOf(runtime.streams.stream(stream).capture.get());
    });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
    return call([&](Runtime&) {
        require(mode != nullptr);
        std::swap(thisThread().captureMode, *mode);
    });
}
