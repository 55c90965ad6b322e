// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/streams.h"
#include "session/stream_timeline.h"
#include "json/stream.h"

#include <string>

/// A lab's commands in streams, as text and JSON: when each runs, modelled and, where a GPU ran them,
/// measured.
namespace lanescope::shell {

/// Adds "streams" to a report: times in seconds, by command and as a whole. work: of the recording; measured:
/// nullptr for none.
void addStreams(json::Stream& document, const recording::Recording& recording,
                const session::StreamTimeline& work, const device::StreamMeasurement* measured);
/// A line a command.
std::string streamsText(const recording::Recording& recording, const session::StreamTimeline& work,
                        const device::StreamMeasurement* measured);

} // namespace lanescope::shell
