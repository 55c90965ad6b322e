// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/stream_timer.h"

#include <chrono>
#include <exception>

namespace lanescope::session {

bool StreamTimer::follow(const RecordingPointer& recording, bool wait) {
    bool news = false;
    if (m_running.valid() && m_running.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
        m_last = m_running.get();
        news = true;
    }
    if (!m_running.valid() && !result(*recording)) begin(recording);
    while (wait && m_running.valid()) {
        m_last = m_running.get();
        news = true;
        if (!result(*recording)) begin(recording);
    }
    return news;
}

std::shared_ptr<const device::StreamMeasurement>
StreamTimer::result(const recording::Recording& recording) const {
    return m_last && m_last->isOf(recording) ? m_last : nullptr;
}

void StreamTimer::begin(RecordingPointer recording) {
    m_measuring = std::move(recording);
    m_running = std::async(std::launch::async, [this]() -> std::shared_ptr<const device::StreamMeasurement> {
        try {
            if (!m_bench) m_bench = std::make_unique<device::StreamBench>(m_info);
            return std::make_shared<device::StreamMeasurement>(m_bench->measure(m_measuring));
        } catch (const std::exception& failure) {
            device::StreamMeasurement made;
            made.recording = m_measuring;
            made.trouble = failure.what();
            return std::make_shared<device::StreamMeasurement>(std::move(made));
        }
    });
}

} // namespace lanescope::session
