// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "runtime/recorded/recording_writer.h"

#include <driver_types.h>

#include <cstdint>
#include <map>
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

private:
    RecordingWriter& m_writer;
    std::map<cudaStream_t, recording::StreamNumber> m_streams;
    std::vector<recording::StreamNumber> m_freeStreams;
    std::map<cudaEvent_t, std::uint32_t> m_events;
    std::vector<std::uint32_t> m_freeEvents;
    std::uint32_t m_eventCount = 0;
};

} // namespace lanescope::runtime
