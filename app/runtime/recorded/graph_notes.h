// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/recording.h"
#include "runtime/asked.h"
#include "runtime/recorded/branches.h"
#include "runtime/recorded/recording_writer.h"

#include <driver_types.h>

#include <cstdint>
#include <map>
#include <memory>
#include <variant>
#include <vector>

namespace lanescope::runtime {

/// A function of the host that a graph calls. The device has callHostNode() in its place, with this.
struct HostNode {
    cudaHostFn_t function = nullptr;
    void* data = nullptr;
};
/// Memory that a graph allocates or frees.
struct GraphMemoryNode {
    const void* address = nullptr;
    bool frees = false;
};
/// An event that a graph records or waits for.
struct GraphEvent {
    cudaEvent_t event = nullptr;
    bool waits = false;
};

struct ConditionNode;

/// A program's graphs, captured or built node by node, and what the executable ones do when they are
/// launched. What waits for what, the device knows. Each function throws CannotHold for what a recording has
/// not.
class GraphNotes {
public:
    using Operation = std::variant<std::monostate, Copied, Filled, recording::Launch, GraphMemoryNode,
                                   GraphEvent, const HostNode*, std::shared_ptr<const ConditionNode>>;
    using Operations = std::vector<Operation>;

    /// A node of a graph that is launched.
    struct PlannedNode {
        cudaGraphNode_t handle = nullptr; ///< none: it is a node of a child graph
        std::vector<std::uint32_t> needs; ///< that it waits for, which all come before it
        Operations operations;
    };
    /// A graph as it is launched: child graphs are nodes among its own.
    struct Plan {
        std::vector<PlannedNode> nodes;
        Branches branches;
    };

    /// It lives as long as this: a graph may have it for as long.
    HostNode& hostNode(cudaHostFn_t function, void* data);

    // A capture, of which there is one at a time.
    /// given: the program's own graph, that it becomes part of; nullptr: it makes one.
    void captureBegun(cudaGraph_t given = nullptr);
    /// What was noted since is this graph, unless it is part of the given one.
    void captured(bool succeeded, cudaGraph_t graph);
    /// Whether any stream is being captured, and this one.
    bool isCapturing() const { return m_isCapturing; }
    bool isCapturing(cudaStream_t stream) const;
    /// What the stream's last node does, in the order of the calls, which is one that the graph allows.
    void note(cudaStream_t stream, Operation operation);

    // A graph that is built.
    void made(cudaGraph_t graph) { m_graphs[graph].clear(); }
    /// Its handle, and those of its bodies, may be another's from now on.
    void gone(cudaGraph_t graph);
    void cloned(cudaGraph_t clone, cudaGraph_t original);
    void nodeAdded(cudaGraph_t graph, cudaGraphNode_t node, Operations operations);
    /// It does what the child graph does now.
    void childAdded(cudaGraph_t graph, cudaGraphNode_t node, cudaGraph_t child);
    /// By a function that sets its parameters.
    void nodeChanged(cudaGraphNode_t node, Operations operations);
    void nodeGone(cudaGraphNode_t node);

    // An executable graph.
    /// It is what the graph is now. Conditions have their bodies as they are now.
    void instantiated(cudaGraphExec_t exec, cudaGraph_t graph) { m_execs[exec] = planOf(graph); }
    void nodeChanged(cudaGraphExec_t exec, cudaGraphNode_t node, Operations operations);
    void gone(cudaGraphExec_t exec) { m_execs.erase(exec); }
    const Plan& planOf(cudaGraphExec_t exec) const;

private:
    struct Node {
        cudaGraphNode_t handle = nullptr;
        Operations operations;
        std::vector<PlannedNode> child; ///< of one that has a child graph
    };
    using Nodes = std::vector<Node>; // as they were added
    Nodes& nodesOf(cudaGraph_t graph);
    Nodes& captureNodes();
    std::vector<PlannedNode> inOrder(cudaGraph_t graph);
    void giveBodies(Operations& operations);
    Plan planOf(cudaGraph_t graph);

    std::vector<std::unique_ptr<HostNode>> m_hostNodes;
    bool m_isCapturing = false;
    cudaGraph_t m_given = nullptr; // that is captured to
    Nodes m_capture;               // else
    std::map<cudaGraph_t, Nodes> m_graphs;
    std::map<cudaGraphExec_t, Plan> m_execs;
};

/// Bodies of a graph that run as its condition says: once, in turn, or not at all.
struct ConditionNode {
    cudaGraphConditionalHandle handle = 0;
    std::vector<cudaGraph_t> graphs;        ///< the program's, by which it builds the bodies
    std::vector<GraphNotes::Plan> bodies{}; ///< of a graph that is launched
};

} // namespace lanescope::runtime
