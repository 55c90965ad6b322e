// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/observed/graph_calls.h"

#include "runtime/observed/call_line.h"
#include "runtime/observed/copied_slices.h"

#include <algorithm>
#include <array>
#include <vector>

using namespace lanescope::runtime;

namespace {

/// Makes a call, and notes it for a recording where it has succeeded.
template<class Call, class Note>
cudaError_t noted(const Call& call, const Note& note) {
    const ObservedCall observed;
    const cudaError_t result = call();
    if (observed.recorder() && result == cudaSuccess) observed.recorder()->graphed(note);
    return result;
}

// Captures.

cudaError_t streamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
    return noted([&] { return LANESCOPE_DEVICE(cudaStreamBeginCapture)(stream, mode); },
                 [](GraphNotes& notes) { notes.captureBegun(); });
}

cudaError_t streamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* needs,
                                      const cudaGraphEdgeData* edges, std::size_t count,
                                      cudaStreamCaptureMode mode) {
    return noted(
        [&] {
            return LANESCOPE_DEVICE(cudaStreamBeginCaptureToGraph)(stream, graph, needs, edges, count, mode);
        },
        [&](GraphNotes& notes) { notes.captureBegun(graph); });
}

/// graph: nullptr where the capture was begun with one.
cudaError_t streamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    const ObservedCall observed;
    cudaGraph_t made = nullptr;
    const cudaError_t result = LANESCOPE_DEVICE(cudaStreamEndCapture)(stream, graph ? &made : nullptr);
    if (graph) *graph = made;
    if (observed.recorder())
        observed.recorder()->graphed([&](GraphNotes& notes) { notes.captured(result == cudaSuccess, made); });
    return result;
}

// Graphs that are built node by node.

cudaError_t graphCreate(cudaGraph_t* graph, unsigned flags) {
    return noted([&] { return LANESCOPE_DEVICE(cudaGraphCreate)(graph, flags); },
                 [&](GraphNotes& notes) { notes.made(*graph); });
}

cudaError_t graphDestroy(cudaGraph_t graph) {
    return noted([&] { return LANESCOPE_DEVICE(cudaGraphDestroy)(graph); },
                 [&](GraphNotes& notes) { notes.gone(graph); });
}

cudaError_t graphClone(cudaGraph_t* clone, cudaGraph_t graph) {
    return noted([&] { return LANESCOPE_DEVICE(cudaGraphClone)(clone, graph); },
                 [&](GraphNotes& notes) { notes.cloned(*clone, graph); });
}

cudaError_t addEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* needs,
                         std::size_t count) {
    return noted([&] { return LANESCOPE_DEVICE(cudaGraphAddEmptyNode)(node, graph, needs, count); },
                 [&](GraphNotes& notes) { notes.nodeAdded(graph, *node, {}); });
}

cudaError_t addChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* needs,
                              std::size_t count, cudaGraph_t child) {
    return noted(
        [&] { return LANESCOPE_DEVICE(cudaGraphAddChildGraphNode)(node, graph, needs, count, child); },
        [&](GraphNotes& notes) { notes.childAdded(graph, *node, child); });
}

/// A node's launch. note: takes it.
template<class Call, class Note>
cudaError_t kernelNode(const cudaKernelNodeParams* params, const Call& call, const Note& note) {
    const ObservedCall observed;
    const cudaError_t result = call();
    ProgramRecorder* const recorder = observed.recorder();
    if (!recorder || result != cudaSuccess) return result;
    if (params->extra)
        recorder->refuse("the program packs a kernel's arguments itself, which a recording cannot hold yet");
    recorder->graphed(Launched{.host = params->func,
                               .grid = params->gridDim,
                               .block = params->blockDim,
                               .arguments = params->kernelParams,
                               .sharedBytes = params->sharedMemBytes,
                               .place = launchLine(params->func)},
                      note);
    return result;
}

cudaError_t addKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* needs,
                          std::size_t count, const cudaKernelNodeParams* params) {
    return kernelNode(
        params, [&] { return LANESCOPE_DEVICE(cudaGraphAddKernelNode)(node, graph, needs, count, params); },
        [&](GraphNotes& notes, const lanescope::recording::Launch& launch) {
            notes.nodeAdded(graph, *node, {launch});
        });
}

cudaError_t kernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* params) {
    return kernelNode(
        params, [&] { return LANESCOPE_DEVICE(cudaGraphKernelNodeSetParams)(node, params); },
        [&](GraphNotes& notes, const lanescope::recording::Launch& launch) {
            notes.nodeChanged(node, {launch});
        });
}

cudaError_t execKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    const cudaKernelNodeParams* params) {
    return kernelNode(
        params, [&] { return LANESCOPE_DEVICE(cudaGraphExecKernelNodeSetParams)(exec, node, params); },
        [&](GraphNotes& notes, const lanescope::recording::Launch& launch) {
            notes.nodeChanged(exec, node, {launch});
        });
}

GraphNotes::Operations copiesOf(const cudaMemcpy3DParms& params) {
    const std::vector<Copied> slices = slicesOf("cudaGraphLaunch", params);
    return {slices.begin(), slices.end()};
}

GraphNotes::Operations copyOf(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return {Copied{
        .call = "cudaGraphLaunch", .to = to, .from = from, .width = bytes, .kind = kind, .waited = false}};
}

GraphNotes::Operations fillOf(const cudaMemsetParams& params) {
    return {Filled{.call = "cudaGraphLaunch",
                   .to = params.dst,
                   .pitch = params.pitch,
                   .value = static_cast<int>(params.value),
                   .width = params.width * params.elementSize,
                   .height = std::max<std::size_t>(params.height, 1),
                   .elementBytes = params.elementSize}};
}

cudaError_t addMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* needs,
                          std::size_t count, const cudaMemcpy3DParms* params) {
    return noted([&] { return LANESCOPE_DEVICE(cudaGraphAddMemcpyNode)(node, graph, needs, count, params); },
                 [&](GraphNotes& notes) { notes.nodeAdded(graph, *node, copiesOf(*params)); });
}

cudaError_t memcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* params) {
    return noted([&] { return LANESCOPE_DEVICE(cudaGraphMemcpyNodeSetParams)(node, params); },
                 [&](GraphNotes& notes) { notes.nodeChanged(node, copiesOf(*params)); });
}

cudaError_t execMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    const cudaMemcpy3DParms* params) {
    return noted([&] { return LANESCOPE_DEVICE(cudaGraphExecMemcpyNodeSetParams)(exec, node, params); },
                 [&](GraphNotes& notes) { notes.nodeChanged(exec, node, copiesOf(*params)); });
}

cudaError_t addMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* needs,
                            std::size_t count, void* to, const void* from, std::size_t bytes,
                            cudaMemcpyKind kind) {
    return noted(
        [&] {
            return LANESCOPE_DEVICE(cudaGraphAddMemcpyNode1D)(node, graph, needs, count, to, from, bytes,
                                                              kind);
        },
        [&](GraphNotes& notes) { notes.nodeAdded(graph, *node, copyOf(to, from, bytes, kind)); });
}

cudaError_t memcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from, std::size_t bytes,
                                  cudaMemcpyKind kind) {
    return noted(
        [&] { return LANESCOPE_DEVICE(cudaGraphMemcpyNodeSetParams1D)(node, to, from, bytes, kind); },
        [&](GraphNotes& notes) { notes.nodeChanged(node, copyOf(to, from, bytes, kind)); });
}

cudaError_t execMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to, const void* from,
                                      std::size_t bytes, cudaMemcpyKind kind) {
    return noted(
        [&] {
            return LANESCOPE_DEVICE(cudaGraphExecMemcpyNodeSetParams1D)(exec, node, to, from, bytes, kind);
        },
        [&](GraphNotes& notes) { notes.nodeChanged(exec, node, copyOf(to, from, bytes, kind)); });
}

cudaError_t addMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* needs,
                          std::size_t count, const cudaMemsetParams* params) {
    return noted([&] { return LANESCOPE_DEVICE(cudaGraphAddMemsetNode)(node, graph, needs, count, params); },
                 [&](GraphNotes& notes) { notes.nodeAdded(graph, *node, fillOf(*params)); });
}

cudaError_t memsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* params) {
    return noted([&] { return LANESCOPE_DEVICE(cudaGraphMemsetNodeSetParams)(node, params); },
                 [&](GraphNotes& notes) { notes.nodeChanged(node, fillOf(*params)); });
}

cudaError_t execMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    const cudaMemsetParams* params) {
    return noted([&] { return LANESCOPE_DEVICE(cudaGraphExecMemsetNodeSetParams)(exec, node, params); },
                 [&](GraphNotes& notes) { notes.nodeChanged(exec, node, fillOf(*params)); });
}

// Functions of the host's, memory and events.

/// A function of the host's as the graph is to call it; nullptr: as it is.
HostNode* hostNodeOf(const ObservedCall& observed, const cudaHostNodeParams* params) {
    return observed.recorder() && params && params->fn
               ? observed.recorder()->hostNode(params->fn, params->userData)
               : nullptr;
}

/// call: takes the node's parameters. note: takes the node.
template<class Call, class Note>
cudaError_t hostNode(const cudaHostNodeParams* params, const Call& call, const Note& note) {
    const ObservedCall observed;
    HostNode* const node = hostNodeOf(observed, params);
    const cudaHostNodeParams own{&callHostNode, node};
    const cudaError_t result = call(node ? &own : params);
    if (node && result == cudaSuccess)
        observed.recorder()->graphed([&](GraphNotes& notes) { note(notes, node); });
    return result;
}

cudaError_t addHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* needs,
                        std::size_t count, const cudaHostNodeParams* params) {
    return hostNode(
        params,
        [&](const cudaHostNodeParams* own) {
            return LANESCOPE_DEVICE(cudaGraphAddHostNode)(node, graph, needs, count, own);
        },
        [&](GraphNotes& notes, const HostNode* called) { notes.nodeAdded(graph, *node, {called}); });
}

cudaError_t hostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* params) {
    return hostNode(
        params,
        [&](const cudaHostNodeParams* own) {
            return LANESCOPE_DEVICE(cudaGraphHostNodeSetParams)(node, own);
        },
        [&](GraphNotes& notes, const HostNode* called) { notes.nodeChanged(node, {called}); });
}

cudaError_t execHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                  const cudaHostNodeParams* params) {
    return hostNode(
        params,
        [&](const cudaHostNodeParams* own) {
            return LANESCOPE_DEVICE(cudaGraphExecHostNodeSetParams)(exec, node, own);
        },
        [&](GraphNotes& notes, const HostNode* called) { notes.nodeChanged(exec, node, {called}); });
}

/// The program's own function again.
cudaError_t hostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* params) {
    const cudaError_t result = LANESCOPE_DEVICE(cudaGraphHostNodeGetParams)(node, params);
    if (result == cudaSuccess && params->fn == &callHostNode) {
        const auto& own = *static_cast<const HostNode*>(params->userData);
        *params = {own.function, own.data};
    }
    return result;
}

cudaError_t addMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* needs,
                            std::size_t count, cudaMemAllocNodeParams* params) {
    const ObservedCall observed;
    const cudaError_t result = LANESCOPE_DEVICE(cudaGraphAddMemAllocNode)(node, graph, needs, count, params);
    if (!observed.recorder() || result != cudaSuccess) return result;
    observed.recorder()->reservedByGraph(params->dptr, params->bytesize);
    observed.recorder()->graphed([&](GraphNotes& notes) {
        notes.nodeAdded(graph, *node, {GraphMemoryNode{params->dptr, false}});
    });
    return result;
}

cudaError_t addMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* needs,
                           std::size_t count, void* pointer) {
    return noted(
        [&] { return LANESCOPE_DEVICE(cudaGraphAddMemFreeNode)(node, graph, needs, count, pointer); },
        [&](GraphNotes& notes) {
            notes.nodeAdded(graph, *node, {GraphMemoryNode{pointer, true}});
        });
}

cudaError_t addEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* needs,
                               std::size_t count, cudaEvent_t event) {
    return noted(
        [&] { return LANESCOPE_DEVICE(cudaGraphAddEventRecordNode)(node, graph, needs, count, event); },
        [&](GraphNotes& notes) {
            notes.nodeAdded(graph, *node, {GraphEvent{event, false}});
        });
}

cudaError_t addEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* needs,
                             std::size_t count, cudaEvent_t event) {
    return noted(
        [&] { return LANESCOPE_DEVICE(cudaGraphAddEventWaitNode)(node, graph, needs, count, event); },
        [&](GraphNotes& notes) {
            notes.nodeAdded(graph, *node, {GraphEvent{event, true}});
        });
}

/// A node's event, by a function of this name.
cudaError_t nodeSetEvent(const char* name, cudaGraphNode_t node, cudaEvent_t event, bool waits) {
    return noted([&] { return deviceCall<cudaError_t(cudaGraphNode_t, cudaEvent_t)>(name)(node, event); },
                 [&](GraphNotes& notes) {
                     notes.nodeChanged(node, {GraphEvent{event, waits}});
                 });
}

cudaError_t execNodeSetEvent(const char* name, cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event,
                             bool waits) {
    return noted(
        [&] {
            return deviceCall<cudaError_t(cudaGraphExec_t, cudaGraphNode_t, cudaEvent_t)>(name)(exec, node,
                                                                                                event);
        },
        [&](GraphNotes& notes) {
            notes.nodeChanged(exec, node, {GraphEvent{event, waits}});
        });
}

cudaError_t recordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return nodeSetEvent("cudaGraphEventRecordNodeSetEvent", node, event, false);
}

cudaError_t waitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return nodeSetEvent("cudaGraphEventWaitNodeSetEvent", node, event, true);
}

cudaError_t execRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event) {
    return execNodeSetEvent("cudaGraphExecEventRecordNodeSetEvent", exec, node, event, false);
}

cudaError_t execWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node, cudaEvent_t event) {
    return execNodeSetEvent("cudaGraphExecEventWaitNodeSetEvent", exec, node, event, true);
}

// Conditions, and nodes of whatever type.

/// A GPU tells nobody which bodies of a graph it has run.
cudaError_t conditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph, unsigned first,
                                    unsigned flags) {
    const ObservedCall observed;
    if (observed.recorder() && observed.recorder()->isOnGpu())
        observed.recorder()->refuse(
            "the program's graphs have conditions, which a recording that is made on a "
            "GPU cannot hold yet: LANESCOPE_DEVICE=emulated makes it");
    return LANESCOPE_DEVICE(cudaGraphConditionalHandleCreate)(handle, graph, first, flags);
}

/// What a node of these parameters does, whose type has no parameters of its own in a recording; they are as
/// the device has left them.
GraphNotes::Operations operationsOf(GraphNotes& notes, const cudaGraphNodeParams& params) {
    switch (params.type) {
    case cudaGraphNodeTypeMemcpy:
        return copiesOf(params.memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
        const cudaMemsetParamsV2& from = params.memset;
        return fillOf({from.dst, from.pitch, from.value, from.elementSize, from.width, from.height});
    }
    case cudaGraphNodeTypeEmpty:
        return {};
    case cudaGraphNodeTypeWaitEvent:
        return {GraphEvent{params.eventWait.event, true}};
    case cudaGraphNodeTypeEventRecord:
        return {GraphEvent{params.eventRecord.event, false}};
    case cudaGraphNodeTypeMemAlloc:
        return {GraphMemoryNode{params.alloc.dptr, false}};
    case cudaGraphNodeTypeMemFree:
        return {GraphMemoryNode{params.free.dptr, true}};
    case cudaGraphNodeTypeConditional: {
        ConditionNode made{.handle = params.conditional.handle};
        for (unsigned i = 0; i < params.conditional.size; ++i) {
            made.graphs.push_back(params.conditional.phGraph_out[i]);
            notes.made(made.graphs.back());
        }
        return {std::make_shared<const ConditionNode>(std::move(made))};
    }
    default:
        throw CannotHold("a graph has a node of a type that a recording cannot hold yet");
    }
}

cudaError_t addNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* needs,
                    const cudaGraphEdgeData* edges, std::size_t count, cudaGraphNodeParams* params) {
    const auto add = [&](cudaGraphNodeParams* with) {
        return LANESCOPE_DEVICE(cudaGraphAddNode)(node, graph, needs, edges, count, with);
    };
    if (params && params->type == cudaGraphNodeTypeKernel) {
        const cudaKernelNodeParamsV2& from = params->kernel;
        const cudaKernelNodeParams kernel{from.func,           from.gridDim,      from.blockDim,
                                          from.sharedMemBytes, from.kernelParams, from.extra};
        return kernelNode(
            &kernel, [&] { return add(params); },
            [&](GraphNotes& notes, const lanescope::recording::Launch& launch) {
                notes.nodeAdded(graph, *node, {launch});
            });
    }
    if (params && params->type == cudaGraphNodeTypeHost) {
        const cudaHostNodeParams host{params->host.fn, params->host.userData};
        return hostNode(
            &host,
            [&](const cudaHostNodeParams* own) {
                cudaGraphNodeParams with = *params;
                with.host.fn = own->fn;
                with.host.userData = own->userData;
                return add(&with);
            },
            [&](GraphNotes& notes, const HostNode* called) { notes.nodeAdded(graph, *node, {called}); });
    }
    const ObservedCall observed;
    const cudaError_t result = add(params);
    if (!observed.recorder() || result != cudaSuccess) return result;
    if (params->type == cudaGraphNodeTypeMemAlloc)
        observed.recorder()->reservedByGraph(params->alloc.dptr, params->alloc.bytesize);
    observed.recorder()->graphed([&](GraphNotes& notes) {
        params->type == cudaGraphNodeTypeGraph ? notes.childAdded(graph, *node, params->graph.graph)
                                               : notes.nodeAdded(graph, *node, operationsOf(notes, *params));
    });
    return result;
}

cudaError_t destroyNode(cudaGraphNode_t node) {
    return noted([&] { return LANESCOPE_DEVICE(cudaGraphDestroyNode)(node); },
                 [&](GraphNotes& notes) { notes.nodeGone(node); });
}

// Executable graphs.

template<class... Arguments>
cudaError_t instantiate(const char* name, cudaGraphExec_t* exec, cudaGraph_t graph, Arguments... rest) {
    return noted(
        [&] {
            return deviceCall<cudaError_t(cudaGraphExec_t*, cudaGraph_t, Arguments...)>(name)(exec, graph,
                                                                                              rest...);
        },
        [&](GraphNotes& notes) { notes.instantiated(*exec, graph); });
}

cudaError_t graphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
    return instantiate("cudaGraphInstantiate", exec, graph, flags);
}

cudaError_t graphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
    return instantiate("cudaGraphInstantiateWithFlags", exec, graph, flags);
}

cudaError_t graphInstantiateWithParams(cudaGraphExec_t* exec, cudaGraph_t graph,
                                       cudaGraphInstantiateParams* params) {
    return instantiate("cudaGraphInstantiateWithParams", exec, graph, params);
}

cudaError_t graphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo* info) {
    return noted([&] { return LANESCOPE_DEVICE(cudaGraphExecUpdate)(exec, graph, info); },
                 [&](GraphNotes& notes) { notes.instantiated(exec, graph); });
}

cudaError_t graphExecDestroy(cudaGraphExec_t exec) {
    const ObservedCall observed("cudaGraphExecDestroy");
    const cudaError_t result = LANESCOPE_DEVICE(cudaGraphExecDestroy)(exec);
    if (observed.recorder() && result == cudaSuccess) observed.recorder()->graphExecGone(exec);
    if (observed.watch() && result == cudaSuccess) observed.watch()->graphExecGone(exec);
    return observed.returns(result);
}

cudaError_t graphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    ObservedCall observed("cudaGraphLaunch");
    if (observed.watch()) observed.watch()->graphBegins(exec, stream, observed.site());
    if (observed.recorder()) {
        for (const std::size_t bytes : observed.recorder()->copiesInQuestion(exec))
            static_cast<void>(observed.wait([&] {
                if (const auto atLaunch = takesPageableAtLaunch(bytes))
                    observed.recorder()->copiesAreTaken(bytes, *atLaunch);
                return cudaSuccess;
            }));
        observed.recorder()->prepareGraph(exec, stream);
    }
    const cudaError_t result = LANESCOPE_DEVICE(cudaGraphLaunch)(exec, stream);
    // What the host does in it is known when it has ended.
    if (observed.recorder() && result == cudaSuccess && observed.recorder()->callsHost())
        static_cast<void>(observed.wait([&] { return LANESCOPE_DEVICE(cudaStreamSynchronize)(stream); }));
    if (observed.recorder()) observed.recorder()->graphLaunched(result == cudaSuccess);
    if (observed.watch()) observed.watch()->graphLaunched(result);
    return observed.returns(result);
}

} // namespace

namespace lanescope::runtime {

std::span<const ObservedFunction> graphCalls() {
    static const std::array kAll = {
        observed<&streamBeginCapture>("cudaStreamBeginCapture", kRecorded, kNot),
        observed<&streamBeginCaptureToGraph>("cudaStreamBeginCaptureToGraph", kRecorded, kNot),
        observed<&streamEndCapture>("cudaStreamEndCapture", kRecorded, kNot),
        observed<&graphCreate>("cudaGraphCreate", kRecorded, kNot),
        observed<&graphDestroy>("cudaGraphDestroy", kRecorded, kNot),
        observed<&graphClone>("cudaGraphClone", kRecorded, kNot),
        observed<&addEmptyNode>("cudaGraphAddEmptyNode", kRecorded, kNot),
        observed<&addChildGraphNode>("cudaGraphAddChildGraphNode", kRecorded, kNot),
        observed<&addKernelNode>("cudaGraphAddKernelNode", kRecorded, kNot),
        observed<&kernelNodeSetParams>("cudaGraphKernelNodeSetParams", kRecorded, kNot),
        observed<&execKernelNodeSetParams>("cudaGraphExecKernelNodeSetParams", kRecorded, kNot),
        observed<&addMemcpyNode>("cudaGraphAddMemcpyNode", kRecorded, kNot),
        observed<&memcpyNodeSetParams>("cudaGraphMemcpyNodeSetParams", kRecorded, kNot),
        observed<&execMemcpyNodeSetParams>("cudaGraphExecMemcpyNodeSetParams", kRecorded, kNot),
        observed<&addMemcpyNode1D>("cudaGraphAddMemcpyNode1D", kRecorded, kNot),
        observed<&memcpyNodeSetParams1D>("cudaGraphMemcpyNodeSetParams1D", kRecorded, kNot),
        observed<&execMemcpyNodeSetParams1D>("cudaGraphExecMemcpyNodeSetParams1D", kRecorded, kNot),
        observed<&addMemsetNode>("cudaGraphAddMemsetNode", kRecorded, kNot),
        observed<&memsetNodeSetParams>("cudaGraphMemsetNodeSetParams", kRecorded, kNot),
        observed<&execMemsetNodeSetParams>("cudaGraphExecMemsetNodeSetParams", kRecorded, kNot),
        observed<&addHostNode>("cudaGraphAddHostNode", kRecorded, kNot),
        observed<&hostNodeSetParams>("cudaGraphHostNodeSetParams", kRecorded, kNot),
        observed<&execHostNodeSetParams>("cudaGraphExecHostNodeSetParams", kRecorded, kNot),
        observed<&hostNodeGetParams>("cudaGraphHostNodeGetParams", kRecorded, kNot),
        observed<&addMemAllocNode>("cudaGraphAddMemAllocNode", kRecorded, kNot),
        observed<&addMemFreeNode>("cudaGraphAddMemFreeNode", kRecorded, kNot),
        observed<&addEventRecordNode>("cudaGraphAddEventRecordNode", kRecorded, kNot),
        observed<&addEventWaitNode>("cudaGraphAddEventWaitNode", kRecorded, kNot),
        observed<&recordNodeSetEvent>("cudaGraphEventRecordNodeSetEvent", kRecorded, kNot),
        observed<&waitNodeSetEvent>("cudaGraphEventWaitNodeSetEvent", kRecorded, kNot),
        observed<&execRecordNodeSetEvent>("cudaGraphExecEventRecordNodeSetEvent", kRecorded, kNot),
        observed<&execWaitNodeSetEvent>("cudaGraphExecEventWaitNodeSetEvent", kRecorded, kNot),
        observed<&conditionalHandleCreate>("cudaGraphConditionalHandleCreate", kRecorded, kNot),
        observed<&addNode>("cudaGraphAddNode", kRecorded, kNot),
        observed<&destroyNode>("cudaGraphDestroyNode", kRecorded, kNot),
        observed<&graphInstantiateWithParams>("cudaGraphInstantiateWithParams", kRecorded, kNot),
        observed<&graphInstantiate>("cudaGraphInstantiate", kRecorded, kNot),
        observed<&graphInstantiateWithFlags>("cudaGraphInstantiateWithFlags", kRecorded, kNot),
        observed<&graphExecUpdate>("cudaGraphExecUpdate", kRecorded, kNot),
        observed<&graphExecDestroy>("cudaGraphExecDestroy", kRecorded, kWatched),
        observed<&graphLaunch>("cudaGraphLaunch", kRecorded, kWatched)};
    return kAll;
}

} // namespace lanescope::runtime
