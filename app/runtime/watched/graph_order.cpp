// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/watched/graph_order.h"

#include <map>
#include <utility>

namespace lanescope::runtime {

GraphOrder::GraphOrder(StreamOrder& order, const Graph& graph, cudaGraphExec_t exec, std::uintptr_t stream)
    : m_order(order), m_exec(handleOf(exec)), m_stream(stream) {
    add(graph, {});
    m_branches = branchesOf(m_needs);
    // "Each launch is ordered behind both any previous work in stream and any previous launches of graphExec"
    // (CUDA Runtime API, cudaGraphLaunch).
    m_order.waits(m_stream, m_exec);
    if (m_branches.begin) m_order.recorded(handleOf(*m_branches.begin), m_stream);
}

/// As the emulator runs it. before: what its first nodes wait for.
void GraphOrder::add(const Graph& graph, const std::vector<std::uint32_t>& before) {
    std::map<const Node*, std::uint32_t> places;
    graph.run([&](const Node& node) {
        std::vector<std::uint32_t> needs;
        for (const Node* const each : node.needs) needs.push_back(places.at(each));
        if (needs.empty()) needs = before;
        const bool hasBody =
            node.type == cudaGraphNodeTypeConditional || (node.type == cudaGraphNodeTypeGraph && !node.child);
        if (hasBody || node.type == cudaGraphNodeTypeHost) m_isSeen = false;
        if (node.enabled && node.child) {
            const std::size_t child = m_nodes.size();
            add(*node.child, needs);
            std::vector<bool> isLast(m_nodes.size() - child, true);
            for (std::size_t i = child; i < m_nodes.size(); ++i)
                for (const std::uint32_t need : m_needs[i])
                    if (need >= child) isLast[need - child] = false;
            if (!isLast.empty()) needs.clear();
            for (std::size_t i = 0; i < isLast.size(); ++i)
                if (isLast[i]) needs.push_back(static_cast<std::uint32_t>(child + i));
        }
        places[&node] = static_cast<std::uint32_t>(m_nodes.size());
        m_nodes.push_back(&node);
        m_needs.push_back(std::move(needs));
    });
}

/// No event of a program's has such a handle.
std::uintptr_t GraphOrder::handleOf(std::uint32_t edge) {
    return std::uintptr_t{edge} + 1;
}

/// As that of an event that stands for its last launch.
std::uintptr_t GraphOrder::handleOf(cudaGraphExec_t exec) {
    constexpr std::uintptr_t kExecs = std::uintptr_t{1} << 63; // no handle is so large
    return kExecs | reinterpret_cast<std::uintptr_t>(exec);
}

void GraphOrder::gone(StreamOrder& order, cudaGraphExec_t exec) {
    order.eventGone(handleOf(exec));
}

std::uintptr_t GraphOrder::streamOf(const Branches::Node& node) const {
    return node.branch == 0 ? m_stream : m_order.branch(m_stream, node.branch - 1);
}

StreamOrder::Moment GraphOrder::begin() {
    const Branches::Node& place = m_branches.nodes[m_next];
    for (const std::uint32_t edge : place.waits) m_order.waits(streamOf(place), handleOf(edge));
    const Node& node = *m_nodes[m_next];
    if (node.enabled && node.type == cudaGraphNodeTypeWaitEvent)
        m_order.waits(streamOf(place), reinterpret_cast<std::uintptr_t>(node.event));
    return m_order.begin(streamOf(place));
}

void GraphOrder::end() {
    const Branches::Node& place = m_branches.nodes[m_next];
    const Node& node = *m_nodes[m_next++];
    if (node.enabled && node.type == cudaGraphNodeTypeEventRecord)
        m_order.recorded(reinterpret_cast<std::uintptr_t>(node.event), streamOf(place));
    if (place.edge) m_order.recorded(handleOf(*place.edge), streamOf(place));
}

bool GraphOrder::close() {
    if (m_next < m_nodes.size()) return false;
    for (const std::uint32_t edge : m_branches.end) m_order.waits(m_stream, handleOf(edge));
    m_order.recorded(m_exec, m_stream);
    return true;
}

} // namespace lanescope::runtime
