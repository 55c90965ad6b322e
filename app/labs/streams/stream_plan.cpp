// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/streams/stream_plan.h"

#include "model/streams_simulation.h"
#include "session/stream_work.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace lanescope::lab_streams {

using Kind = model::StreamCommandKind;

namespace {

constexpr double kHostFunction = 50e-6;
constexpr double kBetween = 30e-6; // what an allocation or a small piece of work takes; assumed
constexpr std::uint64_t kPartUnit = 1024;

/// Builds one program, command by command.
class Issue {
public:
    Issue(Recorder& recorder, const StreamPlan& plan)
        : m_recorder(recorder), m_plan(plan),
          m_part(plan.bytes / static_cast<std::uint64_t>(plan.streams) / kPartUnit * kPartUnit) {
        for (int i = 0; i < plan.streams; ++i)
            recorder.stream(plan.lastFirst && i + 1 == plan.streams ? -1 : 0);
    }

    void run() {
        constexpr std::array kSteps{Kind::CopyIn, Kind::Kernel, Kind::CopyOut};
        if (m_plan.depthFirst) {
            for (int stream = 0; stream < m_plan.streams; ++stream)
                for (const Kind kind : kSteps) issue(kind, stream);
        } else {
            for (const Kind kind : kSteps)
                for (int stream = 0; stream < m_plan.streams; ++stream) issue(kind, stream);
        }
    }

private:
    /// The last stream's part has what the others leave.
    std::uint64_t bytesOf(int stream) const {
        const auto others = static_cast<std::uint64_t>(m_plan.streams - 1);
        return stream + 1 == m_plan.streams ? m_plan.bytes - others * m_part : m_part;
    }
    void issue(Kind kind, int stream) { kind == Kind::Kernel ? kernel(stream) : copy(kind, stream); }

    void copy(Kind kind, int stream) {
        const bool out = kind == Kind::CopyOut;
        m_recorder.timed(
            {.kind = kind, .stream = stream, .bytes = bytesOf(stream), .pageable = m_plan.pageable});
        if (out) function(HostFunctions::BehindCopyOut, stream);
    }

    void function(HostFunctions place, int stream) {
        if (m_plan.hostFunctions == place)
            m_recorder.timed({.kind = Kind::HostFunction, .stream = stream, .seconds = kHostFunction});
    }

    void kernel(int stream) {
        const auto mark = [&](Kind kind, int event) {
            m_recorder.timed({.kind = kind, .stream = stream, .event = event});
        };
        if (m_plan.events && stream > 0) mark(Kind::EventWait, stream - 1);
        m_recorder.timed(
            {.kind = Kind::Kernel, .stream = stream, .bytes = bytesOf(stream), .fill = m_plan.fill},
            m_plan.kernelRatio);
        if (m_plan.events && stream + 1 < m_plan.streams) mark(Kind::EventRecord, stream);
        function(HostFunctions::BehindKernel, stream);
        if (!m_plan.between || stream != (m_plan.streams - 1) / 2) return;
        const bool instant = *m_plan.between == Kind::CacheSwitch || *m_plan.between == Kind::StreamQuery;
        m_recorder.timed({.kind = *m_plan.between,
                          .stream = *m_plan.between == Kind::StreamQuery ? stream : 0,
                          .seconds = instant ? 0 : kBetween});
    }

    Recorder& m_recorder;
    const StreamPlan& m_plan;
    std::uint64_t m_part; // bytes
};

} // namespace

void recordPlan(Recorder& recorder, const StreamPlan& plan) {
    Issue(recorder, plan).run();
}

double modelledGain(const model::StreamProgram& program, const model::StreamDevice& device) {
    const double seconds = simulate(program, device).seconds;
    return seconds > 0 ? serialSeconds(program) / seconds : 1;
}

namespace {

model::StreamProgram programOn(const StreamPlan& plan, const model::Architecture& architecture) {
    recording::Recording made;
    const recording::ModuleFinder none;
    Recorder recorder(made, none, architecture);
    recordPlan(recorder, plan);
    return session::streamWorkOf(made, architecture)->program;
}

} // namespace

std::string gainsText(const StreamPlan& plan, const model::Architecture& here,
                      const model::StreamDevice& device) {
    std::string text = "Gain over one stream, modelled; depth-first | breadth-first";
    const auto line = [&](const model::Architecture& on, const model::StreamDevice& by) {
        text += fmt::format("\nCC {}: ", on.cc.text());
        for (const bool depthFirst : {true, false}) {
            StreamPlan way = plan;
            way.depthFirst = depthFirst;
            text += fmt::format("{}{:.2f} x", depthFirst ? "" : " | ", modelledGain(programOn(way, on), by));
        }
    };
    line(here, device);
    for (const char* cc : {"1.0", "1.3", "2.0", "3.5"})
        if (const model::Architecture& on = *model::findArchitecture(cc); &on != &here)
            line(on, model::streamDevice(on));
    return text;
}

} // namespace lanescope::lab_streams
