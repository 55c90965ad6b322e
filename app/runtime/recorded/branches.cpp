// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/branches.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <queue>

namespace lanescope::runtime {

namespace {

/// How many nodes of each branch have ended.
using Clock = std::vector<std::uint32_t>;

std::uint32_t at(const Clock& clock, std::uint32_t branch) {
    return branch < clock.size() ? clock[branch] : 0;
}

void join(Clock& into, const Clock& other) {
    if (into.size() < other.size()) into.resize(other.size());
    for (std::size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

class Layout {
public:
    explicit Layout(const std::vector<std::vector<std::uint32_t>>& needs)
        : m_needs(needs), m_begin(needs.size()), m_ended(needs.size()), m_sources(needs.size()) {
        m_made.nodes.resize(needs.size());
    }

    Branches run() {
        for (std::uint32_t node = 0; node < m_begin; ++node) place(node);
        m_made.count = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(m_last.size()));
        findEnds();
        numberEdges();
        return std::move(m_made);
    }

private:
    std::uint32_t lengthOf(std::uint32_t branch) const { return m_ended[m_last[branch]][branch]; }

    std::uint32_t branchFor(std::uint32_t node) const {
        for (const std::uint32_t need : m_needs[node])
            if (const std::uint32_t branch = m_made.nodes[need].branch; m_last[branch] == need) return branch;
        const auto count = static_cast<std::uint32_t>(m_last.size());
        Clock before;
        for (const std::uint32_t need : m_needs[node]) join(before, m_ended[need]);
        for (std::uint32_t branch = 0; branch < count; ++branch)
            if (at(before, branch) == lengthOf(branch)) return branch;
        if (count < kMostBranches) return count;
        std::uint32_t shortest = 0;
        for (std::uint32_t branch = 1; branch < count; ++branch)
            if (lengthOf(branch) < lengthOf(shortest)) shortest = branch;
        return shortest;
    }

    void place(std::uint32_t node) {
        const std::uint32_t branch = branchFor(node);
        m_made.nodes[node].branch = branch;
        const bool isNew = branch == m_last.size();
        Clock known;
        if (!isNew) known = m_ended[m_last[branch]];
        if (isNew && branch > 0 && m_needs[node].empty()) m_sources[node].push_back(m_begin);
        waitFor(m_needs[node], known, m_sources[node]);
        known.resize(std::max<std::size_t>(known.size(), branch + 1));
        ++known[branch];
        m_ended[node] = std::move(known);
        isNew ? m_last.push_back(node) : static_cast<void>(m_last[branch] = node);
    }

    /// Those of the nodes that are not known to have ended by then. The later ones first: they may tell of
    /// others.
    void waitFor(std::vector<std::uint32_t> nodes, Clock& known, std::vector<std::uint32_t>& sources) const {
        std::ranges::sort(nodes, std::greater());
        for (const std::uint32_t node : nodes) {
            const std::uint32_t branch = m_made.nodes[node].branch;
            if (at(known, branch) >= m_ended[node][branch]) continue;
            sources.push_back(node);
            join(known, m_ended[node]);
        }
    }

    void findEnds() {
        if (m_last.empty()) return;
        Clock known = m_ended[m_last.front()];
        waitFor({m_last.begin() + 1, m_last.end()}, known, m_ends);
    }

    void numberEdges() {
        std::vector<std::uint32_t> uses(m_begin + 1), numbers(m_begin + 1);
        for (const std::vector<std::uint32_t>& each : m_sources)
            for (const std::uint32_t source : each) ++uses[source];
        for (const std::uint32_t source : m_ends) ++uses[source];
        std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> free;
        const auto begin = [&](std::uint32_t source) {
            if (free.empty()) free.push(m_made.edges++);
            numbers[source] = free.top();
            free.pop();
            return numbers[source];
        };
        const auto end = [&](std::uint32_t source) {
            if (--uses[source] == 0) free.push(numbers[source]);
            return numbers[source];
        };
        if (uses[m_begin] > 0) m_made.begin = begin(m_begin);
        for (std::uint32_t node = 0; node < m_begin; ++node) {
            for (const std::uint32_t source : m_sources[node])
                m_made.nodes[node].waits.push_back(end(source));
            if (uses[node] > 0) m_made.nodes[node].edge = begin(node);
        }
        for (const std::uint32_t source : m_ends) m_made.end.push_back(end(source));
    }

    const std::vector<std::vector<std::uint32_t>>& m_needs;
    const std::uint32_t m_begin;       // in the place of a node: before all of them
    std::vector<Clock> m_ended;        // when a node has
    std::vector<std::uint32_t> m_last; // node of each branch
    std::vector<std::vector<std::uint32_t>>
        m_sources;                     // of each node, where the edges begin that it waits for
    std::vector<std::uint32_t> m_ends; // where those begin that the first branch waits for
    Branches m_made;
};

} // namespace

Branches branchesOf(const std::vector<std::vector<std::uint32_t>>& needs) {
    return Layout(needs).run();
}

} // namespace lanescope::runtime
