// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/graphs.h"
#include "runtime/recorded/branches.h"
#include "runtime/watched/stream_order.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::runtime {

/// A graph that is launched into a stream, as part of the order of streams: node by node, as they run.
class GraphOrder {
public:
    /// order: outlives this.
    /// exec: which of its launches wait for each other, in whatever streams.
    GraphOrder(StreamOrder& order, const Graph& graph, cudaGraphExec_t exec, std::uintptr_t stream);
    /// The handle of an executable graph may be another's from now on.
    static void gone(StreamOrder& order, cudaGraphExec_t exec);
    /// Whether all that its nodes do can be seen: they call no host, and have no conditions.
    bool isSeen() const { return m_isSeen; }
    /// Whether it is the one that runs next.
    bool isNext(const Node& node) const { return m_next < m_nodes.size() && m_nodes[m_next] == &node; }
    /// The next node begins: the moment of what it does.
    StreamOrder::Moment begin();
    /// It has ended.
    void end();
    /// What comes behind the graph waits for all of it. Whether all of its nodes have run.
    bool close();

private:
    void add(const Graph& graph, const std::vector<std::uint32_t>& before);
    std::uintptr_t streamOf(const Branches::Node& node) const;
    static std::uintptr_t handleOf(std::uint32_t edge);
    static std::uintptr_t handleOf(cudaGraphExec_t exec);

    StreamOrder& m_order;
    std::uintptr_t m_exec, m_stream;
    std::vector<const Node*> m_nodes; // those of child graphs, too
    std::vector<std::vector<std::uint32_t>> m_needs;
    Branches m_branches;
    std::size_t m_next = 0;
    bool m_isSeen = true;
};

} // namespace lanescope::runtime
