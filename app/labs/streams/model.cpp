// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/streams/model.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanescope::lab_streams {

using Kind = model::StreamCommandKind;
using model::Engine;

namespace {

constexpr double kHostFunction = 50e-6;
constexpr double kBetween = 30e-6; // what an allocation or a small piece of work takes; assumed

/// Builds one program, command by command.
class Issue {
public:
    explicit Issue(const StreamPlan& plan) : m_plan(plan) {}

    std::vector<PlannedCommand> run() {
        constexpr std::array kSteps{Kind::CopyIn, Kind::Kernel, Kind::CopyOut};
        if (m_plan.depthFirst) {
            for (int stream = 0; stream < m_plan.streams; ++stream)
                for (const Kind kind : kSteps) issue(kind, stream);
        } else {
            for (const Kind kind : kSteps)
                for (int stream = 0; stream < m_plan.streams; ++stream) issue(kind, stream);
        }
        return std::move(m_commands);
    }

private:
    void add(const model::StreamCommand& command, double copies = 0) {
        m_commands.push_back({.command = command, .copies = copies});
    }
    void issue(Kind kind, int stream) {
        if (kind == Kind::Kernel)
            kernel(stream);
        else
            copy(kind, stream);
    }

    void copy(Kind kind, int stream) {
        const bool out = kind == Kind::CopyOut;
        add({.kind = kind,
             .stream = stream,
             .bytes = partBytes(m_plan, stream),
             .pageable = m_plan.pageable});
        if (out) function(HostFunctions::BehindCopyOut, stream);
    }

    void function(HostFunctions place, int stream) {
        if (m_plan.hostFunctions == place)
            add({.kind = Kind::HostFunction, .stream = stream, .seconds = kHostFunction});
    }

    void kernel(int stream) {
        const auto mark = [&](Kind kind, int event) {
            add({.kind = kind, .stream = stream, .event = event});
        };
        if (m_plan.events && stream > 0) mark(Kind::EventWait, stream - 1);
        add({.kind = Kind::Kernel, .stream = stream, .bytes = partBytes(m_plan, stream), .fill = m_plan.fill},
            m_plan.kernelRatio);
        if (m_plan.events && stream + 1 < m_plan.streams) mark(Kind::EventRecord, stream);
        function(HostFunctions::BehindKernel, stream);
        if (!m_plan.between || stream != (m_plan.streams - 1) / 2) return;
        const bool instant = *m_plan.between == Kind::CacheSwitch || *m_plan.between == Kind::StreamQuery;
        add({.kind = *m_plan.between,
             .stream = *m_plan.between == Kind::StreamQuery ? stream : 0,
             .seconds = instant ? 0 : kBetween});
    }

    const StreamPlan& m_plan;
    std::vector<PlannedCommand> m_commands;
};

} // namespace

std::vector<PlannedCommand> commandsOf(const StreamPlan& plan) {
    return Issue(plan).run();
}

std::vector<int> prioritiesOf(const StreamPlan& plan) {
    std::vector<int> priorities(static_cast<std::size_t>(plan.streams), 0);
    if (plan.lastFirst) priorities.back() = -1;
    return priorities;
}

std::uint64_t partBytes(const StreamPlan& plan, int stream) {
    constexpr std::uint64_t kUnit = 1024;
    const auto streams = static_cast<std::uint64_t>(plan.streams);
    const std::uint64_t part = plan.bytes / streams / kUnit * kUnit;
    return stream + 1 == plan.streams ? plan.bytes - (streams - 1) * part : part;
}

Part partOf(int elements, int streams, int stream) {
    const int each = elements / streams;
    const int first = each * stream;
    return {.first = first, .count = stream + 1 == streams ? elements - first : each};
}

double modelledGain(const model::StreamProgram& program, const model::StreamDevice& device) {
    const double seconds = simulate(program, device).seconds;
    return seconds > 0 ? serialSeconds(program) / seconds : 1;
}

double busiestSeconds(const model::Schedule& schedule, int copyEngines) {
    const double in = schedule.busy(Engine::CopyIn);
    const double kernels = schedule.busy(Engine::Compute);
    const double out = schedule.busy(Engine::CopyOut);
    if (copyEngines >= 2) return std::max({in, kernels, out});
    return copyEngines == 1 ? std::max(in + out, kernels) : in + kernels + out;
}

std::optional<std::size_t> passedCall(const model::StreamProgram& program, const model::Schedule& ran) {
    constexpr double kClocks = 5e-6; // steps of the events
    for (std::size_t call = 0; call < program.commands.size(); ++call) {
        if (!model::synchronizesImplicitly(program.commands[call].kind)) continue;
        double before = 0;
        double behind = ran.seconds;
        for (std::size_t i = 0; i < program.commands.size(); ++i) {
            if (ran.commands[i].engine == Engine::Host) continue;
            if (i < call) before = std::max(before, ran.commands[i].end);
            if (i > call) behind = std::min(behind, ran.commands[i].start);
        }
        if (behind < before - kClocks) return call;
    }
    return std::nullopt;
}

void recordPlan(recording::Recorder& recorder, const StreamPlan& plan) {
    for (const int priority : prioritiesOf(plan)) recorder.stream(priority);
    for (const PlannedCommand& each : commandsOf(plan)) recorder.timed(each.command, each.copies);
}

} // namespace lanescope::lab_streams
