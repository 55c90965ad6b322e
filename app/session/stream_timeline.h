// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "model/transfers/streams.h"
#include "session/observation.h"

#include <optional>
#include <span>

namespace lanescope::session {

/// A recording's calls in streams with what each takes, and the device that the model has them run on.
struct StreamTimeline {
    model::StreamProgram program;
    model::StreamDevice device;
    bool known = true; ///< false: the time of a copy or launch is not known, and counts as none
};
/// Copies take what the architecture's bus allows; a launch what its pace says, or else what the model says
/// of the same launch in `launches`, those of a play of the recording; number: the architecture among those
/// that they were modelled for. nullopt: no call goes to a stream of its own.
std::optional<StreamTimeline> streamTimelineOf(const recording::Recording& recording,
                                               const model::Architecture& architecture,
                                               std::span<const LaunchResult> launches = {},
                                               std::size_t number = 0);

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
