// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/streams.h"

#include <future>
#include <memory>
#include <utility>

namespace lanescope::session {

/// Measures a recording's streams on a GPU in a thread of its own, so that a window goes on meanwhile. What
/// is asked for while a measurement is under way is measured after it.
class StreamTimer {
public:
    using RecordingPointer = std::shared_ptr<const recording::Recording>;

    explicit StreamTimer(device::Info info) : m_info(std::move(info)) {}
    /// Waits for the measurement under way: about a second at most.
    ~StreamTimer() {
        if (m_running.valid()) m_running.wait();
    }
    StreamTimer(const StreamTimer&) = delete;
    StreamTimer& operator=(const StreamTimer&) = delete;

    /// Begins to measure the recording unless it is measured or under way; wait: until it is done. True when
    /// a new measurement is there.
    bool follow(const RecordingPointer& recording, bool wait);
    /// The last measurement, if it is of this recording; with its trouble when it failed.
    std::shared_ptr<const device::StreamMeasurement> result(const recording::Recording& recording) const;

private:
    void begin(RecordingPointer recording);

    device::Info m_info;
    std::unique_ptr<device::StreamBench> m_bench; // used by the thread only while it runs
    RecordingPointer m_measuring;
    std::future<std::shared_ptr<const device::StreamMeasurement>> m_running;
    std::shared_ptr<const device::StreamMeasurement> m_last;
};

} // namespace lanescope::session
