// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/graph_notes.h"

#include "runtime/recorded/device_call.h"

#include <algorithm>
#include <utility>

namespace lanescope::runtime {

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

void GraphNotes::note(Operation operation) {
    captureNodes().push_back({.handle = nullptr, .needs = {}, .operations = {std::move(operation)}});
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
    Nodes copy = inOrder(nodesOf(original));
    // The clone's nodes have handles of their own.
    for (Node& each : copy) each = {.handle = nullptr, .needs = {}, .operations = std::move(each.operations)};
    m_graphs[clone] = std::move(copy);
}

void GraphNotes::nodeAdded(cudaGraph_t graph, cudaGraphNode_t node, std::span<const cudaGraphNode_t> needs,
                           Operations operations) {
    nodesOf(graph).push_back(
        {.handle = node, .needs = {needs.begin(), needs.end()}, .operations = std::move(operations)});
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

void GraphNotes::dependenciesChanged(cudaGraph_t graph, std::span<const cudaGraphNode_t> from,
                                     std::span<const cudaGraphNode_t> to, bool added) {
    for (Node& each : nodesOf(graph))
        for (std::size_t i = 0; i < to.size(); ++i) {
            if (each.handle != to[i]) continue;
            if (added)
                each.needs.push_back(from[i]);
            else
                std::erase(each.needs, from[i]);
        }
}

/// As they were added, but each behind those that it waits for.
GraphNotes::Nodes GraphNotes::inOrder(const Nodes& nodes) {
    Nodes ordered;
    std::vector<bool> done(nodes.size());
    const auto isPending = [&](cudaGraphNode_t needed) {
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (nodes[i].handle == needed) return !done[i];
        return false; // captured, and so before all that was added
    };
    while (ordered.size() < nodes.size()) {
        const std::size_t before = ordered.size();
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (done[i] || std::ranges::any_of(nodes[i].needs, isPending)) continue;
            done[i] = true;
            ordered.push_back(nodes[i]);
        }
        if (ordered.size() == before)
            throw CannotHold("the nodes of a graph wait for each other in a circle");
    }
    return ordered;
}

GraphNotes::Operations GraphNotes::joined(const Nodes& nodes) {
    Operations all;
    for (const Node& each : nodes) all.insert(all.end(), each.operations.begin(), each.operations.end());
    return all;
}

GraphNotes::Operations GraphNotes::operationsOf(cudaGraph_t graph) const {
    const auto found = m_graphs.find(graph);
    if (found == m_graphs.end())
        throw CannotHold("the program uses a graph that it has not made or captured");
    return joined(withBodies(inOrder(found->second)));
}

GraphNotes::Nodes GraphNotes::withBodies(Nodes nodes) const {
    for (Node& node : nodes)
        for (Operation& each : node.operations) {
            const auto* const condition = std::get_if<std::shared_ptr<const ConditionNode>>(&each);
            if (!condition || !(*condition)->bodies.empty()) continue;
            auto made = std::make_shared<ConditionNode>(**condition);
            for (cudaGraph_t body : made->graphs) made->bodies.push_back(operationsOf(body));
            each = std::shared_ptr<const ConditionNode>(std::move(made));
        }
    return nodes;
}

void GraphNotes::instantiated(cudaGraphExec_t exec, cudaGraph_t graph) {
    m_execs[exec] = withBodies(inOrder(nodesOf(graph)));
}

void GraphNotes::nodeChanged(cudaGraphExec_t exec, cudaGraphNode_t node, Operations operations) {
    for (Node& each : m_execs[exec])
        if (each.handle == node) {
            each.operations = std::move(operations);
            return;
        }
    throw CannotHold("the program changes a node of an executable graph that it has not added");
}

GraphNotes::Operations GraphNotes::operationsOf(cudaGraphExec_t exec) const {
    const auto found = m_execs.find(exec);
    if (found == m_execs.end()) throw CannotHold("the program launches a graph that it has not instantiated");
    return joined(found->second);
}

} // namespace lanescope::runtime
