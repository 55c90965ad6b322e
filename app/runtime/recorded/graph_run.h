// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/recorded/graph_notes.h"
#include "runtime/recorded/memory_notes.h"
#include "runtime/recorded/pageable_copies.h"
#include "runtime/recorded/recording_writer.h"
#include "runtime/recorded/stream_numbers.h"

#include <driver_types.h>

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lanescope::runtime {

/// A graph that is launched: what its nodes do, each in the stream of its branch, until that is written down.
class GraphRun {
public:
    GraphRun(RecordingWriter& writer, MemoryNotes& memory, StreamNumbers& streams)
        : m_writer(writer), m_memory(memory), m_streams(streams) {}

    /// A GPU's copies of which copiesInQuestion() is to say when they are made, and what it says.
    void copiesAreTaken(std::size_t bytes, bool atLaunch) { m_pageable.note(bytes, atLaunch); }
    std::vector<std::size_t> copiesInQuestion(const GraphNotes::Plan& plan);

    /// Before the launch: what it copies in is as it is now. Plan: of the executable graph.
    void begin(cudaGraphExec_t exec, const GraphNotes::Plan& plan, cudaStream_t stream);
    /// The executable graph's handle may be another's from now on.
    void gone(cudaGraphExec_t exec);
    bool isUnderWay() const { return m_isUnderWay; }
    /// It was not launched after all.
    void drop() { m_isUnderWay = false; }
    /// A body of a condition's begins to run.
    void bodyRuns(cudaGraphConditionalHandle handle, unsigned body);
    /// It has called the host, whose function has taken so long: what that has written to shared memory comes
    /// behind it, and so does what is copied in from then on.
    void hostCalled(const HostNode& node, double seconds);
    bool callsHost() const;
    /// All that has been done, or is going to be. How many kernels it has launched.
    std::uint64_t write();

private:
    using Calls = std::vector<recording::Call>;
    /// One operation of a node, each time that it is done; or what stands in its place in a node without any.
    struct Step {
        GraphNotes::Operation operation;
        recording::StreamNumber stream = 0;
        Calls waits; ///< before it, for other branches
        Calls calls;
        std::list<Step> inner; ///< of one with a condition: the bodies that ran, one behind the other
        Calls edges;           ///< behind it, that other branches wait for
        bool isCalled = false; ///< of an operation that calls the host: it has, and has these calls
    };
    /// Numbers of branches and edges that a graph, or a body of a condition, has for itself.
    struct Numbers {
        recording::StreamNumber stream = 0; ///< of the first branch
        std::uint32_t branch = 0;           ///< of the next, among those of the stream of the launch
        std::uint32_t edge = 0;             ///< the first
    };
    /// The last launch of an executable graph.
    struct LastLaunch {
        recording::StreamNumber stream = 0;
        std::optional<std::uint32_t> edge; ///< that begins behind it; none: all have been in one stream
    };
    Numbers take(const Branches& branches, recording::StreamNumber stream);
    void addSteps(std::list<Step>& to, const GraphNotes::Plan& plan, const Numbers& numbers);
    template<class Visit>
    static void forEachStep(std::list<Step>& steps, const Visit& visit);
    void writeAll(const Calls& calls);
    void waitForLastLaunch();
    void noteLastLaunch();
    Calls callsOf(const GraphNotes::Operation& operation, recording::StreamNumber stream);
    void replay(const GraphNotes::Operation& operation);
    bool isFromPageable(const GraphNotes::Operation& operation);
    bool isTakenAtLaunch(const GraphNotes::Operation& operation);

    RecordingWriter& m_writer;
    MemoryNotes& m_memory;
    StreamNumbers& m_streams;
    PageableCopies m_pageable;
    bool m_isUnderWay = false;
    cudaGraphExec_t m_exec = nullptr; // of it
    cudaStream_t m_stream = nullptr;  // that it is launched into
    std::map<cudaGraphExec_t, LastLaunch> m_lastLaunches;
    std::list<Step> m_steps;
    std::uint32_t m_branches = 0, m_edges = 0; // that are taken
    std::uint64_t m_launches = 0;
    /// Of each condition the step that is done now, or was last.
    std::map<cudaGraphConditionalHandle, Step*> m_conditions;
    /// Of each body that has run: it has the same in each round.
    std::map<std::pair<cudaGraphConditionalHandle, unsigned>, Numbers> m_bodies;
};

} // namespace lanescope::runtime
