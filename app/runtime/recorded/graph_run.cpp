// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/graph_run.h"

#include "recording/host_write.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <variant>

namespace lanescope::runtime {

using Condition = std::shared_ptr<const ConditionNode>;

bool GraphRun::isFromPageable(const GraphNotes::Operation& operation) {
    const auto* const copy = std::get_if<Copied>(&operation);
    return copy && copy->from && m_memory.isPageable(copy->from) && !m_memory.isPageable(copy->to);
}

/// On a GPU the bytes that the driver has taken by then are those of before the host was called.
bool GraphRun::isTakenAtLaunch(const GraphNotes::Operation& operation) {
    if (!m_writer.isOnGpu || !isFromPageable(operation)) return false;
    const auto& copy = std::get<Copied>(operation);
    return m_pageable.areTakenAtLaunch(copy.width * copy.height);
}

std::vector<std::size_t> GraphRun::copiesInQuestion(const GraphNotes::Plan& plan) {
    std::vector<std::size_t> sizes;
    bool callsHost = false;
    for (const GraphNotes::PlannedNode& node : plan.nodes)
        for (const GraphNotes::Operation& each : node.operations) {
            callsHost |= std::holds_alternative<const HostNode*>(each);
            if (!callsHost || !isFromPageable(each)) continue;
            const auto& copy = std::get<Copied>(each);
            if (!m_pageable.knows(copy.width * copy.height)) sizes.push_back(copy.width * copy.height);
        }
    return sizes;
}

/// Visits those that there are by now, in the order in which they are done.
template<class Visit>
void GraphRun::forEachStep(std::list<Step>& steps, const Visit& visit) {
    for (Step& each : steps) {
        visit(each);
        forEachStep(each.inner, visit);
    }
}

void GraphRun::begin(cudaGraphExec_t exec, const GraphNotes::Plan& plan, cudaStream_t stream) {
    m_isUnderWay = true;
    m_exec = exec;
    m_stream = stream;
    m_steps.clear();
    m_branches = m_edges = 0;
    m_conditions.clear();
    m_bodies.clear();
    m_memory.settle(stream); // what the graph copies in is as it is now
    addSteps(m_steps, plan, take(plan.branches, m_streams.of(stream)));
}

void GraphRun::gone(cudaGraphExec_t exec) {
    const auto found = m_lastLaunches.find(exec);
    if (found == m_lastLaunches.end()) return;
    if (found->second.edge) m_streams.launchEdgeGone(*found->second.edge);
    m_lastLaunches.erase(found);
}

GraphRun::Numbers GraphRun::take(const Branches& branches, recording::StreamNumber stream) {
    const Numbers taken{.stream = stream, .branch = m_branches, .edge = m_edges};
    m_branches += branches.count - 1;
    m_edges += branches.edges;
    return taken;
}

/// What an operation does by itself, in that stream.
GraphRun::Calls GraphRun::callsOf(const GraphNotes::Operation& operation, recording::StreamNumber stream) {
    const std::size_t end = m_writer.recording.calls.size();
    replay(operation);
    Calls calls = m_writer.takeFrom(end);
    for (recording::Call& call : calls)
        if (!recording::isHostWrite(call)) recording::setStream(call, stream);
    return calls;
}

void GraphRun::addSteps(std::list<Step>& to, const GraphNotes::Plan& plan, const Numbers& numbers) {
    const auto streamOf = [&](std::uint32_t branch) {
        return branch == 0 ? numbers.stream
                           : m_streams.branch(m_streams.of(m_stream), numbers.branch + branch - 1);
    };
    const auto add = [&](const GraphNotes::Operation& operation, recording::StreamNumber stream) -> Step& {
        Step& step = to.emplace_back(Step{.operation = operation,
                                          .stream = stream,
                                          .waits = {},
                                          .calls = callsOf(operation, stream),
                                          .inner = {},
                                          .edges = {}});
        if (const auto* const condition = std::get_if<Condition>(&operation))
            m_conditions[(*condition)->handle] = &step;
        return step;
    };
    const auto edge = [&](std::uint32_t number) { return m_streams.edge(numbers.edge + number); };
    const auto addEdge = [&](Step& step, std::uint32_t number) {
        step.edges.emplace_back(recording::RecordEvent{edge(number), step.stream});
    };
    const auto addWaits = [&](Step& step, const std::vector<std::uint32_t>& edges) {
        for (const std::uint32_t number : edges)
            step.waits.emplace_back(recording::WaitEvent{edge(number), step.stream});
    };
    const Branches& branches = plan.branches;
    if (branches.begin) addEdge(add({}, numbers.stream), *branches.begin);
    for (std::size_t i = 0; i < plan.nodes.size(); ++i) {
        const Branches::Node& at = branches.nodes[i];
        const GraphNotes::Operations& operations = plan.nodes[i].operations;
        const recording::StreamNumber stream = streamOf(at.branch);
        if (operations.empty() && at.waits.empty() && !at.edge) continue;
        Step& first = add(operations.empty() ? GraphNotes::Operation() : operations.front(), stream);
        addWaits(first, at.waits);
        for (std::size_t each = 1; each < operations.size(); ++each) add(operations[each], stream);
        if (at.edge) addEdge(to.back(), *at.edge);
    }
    if (!branches.end.empty()) addWaits(add({}, numbers.stream), branches.end);
}

void GraphRun::bodyRuns(cudaGraphConditionalHandle handle, unsigned body) {
    const auto found = m_conditions.find(handle);
    if (!m_isUnderWay || found == m_conditions.end())
        throw CannotHold("a graph has a condition that the program has not launched");
    Step& step = *found->second;
    const GraphNotes::Plan& plan = std::get<Condition>(step.operation)->bodies.at(body);
    auto numbers = m_bodies.find({handle, body});
    if (numbers == m_bodies.end())
        numbers = m_bodies.emplace(std::pair(handle, body), take(plan.branches, step.stream)).first;
    addSteps(step.inner, plan, numbers->second);
}

void GraphRun::hostCalled(const HostNode& node, double seconds) {
    // One that several operations call is called in their order.
    std::vector<Step*> steps;
    forEachStep(m_steps, [&](Step& step) { steps.push_back(&step); });
    auto at = std::ranges::find_if(steps, [&](const Step* step) {
        const auto* const each = std::get_if<const HostNode*>(&step->operation);
        return each && *each == &node && !step->isCalled;
    });
    if (at == steps.end()) throw CannotHold("a graph calls the host that the program has not launched");
    const std::size_t end = m_writer.recording.calls.size();
    m_writer.add(recording::HostFunction{seconds, (*at)->stream});
    m_memory.noteWrites(false);
    (*at)->isCalled = true;
    (*at)->calls = m_writer.takeFrom(end);
    for (++at; at != steps.end(); ++at) {
        Step& step = **at;
        if (step.calls.empty() || !std::holds_alternative<recording::CopyIn>(step.calls.front()) ||
            isTakenAtLaunch(step.operation))
            continue;
        step.calls = callsOf(step.operation, step.stream);
    }
}

bool GraphRun::callsHost() const {
    return std::ranges::any_of(
        m_steps, [](const Step& each) { return std::holds_alternative<const HostNode*>(each.operation); });
}

/// In the stream that the graph is launched in.
void GraphRun::replay(const GraphNotes::Operation& operation) {
    if (const auto* copy = std::get_if<Copied>(&operation)) {
        Copied now = *copy;
        now.stream = m_stream;
        now.toCome = true;
        m_memory.copied(now);
    } else if (const auto* fill = std::get_if<Filled>(&operation)) {
        Filled now = *fill;
        now.stream = m_stream;
        now.toCome = true;
        m_memory.filled(now);
    } else if (const auto* launch = std::get_if<recording::Launch>(&operation)) {
        m_writer.add(*launch);
    } else if (const auto* memory = std::get_if<GraphMemoryNode>(&operation)) {
        m_memory.changedByGraph(memory->address, memory->frees, m_streams.of(m_stream));
    } else if (const auto* event = std::get_if<GraphEvent>(&operation)) {
        if (!event->waits)
            m_writer.add(recording::RecordEvent{m_streams.of(event->event), 0});
        else if (m_streams.knows(event->event))
            m_writer.add(recording::WaitEvent{m_streams.of(event->event), 0});
    }
}

void GraphRun::writeAll(const Calls& calls) {
    for (const recording::Call& call : calls) {
        m_writer.add(call);
        if (std::holds_alternative<recording::Launch>(call)) ++m_launches;
    }
}

/// One executable graph runs once at a time, in whatever streams it is launched.
void GraphRun::waitForLastLaunch() {
    const auto found = m_lastLaunches.find(m_exec);
    const recording::StreamNumber stream = m_streams.of(m_stream);
    if (found == m_lastLaunches.end() || found->second.stream == stream) return;
    LastLaunch& last = found->second;
    if (!last.edge) {
        // The first change of streams: the edge begins behind what else that stream has been given since.
        last.edge = m_streams.launchEdge();
        m_writer.add(recording::RecordEvent{*last.edge, last.stream});
    }
    m_writer.add(recording::WaitEvent{*last.edge, stream});
}

void GraphRun::noteLastLaunch() {
    LastLaunch& last = m_lastLaunches[m_exec];
    last.stream = m_streams.of(m_stream);
    if (last.edge) m_writer.add(recording::RecordEvent{*last.edge, last.stream});
}

std::uint64_t GraphRun::write() {
    m_launches = 0;
    if (!std::exchange(m_isUnderWay, false)) return 0;
    bool doesNothing = true;
    forEachStep(m_steps, [&](const Step& step) { doesNothing = doesNothing && step.calls.empty(); });
    if (doesNothing) return 0;
    const std::function<void(const std::list<Step>&)> writeSteps = [&](const std::list<Step>& steps) {
        for (const Step& step : steps) {
            writeAll(step.waits);
            writeAll(step.calls);
            writeSteps(step.inner);
            writeAll(step.edges);
        }
    };
    const std::size_t first = m_writer.recording.calls.size();
    waitForLastLaunch();
    writeSteps(m_steps);
    noteLastLaunch();
    m_writer.recording.graphLaunches.push_back(
        {static_cast<std::uint32_t>(first),
         static_cast<std::uint32_t>(m_writer.recording.calls.size() - first)});
    return m_launches;
}

} // namespace lanescope::runtime
