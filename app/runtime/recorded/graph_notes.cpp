// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/graph_notes.h"

#include "runtime/recorded/device_call.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lanescope::runtime {

namespace {

/// Of a question about a graph, which a device can answer.
void check(cudaError_t result) {
    if (result != cudaSuccess) throw CannotHold("the device does not say what a graph is made of");
}

std::vector<cudaGraphNode_t> nodesOn(cudaGraph_t graph) {
    auto* const ask = deviceCall<decltype(cudaGraphGetNodes)>("cudaGraphGetNodes");
    std::size_t count = 0;
    check(ask(graph, nullptr, &count));
    std::vector<cudaGraphNode_t> nodes(count);
    if (count > 0) check(ask(graph, nodes.data(), &count));
    return nodes;
}

/// Which nodes wait for which.
struct Edges {
    std::vector<cudaGraphNode_t> from, to;
};

Edges edgesOn(cudaGraph_t graph) {
    auto* const ask = deviceCall<decltype(cudaGraphGetEdges)>("cudaGraphGetEdges");
    std::size_t count = 0;
    check(ask(graph, nullptr, nullptr, nullptr, &count));
    Edges edges{std::vector<cudaGraphNode_t>(count), std::vector<cudaGraphNode_t>(count)};
    // Of what kind they are makes no difference here, but where nobody asks for it there may be no answer.
    std::vector<cudaGraphEdgeData> kinds(count);
    if (count > 0) check(ask(graph, edges.from.data(), edges.to.data(), kinds.data(), &count));
    return edges;
}

/// The node that the stream has been given last in a capture; nullptr: what it was given is no single node.
cudaGraphNode_t lastOf(cudaStream_t stream) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    const cudaGraphNode_t* needs = nullptr;
    const cudaGraphEdgeData* kinds = nullptr;
    std::size_t count = 0;
    check(deviceCall<decltype(cudaStreamGetCaptureInfo)>("cudaStreamGetCaptureInfo")(
        stream, &status, nullptr, nullptr, &needs, &kinds, &count));
    return status == cudaStreamCaptureStatusActive && count == 1 ? needs[0] : nullptr;
}

/// The nodes of a child graph, and behind them the node that has it.
void addChild(std::vector<GraphNotes::PlannedNode>& to, const std::vector<GraphNotes::PlannedNode>& child,
              GraphNotes::PlannedNode node) {
    const auto first = static_cast<std::uint32_t>(to.size());
    std::vector<bool> isLast(child.size(), true);
    for (const GraphNotes::PlannedNode& each : child) {
        for (const std::uint32_t need : each.needs) isLast[need] = false;
        GraphNotes::PlannedNode& made = to.emplace_back(each);
        made.handle = nullptr;
        for (std::uint32_t& need : made.needs) need += first;
        if (made.needs.empty()) made.needs = node.needs;
    }
    if (!child.empty()) node.needs.clear();
    for (std::uint32_t i = 0; i < child.size(); ++i)
        if (isLast[i]) node.needs.push_back(first + i);
    to.push_back(std::move(node));
}

} // namespace

HostNode& GraphNotes::hostNode(cudaHostFn_t function, void* data) {
    return *m_hostNodes.emplace_back(std::make_unique<HostNode>(HostNode{function, data}));
}

void GraphNotes::captureBegun(cudaGraph_t given) {
    if (m_isCapturing) throw CannotHold("the program captures two graphs at a time");
    m_isCapturing = true;
    m_given = given;
    m_capture.clear();
}

void GraphNotes::captured(bool succeeded, cudaGraph_t graph) {
    if (!std::exchange(m_isCapturing, false)) return;
    if (m_given && !succeeded) throw CannotHold("a capture to a graph of the program's has failed");
    if (succeeded && !m_given) m_graphs[graph] = std::move(m_capture);
    m_given = nullptr;
}

GraphNotes::Nodes& GraphNotes::captureNodes() {
    return m_given ? nodesOf(m_given) : m_capture;
}

bool GraphNotes::isCapturing(cudaStream_t stream) const {
    if (!m_isCapturing) return false;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    deviceCall<decltype(cudaStreamIsCapturing)>("cudaStreamIsCapturing")(stream, &status);
    return status != cudaStreamCaptureStatusNone;
}

void GraphNotes::note(cudaStream_t stream, Operation operation) {
    auto* const made = lastOf(stream);
    if (!made) throw CannotHold("a capture does something that is no node of its graph");
    Nodes& nodes = captureNodes();
    // One node may do several operations, as a copy of slices does.
    const auto known =
        std::find_if(nodes.rbegin(), nodes.rend(), [&](const Node& each) { return each.handle == made; });
    Node& node = known != nodes.rend()
                     ? *known
                     : nodes.emplace_back(Node{.handle = made, .operations = {}, .child = {}});
    node.operations.push_back(std::move(operation));
}

GraphNotes::Nodes& GraphNotes::nodesOf(cudaGraph_t graph) {
    const auto found = m_graphs.find(graph);
    if (found != m_graphs.end()) return found->second;
    // A capture that goes on has it, by cudaStreamGetCaptureInfo.
    if (m_isCapturing && !m_given) return m_capture;
    throw CannotHold("the program uses a graph that it has not made or captured");
}

void GraphNotes::gone(cudaGraph_t graph) {
    const auto found = m_graphs.find(graph);
    if (found == m_graphs.end()) return;
    const Nodes nodes = std::move(found->second);
    m_graphs.erase(found);
    for (const Node& node : nodes)
        for (const Operation& each : node.operations)
            if (const auto* const condition = std::get_if<std::shared_ptr<const ConditionNode>>(&each))
                for (cudaGraph_t body : (*condition)->graphs) gone(body);
}

void GraphNotes::cloned(cudaGraph_t clone, cudaGraph_t original) {
    Nodes copy = nodesOf(original);
    for (Node& each : copy) {
        giveBodies(each.operations); // the clone's own, as they are now
        cudaGraphNode_t made = nullptr;
        check(deviceCall<decltype(cudaGraphNodeFindInClone)>("cudaGraphNodeFindInClone")(&made, each.handle,
                                                                                         clone));
        each.handle = made;
    }
    m_graphs[clone] = std::move(copy);
}

void GraphNotes::nodeAdded(cudaGraph_t graph, cudaGraphNode_t node, Operations operations) {
    nodesOf(graph).push_back({.handle = node, .operations = std::move(operations), .child = {}});
}

void GraphNotes::childAdded(cudaGraph_t graph, cudaGraphNode_t node, cudaGraph_t child) {
    std::vector<PlannedNode> nodes = inOrder(child);
    nodesOf(graph).push_back({.handle = node, .operations = {}, .child = std::move(nodes)});
}

void GraphNotes::nodeChanged(cudaGraphNode_t node, Operations operations) {
    for (auto& [graph, nodes] : m_graphs)
        for (Node& each : nodes)
            if (each.handle == node) {
                each.operations = std::move(operations);
                return;
            }
    throw CannotHold("the program changes a node of a graph that it has not added");
}

void GraphNotes::nodeGone(cudaGraphNode_t node) {
    const auto isIt = [&](const Node& each) { return each.handle == node; };
    const bool found =
        std::ranges::any_of(m_graphs, [&](auto& graph) { return std::erase_if(graph.second, isIt) > 0; });
    if (!found) throw CannotHold("the program destroys a node of a graph that it has not added");
}

/// As they were added, but each behind those that it waits for.
std::vector<GraphNotes::PlannedNode> GraphNotes::inOrder(cudaGraph_t graph) {
    const Nodes& known = nodesOf(graph);
    std::map<cudaGraphNode_t, std::uint32_t> indices;
    for (const Node& each : known) indices.emplace(each.handle, indices.size());
    // What nobody has told of does nothing that a recording has, but may be waited for.
    const std::vector<cudaGraphNode_t> all = nodesOn(graph);
    for (cudaGraphNode_t each : all) indices.emplace(each, indices.size());
    if (indices.size() != all.size()) throw CannotHold("a graph has lost a node");
    std::vector<std::vector<std::uint32_t>> needs(indices.size());
    const Edges edges = edgesOn(graph);
    for (std::size_t i = 0; i < edges.to.size(); ++i)
        needs[indices.at(edges.to[i])].push_back(indices.at(edges.from[i]));

    constexpr std::uint32_t kNotYet = ~std::uint32_t{0};
    std::vector<std::uint32_t> places(indices.size(), kNotYet); // among those in order
    const auto isPending = [&](std::uint32_t node) { return places[node] == kNotYet; };
    std::vector<PlannedNode> ordered;
    for (std::size_t left = indices.size(), before = 0; left > 0;) {
        before = left;
        for (std::uint32_t i = 0; i < needs.size(); ++i) {
            if (!isPending(i) || std::ranges::any_of(needs[i], isPending)) continue;
            PlannedNode node{.handle = i < known.size() ? known[i].handle : nullptr,
                             .needs = {},
                             .operations = i < known.size() ? known[i].operations : Operations()};
            for (const std::uint32_t need : needs[i]) node.needs.push_back(places[need]);
            std::ranges::sort(node.needs);
            giveBodies(node.operations);
            i < known.size() ? addChild(ordered, known[i].child, std::move(node))
                             : ordered.push_back(std::move(node));
            places[i] = static_cast<std::uint32_t>(ordered.size() - 1);
            --left;
        }
        if (left == before) throw CannotHold("the nodes of a graph wait for each other in a circle");
    }
    return ordered;
}

void GraphNotes::giveBodies(Operations& operations) {
    for (Operation& each : operations) {
        const auto* const condition = std::get_if<std::shared_ptr<const ConditionNode>>(&each);
        if (!condition || !(*condition)->bodies.empty()) continue;
        auto made = std::make_shared<ConditionNode>(**condition);
        for (cudaGraph_t body : made->graphs) made->bodies.push_back(planOf(body));
        each = std::shared_ptr<const ConditionNode>(std::move(made));
    }
}

GraphNotes::Plan GraphNotes::planOf(cudaGraph_t graph) {
    Plan plan{.nodes = inOrder(graph), .branches = {}};
    std::vector<std::vector<std::uint32_t>> needs;
    for (const PlannedNode& each : plan.nodes) needs.push_back(each.needs);
    plan.branches = branchesOf(needs);
    return plan;
}

void GraphNotes::nodeChanged(cudaGraphExec_t exec, cudaGraphNode_t node, Operations operations) {
    for (PlannedNode& each : m_execs[exec].nodes)
        if (each.handle == node) {
            each.operations = std::move(operations);
            return;
        }
    throw CannotHold("the program changes a node of an executable graph that it has not added");
}

const GraphNotes::Plan& GraphNotes::planOf(cudaGraphExec_t exec) const {
    const auto found = m_execs.find(exec);
    if (found == m_execs.end()) throw CannotHold("the program launches a graph that it has not instantiated");
    return found->second;
}

} // namespace lanescope::runtime
