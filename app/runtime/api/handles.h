// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/errors.h"
#include "runtime/graphs.h"

#include <driver_types.h>

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

namespace lanescope::runtime {

inline constexpr int kGreatestPriority = -5; ///< of a stream, as an H200 has it

/// The graphs of a program by their handles.
class Graphs {
public:
    /// Never destroyed: programs use graphs in the destructors of their globals, too.
    static Graphs& instance() {
        static auto* const graphs = new Graphs; // NOLINT(cppcoreguidelines-owning-memory): never destroyed
        return *graphs;
    }
    /// An empty one.
    Graph& create() { return *add(std::make_shared<Graph>()); }
    /// Takes over one that was made elsewhere, as by a capture.
    Graph* add(std::shared_ptr<Graph> graph) {
        Graph* const added = graph.get();
        m_graphs[added] = std::move(graph);
        return added;
    }
    /// Throws Failure for what is none.
    void release(Graph* graph) { require(m_graphs.erase(graph) == 1); }
    /// Whether it is one, and not yet released.
    bool knows(const Graph* graph) const { return m_graphs.contains(graph); }

private:
    std::map<const Graph*, std::shared_ptr<Graph>> m_graphs;
};

/// A graph or node as a program names it.
inline cudaGraph_t handleOf(Graph* graph) {
    return reinterpret_cast<cudaGraph_t>(graph);
}
inline cudaGraphNode_t handleOf(Node* node) {
    return reinterpret_cast<cudaGraphNode_t>(node);
}
/// Throws Failure for nullptr.
inline Graph& graphOf(cudaGraph_t handle) {
    require(handle != nullptr);
    return *reinterpret_cast<Graph*>(handle);
}
/// Throws Failure for nullptr.
inline Node& nodeOf(cudaGraphNode_t handle) {
    require(handle != nullptr);
    return *reinterpret_cast<Node*>(handle);
}
/// Throws Failure for nullptr, also of one of the nodes.
inline std::vector<Node*> nodesOf(const cudaGraphNode_t* handles, std::size_t count) {
    require(handles != nullptr || count == 0);
    std::vector<Node*> nodes;
    for (std::size_t i = 0; i < count; ++i) nodes.push_back(&nodeOf(handles[i]));
    return nodes;
}
/// Gives a node that records an event, or waits for it, that event. Throws Failure for another node. What
/// comes before a wait has been done when the launch comes there.
void setEvent(Node& node, cudaGraphNodeType type, cudaEvent_t event);

} // namespace lanescope::runtime
