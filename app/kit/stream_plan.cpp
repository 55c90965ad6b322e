// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/stream_plan.h"

#include "model/bus.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace lanescope::kit {

using model::Transfer;
using model::TransferMemory;
using Kind = model::StreamCommandKind;

namespace {

constexpr double kHostFunction = 50e-6;
constexpr double kBetween = 30e-6; // what an allocation or a small piece of work takes; assumed
constexpr std::uint64_t kPartUnit = 1024;

/// Builds one program, command by command.
class Issue {
public:
    Issue(const StreamPlan& plan, const model::Architecture& architecture)
        : m_plan(plan), m_architecture(architecture),
          m_part(plan.bytes / static_cast<std::uint64_t>(plan.streams) / kPartUnit * kPartUnit) {
        m_made.streams = plan.streams;
        for (int i = 0; i < plan.streams; ++i)
            m_made.priorities.push_back(plan.lastFirst && i + 1 == plan.streams ? -1 : 0);
    }

    model::StreamProgram run() {
        constexpr std::array kSteps{Kind::CopyIn, Kind::Kernel, Kind::CopyOut};
        if (m_plan.depthFirst) {
            for (int stream = 0; stream < m_plan.streams; ++stream)
                for (const Kind kind : kSteps) issue(kind, stream);
        } else {
            for (const Kind kind : kSteps)
                for (int stream = 0; stream < m_plan.streams; ++stream) issue(kind, stream);
        }
        return std::move(m_made);
    }

private:
    /// The last stream's part has what the others leave.
    std::uint64_t bytesOf(int stream) const {
        const auto others = static_cast<std::uint64_t>(m_plan.streams - 1);
        return stream + 1 == m_plan.streams ? m_plan.bytes - others * m_part : m_part;
    }
    double seconds(Transfer way, TransferMemory memory, int stream) const {
        const auto legs = model::modelTransfer(m_architecture, way, memory, bytesOf(stream));
        return legs ? legs->total : 0;
    }
    void issue(Kind kind, int stream) { kind == Kind::Kernel ? kernel(stream) : copy(kind, stream); }

    void copy(Kind kind, int stream) {
        const bool out = kind == Kind::CopyOut;
        const double time =
            seconds(out ? Transfer::DeviceToHost : Transfer::HostToDevice,
                    m_plan.pageable ? TransferMemory::Pageable : TransferMemory::PageLocked, stream);
        m_made.commands.push_back({kind, stream, time, bytesOf(stream), m_plan.pageable});
        if (out) function(HostFunctions::BehindCopyOut, stream);
    }

    void function(HostFunctions place, int stream) {
        if (m_plan.hostFunctions == place)
            m_made.commands.push_back({Kind::HostFunction, stream, kHostFunction});
    }

    void kernel(int stream) {
        const double time =
            m_plan.kernelRatio * seconds(Transfer::HostToDevice, TransferMemory::PageLocked, stream);
        const auto mark = [&](Kind kind, int event) {
            m_made.commands.push_back({kind, stream, 0, 0, false, 1, event});
        };
        if (m_plan.events && stream > 0) mark(Kind::EventWait, stream - 1);
        m_made.commands.push_back({Kind::Kernel, stream, time, 0, false, m_plan.fill});
        if (m_plan.events && stream + 1 < m_plan.streams) mark(Kind::EventRecord, stream);
        function(HostFunctions::BehindKernel, stream);
        if (!m_plan.between || stream != (m_plan.streams - 1) / 2) return;
        const bool instant = *m_plan.between == Kind::CacheSwitch || *m_plan.between == Kind::StreamQuery;
        m_made.commands.push_back(
            {*m_plan.between, *m_plan.between == Kind::StreamQuery ? stream : 0, instant ? 0 : kBetween});
    }

    const StreamPlan& m_plan;
    const model::Architecture& m_architecture;
    std::uint64_t m_part; // bytes
    model::StreamProgram m_made;
};

} // namespace

model::StreamProgram programOf(const StreamPlan& plan, const model::Architecture& architecture) {
    return Issue(plan, architecture).run();
}

double modelledGain(const model::StreamProgram& program, const model::StreamDevice& device) {
    const double seconds = simulate(program, device).seconds;
    return seconds > 0 ? serialSeconds(program) / seconds : 1;
}

std::string gainsText(const StreamPlan& plan, const model::Architecture& here,
                      const model::StreamDevice& device) {
    std::string text = "Gain over one stream, modelled; depth-first | breadth-first";
    const auto line = [&](const model::Architecture& on, const model::StreamDevice& by) {
        text += fmt::format("\nCC {}: ", on.cc.text());
        for (const bool depthFirst : {true, false}) {
            StreamPlan way = plan;
            way.depthFirst = depthFirst;
            text += fmt::format("{}{:.2f} x", depthFirst ? "" : " | ", modelledGain(programOf(way, on), by));
        }
    };
    line(here, device);
    for (const char* cc : {"1.0", "1.3", "2.0", "3.5"})
        if (const model::Architecture& on = *model::findArchitecture(cc); &on != &here)
            line(on, model::streamDevice(on));
    return text;
}

} // namespace lanescope::kit
