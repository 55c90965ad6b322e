// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/charts/stream_view.h"

#include "kit/counted.h"
#include "model/format.h"
#include "model/transfers/streams_simulation.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanescope::kit {

using model::StreamTask;

namespace {

/// Of a thousand calls it takes as long as many pictures, and every picture asks for the same: where the
/// mouse is, or what part of the time is shown, changes nothing of it.
std::shared_ptr<const StreamView::Modelled> modelledOf(const model::StreamProgram& program,
                                                       const model::StreamDevice& device) {
    thread_local std::shared_ptr<const StreamView::Modelled> last;
    if (!last || last->program != program || last->device != device)
        last = std::make_shared<const StreamView::Modelled>(StreamView::Modelled{
            program, device, model::simulate(program, device), model::serialSeconds(program, device)});
    return last;
}

} // namespace

StreamView::StreamView(const Frame& frame) : m_frame(frame), m_measured(nullptr) {
    if (frame.result.recording) {
        if (auto line =
                session::streamTimelineOf(*frame.result.recording, frame.architecture, frame.result.launches))
            m_line = *std::move(line);
    }
    m_modelled = modelledOf(m_line.program, m_line.device);
    const device::StreamMeasurement* streams = frame.result.streams.get();
    if (frame.measured && streams && streams->trouble.empty() && streams->isOf(*frame.result.recording))
        m_measured = streams;
}

double StreamView::serial() const {
    return m_measured ? m_measured->serialSeconds : modelledSerial();
}
std::size_t StreamView::works() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        m_line.program.commands, [](const StreamTask& command) { return !model::isMark(command.kind); }));
}

std::string StreamView::commandsText() const {
    const auto marks = static_cast<std::size_t>(
        std::ranges::count_if(m_line.program.commands, [](const StreamTask& command) {
            return model::isMark(command.kind) && !command.ofGraph;
        }));
    std::string text = counted(works(), "command");
    if (marks == 1) return tr("{}, and 1 call that only orders them or waits", text);
    if (marks > 1) return tr("{}, and {} calls that only order them or wait", text, grouped(marks));
    return text;
}
double StreamView::end() const {
    return std::max({serial(), shown().seconds, modelledSerial(), modelled().seconds});
}

std::string StreamView::momentText(double seconds) const {
    constexpr double kPoints = 2000; // of a wide timeline
    const double apart = end() * m_frame.view.times.length() / kPoints;
    const auto text = [apart](double value, double unit, int least, const char* name) {
        const double digits = apart > 0 ? std::ceil(-std::log10(apart / unit) - 1e-9) : 0;
        return fmt::format("{:.{}f} {}", value / unit, std::max(least, static_cast<int>(digits)), name);
    };
    if (seconds < 1e-3) return text(seconds, 1e-6, 1, "us");
    return seconds < 1 ? text(seconds, 1e-3, 2, "ms") : text(seconds, 1, 2, "s");
}

double StreamView::busiest() const {
    return busiestSeconds(shown(), measured() ? 2 : m_line.device.copyEngines);
}

std::optional<std::size_t> StreamView::passedCall() const {
    return m_measured ? model::passedCall(m_line.program, m_measured->schedule) : std::nullopt;
}

std::string nameOf(const model::StreamProgram& program, int command) {
    const StreamTask& named = program.commands[static_cast<std::size_t>(command)];
    if (!named.isEdge &&
        (model::synchronizesImplicitly(named) || named.kind == model::StreamTaskKind::StreamQuery))
        return std::string(tr(model::callOf(named)));
    if (const int branch = model::branchOf(program, named.stream))
        return tr("{}, graph branch {}", tr(model::nameOf(named)), branch);
    return tr("{}, stream {}", tr(model::nameOf(named)), model::streamNumber(named));
}

std::string streamText(const model::StreamProgram& program, int stream) {
    const int branch = model::branchOf(program, stream);
    return branch ? tr("graph branch {}", branch) : tr("stream {}", stream + 1);
}

std::string streamsText(const model::StreamProgram& program) {
    const int own = model::ownStreams(program), branches = program.branches;
    const std::string streams = counted(static_cast<std::uint64_t>(own), "stream");
    if (branches == 0) return streams;
    const std::string beside =
        branches == 1 ? std::string(tr("1 graph branch")) : tr("{} graph branches", branches);
    return own == 0 ? beside : tr("{} and {}", streams, beside);
}

std::string nameOf(const recording::Recording& recording, const session::StreamTimeline& line, int command) {
    const auto index = static_cast<std::size_t>(command);
    const std::string kernel = session::kernelOf(recording, line, index);
    if (kernel.empty()) return retold(model::commandName(line.program, command));
    const StreamTask& task = line.program.commands[index];
    if (const int branch = model::branchOf(line.program, task.stream))
        return tr("kernel {}, graph branch {}", kernel, branch);
    return tr("kernel {}, stream {}", kernel, model::streamNumber(task));
}

std::string untimedText(const recording::Recording& recording, const session::StreamTimeline& line) {
    constexpr std::size_t kMostNames = 4;
    std::vector<std::string> names = session::untimedNames(recording, line);
    for (std::string& each : names) each = tr(each);
    std::string text;
    if (names.size() > kMostNames) {
        const std::size_t more = names.size() - kMostNames;
        names.resize(kMostNames);
        text = tr("The times of these are not known and count as 0: {}, and {} more.", fmt::join(names, ", "),
                  more);
    } else if (names.size() > 1) {
        text = tr("The times of these are not known and count as 0: {}.", fmt::join(names, ", "));
    } else if (!names.empty()) {
        text = tr("The time of this is not known and counts as 0: {}.", names.front());
    }
    if (!session::hasStreamMemory(line)) return text;
    return text + (text.empty() ? "" : " ") +
           tr("What cudaMallocAsync and cudaFreeAsync take in their stream is not known and counts as 0.");
}

std::string gainText(double gain) {
    return gain < 9.95 ? fmt::format("{:.2f}", gain) : fmt::format("{:.0f}", gain);
}

} // namespace lanescope::kit
