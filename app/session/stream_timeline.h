// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/transfers/streams.h"
#include "session/observation.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope::session {

/// The calls of a recording that have a place in its timeline, still without the device's times.
struct TimelineCalls {
    model::StreamProgram program;
    std::vector<std::size_t> calls; ///< of each command: its index among the recording's calls
    std::vector<std::optional<std::size_t>> launches; ///< of each: which of the recording's launches it is
};
/// Those of recording::streamCallsOf() but for launches that, by a play's results, were refused and so never
/// ran. launches, number: as streamTimelineOf() has them.
TimelineCalls timelineCallsOf(const recording::Recording& recording, std::span<const LaunchResult> launches,
                              std::size_t number = 0);

/// A recording's calls in streams with what each takes, and the device that the model has them run on.
struct StreamTimeline {
    model::StreamProgram program;
    model::StreamDevice device;
    std::vector<std::size_t> calls;   ///< of each command: its index among the recording's calls
    std::vector<std::size_t> untimed; ///< copies and launches whose time is not known: it counts as none
};
/// Copies take what the architecture's bus allows; a launch what its pace says, or else what the model says
/// of the same launch in `launches`, those of a play of the recording; number: the architecture among those
/// that they were modelled for. nullopt: no call goes to a stream of its own.
std::optional<StreamTimeline> streamTimelineOf(const recording::Recording& recording,
                                               const model::Architecture& architecture,
                                               std::span<const LaunchResult> launches = {},
                                               std::size_t number = 0);

/// Whether the time of none of its kernels is known, and it has some: when it ends says nothing then.
bool lacksKernelTimes(const StreamTimeline& line);
/// The kernel that a command launches, by its plain name; empty: it launches none.
std::string kernelOf(const recording::Recording& recording, const StreamTimeline& line, std::size_t command);
/// What has no time in it: "scale", the kernel; each once, and copies before kernels.
std::vector<std::string> untimedNames(const recording::Recording& recording, const StreamTimeline& line);
/// Whether it has allocations or frees that take a stream's turn: what they take there is not known, and they
/// count as the host's time for their call.
bool hasStreamMemory(const StreamTimeline& line);

/// What the copies take of a recording that is there for their time.
struct CopyTime {
    double seconds = 0; ///< until the last has ended; 0: the architecture lacks a figure for it
    double bytes = 0;   ///< that its bandwidth counts
};
/// Of transfers, and of copies in streams beside launches that only stand for longer ones; nullopt: it has
/// neither, and its launches say how long it takes.
std::optional<CopyTime> copyTimeOf(const recording::Recording& recording,
                                   const model::Architecture& architecture);

} // namespace lanescope::session
