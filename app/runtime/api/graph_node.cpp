// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Nodes of graphs that hold memory or conditions, and nodes of whatever type.
#include "runtime/api/api.h"

#include "runtime/api/handles.h"
#include "runtime/conditions.h"

#include <memory>

using namespace lanescope::runtime;

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* made, cudaGraph_t graph, const cudaGraphNode_t* needs,
                                     std::size_t count, cudaMemAllocNodeParams* params) {
    return call([&](Runtime& runtime) {
        require(made != nullptr && params != nullptr);
        Node& node = graphOf(graph).addAllocation(runtime.graphMemory, nodesOf(needs, count), *params);
        params->dptr = node.allocation.dptr;
        *made = handleOf(&node);
    });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, cudaMemAllocNodeParams* params) {
    return call([&](Runtime&) {
        require(params != nullptr && nodeOf(node).type == cudaGraphNodeTypeMemAlloc);
        *params = nodeOf(node).allocation;
    });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* made, cudaGraph_t graph, const cudaGraphNode_t* needs,
                                    std::size_t count, void* address) {
    return call([&](Runtime& runtime) {
        require(made != nullptr);
        *made = handleOf(&graphOf(graph).addRelease(runtime.graphMemory, nodesOf(needs, count), address));
    });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void* address) {
    return call([&](Runtime&) {
        require(address != nullptr && nodeOf(node).type == cudaGraphNodeTypeMemFree);
        *static_cast<void**>(address) = nodeOf(node).allocation.dptr;
    });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
    return call([&](Runtime&) {
        Runtime& runtime = Runtime::of(device);
        require(value != nullptr && attribute >= cudaGraphMemAttrUsedMemCurrent &&
                attribute <= cudaGraphMemAttrReservedMemHigh);
        const GraphMemory& memory = runtime.graphMemory;
        const bool high =
            attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh;
        *static_cast<std::uint64_t*>(value) =
            high ? memory.footprintHigh(attribute == cudaGraphMemAttrReservedMemHigh) : memory.footprint();
    });
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void* value) {
    return call([&](Runtime&) {
        Runtime& runtime = Runtime::of(device);
        // The highest so far can be set back, and nothing else.
        require(value != nullptr && *static_cast<const std::uint64_t*>(value) == 0);
        require(attribute == cudaGraphMemAttrUsedMemHigh || attribute == cudaGraphMemAttrReservedMemHigh);
        runtime.graphMemory.forgetHigh(attribute == cudaGraphMemAttrReservedMemHigh);
    });
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
    return call([&](Runtime&) {
        Runtime& runtime = Runtime::of(device);
        runtime.graphMemory.trim();
    });
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                             unsigned first, unsigned flags) {
    return call([&](Runtime&) {
        require(handle != nullptr && (flags & ~unsigned{cudaGraphCondAssignDefault}) == 0);
        Graph& owner = graphOf(graph);
        *handle = Conditions::instance().create(first, flags != 0);
        owner.conditions.push_back(*handle);
    });
}

namespace {

cudaError_t addConditional(cudaGraphNode_t* made, cudaGraph_t graph, const cudaGraphNode_t* needs,
                           std::size_t count, cudaConditionalNodeParams& params) {
    return call([&](Runtime&) {
        require(made != nullptr && Conditions::instance().knows(params.handle));
        require(params.type >= cudaGraphCondTypeIf && params.type <= cudaGraphCondTypeSwitch);
        const unsigned most = params.type == cudaGraphCondTypeIf ? 2 : 1;
        require(params.size > 0 && (params.type == cudaGraphCondTypeSwitch || params.size <= most));
        Node& node = graphOf(graph).add(cudaGraphNodeTypeConditional, nodesOf(needs, count), {});
        for (unsigned i = 0; i < params.size; ++i) {
            node.bodies.push_back(std::make_shared<Graph>());
            node.bodyHandles.push_back(handleOf(node.bodies.back().get()));
        }
        params.phGraph_out = node.bodyHandles.data();
        node.condition = params;
        *made = handleOf(&node);
    });
}

} // namespace

cudaError_t cudaGraphAddNode(cudaGraphNode_t* made, cudaGraph_t graph, const cudaGraphNode_t* needs,
                             const cudaGraphEdgeData* /*edges*/, std::size_t count,
                             cudaGraphNodeParams* params) {
    if (!params) return call([](Runtime&) { throw Failure(cudaErrorInvalidValue); });
    switch (params->type) {
    case cudaGraphNodeTypeKernel: {
        const cudaKernelNodeParamsV2& from = params->kernel;
        const cudaKernelNodeParams kernel{from.func,           from.gridDim,      from.blockDim,
                                          from.sharedMemBytes, from.kernelParams, from.extra};
        return cudaGraphAddKernelNode(made, graph, needs, count, &kernel);
    }
    case cudaGraphNodeTypeMemcpy:
        return cudaGraphAddMemcpyNode(made, graph, needs, count, &params->memcpy.copyParams);
    case cudaGraphNodeTypeMemset: {
        const cudaMemsetParamsV2& from = params->memset;
        const cudaMemsetParams fill{from.dst,         from.pitch, from.value,
                                    from.elementSize, from.width, from.height};
        return cudaGraphAddMemsetNode(made, graph, needs, count, &fill);
    }
    case cudaGraphNodeTypeHost: {
        const cudaHostNodeParams host{params->host.fn, params->host.userData};
        return cudaGraphAddHostNode(made, graph, needs, count, &host);
    }
    case cudaGraphNodeTypeGraph:
        return cudaGraphAddChildGraphNode(made, graph, needs, count, params->graph.graph);
    case cudaGraphNodeTypeEmpty:
        return cudaGraphAddEmptyNode(made, graph, needs, count);
    case cudaGraphNodeTypeWaitEvent:
        return cudaGraphAddEventWaitNode(made, graph, needs, count, params->eventWait.event);
    case cudaGraphNodeTypeEventRecord:
        return cudaGraphAddEventRecordNode(made, graph, needs, count, params->eventRecord.event);
    case cudaGraphNodeTypeMemAlloc: {
        cudaMemAllocNodeParamsV2& from = params->alloc;
        cudaMemAllocNodeParams allocation{from.poolProps, from.accessDescs, from.accessDescCount,
                                          from.bytesize, nullptr};
        const cudaError_t result = cudaGraphAddMemAllocNode(made, graph, needs, count, &allocation);
        from.dptr = allocation.dptr;
        return result;
    }
    case cudaGraphNodeTypeMemFree:
        return cudaGraphAddMemFreeNode(made, graph, needs, count, params->free.dptr);
    case cudaGraphNodeTypeConditional:
        return addConditional(made, graph, needs, count, params->conditional);
    default:
        return call([](Runtime&) { throw Failure(cudaErrorNotSupported); });
    }
}
