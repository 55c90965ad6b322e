// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/streams/stream_view.h"

#include "kit/counted.h"
#include "labs/streams/model.h"
#include "model/format.h"
#include "session/stream_timeline.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lanescope::lab_streams {

using namespace kit;
using model::StreamTask;

StreamView::StreamView(const Frame& frame) : m_frame(frame), m_measured(nullptr) {
    if (frame.result.recording) {
        if (auto line = session::streamTimelineOf(*frame.result.recording, frame.architecture,
                                                  frame.result.launches)) {
            m_program = std::move(line->program);
            m_device = line->device;
        }
    }
    m_modelled = model::simulate(m_program, m_device);
    const device::StreamMeasurement* streams = frame.result.streams.get();
    if (frame.measured && streams && streams->trouble.empty() && streams->isOf(*frame.result.recording))
        m_measured = streams;
}

double StreamView::modelledSerial() const {
    return model::serialSeconds(m_program);
}
double StreamView::serial() const {
    return m_measured ? m_measured->serialSeconds : modelledSerial();
}
std::size_t StreamView::works() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        m_program.commands, [](const StreamTask& command) { return !model::isMark(command.kind); }));
}

std::string StreamView::commandsText() const {
    const std::size_t marks = m_program.commands.size() - works();
    std::string text = counted(works(), "command");
    if (marks > 0) text += tr(" and {} without work", marks == 1 ? tr("a call") : tr("{} calls", marks));
    return text;
}
double StreamView::busiest() const {
    return busiestSeconds(shown(), measured() ? 2 : m_device.copyEngines);
}

std::optional<std::size_t> StreamView::passedCall() const {
    return m_measured ? lab_streams::passedCall(m_program, m_measured->schedule) : std::nullopt;
}

} // namespace lanescope::lab_streams
