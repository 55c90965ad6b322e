// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/recorded/recording_writer.h"

#include <driver_types.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace lanescope::runtime {

/// The numbers that a program's streams and events have in its recording.
class StreamNumbers {
public:
    explicit StreamNumbers(RecordingWriter& writer) : m_writer(writer) {}
    /// It takes the number of one that is gone and had its priority and flags, or the next.
    void made(cudaStream_t stream);
    /// Its number is free for another.
    void gone(cudaStream_t stream);
    /// 0: it is a default stream.
    recording::StreamNumber of(cudaStream_t stream) const;
    /// Of an event; one that has none takes the next. Throws CannotHold where there are too many.
    std::uint32_t of(cudaEvent_t event);
    /// Whether it has one.
    bool knows(cudaEvent_t event) const { return m_events.contains(event); }
    /// Its number is free for another.
    void gone(cudaEvent_t event);

    /// A branch, from 0, of graphs that are launched into a stream: they come one behind the other, and so
    /// have the same ones. Until placeBranches() its number is none that a recording may have.
    recording::StreamNumber branch(recording::StreamNumber launched, std::uint32_t index);
    /// An edge between branches, from 0, the same.
    std::uint32_t edge(std::uint32_t index);
    /// An edge between launches of one executable graph in several streams, the same, for as long as that is
    /// there.
    std::uint32_t launchEdge();
    void launchEdgeGone(std::uint32_t edge) { m_freeLaunchEdges.push_back(edge); }
    /// Whether the call is about an edge, until then.
    static bool isOfEdge(const recording::Call& call);
    /// Gives branches and edges the numbers behind those of the program's own streams and events. Last.
    /// Throws CannotHold where there are too many.
    void placeBranches();

private:
    RecordingWriter& m_writer;
    std::map<cudaStream_t, recording::StreamNumber> m_streams;
    std::vector<recording::StreamNumber> m_freeStreams;
    std::map<cudaEvent_t, std::uint32_t> m_events;
    std::vector<std::uint32_t> m_freeEvents;
    std::uint32_t m_eventCount = 0;
    std::map<std::pair<recording::StreamNumber, std::uint32_t>, recording::StreamNumber> m_branches;
    std::vector<int> m_branchPriorities;
    std::uint32_t m_edgeCount = 0, m_launchEdgeCount = 0;
    std::vector<std::uint32_t> m_freeLaunchEdges;
};

} // namespace lanescope::runtime
