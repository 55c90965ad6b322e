// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/asked.h"
#include "runtime/graph_memory.h"

#include <driver_types.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace lanescope::runtime {

struct Graph;

/// What a kernel node launches: its parameters are the node's own.
struct KernelNode {
    cudaKernelNodeParams params{};
    std::vector<std::byte> bytes; ///< of the arguments, one after another
    std::vector<void*> arguments; ///< where each begins
    int device = 0;               ///< that it runs on

    KernelNode() = default;
    /// With arguments of its own: the other may go first.
    KernelNode(const KernelNode& other);
    KernelNode& operator=(const KernelNode&) = delete;
};

/// One operation of a graph.
struct Node {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    std::function<void()> run; ///< empty: nothing to do
    std::vector<Node*> needs;  ///< must have ended before
    bool enabled = true;
    std::shared_ptr<KernelNode> kernel;
    bool cooperative = false;
    dim3 cluster{0, 0, 0};
    cudaMemcpy3DParms copy{};                   ///< of a copy that was added with them
    cudaMemsetParams fill{};                    ///< of a fill
    cudaHostNodeParams host{};                  ///< of a host function
    cudaEvent_t event = nullptr;                ///< of a node that records one or waits for it
    cudaMemAllocNodeParams allocation{};        ///< of an allocation; of a free its address
    std::shared_ptr<GraphMemory::Block> memory; ///< of an allocation
    std::shared_ptr<Graph> child;               ///< of a child graph
    cudaConditionalNodeParams condition{};      ///< of a node with a condition, whose bodies are
    std::vector<std::shared_ptr<Graph>> bodies;
    std::vector<cudaGraph_t> bodyHandles;
    const Node* original = nullptr; ///< of a copy: the node that it was made of
    Graph* graph = nullptr;
    std::vector<Copied> moves; ///< of a copy or a fill, which is one from nowhere; none: it is not known
    std::shared_ptr<const void>
        made; ///< where the program has made it, for those who look on; nullptr: nobody
};

/// Those who look on are told of each node of what the thread launches, before it and behind it.
struct NodeLook {
    std::function<void(const Node&)> begins, ends;
};

/// Operations and what they wait for.
struct Graph {
    std::vector<std::unique_ptr<Node>> nodes;
    std::vector<cudaGraphConditionalHandle> conditions; ///< that were created for it
    /// Gives a new node its Node::made. Empty: nobody looks on.
    static inline std::function<std::shared_ptr<const void>()> whereMade;

    /// needs: nodes of this graph. run may be empty.
    Node& add(cudaGraphNodeType type, std::vector<Node*> needs, std::function<void()> run);
    /// A node that allocates. It takes the address of what has been freed before it, where that is as large.
    Node& addAllocation(GraphMemory& memory, std::vector<Node*> needs, const cudaMemAllocNodeParams& params);
    /// A node that frees what a node of some graph has allocated.
    Node& addRelease(GraphMemory& memory, std::vector<Node*> needs, void* address);
    /// A copy whose nodes name the ones that they were made of.
    std::shared_ptr<Graph> copy() const;
    /// Visits all nodes, each after those that it waits for. Throws Failure where they wait in a circle.
    void run(const std::function<void(const Node&)>& visit) const;

private:
    std::shared_ptr<GraphMemory::Block> freedBefore(const std::vector<Node*>& needs, std::size_t bytes) const;
};

/// A graph that can be launched.
struct GraphExec {
    std::shared_ptr<Graph> graph;
    unsigned long long flags = 0;
};

} // namespace lanescope::runtime
