// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "model/transfers/streams.h"
#include "session/stream_timeline.h"
#include "session/stream_timer.h"

#include <memory>
#include <optional>
#include <string>

/// Calls in streams: the program as the host issues it, and when each of them runs.
namespace lanescope::kit {

/// A program with its schedules: modelled for a device, and measured where a GPU ran the same program.
class StreamView {
public:
    explicit StreamView(const Frame& frame);

    const Frame& frame() const { return m_frame; }
    const model::StreamProgram& program() const { return m_line.program; }
    const model::StreamDevice& device() const { return m_line.device; }
    /// The commands with their calls.
    const session::StreamTimeline& line() const { return m_line; }
    const model::Schedule& modelled() const { return m_modelled->schedule; }
    bool measured() const { return m_measured != nullptr; }
    const device::StreamMeasurement& measurement() const { return *m_measured; }
    /// What the pictures are about: measured, or else modelled.
    const model::Schedule& shown() const { return m_measured ? m_measured->schedule : modelled(); }
    /// Seconds of the same commands in one stream, of the shown schedule's kind.
    double serial() const;
    double modelledSerial() const { return m_modelled->serial; }
    /// How many times as fast as one stream.
    double gain() const { return serial() / shown().seconds; }
    double modelledGain() const { return modelledSerial() / modelled().seconds; }
    /// Of the axis of its timelines, seconds.
    double end() const;
    /// As duration() writes it, with more digits where those of two moments that are seen apart would be the
    /// same.
    std::string momentText(double seconds) const;
    /// Commands that work: all but events and queries.
    std::size_t works() const;
    /// "33 commands, and 14 calls that only order them or wait".
    std::string commandsText() const;
    /// The longest time of a row of the picture: of the engine with the most work, or of all work where the
    /// device has no copy engine.
    double busiest() const;
    /// The call that should synchronize implicitly, which the GPU let pass; nothing: none, or not measured.
    std::optional<std::size_t> passedCall() const;

    /// What the model says of a program on a device.
    struct Modelled {
        model::StreamProgram program;
        model::StreamDevice device;
        model::Schedule schedule;
        double serial = 0;
    };

private:
    const Frame& m_frame;
    session::StreamTimeline m_line;
    std::shared_ptr<const Modelled> m_modelled;
    const device::StreamMeasurement* m_measured;
};

/// What a command is called: "kernel, stream 2".
std::string nameOf(const model::StreamProgram& program, int command);
/// "stream 2", "graph branch 1"; from 0, as a program counts them.
std::string streamText(const model::StreamProgram& program, int stream);
/// "3 streams", "1 stream and 2 graph branches".
std::string streamsText(const model::StreamProgram& program);
/// With the kernel's name, where it is one: "kernel scale, stream 2".
std::string nameOf(const recording::Recording& recording, const session::StreamTimeline& line, int command);
/// What of a timeline counts as no time, in sentences; empty: nothing.
std::string untimedText(const recording::Recording& recording, const session::StreamTimeline& line);
/// "1.53", "12".
std::string gainText(double gain);

} // namespace lanescope::kit
