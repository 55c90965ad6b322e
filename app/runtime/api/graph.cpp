// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Graphs that a program builds or captures, and their launches.
#include "runtime/api/api.h"

#include "runtime/api/handles.h"
#include "runtime/conditions.h"

#include <algorithm>
#include <cstring>
#include <utility>

using namespace lanescope::runtime;

void lanescope::runtime::setEvent(Node& node, cudaGraphNodeType type, cudaEvent_t event) {
    require(event != nullptr && node.type == type);
    node.event = event;
    if (type != cudaGraphNodeTypeEventRecord) return;
    node.run = [event] {
        // On the event's device, whatever the thread's is.
        const int before = std::exchange(thisThread().device, Runtime::ofEvent(event).device);
        cudaEventRecord(event, nullptr);
        thisThread().device = before;
    };
}

namespace {

/// The node's own copy of what a kernel is launched with.
std::shared_ptr<KernelNode> copyOf(Runtime& runtime, const cudaKernelNodeParams& params) {
    const Function& function = runtime.modules.resolved(params.func);
    require(params.kernelParams != nullptr || function.kernel->parameters.empty());
    auto node = std::make_shared<KernelNode>();
    node->device = thisThread().device;
    node->params = params;
    std::vector<std::size_t> offsets;
    for (std::size_t i = 0; i < function.kernel->parameters.size(); ++i) {
        offsets.push_back(node->bytes.size());
        const auto* from = static_cast<const std::byte*>(params.kernelParams[i]);
        node->bytes.insert(node->bytes.end(), from, from + function.kernel->parameters[i].size);
    }
    for (const std::size_t offset : offsets) node->arguments.push_back(node->bytes.data() + offset);
    node->params.kernelParams = node->arguments.data();
    return node;
}

std::function<void()> fillOf(Runtime& runtime, const cudaMemsetParams& what) {
    require(what.elementSize == 1 || what.elementSize == 2 || what.elementSize == 4);
    const std::size_t row = what.width * what.elementSize;
    const std::size_t pitch = what.height > 1 ? what.pitch : row;
    std::byte* const first =
        runtime.memory.view(what.dst, pitch * (std::max<std::size_t>(what.height, 1) - 1) + row);
    return [=] {
        for (std::size_t y = 0; y < std::max<std::size_t>(what.height, 1); ++y)
            for (std::size_t x = 0; x < what.width; ++x)
                std::memcpy(first + y * pitch + x * what.elementSize, &what.value, what.elementSize);
    };
}

/// Does it when the graph runs, and keeps what it was told.
std::function<void()> copyLater(const cudaMemcpy3DParms& what) {
    return [what] {
        const cudaError_t result = cudaMemcpy3DAsync(&what, nullptr);
        require(result == cudaSuccess, result);
    };
}

std::function<void()> copyLater(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return [=] {
        const cudaError_t result = cudaMemcpyAsync(to, from, bytes, kind, nullptr);
        require(result == cudaSuccess, result);
    };
}

/// Slice by slice; none where arrays take part.
std::vector<Copied> movesOf(const cudaMemcpy3DParms& what) {
    if (what.srcArray || what.dstArray) return {};
    const auto slice = [](const cudaPitchedPtr& pointer, const cudaPos& at, std::size_t z) {
        const std::size_t rows = std::max<std::size_t>(pointer.ysize, 1);
        return static_cast<const std::byte*>(pointer.ptr) + ((z + at.z) * rows + at.y) * pointer.pitch + at.x;
    };
    std::vector<Copied> moves;
    for (std::size_t z = 0; z < what.extent.depth; ++z)
        moves.push_back({.call = "cudaGraphAddMemcpyNode",
                         .to = slice(what.dstPtr, what.dstPos, z),
                         .toPitch = what.dstPtr.pitch,
                         .from = slice(what.srcPtr, what.srcPos, z),
                         .fromPitch = what.srcPtr.pitch,
                         .width = what.extent.width,
                         .height = what.extent.height});
    return moves;
}

void setCopy(Node& node, const cudaMemcpy3DParms& what) {
    node.run = copyLater(what);
    node.copy = what;
    node.moves = movesOf(what);
}

void setCopy(Node& node, void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    node.run = copyLater(to, from, bytes, kind);
    node.moves = {{.call = "cudaGraphAddMemcpyNode1D", .to = to, .from = from, .width = bytes}};
}

/// run: as fillOf() has made it.
void setFill(Node& node, const cudaMemsetParams& what, std::function<void()> run) {
    node.run = std::move(run);
    node.fill = what;
    node.moves = {{.call = "cudaGraphAddMemsetNode",
                   .to = what.dst,
                   .toPitch = what.pitch,
                   .width = what.width * what.elementSize,
                   .height = std::max<std::size_t>(what.height, 1)}};
}

std::function<void()> callLater(const cudaHostNodeParams& what) {
    return [what] { Runtime::callHost([&] { what.fn(what.userData); }); };
}

cudaError_t add(cudaGraphNode_t* made, cudaGraph_t graph, const cudaGraphNode_t* needs, std::size_t count,
                cudaGraphNodeType type, std::function<void()> run) {
    return call([&](Runtime&) {
        require(made != nullptr);
        *made = handleOf(&graphOf(graph).add(type, nodesOf(needs, count), std::move(run)));
    });
}

/// On the device that was the thread's when the node was made.
void runNode(const Node& node) {
    if (!node.kernel) return;
    const cudaKernelNodeParams& params = node.kernel->params;
    Runtime& runtime = Runtime::of(node.kernel->device);
    Function& function = runtime.modules.resolved(params.func);
    const Shape shape{params.gridDim, params.blockDim,  params.sharedMemBytes,
                      nullptr,        node.cooperative, node.cluster};
    Runtime::checkLaunch(function, shape);
    runtime.run(function, shape, node.kernel->arguments.data());
}

GraphExec& execOf(cudaGraphExec_t handle) {
    require(handle != nullptr);
    return *reinterpret_cast<GraphExec*>(handle);
}

/// The node of a copied graph, or of one within it, that was made of this one; nullptr: there is none.
Node* findCopy(const Graph& graph, const Node& original) {
    for (const auto& node : graph.nodes) {
        if (node->original == &original) return node.get();
        if (node->child)
            if (Node* const found = findCopy(*node->child, original)) return found;
        for (const auto& body : node->bodies)
            if (Node* const found = findCopy(*body, original)) return found;
    }
    return nullptr;
}

/// Whether it allocates or frees memory, or a child graph of it does.
bool hasMemory(const Graph& graph) {
    return std::ranges::any_of(graph.nodes, [](const std::unique_ptr<Node>& node) {
        return node->type == cudaGraphNodeTypeMemAlloc || node->type == cudaGraphNodeTypeMemFree ||
               (node->child && hasMemory(*node->child));
    });
}

/// Throws Failure where there is none.
Node& copyIn(const Graph& graph, const Node& original) {
    Node* const found = findCopy(graph, original);
    require(found != nullptr);
    return *found;
}

cudaError_t addEvent(cudaGraphNode_t* made, cudaGraph_t graph, const cudaGraphNode_t* needs,
                     std::size_t count, cudaGraphNodeType type, cudaEvent_t event) {
    return call([&](Runtime&) {
        require(made != nullptr && event != nullptr);
        Node& node = graphOf(graph).add(type, nodesOf(needs, count), {});
        setEvent(node, type, event);
        *made = handleOf(&node);
    });
}

cudaError_t getEvent(cudaGraphNode_t node, cudaGraphNodeType type, cudaEvent_t* event) {
    return call([&](Runtime&) {
        require(event != nullptr && nodeOf(node).type == type);
        *event = nodeOf(node).event;
    });
}

void launch(Runtime& runtime, const Graph& graph);

/// Runs the bodies of a node with a condition as their condition says.
void runBodies(Runtime& runtime, const Node& node) {
    const auto value = [&] { return Conditions::instance().value(node.condition.handle); };
    const auto run = [&](unsigned body) {
        Conditions::instance().bodyRuns(node.condition.handle, body);
        launch(runtime, *node.bodies[body]);
    };
    if (node.condition.type == cudaGraphCondTypeWhile) {
        while (value() != 0 && !runtime.errors.isPending()) run(0);
        return;
    }
    const bool isSwitch = node.condition.type == cudaGraphCondTypeSwitch;
    const unsigned chosen = isSwitch ? value() : value() != 0 ? 0 : 1;
    if (chosen < node.bodies.size()) run(chosen);
}

/// What a node does, but for a child graph's.
void runAll(Runtime& runtime, const Node& node) {
    if (!node.enabled) return;
    if (node.memory) runtime.graphMemory.allocate(node.memory);
    if (node.type == cudaGraphNodeTypeConditional) runBodies(runtime, node);
    if (node.run) node.run();
    runNode(node);
}

void launch(Runtime& runtime, const Graph& graph) {
    for (const cudaGraphConditionalHandle each : graph.conditions) Conditions::instance().begin(each);
    graph.run([&](const Node& node) {
        const NodeLook* const look = thisThread().nodeLook;
        if (node.enabled && node.child) launch(runtime, *node.child);
        if (look) look->begins(node);
        runAll(runtime, node);
        if (look) look->ends(node);
    });
}

} // namespace

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
    return call([&](Runtime&) {
        require(graph != nullptr && flags == 0);
        *graph = handleOf(&Graphs::instance().create());
    });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    return call([&](Runtime&) { Graphs::instance().release(&graphOf(graph)); });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
    return call([&](Runtime&) {
        require(clone != nullptr);
        for (const auto& node : graphOf(graph).nodes)
            require(node->type != cudaGraphNodeTypeMemAlloc && node->type != cudaGraphNodeTypeMemFree,
                    cudaErrorNotSupported);
        *clone = handleOf(Graphs::instance().add(graphOf(graph).copy()));
    });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t clone) {
    return call([&](Runtime&) {
        require(node != nullptr);
        *node = handleOf(&copyIn(graphOf(clone), nodeOf(original)));
    });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* made, cudaGraph_t graph, const cudaGraphNode_t* needs,
                                   std::size_t count, const cudaKernelNodeParams* params) {
    return call([&](Runtime& runtime) {
        require(made != nullptr && params != nullptr);
        auto kept = copyOf(runtime, *params);
        Node& node = graphOf(graph).add(cudaGraphNodeTypeKernel, nodesOf(needs, count), {});
        node.kernel = std::move(kept);
        *made = handleOf(&node);
    });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* params) {
    return call([&](Runtime&) {
        require(params != nullptr && nodeOf(node).kernel);
        *params = nodeOf(node).kernel->params;
    });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* params) {
    return call([&](Runtime& runtime) {
        require(params != nullptr && nodeOf(node).kernel);
        nodeOf(node).kernel = copyOf(runtime, *params);
    });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* made, cudaGraph_t graph, const cudaGraphNode_t* needs,
                                   std::size_t count, const cudaMemcpy3DParms* params) {
    return call([&](Runtime&) {
        require(made != nullptr && params != nullptr);
        Node& node = graphOf(graph).add(cudaGraphNodeTypeMemcpy, nodesOf(needs, count), {});
        setCopy(node, *params);
        *made = handleOf(&node);
    });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, cudaMemcpy3DParms* params) {
    return call([&](Runtime&) {
        require(params != nullptr && nodeOf(node).type == cudaGraphNodeTypeMemcpy);
        *params = nodeOf(node).copy;
    });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* params) {
    return call([&](Runtime&) {
        require(params != nullptr && nodeOf(node).type == cudaGraphNodeTypeMemcpy);
        setCopy(nodeOf(node), *params);
    });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* params) {
    return call([&](Runtime&) {
        require(params != nullptr && nodeOf(node).type == cudaGraphNodeTypeMemcpy);
        setCopy(copyIn(*execOf(exec).graph, nodeOf(node)), *params);
    });
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t* made, cudaGraph_t graph,
                                           const cudaGraphNode_t* needs, std::size_t count,
                                           const void* symbol, const void* from, std::size_t bytes,
                                           std::size_t offset, cudaMemcpyKind kind) {
    return add(made, graph, needs, count, cudaGraphNodeTypeMemcpy, [=] {
        const cudaError_t result = cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, nullptr);
        require(result == cudaSuccess, result);
    });
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t* made, cudaGraph_t graph,
                                             const cudaGraphNode_t* needs, std::size_t count, void* to,
                                             const void* symbol, std::size_t bytes, std::size_t offset,
                                             cudaMemcpyKind kind) {
    return add(made, graph, needs, count, cudaGraphNodeTypeMemcpy, [=] {
        const cudaError_t result = cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, nullptr);
        require(result == cudaSuccess, result);
    });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* made, cudaGraph_t graph, const cudaGraphNode_t* needs,
                                     std::size_t count, void* to, const void* from, std::size_t bytes,
                                     cudaMemcpyKind kind) {
    return call([&](Runtime&) {
        require(made != nullptr);
        Node& node = graphOf(graph).add(cudaGraphNodeTypeMemcpy, nodesOf(needs, count), {});
        setCopy(node, to, from, bytes, kind);
        *made = handleOf(&node);
    });
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           std::size_t bytes, cudaMemcpyKind kind) {
    return call([&](Runtime&) { setCopy(nodeOf(node), to, from, bytes, kind); });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* made, cudaGraph_t graph, const cudaGraphNode_t* needs,
                                   std::size_t count, const cudaMemsetParams* params) {
    return call([&](Runtime& runtime) {
        require(made != nullptr && params != nullptr);
        std::function<void()> run = fillOf(runtime, *params);
        Node& node = graphOf(graph).add(cudaGraphNodeTypeMemset, nodesOf(needs, count), {});
        setFill(node, *params, std::move(run));
        *made = handleOf(&node);
    });
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* params) {
    return call([&](Runtime&) {
        require(params != nullptr && nodeOf(node).type == cudaGraphNodeTypeMemset);
        *params = nodeOf(node).fill;
    });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* params) {
    return call([&](Runtime& runtime) {
        require(params != nullptr && nodeOf(node).type == cudaGraphNodeTypeMemset);
        setFill(nodeOf(node), *params, fillOf(runtime, *params));
    });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* made, cudaGraph_t graph, const cudaGraphNode_t* needs,
                                 std::size_t count, const cudaHostNodeParams* params) {
    return call([&](Runtime&) {
        require(made != nullptr && params != nullptr && params->fn != nullptr);
        Node& node = graphOf(graph).add(cudaGraphNodeTypeHost, nodesOf(needs, count), callLater(*params));
        node.host = *params;
        *made = handleOf(&node);
    });
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* params) {
    return call([&](Runtime&) {
        require(params != nullptr && nodeOf(node).type == cudaGraphNodeTypeHost);
        *params = nodeOf(node).host;
    });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* params) {
    return call([&](Runtime&) {
        require(params != nullptr && params->fn != nullptr && nodeOf(node).type == cudaGraphNodeTypeHost);
        nodeOf(node).run = callLater(*params);
        nodeOf(node).host = *params;
    });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* params) {
    return call([&](Runtime&) {
        require(params != nullptr && params->fn != nullptr && nodeOf(node).type == cudaGraphNodeTypeHost);
        copyIn(*execOf(exec).graph, nodeOf(node)).run = callLater(*params);
    });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* made, cudaGraph_t graph, const cudaGraphNode_t* needs,
                                  std::size_t count) {
    return add(made, graph, needs, count, cudaGraphNodeTypeEmpty, {});
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* made, cudaGraph_t graph, const cudaGraphNode_t* needs,
                                       std::size_t count, cudaGraph_t child) {
    return call([&](Runtime&) {
        require(made != nullptr);
        // As on an H200 (CUDA 13.0), where another graph's memory has no copy.
        require(!hasMemory(graphOf(child)), cudaErrorNotSupported);
        Node& node = graphOf(graph).add(cudaGraphNodeTypeGraph, nodesOf(needs, count), {});
        node.child = graphOf(child).copy();
        *made = handleOf(&node);
    });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
    return call([&](Runtime&) {
        require(graph != nullptr && nodeOf(node).child);
        *graph = handleOf(nodeOf(node).child.get());
    });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* made, cudaGraph_t graph,
                                        const cudaGraphNode_t* needs, std::size_t count, cudaEvent_t event) {
    return addEvent(made, graph, needs, count, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* made, cudaGraph_t graph, const cudaGraphNode_t* needs,
                                      std::size_t count, cudaEvent_t event) {
    return addEvent(made, graph, needs, count, cudaGraphNodeTypeWaitEvent, event);
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return getEvent(node, cudaGraphNodeTypeEventRecord, event);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
    return getEvent(node, cudaGraphNodeTypeWaitEvent, event);
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return call([&](Runtime&) { setEvent(nodeOf(node), cudaGraphNodeTypeEventRecord, event); });
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
    return call([&](Runtime&) { setEvent(nodeOf(node), cudaGraphNodeTypeWaitEvent, event); });
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
    return call([&](Runtime&) {
        setEvent(copyIn(*execOf(exec).graph, nodeOf(node)), cudaGraphNodeTypeEventRecord, event);
    });
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event) {
    return call([&](Runtime&) {
        setEvent(copyIn(*execOf(exec).graph, nodeOf(node)), cudaGraphNodeTypeWaitEvent, event);
    });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t /*graph*/, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* /*edges*/,
                                     std::size_t count) {
    return call([&](Runtime&) {
        const std::vector<Node*> befores = nodesOf(from, count), afters = nodesOf(to, count);
        for (std::size_t i = 0; i < count; ++i) {
            require(std::ranges::count(afters[i]->needs, befores[i]) == 0);
            afters[i]->needs.push_back(befores[i]);
        }
    });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return call([&](Runtime&) {
        require(count != nullptr);
        const auto& all = graphOf(graph).nodes;
        const std::size_t room = *count;
        *count = nodes ? std::min(room, all.size()) : all.size();
        for (std::size_t i = 0; nodes && i < room; ++i)
            nodes[i] = i < all.size() ? handleOf(all[i].get()) : nullptr;
    });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
    return call([&](Runtime&) {
        require(count != nullptr);
        std::vector<Node*> roots;
        for (const auto& node : graphOf(graph).nodes)
            if (node->needs.empty()) roots.push_back(node.get());
        const std::size_t room = *count;
        *count = nodes ? std::min(room, roots.size()) : roots.size();
        for (std::size_t i = 0; nodes && i < room; ++i)
            nodes[i] = i < roots.size() ? handleOf(roots[i]) : nullptr;
    });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* edges, std::size_t* count) {
    return call([&](Runtime&) {
        require(count != nullptr);
        std::size_t found = 0;
        const std::size_t room = from && to ? *count : 0;
        for (const auto& node : graphOf(graph).nodes)
            for (Node* needed : node->needs) {
                if (found < room) {
                    from[found] = handleOf(needed);
                    to[found] = handleOf(node.get());
                    if (edges) edges[found] = {};
                }
                ++found;
            }
        *count = from && to ? std::min(room, found) : found;
    });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* needs,
                                         cudaGraphEdgeData* edges, std::size_t* count) {
    return call([&](Runtime&) {
        require(count != nullptr);
        const std::vector<Node*>& all = nodeOf(node).needs;
        const std::size_t room = needs ? *count : 0;
        for (std::size_t i = 0; i < std::min(room, all.size()); ++i) {
            needs[i] = handleOf(all[i]);
            if (edges) edges[i] = {};
        }
        *count = needs ? std::min(room, all.size()) : all.size();
    });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t handle, cudaGraphNode_t* nodes,
                                           cudaGraphEdgeData* edges, std::size_t* count) {
    return call([&](Runtime&) {
        require(count != nullptr);
        Node& node = nodeOf(handle);
        std::vector<Node*> all;
        for (const auto& each : node.graph->nodes)
            if (std::ranges::count(each->needs, &node) > 0) all.push_back(each.get());
        const std::size_t room = nodes ? *count : 0;
        for (std::size_t i = 0; i < std::min(room, all.size()); ++i) {
            nodes[i] = handleOf(all[i]);
            if (edges) edges[i] = {};
        }
        *count = nodes ? std::min(room, all.size()) : all.size();
    });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t /*graph*/, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* /*edges*/,
                                        std::size_t count) {
    return call([&](Runtime&) {
        const std::vector<Node*> befores = nodesOf(from, count), afters = nodesOf(to, count);
        for (std::size_t i = 0; i < count; ++i) {
            const auto found = std::ranges::find(afters[i]->needs, befores[i]);
            require(found != afters[i]->needs.end());
            afters[i]->needs.erase(found);
        }
    });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t handle) {
    return call([&](Runtime&) {
        Node& node = nodeOf(handle);
        Graph& graph = *node.graph;
        for (const auto& each : graph.nodes) std::erase(each->needs, &node);
        std::erase_if(graph.nodes, [&](const auto& each) { return each.get() == &node; });
    });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
    return call([&](Runtime&) {
        require(type != nullptr);
        *type = nodeOf(node).type;
    });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* made, cudaGraph_t graph, unsigned long long flags) {
    return call([&](Runtime&) {
        require(made != nullptr);
        graphOf(graph).run([](const Node&) {}); // it has no circle
        auto* const exec =
            new GraphExec{graphOf(graph).copy(), flags}; // NOLINT(cppcoreguidelines-owning-memory)
        *made = reinterpret_cast<cudaGraphExec_t>(exec);
    });
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* made, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* params) {
    if (params) params->result_out = cudaGraphInstantiateSuccess;
    return cudaGraphInstantiate(made, graph, params ? params->flags : 0);
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled) {
    return call([&](Runtime&) { copyIn(*execOf(exec).graph, nodeOf(node)).enabled = enabled != 0; });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned* enabled) {
    return call([&](Runtime&) {
        require(enabled != nullptr);
        *enabled = copyIn(*execOf(exec).graph, nodeOf(node)).enabled ? 1 : 0;
    });
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
    return call([&](Runtime&) { copyIn(*execOf(exec).graph, nodeOf(node)).child = graphOf(child).copy(); });
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* made, cudaGraph_t graph,
                                          unsigned long long flags) {
    return cudaGraphInstantiate(made, graph, flags);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    return call([&](Runtime&) { delete &execOf(exec); }); // NOLINT(cppcoreguidelines-owning-memory)
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long* flags) {
    return call([&](Runtime&) {
        require(flags != nullptr);
        *flags = execOf(exec).flags;
    });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        execOf(exec);
        runtime.streams.stream(stream);
    });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    return call([&](Runtime& runtime) {
        const std::shared_ptr<Graph> graph = execOf(exec).graph;
        // An H200 (CUDA 13.0) takes no launch of a graph into a capture, which cannot go on then.
        Streams::refuse(runtime.streams.stream(stream).capture, cudaErrorStreamCaptureUnsupported);
        const bool frees = (execOf(exec).flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
        for (const auto& node : graph->nodes)
            if (node->memory && !(frees && runtime.graphMemory.release(node->memory->address())))
                require(!runtime.graphMemory.holds(node->memory->address()));
        runtime.submit(stream, cudaGraphNodeTypeGraph, [&runtime, graph] { launch(runtime, *graph); });
    });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* params) {
    return call([&](Runtime& runtime) {
        require(params != nullptr && nodeOf(node).kernel);
        copyIn(*execOf(exec).graph, nodeOf(node)).kernel = copyOf(runtime, *params);
    });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                               const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return call([&](Runtime&) {
        require(nodeOf(node).type == cudaGraphNodeTypeMemcpy);
        setCopy(copyIn(*execOf(exec).graph, nodeOf(node)), to, from, bytes, kind);
    });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* params) {
    return call([&](Runtime& runtime) {
        require(params != nullptr && nodeOf(node).type == cudaGraphNodeTypeMemset);
        setFill(copyIn(*execOf(exec).graph, nodeOf(node)), *params, fillOf(runtime, *params));
    });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
    return call([&](Runtime&) {
        const Graph &given = graphOf(graph), &present = *execOf(exec).graph;
        bool same = given.nodes.size() == present.nodes.size();
        for (std::size_t i = 0; same && i < given.nodes.size(); ++i)
            same = given.nodes[i]->type == present.nodes[i]->type &&
                   given.nodes[i]->needs.size() == present.nodes[i]->needs.size();
        if (result) {
            *result = {};
            result->result = same ? cudaGraphExecUpdateSuccess : cudaGraphExecUpdateErrorTopologyChanged;
        }
        require(same, cudaErrorGraphExecUpdateFailure);
        // What was disabled stays so.
        const std::shared_ptr<Graph> updated = given.copy();
        for (std::size_t i = 0; i < updated->nodes.size(); ++i)
            updated->nodes[i]->enabled = present.nodes[i]->enabled;
        execOf(exec).graph = updated;
    });
}
