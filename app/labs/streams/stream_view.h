// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/timeline.h"
#include "kit/frame.h"
#include "kit/panel/panel.h"
#include "model/streams.h"
#include "session/stream_timer.h"

#include <string>

/// Commands in streams: the program as the host issues it, and when each command runs.
namespace lanescope::lab_streams {

using namespace kit;

/// A program with its schedules: modelled for a device, and measured where a GPU ran the same program.
class StreamView {
public:
    explicit StreamView(const Frame& frame);

    const Frame& frame() const { return m_frame; }
    const model::StreamProgram& program() const { return m_program; }
    const model::StreamDevice& device() const { return m_device; }
    const model::Schedule& modelled() const { return m_modelled; }
    bool measured() const { return m_measured != nullptr; }
    const device::StreamMeasurement& measurement() const { return *m_measured; }
    /// What the pictures are about: measured, or else modelled.
    const model::Schedule& shown() const { return m_measured ? m_measured->schedule : m_modelled; }
    /// Seconds of the same commands in one stream, of the shown schedule's kind.
    double serial() const;
    double modelledSerial() const;
    /// How many times as fast as one stream.
    double gain() const { return serial() / shown().seconds; }
    double modelledGain() const { return modelledSerial() / m_modelled.seconds; }
    /// Commands that work: all but events and queries.
    std::size_t works() const;
    /// "33 commands and 14 event calls".
    std::string commandsText() const;
    /// The longest time of a row of the picture: of the engine with the most work, or of all work where the
    /// device has no copy engine.
    double busiest() const;

private:
    const Frame& m_frame;
    model::StreamProgram m_program;
    model::StreamDevice m_device;
    model::Schedule m_modelled;
    const device::StreamMeasurement* m_measured;
};

/// A row an engine, with the time of one stream to compare with.
Timeline engineTimeline(const StreamView& view, bool measured, int chosen);
/// A row a stream, with the waits between its commands.
Timeline streamTimeline(const StreamView& view, int chosen);

/// The commands one under the other in the order in which the host issues them; each is a Point with its
/// index.
void drawStreamProgram(render::Canvas& canvas, const Frame& frame, const render::Rect& rect,
                       const StreamView& view, int chosen);
/// By engine, where it was measured also as modelled, and by stream, as the height allows. chosen: the
/// command whose waits are lit, -1 none.
void drawStreams(render::Canvas& canvas, const render::Rect& rect, const StreamView& view, int chosen);

/// What a command's region says.
std::string describeCommand(const render::Pick& pick, const StreamView& view);

/// What the schedule's time means, and how it was come by.
void sayStreams(Panel& panel, const StreamView& view);
/// The rule that costs the schedule most, with the commands concerned, in a sentence.
std::string streamConclusion(const StreamView& view);

} // namespace lanescope::lab_streams
