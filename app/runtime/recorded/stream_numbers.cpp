// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/stream_numbers.h"

#include "runtime/recorded/device_call.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::runtime {

namespace {

constexpr std::uint32_t kMostEvents = 1 << 16; // that a recording may have
/// Numbers of branches and edges begin there, for as long as the program may make streams and events.
constexpr std::uint32_t kOfGraphs = 1U << 30;
/// Those of edges between launches, behind these.
constexpr std::uint32_t kOfLaunches = 1U << 31;

} // namespace

void StreamNumbers::made(cudaStream_t stream) {
    std::vector<int>& priorities = m_writer.recording.streamPriorities;
    int priority = 0;
    deviceCall<decltype(cudaStreamGetPriority)>("cudaStreamGetPriority")(stream, &priority);
    unsigned flags = 0;
    deviceCall<decltype(cudaStreamGetFlags)>("cudaStreamGetFlags")(stream, &flags);
    const bool isNonBlocking = (flags & cudaStreamNonBlocking) != 0;
    std::vector<recording::StreamNumber>& nonBlocking = m_writer.recording.nonBlockingStreams;
    const auto found = std::ranges::find_if(m_freeStreams, [&](recording::StreamNumber number) {
        const bool isApart = std::ranges::find(nonBlocking, number) != nonBlocking.end();
        return priorities[number - 1] == priority && isApart == isNonBlocking;
    });
    if (found != m_freeStreams.end()) {
        m_streams[stream] = *found;
        m_freeStreams.erase(found);
        return;
    }
    priorities.push_back(priority);
    m_streams[stream] = static_cast<recording::StreamNumber>(priorities.size());
    if (isNonBlocking) nonBlocking.push_back(m_streams[stream]);
}

void StreamNumbers::gone(cudaStream_t stream) {
    const auto found = m_streams.find(stream);
    if (found == m_streams.end()) return;
    m_freeStreams.push_back(found->second);
    m_streams.erase(found);
}

recording::StreamNumber StreamNumbers::of(cudaStream_t stream) const {
    const auto found = m_streams.find(stream);
    return found == m_streams.end() ? 0 : found->second;
}

std::uint32_t StreamNumbers::of(cudaEvent_t event) {
    const auto [found, isNew] = m_events.emplace(event, m_eventCount);
    if (!isNew) return found->second;
    if (!m_freeEvents.empty()) {
        found->second = m_freeEvents.back();
        m_freeEvents.pop_back();
    } else if (++m_eventCount == kMostEvents) {
        throw CannotHold(fmt::format("it has more than {} events at a time", kMostEvents - 1));
    }
    return found->second;
}

void StreamNumbers::gone(cudaEvent_t event) {
    const auto found = m_events.find(event);
    if (found == m_events.end()) return;
    m_freeEvents.push_back(found->second);
    m_events.erase(found);
}

recording::StreamNumber StreamNumbers::branch(recording::StreamNumber launched, std::uint32_t index) {
    const auto next = kOfGraphs + static_cast<std::uint32_t>(m_branchPriorities.size());
    const auto [found, isNew] = m_branches.try_emplace({launched, index}, next);
    if (isNew)
        m_branchPriorities.push_back(launched == 0 ? 0 : m_writer.recording.streamPriorities[launched - 1]);
    return found->second;
}

std::uint32_t StreamNumbers::edge(std::uint32_t index) {
    m_edgeCount = std::max(m_edgeCount, index + 1);
    return kOfGraphs + index;
}

std::uint32_t StreamNumbers::launchEdge() {
    if (m_freeLaunchEdges.empty()) return kOfLaunches + m_launchEdgeCount++;
    const std::uint32_t edge = m_freeLaunchEdges.back();
    m_freeLaunchEdges.pop_back();
    return edge;
}

bool StreamNumbers::isOfEdge(const recording::Call& call) {
    return recording::eventOf(call).value_or(0) >= kOfGraphs;
}

void StreamNumbers::placeBranches() {
    if (m_edgeCount + m_launchEdgeCount == 0) return;
    if (m_eventCount + m_edgeCount + m_launchEdgeCount > kMostEvents)
        throw CannotHold(fmt::format("it has more than {} events and edges of graphs", kMostEvents));
    recording::Recording& into = m_writer.recording;
    const auto streams = static_cast<std::uint32_t>(into.streamPriorities.size());
    for (recording::Call& call : into.calls) {
        if (const auto stream = recording::streamOf(call).value_or(0); stream >= kOfGraphs)
            recording::setStream(call, streams + 1 + stream - kOfGraphs);
        if (!isOfEdge(call)) continue;
        const std::uint32_t edge = *recording::eventOf(call);
        recording::setEvent(
            call, m_eventCount + (edge < kOfLaunches ? edge - kOfGraphs : m_edgeCount + edge - kOfLaunches));
    }
    into.graphBranches = static_cast<std::uint32_t>(m_branchPriorities.size());
    into.firstGraphEdge = m_eventCount;
    for (const int priority : m_branchPriorities) {
        into.streamPriorities.push_back(priority);
        // Their edges keep them apart from all that they have to be apart from.
        into.nonBlockingStreams.push_back(static_cast<recording::StreamNumber>(into.streamPriorities.size()));
    }
}

} // namespace lanescope::runtime
